// Proves that the code, links and commands in documents work.
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
	if len(blocks) == 0 {
		t.Fatalf("%s contains no Go code", document)
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
	writeFile(t, file, goBlocks(t, "README.md")[0])
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

// TestReadmeService compiles the second Go block in README.md, without the database driver.
// integration/postgres runs the program.
func TestReadmeService(t *testing.T) {
	needGo(t)
	program, driver := goBlocks(t, "README.md")[1], "\t_ \"github.com/jackc/pgx/v5/stdlib\"\n"
	if !strings.Contains(program, driver) {
		t.Fatalf("the program does not import %s", driver)
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main.go"), strings.Replace(program, driver, "", 1))
	if out, err := exec.Command("go", "vet", filepath.Join(dir, "main.go")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// words returns the number of words in Markdown, without code blocks and link targets.
func words(markdown string) int {
	prose := codeBlock.ReplaceAllString(markdown, "")
	prose = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(prose, "]")
	return len(strings.Fields(strings.ReplaceAll(prose, "|", " ")))
}

// TestReadmeIsShort limits the number of words in README.md and the width of its code blocks.
func TestReadmeIsShort(t *testing.T) {
	text := readFile(t, "README.md")
	t.Log(words(text), "words")
	if n := words(text); n > 1000 {
		t.Errorf("README.md has %d words, want at most 1000", n)
	}
	for _, block := range codeBlock.FindAllString(text, -1) {
		for line := range strings.SplitSeq(block, "\n") {
			if line = strings.ReplaceAll(line, "\t", "    "); len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}

// TestRecipesAreShort limits the prose of each recipe.
func TestRecipesAreShort(t *testing.T) {
	for _, recipe := range strings.Split(readFile(t, "docs/recipes.md"), "\n## ")[1:] {
		name, prose, _ := strings.Cut(codeBlock.ReplaceAllString(recipe, ""), "\n")
		lines := 0
		for line := range strings.Lines(prose) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if lines > 15 || !strings.Contains(recipe, "```go\n") {
			t.Errorf("%s: %d lines, want at most 15, and Go code", name, lines)
		}
	}
}

// TestReadmeWarnings checks that README.md has a link to the page about each mistake that loses or
// shows data. The text of the link may change, but a reader must meet it in README.md.
func TestReadmeWarnings(t *testing.T) {
	text := readFile(t, "README.md")
	for mistake, target := range map[string]string{
		"a plain UUID as an argument for a 16-byte column":        "docs/storing.md#columns",
		"gorm takes 16 bytes for a list of keys":                  "docs/storing.md#gorm",
		"the standard type as an argument":                        "docs/storing.md#the-standard-type",
		"an absent JSON field leaves Nil":                         "docs/requests.md#a-required-id",
		"a reader without a horizon loses rows":                   "docs/pages.md#the-horizon",
		"version 7 shows its time":                                "docs/masks.md",
		"a revealed ID may be made up":                            "docs/masks.md#visible-to-everyone",
		"a nil Mask panics":                                       "docs/types.md#a-mask-must-be-set-first",
		"NewV7 and NewID do not use a Generator's file":           "docs/order.md",
		"the first digits of version 7 are only time":             "docs/recipes.md#short-labels",
		"rising keys in a database that splits by ranges of keys": "docs/storing.md#databases-that-split-by-ranges-of-keys",
		"version 4 and version 7 in one table":                    "docs/version4.md",
		"an analyzer finds wrong uses":                            "uuidvet/README.md",
		"who stays with another type":                             "docs/moving.md#staying-with-another-type",
	} {
		if !strings.Contains(text, "]("+target+")") {
			t.Errorf("README.md has no link to %s: %s", target, mistake)
		}
	}
}

// TestDocumentBlocks checks that the Go code in README.md and docs is part of an example or a test,
// so it compiles and is tested.
func TestDocumentBlocks(t *testing.T) {
	if _, err := os.Stat("integration"); err != nil {
		t.Skip("some tested code is in a nested module, which exists only in the repository")
	}
	indent := regexp.MustCompile(`(?m)^[ \t]+`)
	tested := indent.ReplaceAllString(readFiles(t, "example*_test.go")+readFile(t, "integration/postgres/documents_test.go")+readFile(t, "integration/storing/version4_test.go")+readFile(t, "integration/frameworks/gin_test.go"), "")
	blocks := goBlocks(t, "README.md")[2:]
	for _, page := range []string{"moving", "order", "pages", "recipes", "requests", "types", "version4"} {
		blocks = append(blocks, goBlocks(t, "docs/"+page+".md")...)
	}
	for _, block := range blocks {
		if !strings.Contains(tested, indent.ReplaceAllString(block, "")) {
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

// TestReadmeExamples checks that the links from README.md and docs to the package page point to
// existing headings, examples, types and functions.
func TestReadmeExamples(t *testing.T) {
	sources := readFiles(t, "*.go")
	anchors := regexp.MustCompile(`pkg\.go\.dev/github\.com/seed-8298af95/uuid#([\w.-]+)`).FindAllStringSubmatch(readFile(t, "README.md")+readFiles(t, "docs/*.md"), -1)
	if len(anchors) < 9 {
		t.Fatalf("%d links into the package page", len(anchors))
	}
	for _, m := range anchors {
		var want string
		switch kind, name, _ := strings.Cut(m[1], "-"); kind {
		case "example":
			want = "(?i)func Example" + strings.NewReplacer("-", "_", ".", "_").Replace(name) + `\(`
		case "pkg":
			continue // part of every package page
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
