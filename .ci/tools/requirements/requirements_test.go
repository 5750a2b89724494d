// Package requirements proves that the modules that tests require have a reader.
package requirements

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the directory of the repository.
const root = "../../.."

// documents matches the files whose readers a requirement serves. The tables under integration
// are not among them, because everything that is tested has a row there.
var documents = []string{
	"README.md", "docs/*.md",
	"uuidvet/README.md", "uuidvet/analyzer/*.go",
	"migrate/README.md", "migrate/*.go", "migrate/*/*.go",
}

// ordinary lists the last elements of module paths that mean something else in a document. Such a
// module is named by more of its path.
var ordinary = []string{
	"attributevalue", "cast", "codec", "copier", "diff", "errors", "expr", "form", "go", "log",
	"mysql", "postgres", "runtime", "scan", "schema", "spec", "sqlite", "structs", "uuid",
	"validator", "expression", "typeid", "perf",
}

// serves maps a requirement without a reader of its own to the one that cannot be tested without
// it.
var serves = map[string]string{
	"github.com/ClickHouse/ch-go":                  "github.com/ClickHouse/clickhouse-go/v2",
	"github.com/go-faster/errors":                  "github.com/ogen-go/ogen",
	"github.com/go-faster/jx":                      "github.com/ogen-go/ogen",
	"github.com/go-sql-driver/mysql":               "gorm.io/gorm",
	"github.com/go-openapi/spec":                   "github.com/swaggo/swag",
	"github.com/uptrace/bun/dialect/mysqldialect":  "github.com/uptrace/bun",
	"github.com/uptrace/bun/dialect/pgdialect":     "github.com/uptrace/bun",
	"github.com/uptrace/bun/dialect/sqlitedialect": "github.com/uptrace/bun",
	"github.com/valyala/fasthttp":                  "github.com/gofiber/fiber/v3",
	"go.opentelemetry.io/otel/log":                 "go.opentelemetry.io/contrib/bridges/otelslog",
	"go.opentelemetry.io/otel/log/logtest":         "go.opentelemetry.io/contrib/bridges/otelslog",
	"gorm.io/driver/mysql":                         "gorm.io/gorm",
	"gorm.io/driver/postgres":                      "gorm.io/gorm",
	"gorm.io/driver/sqlite":                        "gorm.io/gorm",
}

// TestFrameworksHaveReaders checks each direct requirement of integration/frameworks: a document
// names it, or a row of a table in its README does in which something is wrong, shown or refused.
func TestFrameworksHaveReaders(t *testing.T) {
	const dir = "integration/frameworks"
	named := readFiles(t, documents...)
	tools := toolsOfRows(readFiles(t, dir+"/README.md"))
	modules := direct(readFiles(t, dir+"/go.mod"))
	if len(modules) < 50 || len(tools) < 20 {
		t.Fatalf("%d requirements, %d rows", len(modules), len(tools))
	}
	hasReader := func(module string) bool {
		return names(named, module) ||
			slices.ContainsFunc(tools, func(tool string) bool { return isPartOf(tool, module) })
	}
	for _, module := range modules {
		if hasReader(module) {
			continue
		}
		other := serves[module]
		if other == "" {
			t.Errorf("%s requires %s, but no document and no row needs it", dir, module)
		} else if !slices.Contains(modules, other) || !hasReader(other) {
			t.Errorf("%s serves %s, which is not required or has no reader", module, other)
		}
	}
	for module := range serves {
		if !slices.Contains(modules, module) {
			t.Errorf("%s is no direct requirement of %s", module, dir)
		}
	}
}

// TestOthersHaveReaders checks the direct requirements of the other modules for people: their own
// documents count too, because they are short and no list of packages.
func TestOthersHaveReaders(t *testing.T) {
	for _, dir := range []string{"benchmarks", "examples", "integration"} {
		own := ownDocuments(t, dir)
		named := readFiles(t, slices.Concat(documents, own)...)
		for _, module := range direct(readFiles(t, dir+"/go.mod")) {
			if !names(named, module) && (serves[module] == "" || !names(named, serves[module])) {
				t.Errorf("%s requires %s, but no document names it", dir, module)
			}
		}
	}
}

// ownDocuments returns the documents of a module, which may have none.
func ownDocuments(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		names = append(names, dir+"/"+filepath.Base(file))
	}
	return names
}

// readFiles returns the contents of all files that match one of the patterns, without tests.
func readFiles(t *testing.T, patterns ...string) (text string) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text += strings.ReplaceAll(string(content), "\r\n", "\n")
		}
	}
	return text
}

// direct returns the modules that a go.mod file requires itself, without those of this repository.
func direct(gomod string) (modules []string) {
	requirement := regexp.MustCompile(`(?m)^(?:require )?\t?(\S+\.\S+/\S+) v\S+$`)
	for _, match := range requirement.FindAllStringSubmatch(gomod, -1) {
		if !strings.HasPrefix(match[1], "github.com/seed-8298af95/uuid") {
			modules = append(modules, match[1])
		}
	}
	return modules
}

