package uuid_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// goBlocks returns the blocks of Go in README.md.
func goBlocks(t *testing.T) (blocks []string) {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(readme, -1) {
		blocks = append(blocks, string(m[1]))
	}
	if len(blocks) < 2 {
		t.Fatalf("README.md has %d blocks of Go", len(blocks))
	}
	return blocks
}

// TestReadmeProgram runs the first block of Go in README.md as it stands.
func TestReadmeProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(goBlocks(t)[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	id, rest, _ := strings.Cut(string(stdout), "\n")
	if u, err := uuid.Parse(id); err != nil || u.Version() != 7 {
		t.Errorf("first line: %q, %v", id, err)
	}
	const want = "true <nil>\n" + `uuid: cannot parse "42" (2 bytes): invalid length at offset 2` + "\n"
	if rest != want {
		t.Errorf("got:\n%s\nwant:\n%s", rest, want)
	}
}

// TestReadmeBlocks finds the lines of every other block of Go in README.md, in
// order and next to each other, in an example or a test that runs.
func TestReadmeBlocks(t *testing.T) {
	files, err := filepath.Glob("example*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	var sources []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, trimLines(string(source)))
	}
	for _, block := range goBlocks(t)[1:] {
		found := false
		for _, source := range sources {
			found = found || strings.Contains(source, trimLines(block))
		}
		if !found {
			t.Errorf("no example has these lines:\n%s", block)
		}
	}
}

// trimLines removes from each line of s what indents it.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}
