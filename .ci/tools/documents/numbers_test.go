package documents

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestNumbers compares numbers in README.md, in docs and in comments with the constants from which
// they follow. If a constant changes, the test reports each place with the old number.
func TestNumbers(t *testing.T) {
	constants := packageConstants(t)
	number := func(name string) int64 {
		value, found := constants[name]
		if !found {
			t.Fatalf("the package has no constant %s, or several", name)
		}
		return value
	}
	duration := func(name string) time.Duration { return time.Duration(number(name)) }

	var (
		maxRollback = duration("defaultMaxRollback")
		maxLead     = duration("defaultMaxLead")
		maxStill    = duration("maxStill")
		maxReserve  = duration("maxReserve")
		minReserve  = duration("minReserve")
		perLead     = maxLead.Milliseconds() << (number("fractionBits") + number("preciseBits"))
	)
	documents := documentsOnOneLine(t)
	for _, row := range []struct {
		want    string
		pattern string // # is the number
	}{
		{seconds(maxRollback), `(?:step|move|set)s? back (?:\| )?by (?:up to|more than) #`},
		{seconds(maxRollback), `that a Generator ignores; zero means #`},
		{seconds(maxLead), `it is # ahead`},
		{seconds(maxLead), `ahead of the clock; zero means #`},
		{strconv.Itoa(1 + int(maxLead/(100*time.Nanosecond))), `per step \(# by default`},
		{inWords(perLead/1e6) + " million", `ahead, after # UUIDs`},
		{seconds(maxStill), `MaxRollback \+ #`},
		{seconds(maxStill), `the clock stops for #`},
		{seconds(maxReserve), `plus # with a Store`},
		{seconds(maxReserve), `MaxLead \+ #`},
		{seconds(maxReserve), `# on any disk`},
		{seconds(minReserve), `# on a fast disk`},
		{seconds(minReserve), `the next # plus three times`},
		{seconds(maxReserve), `duration of the last Save, but at most #`},
		{seconds(maxRollback + maxReserve), `by the same amount, up to # in total`},
		{seconds(maxRollback + maxReserve + maxStill), "within `MaxWait` \\(# by default"},
		{fmt.Sprint(number("keyLife")), `(?:every|key after|these|bits for up to) # UUIDs`},
		{fmt.Sprint(number("longestRun")), `the clock once for up to # UUIDs`},
	} {
		const anyNumber = `([\d.]+(?: m?s\b)?|\w+ million)`
		pattern := regexp.MustCompile(strings.Replace(row.pattern, "#", anyNumber, 1))
		found := false
		for _, name := range slices.Sorted(maps.Keys(documents)) {
			for _, match := range pattern.FindAllStringSubmatch(documents[name], -1) {
				found = true
				if match[1] != row.want {
					t.Errorf("%s: %q, want %s", name, match[0], row.want)
				}
			}
		}
		if !found {
			t.Errorf("no document contains %q", row.pattern)
		}
	}
}

// comment matches a comment in Go code. Its group is the text of the comment.
var comment = regexp.MustCompile(`(?m)^(?:[^"\n]*[^"\n:])?//(.*)$`)

// documentsOnOneLine returns README.md, the pages in docs, and the comments of the package by file
// name. Each text is on one line, because a sentence may go on in the next one.
func documentsOnOneLine(t *testing.T) map[string]string {
	documents := make(map[string]string)
	for _, pattern := range []string{"README.md", "docs/*.md", "*.go"} {
		for _, name := range filesLike(t, pattern) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text := readFile(t, name)
			if strings.HasSuffix(name, ".go") {
				var comments []string
				for _, match := range comment.FindAllStringSubmatch(text, -1) {
					comments = append(comments, match[1])
				}
				text = strings.Join(comments, " ")
			}
			documents[name] = strings.Join(strings.Fields(text), " ")
		}
	}
	return documents
}

// packageConstants returns the integer constants of the root package by name, also those that a
// function declares. It leaves out names that stand for several values.
func packageConstants(t *testing.T) map[string]int64 {
	t.Helper()
	pkg, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := types.Info{Defs: make(map[*ast.Ident]types.Object)}
	config := types.Config{
		Importer: onlyTime{importer.Default()},
		Error:    func(error) {}, // what other packages declare is unknown
	}
	config.Check("uuid", fset, files, &info)

	constants, several := make(map[string]int64), make(map[string]bool)
	for _, object := range info.Defs {
		declared, ok := object.(*types.Const)
		if !ok || declared.Val().Kind() != constant.Int {
			continue
		}
		value, exact := constant.Int64Val(declared.Val())
		if before, found := constants[declared.Name()]; !exact || found && before != value {
			several[declared.Name()] = true
		}
		constants[declared.Name()] = value
	}
	for name := range several {
		delete(constants, name)
	}
	return constants
}

// onlyTime imports package time, from which durations follow, and nothing else: each import runs
// the go command.
type onlyTime struct{ types.Importer }

func (i onlyTime) Import(path string) (*types.Package, error) {
	if path != "time" {
		return nil, fmt.Errorf("not imported: %s", path)
	}
	return i.Importer.Import(path)
}

// seconds returns d as in "1.5 s" or "10 ms".
func seconds(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprint(d.Milliseconds(), " ms")
	}
	return fmt.Sprint(d.Seconds(), " s")
}

// inWords returns a word for a number that documents do not write in digits.
func inWords(n int64) string {
	words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve")
	if n < int64(len(words)) {
		return words[n]
	}
	return fmt.Sprint(n)
}
