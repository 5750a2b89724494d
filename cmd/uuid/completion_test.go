package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// shell returns the output of a program. It skips the test if the program is not installed.
func shell(t *testing.T, stdin string, program string, args ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("on Windows a program named bash may start a virtual machine")
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// completions lists command lines, and the words that can complete the last word of each line.
var completions = []struct{ line, want string }{
	{"uuid ver", "verify version"},
	{"uuid v7 -", "-n -at -f -prefix"},
	{"uuid convert -f base", "base32 base58 base64url"},
	{"uuid v8 -hash shake", "shake128 shake256"},
	{"uuid v5 d", "dns"},
	{"uuid v5 -f urn x", "x500"},
	{"uuid v2 o", "org"},
	{"uuid v2 -n ", ""},  // any number is valid, so there is no completion
	{"uuid nil key", ""}, // nil has no file arguments
	{"uuid completion f", "fish"},
	{"uuid help insp", "inspect"},
	{"uuid help find acc", ""}, // help has no file arguments
	{"uuid v7 -n 3 -f o", "oid"},
	{"uuid hide -key-file 256", "256.txt"},
	{"uuid bounds y", "yesterday"},
	{"uuid find -time acc", "access.log"},
	{"uuid bounds -6", "-6"}, // fish must not combine two flags into -6f
}

func TestBashCompletion(t *testing.T) {
	script := bashScript("uuid", commands())
	shell(t, script, "bash", "-n")
	for _, tt := range completions {
		words := strings.Split(tt.line, " ")
		ask := fmt.Sprintf("\nCOMP_WORDS=(%s)\nCOMP_CWORD=%d\n_uuid\nprintf '%%s\n' \"${COMPREPLY[*]}\"\n", tt.line, len(words)-1)
		if got := shell(t, script+ask, "bash", "--norc"); got != tt.want+"\n" {
			t.Errorf("bash completes %q with %q, want %q", tt.line, got, tt.want)
		}
	}
	// A file name can look like a shell pattern.
	dir := t.TempDir()
	for _, name := range []string{"app[1].log", "app1.log", "a b.log"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for word, want := range map[string]string{"app[": "app[1].log\n", "a ": "a b.log\n"} {
		ask := fmt.Sprintf("\ncd '%s'\nCOMP_WORDS=(uuid find '%s')\nCOMP_CWORD=2\n_uuid\nprintf '%%s\\n' \"${COMPREPLY[@]}\"\n", dir, word)
		if got := shell(t, script+ask, "bash", "--norc"); got != want {
			t.Errorf("bash completes %q with %q, want %q", word, got, want)
		}
	}
	other := bashScript("other-uuid", commands())
	if !strings.Contains(other, "\ncomplete -F _other-uuid other-uuid\n") {
		t.Errorf("under another name: %s", other)
	}
	shell(t, other, "bash")
}

func TestZshCompletion(t *testing.T) {
	script := zshScript("uuid", commands())
	shell(t, script, "zsh", "-n")
	// The test replaces zsh's completion functions with functions that print their arguments.
	const stubs = `
compdef() { print -r -- "compdef $@" }
_arguments() { print -rl -- "$@" }
_describe() { print -r -- "$1 $2"; print -rl -- $commands }
`
	ask := func(line string) string {
		return shell(t, stubs+script+fmt.Sprintf("\nwords=(%s \"\")\nCURRENT=%d\n_uuid\n", line, len(strings.Fields(line))+1), "zsh", "-f")
	}
	if got := ask("uuid"); !strings.HasPrefix(got, "compdef _uuid uuid\ncommand commands\nnew:Generate random IDs (an alias for v4)\n") ||
		!strings.Contains(got, "\ninspect:Decode IDs\\: ") {
		t.Errorf("zsh describes commands with %s", got)
	}
	const want = "compdef _uuid uuid\n" +
		"-time[print the time after each ID, or - if the ID has no time]\n" +
		"-line[print FILE\\:LINE\\: before each ID]\n" +
		"-f[print IDs in ENCODING instead of canonical]:ENCODING:(canonical compact braced urn decimal oid base32 base58 base64url)\n"
	if got := ask("uuid find"); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n*:FILE:_files\n") {
		t.Errorf("zsh completes uuid find with %s", got)
	}
	for _, tt := range []struct{ line, want string }{
		{"uuid v5", "\n1:argument:(dns url oid x500)\n"},
		{"uuid hide", "]:FILE:_files\n"},
		{"uuid v1", "]:TIME:()\n"},
		{"uuid completion", "\n1:argument:(bash zsh fish)\n"},
	} {
		if got := ask(tt.line); !strings.Contains(got, tt.want) {
			t.Errorf("zsh completes %s with %s, which has no %q", tt.line, got, tt.want)
		}
	}
}

func TestFishCompletion(t *testing.T) {
	script := fishScript("uuid", commands())
	var ask strings.Builder
	for _, tt := range completions {
		fmt.Fprintf(&ask, "complete -C '%s'; echo .\n", tt.line)
	}
	answers := strings.Split(shell(t, script+ask.String(), "fish", "--no-config"), ".\n")
	for i, tt := range completions {
		var got []string
		for line := range strings.Lines(answers[i]) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		want := strings.Fields(tt.want)
		slices.Sort(got)
		slices.Sort(want)
		if len(want) == 0 && len(got) > 0 {
			t.Errorf("fish completes %q with %q", tt.line, got)
		}
		// fish adds its own flags, such as -h, and words that contain the typed letters in the
		// middle, so got may contain more words than want.
		for _, word := range want {
			if !slices.Contains(got, word) {
				t.Errorf("fish completes %q with %q, want %q", tt.line, got, want)
			}
		}
	}
}
