package main

import (
	"flag"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// TestManualContainsHelp verifies that the manual page contains the whole help text.
func TestManualContainsHelp(t *testing.T) {
	page := output(t, "man")
	var want strings.Builder
	fmt.Fprintf(&want, "NAME uuid - %s SYNOPSIS uuid COMMAND [flags] [arguments] DESCRIPTION %s %s COMMANDS ", purpose, flagRules(), idRules)
	plain := strings.NewReplacer("usage: ", "", "\nflags:\n", "\n", "\nexample: ", "\nExample: ")
	for _, c := range commands() {
		want.WriteString(plain.Replace(output(t, "help", c.name)))
	}
	want.WriteString("EXIT STATUS " + exitStatus + " STANDARDS RFC 9562, Universally Unique IDentifiers")
	_, rest, _ := strings.Cut(page, "\n") // without the title
	// Remove macros and escapes, because a reader of the page does not see them.
	text := regexp.MustCompile(`(?m)^\.[A-Z]+|"`).ReplaceAllString(rest, "")
	text = strings.NewReplacer(`\-`, "-", `\(dq`, `"`, `\e`, `\`, `\&`, "").Replace(text)
	if got, want := strings.Fields(text), strings.Fields(want.String()); !slices.Equal(got[:min(len(got), len(want))], want) {
		t.Errorf("the manual page is\n%s\nwant\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
	flags := 0
	for _, c := range commands() {
		c.flagSet(new(options)).VisitAll(func(*flag.Flag) { flags++ })
	}
	if n := strings.Count(page, "\n.TP\n.B \"\\-"); n != flags {
		t.Errorf("the manual page has %d flag paragraphs, want %d", n, flags)
	}
	if n := strings.Count(page, "\n.PP\nExample:\n.B "); n != len(commands()) {
		t.Errorf("the manual page has %d example paragraphs, want %d", n, len(commands()))
	}
	for line := range strings.Lines(page) {
		if !regexp.MustCompile(`^(\.(TH|SH|SS|B|TP|PP)\b|[^.'])`).MatchString(line) {
			t.Errorf("the manual page has the line %q", line)
		}
	}
	for _, tool := range []string{"mandoc -T lint -W warning", "groff -man -ww -z -T utf8"} {
		t.Run(tool, func(t *testing.T) {
			args := strings.Fields(tool)
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skip(err)
			}
			cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
			cmd.Stdin = strings.NewReader(page)
			out, _ := cmd.CombinedOutput() // the exit status after a warning may be 0
			for line := range strings.Lines(string(out)) {
				t.Error(line)
			}
		})
	}
}

// TestManualTitle runs in a synctest bubble, whose clock starts at 2000-01-01.
func TestManualTitle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := `.TH "UUID" "1" "2000-01-01" "uuid ` + roff(buildVersion()) + "\"\n"
		if page := output(t, "man"); !strings.HasPrefix(page, want) {
			t.Errorf("the page starts with %.60q, want %q", page, want)
		}
	})
}

// TestRoffEscapesLineStarts verifies that roff escapes a dot, a quote or a backslash at the start of a line, because
// roff commands start with these characters.
func TestRoffEscapesLineStarts(t *testing.T) {
	tests := []struct{ text, want string }{
		{".B x", `\&.B x`},
		{"'B x", `\&'B x`},
		{"a.b 'c'", "a.b 'c'"},
		{`\f -x "y"`, `\ef \-x \(dqy\(dq`},
	}
	for _, tt := range tests {
		if got := roff(tt.text); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.text, got, tt.want)
		}
	}
}
