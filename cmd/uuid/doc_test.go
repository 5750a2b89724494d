package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackageComment verifies that the package comment lists all commands, and that each command
// line in the comment succeeds.
func TestPackageComment(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(sourceDir, "doc.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("Uuid makes, inspects, converts, checks and finds UUIDs of all versions.\n" +
		"\nUsage:\n\n\tuuid COMMAND [flags] [arguments]\n\n" + wrap("", flagRules()) + "\n" + wrap("", exitStatus) + "\nThe commands, each with an example:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&want, "\t# %s\n\t%s\n", c.summary, c.exampleLine())
	}
	got := file.Doc.Text()
	if got != want.String() {
		t.Errorf("the package comment is\n%s\nwant\n// %s", got, strings.ReplaceAll(want.String(), "\n", "\n// "))
	}
	lines := 0
	for line := range strings.Lines(got) {
		if args, ok := strings.CutPrefix(line, "\tuuid "); ok && !strings.Contains(args, "COMMAND") {
			lines++
			if output(t, strings.Fields(args)...) == "" && !strings.HasPrefix(args, "verify ") {
				t.Errorf("uuid %s prints nothing", args)
			}
		}
	}
	if lines != len(commands()) {
		t.Errorf("%d lines for %d commands", lines, len(commands()))
	}
}
