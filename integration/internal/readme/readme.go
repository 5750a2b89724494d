// Package readme keeps the tables of README.md true.
package readme

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// path is that of README.md as seen from the directories of the tests.
var path = filepath.Join("..", "README.md")

// update says that tables are to be written and not compared.
var update = os.Getenv("INTEGRATION_UPDATE") != ""

// Check fails the test unless the block of README.md with the given name is
// the table of header and rows. With INTEGRATION_UPDATE=1 in the environment
// it makes it so.
func Check(t *testing.T, name string, header []string, rows [][]string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(string(file), begin)
	have, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no block %s", name)
	}
	want := Table(header, rows)
	if have == want {
		return
	}
	if !update {
		t.Errorf("README.md differs in block %s; INTEGRATION_UPDATE=1 writes it as:\n%s", name, want)
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
