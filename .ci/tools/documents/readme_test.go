package documents

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestReadmeProgram checks that the first Go block in README.md runs unchanged.
func TestReadmeProgram(t *testing.T) {
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
	program, driver := goBlocks(t, "README.md")[1], "\t_ \"github.com/jackc/pgx/v5/stdlib\"\n"
	if !strings.Contains(program, driver) {
		t.Fatalf("the program does not import %s", driver)
	}
	file := filepath.Join(t.TempDir(), "main.go")
	writeFile(t, file, strings.Replace(program, driver, "", 1))
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReadmeCommands runs the uuid command lines in README.md, in a directory that contains the
// files they name.
func TestReadmeCommands(t *testing.T) {
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

// words returns the number of words in Markdown, without code blocks and link targets.
func words(markdown string) int {
	prose := codeBlock.ReplaceAllString(markdown, "")
	prose = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(prose, "]")
	return len(strings.Fields(strings.ReplaceAll(prose, "|", " ")))
}

// links returns the number of links and images in Markdown.
func links(markdown string) int {
	return strings.Count(codeBlock.ReplaceAllString(markdown, ""), "](")
}

// TestReadmeIsShort limits the number of words and links in README.md and the width of its code
// blocks.
func TestReadmeIsShort(t *testing.T) {
	text := readFile(t, "README.md")
	t.Log(words(text), "words,", links(text), "links")
	if n := words(text); n > 1000 {
		t.Errorf("README.md has %d words, want at most 1000", n)
	}
	if n := links(text); n > 46 {
		t.Errorf("README.md has %d links, want at most 46", n)
	}
	for _, block := range codeBlock.FindAllString(text, -1) {
		for line := range strings.SplitSeq(block, "\n") {
			if line = strings.ReplaceAll(line, "\t", "    "); len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}

// TestDocsAreShort limits the number of words in docs. start.md does not count, because a reader
// needs only one of its sections, and version4.md has a limit of its own.
func TestDocsAreShort(t *testing.T) {
	total := 0
	for _, page := range filesLike(t, "docs/*.md") {
		n := words(readFile(t, page))
		t.Log(n, "words in", page)
		switch filepath.Base(page) {
		case "start.md":
		case "version4.md":
			if n > 1300 {
				t.Errorf("%s has %d words, want at most 1300", page, n)
			}
		default:
			total += n
		}
	}
	t.Log(total, "words without start.md and version4.md")
	if total > 10000 {
		t.Errorf("docs has %d words without start.md and version4.md, want at most 10000", total)
	}
}

// TestCounts checks what words and links count.
func TestCounts(t *testing.T) {
	const markdown = "One [two](three.md) | four\n\n```go\nfive()[6](7)\n```\n![eight](nine.svg)\n"
	if words(markdown) != 4 || links(markdown) != 2 {
		t.Errorf("%d words, %d links; want 4 and 2", words(markdown), links(markdown))
	}
}

// TestReadmeWarnings checks that README.md has a link to the page about each mistake that loses or
// shows data. The text of the link may change, but a reader must meet it in README.md.
func TestReadmeWarnings(t *testing.T) {
	text := readFile(t, "README.md")
	for mistake, target := range map[string]string{
		"a plain UUID as an argument for a 16-byte column":     "docs/storing.md#columns",
		"gorm takes 16 bytes for a list of keys":               "docs/storing.md#gorm",
		"the standard type as an argument":                     "docs/start.md#the-standard-type-in-your-structs",
		"an absent JSON field leaves Nil":                      "docs/requests.md#a-required-id",
		"a reader that continues after its last ID loses rows": "docs/pages.md#a-list-for-a-program",
		"version 7 shows its time":                             "docs/masks.md",
		"a revealed ID may be made up":                         "docs/masks.md#visible-to-everyone",
		"a nil Mask panics":                                    "docs/types.md#a-mask-must-be-set-first",
		"NewV7 and NewID do not use a Generator's file":        "docs/guarantees.md#in-order-across-a-restart",
		"the first digits of version 7 are only time":          "docs/recipes.md#short-labels",
		"rising keys in a database that splits by ranges of " +
			"keys": "docs/storing.md#databases-that-split-by-ranges-of-keys",
		"version 4 and version 7 in one table": "docs/version4.md",
		"an analyzer finds wrong uses":         "uuidvet/README.md",
		"who stays with another type":          "docs/moving.md#staying-with-another-type",
	} {
		if !strings.Contains(text, "]("+target+")") {
			t.Errorf("README.md has no link to %s: %s", target, mistake)
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
