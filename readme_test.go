package uuid_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// goBlocks returns the Go code blocks in README.md.
func goBlocks(t *testing.T) (blocks []string) {
	t.Helper()
	for _, m := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readFile(t, "README.md"), -1) {
		blocks = append(blocks, m[1])
	}
	if len(blocks) < 2 {
		t.Fatalf("README.md contains %d Go code blocks", len(blocks))
	}
	return blocks
}

// needGo skips a test that compiles a program if -short is set or the go command is missing.
func needGo(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
}

// TestReadmeProgram checks that the first Go block in README.md runs unchanged.
func TestReadmeProgram(t *testing.T) {
	needGo(t)
	file := filepath.Join(t.TempDir(), "main.go")
	writeFile(t, file, goBlocks(t)[0])
	cmd := exec.Command("go", "run", file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	_, shown, _ := strings.Cut(readFile(t, "README.md"), "```text\n")
	shown, _, _ = strings.Cut(shown, "```")
	for _, lines := range []string{string(stdout), shown} {
		id, rest, _ := strings.Cut(lines, "\n")
		u, err := uuid.Parse(id)
		created, ok := u.Time()
		if err != nil || u.Version() != 7 || rest != fmt.Sprintln(created, ok) {
			t.Errorf("the program prints %q, %v; want an ID and its time", lines, err)
		}
	}
}

// TestReadmeIsShort limits the number of words in README.md and the width of its code blocks. Words
// in code blocks and link targets do not count.
func TestReadmeIsShort(t *testing.T) {
	text := readFile(t, "README.md")
	prose := regexp.MustCompile("(?sm)^```.*?^```$").ReplaceAllString(text, "")
	prose = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(prose, "]")
	words := len(strings.Fields(strings.ReplaceAll(prose, "|", " ")))
	t.Log(words, "words")
	if words > 2400 {
		t.Errorf("README.md has %d words, want at most 2400", words)
	}
	for _, block := range regexp.MustCompile("(?sm)^```.*?^```$").FindAllString(text, -1) {
		for line := range strings.SplitSeq(block, "\n") {
			if line = strings.ReplaceAll(line, "\t", "    "); len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}

// TestReadmeBlocks checks that all other Go blocks in README.md are part of an example, so they
// compile and are tested.
func TestReadmeBlocks(t *testing.T) {
	indent := regexp.MustCompile(`(?m)^[ \t]+`)
	examples := indent.ReplaceAllString(readFiles(t, "example*_test.go"), "")
	for _, block := range goBlocks(t)[1:] {
		if !strings.Contains(examples, indent.ReplaceAllString(block, "")) {
			t.Errorf("no example contains these lines:\n%s", block)
		}
	}
}

// readFiles returns the contents of all files that match the pattern.
func readFiles(t *testing.T, pattern string) (text string) {
	t.Helper()
	for _, file := range noError(filepath.Glob(pattern)) {
		text += readFile(t, file)
	}
	return text
}

// TestReadmeLinks checks that relative links in the documents point to existing files and headings.
func TestReadmeLinks(t *testing.T) {
	if _, err := os.Stat("pgxuuid"); err != nil {
		t.Skip("some links point to nested modules, which exist only in the repository")
	}
	var documents []string
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		documents = append(documents, noError(filepath.Glob(pattern))...)
	}
	if len(documents) < 15 {
		t.Fatal(documents)
	}
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	for _, document := range documents {
		text := code.ReplaceAllString(readFile(t, document), "")
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)(?:#([^):]+))?\)`).FindAllStringSubmatch(text, -1) {
			target := document
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(document), filepath.FromSlash(link[1]))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", document, err)
			} else if link[2] != "" && !slices.Contains(headings(readFile(t, target)), link[2]) {
				t.Errorf("%s: %s has no heading #%s", document, target, link[2])
			}
		}
	}
}

var (
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noFragment = regexp.MustCompile(`[^\pL\pN_-]`)
)

// headings returns the URL fragments of the headings in a Markdown document.
func headings(document string) (all []string) {
	for _, m := range heading.FindAllStringSubmatch(document, -1) {
		fragment := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		all = append(all, noFragment.ReplaceAllString(fragment, ""))
	}
	return all
}

// TestReadmeExamples checks that the links from README.md to the package page point to existing
// headings, examples, types and functions.
func TestReadmeExamples(t *testing.T) {
	sources := readFiles(t, "*.go")
	anchors := regexp.MustCompile(`pkg\.go\.dev/github\.com/seed-8298af95/uuid#([\w-]+)`).FindAllStringSubmatch(readFile(t, "README.md"), -1)
	if len(anchors) < 4 {
		t.Fatalf("%d links into the package page", len(anchors))
	}
	for _, m := range anchors {
		var want string
		switch kind, name, _ := strings.Cut(m[1], "-"); kind {
		case "example":
			want = "(?i)func Example" + strings.ReplaceAll(name, "-", "_") + `\(`
		case "hdr":
			heading, _, _ := strings.Cut(name, "-")
			want = "(?m)^// # " + strings.ReplaceAll(heading, "_", " ") + "$"
		default:
			want = "(?m)^(func|type) " + kind + `\b`
		}
		if !regexp.MustCompile(want).MatchString(sources) {
			t.Errorf("the package page has no #%s, because no source line matches %s", m[1], want)
		}
	}
}

// TestReadmeCommands runs the uuid command lines in README.md, in a directory that contains the
// files they name.
func TestReadmeCommands(t *testing.T) {
	needGo(t)
	dir := t.TempDir()
	tool := filepath.Join(dir, "uuid.exe") // Windows requires a file name extension
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/uuid").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ids := "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n017f22e2-79b0-7cc3-98c4-dc0c0c073990\n"
	for _, name := range []string{"ids.txt", "access.log"} {
		writeFile(t, filepath.Join(dir, name), ids)
	}
	writeFile(t, filepath.Join(dir, "a.csv"), "name,id\na,"+strings.ReplaceAll(ids, "\n", "\na,")+"\n")
	lines := regexp.MustCompile(`(?m)^uuid (.*?) +# .*$`).FindAllStringSubmatch(readFile(t, "README.md"), -1)
	if len(lines) < 5 {
		t.Fatalf("%d command lines", len(lines))
	}
	for _, line := range lines {
		args, input, redirected := strings.Cut(line[1], " < ")
		cmd := exec.Command(tool, strings.Fields(args)...)
		cmd.Dir = dir
		if redirected {
			cmd.Stdin = strings.NewReader(readFile(t, filepath.Join(dir, input)))
		}
		if out, err := cmd.CombinedOutput(); err != nil || len(out) == 0 {
			t.Errorf("uuid %s: %v\n%s", line[1], err, out)
		}
	}
}
