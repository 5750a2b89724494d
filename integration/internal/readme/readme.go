// Package readme compares blocks of a README.md with the results of tests.
package readme

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update is true if blocks are written instead of compared.
var update = os.Getenv("INTEGRATION_UPDATE") != ""

// Check is Block for a table in the README.md of the directory above that of the test.
func Check(t *testing.T, name string, header []string, rows [][]string) {
	t.Helper()
	Block(t, filepath.Join("..", "README.md"), name, Table(header, rows))
}

// Block fails the test if the block with the given name in a file differs from want. With
// INTEGRATION_UPDATE=1 in the environment it writes want to the file.
func Block(t *testing.T, path, name, want string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(string(file), begin)
	have, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no block %s", path, name)
	}
	if have == want { // the file does not change, even with INTEGRATION_UPDATE
		return
	}
	if !update {
		t.Errorf("%s differs in block %s; INTEGRATION_UPDATE=1 writes it as:\n%s", path, name, want)
		return
	}
	if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Table returns a table in Markdown.
func Table(header []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, r := range rows {
		line(r)
	}
	return b.String()
}
