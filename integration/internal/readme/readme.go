// Package readme compares marked blocks in Markdown files with test results, and reads statements
// from such blocks.
package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// update makes the tests write the blocks instead of comparing them.
var update = os.Getenv("INTEGRATION_UPDATE") != ""

// Check compares a table with a block in README.md, in the parent directory of the test's package.
func Check(t *testing.T, name string, header []string, rows [][]string) {
	t.Helper()
	Block(t, filepath.Join("..", "README.md"), name, Table(header, rows))
}

// Contains fails the test if a row is not in a block of README.md, in the parent directory of the
// test's package.
func Contains(t *testing.T, name string, header []string, rows [][]string) {
	t.Helper()
	path := filepath.Join("..", "README.md")
	_, block, _ := cut(t, path, name)
	for _, row := range rows {
		table := Table(header, [][]string{row})
		line := table[strings.LastIndex(strings.TrimSuffix(table, "\n"), "\n")+1:]
		if !strings.Contains(block, line) {
			t.Errorf("%s does not contain in block %s the row:\n%s", path, name, line)
		}
	}
}

// Block fails the test if the named block in the file at path differs from want. If the environment
// variable INTEGRATION_UPDATE is set, Block writes want to the file instead.
func Block(t *testing.T, path, name, want string) {
	t.Helper()
	before, have, after := cut(t, path, name)
	if have == want { // even with update, do not rewrite an unchanged file
		return
	}
	if !update {
		t.Errorf("%s differs in block %s; INTEGRATION_UPDATE=1 writes it as:\n%s", path, name, want)
		return
	}
	if err := os.WriteFile(path, []byte(before+want+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// cut returns the named block of the file at path, and the text before and after it, with the marks.
func cut(t *testing.T, path, name string) (before, block, after string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(string(file), begin)
	block, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no %s block", path, name)
	}
	return before + begin, block, end + after
}

var comment = regexp.MustCompile(`(?m) -- .*$`)

// Statements returns the SQL statements in the named block of the file at path, without comments.
func Statements(t *testing.T, path, name string) []string {
	t.Helper()
	_, block, _ := cut(t, path, name)
	text, begins := strings.CutPrefix(block, "```sql\n")
	text, ends := strings.CutSuffix(text, "\n```\n")
	if !begins || !ends {
		t.Fatalf("%s has no SQL block %s", path, name)
	}
	text = strings.TrimRight(comment.ReplaceAllString(text, ""), ";\n")
	return strings.Split(text, ";\n")
}

// Table formats a header and rows as a Markdown table.
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