// names reports whether a document names a module: by its path, by the path's last two elements, or
// by the last one unless that is ordinary. A version at the end of the path does not count.
func names(document, module string) bool {
	module = withoutVersion(module)
	parent, last := path.Split(module)
	forms := []string{module, path.Join(path.Base(parent), last)}
	if !slices.Contains(ordinary, last) {
		forms = append(forms, last)
	}
	return slices.ContainsFunc(forms, func(form string) bool { return hasWord(document, form) })
}

// hasWord reports whether a text contains a word, in any case, that does not go on with a letter, a
// digit, a hyphen or an underscore on either side.
func hasWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	goesOn := func(s string) bool { return regexp.MustCompile(`^[\w-]`).MatchString(s) }
	for {
		before, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		last := ""
		if before != "" {
			last = before[len(before)-1:]
		}
		if !goesOn(last) && !goesOn(after) {
			return true
		}
		text = after
	}
}

// withoutVersion returns a module's path without the major version at its end.
func withoutVersion(module string) string {
	return regexp.MustCompile(`/v\d+$`).ReplaceAllString(module, "")
}

// isPartOf reports whether a tool, as a row names it, is a module: the name is a part of the path.
func isPartOf(tool, module string) bool {
	return strings.Contains("/"+module+"/", "/"+withoutVersion(tool)+"/")
}

// toolsOfRows returns the first cell of each row in which something is wrong, shown or refused.
func toolsOfRows(readme string) (tools []string) {
	for _, table := range []struct {
		block       string
		tool        int      // the column that names the tool
		first, last int      // the columns that say whether it is right; 0 for last: all others
		right       []string // what these say if it is right
	}{
		{block: "frameworks", first: 2, last: 4, right: []string{"as is", ""}},
		{block: "typed", first: 2, right: []string{"text", "`String()`"}},
		{block: "differences", tool: 1, first: 4, last: 4, right: []string{"the same"}},
		{block: "silences", first: 2},
		{block: "numbers", first: 2},
		{block: "silent", first: 2},
		{block: "builders", first: 2},
	} {
		for _, cells := range rows(readme, table.block) {
			last := table.last
			if last == 0 {
				last = len(cells) - 1
			}
			wrong := func(cell string) bool { return !slices.Contains(table.right, cell) }
			if slices.ContainsFunc(cells[table.first:last+1], wrong) {
				tools = append(tools, cells[table.tool])
			}
		}
	}
	return tools
}

// rows returns the cells of each row in a table that stands between comments with its name.
func rows(readme, block string) (table [][]string) {
	_, text, _ := strings.Cut(readme, "<!-- "+block+" -->")
	text, _, _ = strings.Cut(text, "<!-- /"+block+" -->")
	for line := range strings.Lines(text) {
		line, isRow := strings.CutPrefix(strings.TrimSpace(line), "| ")
		if isRow {
			table = append(table, strings.Split(strings.TrimSuffix(line, " |"), " | "))
		}
	}
	if len(table) == 0 {
		return nil
	}
	return table[1:] // without the header
}

// TestNames checks what names a module.
func TestNames(t *testing.T) {
	for _, row := range []struct {
		document, module string
		want             bool
	}{
		{"Use gorm here.", "gorm.io/gorm", true},
		{"Use gormguard here.", "gorm.io/gorm", false},
		{"[bun's](x) models", "github.com/uptrace/bun", true},
		{"jinzhu/copier", "github.com/jinzhu/copier", true},
		{"A copier copies.", "github.com/jinzhu/copier", false},
		{"github.com/redis/go-redis/v9", "github.com/redis/go-redis/v9", true},
		{"a query form", "github.com/go-playground/form/v4", false},
		{"go-playground/form", "github.com/go-playground/form/v4", true},
		{"gormguard and gorm", "gorm.io/gorm", true},
	} {
		if got := names(row.document, row.module); got != row.want {
			t.Errorf("%q names %s: %t, want %t", row.document, row.module, got, row.want)
		}
	}
}

// TestRows checks which rows count.
func TestRows(t *testing.T) {
	const readme = `
<!-- frameworks -->
| Framework | Through | UUID | *UUID | Null | Written as |
|---|---|---|---|---|---|
| a/right | path | as is | as is |  | text |
| b/wrong | path | as is | **changed** | as is | text |
<!-- /frameworks -->
<!-- silences -->
| Tool | Through | Result |
|---|---|---|
| c/silent/v2 | query | Nil |
<!-- /silences -->
<!-- differences -->
| Method | Package | Through | Here | Standard package |
|---|---|---|---|---|
| Value | d/same | argument | text | the same |
| Value | e/other | argument | text | error |
<!-- /differences -->
`
	tools := toolsOfRows(readme)
	slices.Sort(tools)
	if want := []string{"b/wrong", "c/silent/v2", "e/other"}; !slices.Equal(tools, want) {
		t.Errorf("%q, want %q", tools, want)
	}
	if !isPartOf("c/silent/v2", "github.com/c/silent/v3") || isPartOf("c/silent", "github.com/c/silently") {
		t.Error("a row names a wrong module")
	}
}
