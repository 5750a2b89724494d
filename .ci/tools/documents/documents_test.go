// Package documents proves that the code, links, commands and numbers in documents are right.
package documents

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMain runs the tests in the root directory, where the names of documents begin.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// readFile returns the content of a file.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// filesLike returns the names of the files that match a pattern.
func filesLike(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(names), err)
	}
	return names
}

// readFiles returns the contents of all files that match a pattern.
func readFiles(t *testing.T, pattern string) (text string) {
	t.Helper()
	for _, name := range filesLike(t, pattern) {
		text += readFile(t, name)
	}
	return text
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// codeBlock matches a code block in Markdown. Its group is the text after the language.
var codeBlock = regexp.MustCompile("(?sm)^```\\w*\n(.*?)^```$")

// goBlocks returns the Go code blocks in a document.
func goBlocks(t *testing.T, document string) (blocks []string) {
	t.Helper()
	for _, m := range codeBlock.FindAllStringSubmatch(readFile(t, document), -1) {
		if strings.HasPrefix(m[0], "```go\n") {
			blocks = append(blocks, m[1])
		}
	}
	return blocks
}
