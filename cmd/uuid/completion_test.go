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

// shell returns the output of a program, which can run the uuid command. It skips the test if the
// program is not installed.
func shell(t *testing.T, stdin string, program string, args ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("on Windows, a program named bash may start a virtual machine")
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "uuid")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "UUID_TEST_ROLE=uuid", "GOCOVERDIR="+dir)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// completionTests lists command lines, and the words that can complete the last word of each line.
var completionTests = []struct{ line, want string }{
	{"uuid ver", "verify version"},
	{"uuid v7 -", "-at -f -n -prefix"},
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

// shellWords returns the words of a line, each in quotation marks, and their number. The last word
// of a line that ends with a space is empty.
func shellWords(line string) (string, int) {
	words := strings.Split(line, " ")
	return "'" + strings.Join(words, "' '") + "'", len(words)
}

func TestBashCompletion(t *testing.T) {
	script := output(t, "completion", "bash")
	shell(t, script, "bash", "-n")
	var ask, want strings.Builder
	for _, tt := range completionTests {
		words, n := shellWords(tt.line)
		const question = `
COMP_WORDS=(%s)
COMP_CWORD=%d
_uuid
printf '%%s: %%s\n' "%s" "${COMPREPLY[*]}"
`
		fmt.Fprintf(&ask, question, words, n-1, tt.line)
		fmt.Fprintf(&want, "%s: %s\n", tt.line, tt.want)
	}
	if got := shell(t, script+ask.String(), "bash", "--norc"); got != want.String() {
		t.Errorf("bash completes\n%swant\n%s", got, &want)
	}
	// A file name can look like a shell pattern.
	dir := t.TempDir()
	for _, name := range []string{"app[1].log", "app1.log", "a b.log"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for word, want := range map[string]string{"app[": "app[1].log\n", "a ": "a b.log\n"} {
		const question = `
cd '%s'
COMP_WORDS=(uuid find '%s')
COMP_CWORD=2
_uuid
printf '%%s\n' "${COMPREPLY[@]}"
`
		ask := fmt.Sprintf(question, dir, word)
		if got := shell(t, script+ask, "bash", "--norc"); got != want {
			t.Errorf("bash completes %q with %q, want %q", word, got, want)
		}
	}
}

func TestZshCompletion(t *testing.T) {
	script := output(t, "completion", "zsh")
	shell(t, script, "zsh", "-n")
	// The test replaces zsh's completion functions with functions that print their arguments.
	const stubs = `
compdef() { print -r -- "compdef $@" }
_describe() { print -rl -- $found }
_files() { print 256.txt access.log }
`
	got := shell(t, stubs+script+"\nwords=(uuid insp)\n(( CURRENT = 2 ))\n_uuid\ntrue\n", "zsh", "-f")
	if !strings.Contains(got, `inspect:Decode IDs\: `) {
		t.Errorf("zsh describes inspect with %q", got)
	}
	for _, tt := range completionTests {
		words, n := shellWords(tt.line)
		ask := fmt.Sprintf("\nwords=(%s)\n(( CURRENT = %d ))\n_uuid\ntrue\n", words, n)
		got := shell(t, stubs+script+ask, "zsh", "-f")
		for _, word := range strings.Fields("compdef _uuid uuid " + tt.want) {
			if !strings.Contains(got, word) {
				t.Errorf("zsh completes %q with %q, want %q", tt.line, got, tt.want)
			}
		}
		if want := tt.want == "256.txt" || tt.want == "access.log"; strings.Contains(got, "access.log") != want {
			t.Errorf("zsh completes %q with %q, want files: %t", tt.line, got, want)
		}
	}
}

func TestFishCompletion(t *testing.T) {
	script := output(t, "completion", "fish")
	var ask strings.Builder
	for _, tt := range completionTests {
		fmt.Fprintf(&ask, "complete -C '%s'; echo .\n", tt.line)
	}
	answers := strings.Split(shell(t, script+ask.String(), "fish", "--no-config"), ".\n")
	for i, tt := range completionTests {
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
