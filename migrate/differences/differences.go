// Package differences is the table of code that compiles before and after a move
// from one UUID package to another, and behaves differently. The command
// migrate looks for the rows in a module, and integration/frameworks proves those
// that name a package by running it.
package differences

import (
	"fmt"
	"slices"
	"strings"
)

// The packages that code moves between, by the names that tables have for them.
const (
	Google = "google/uuid"
	Gofrs  = "gofrs/uuid"
	Satori = "satori/go.uuid"
	Here   = "here"
	Std    = "std"
)

// A Row is something that behaves differently.
type Row struct {
	Name string   // a line of migrate's report begins with it
	From []string // the packages that the code used
	To   string   // the package that it uses afterwards

	// The rest, except Differs and Do, is for the search of migrate. Some rows need code too: migrate
	// has finders by their names.
	Looks    string   // in words
	Package  string   // the path of a package, without a version, for values that it gets as an interface
	Into     bool     // whether the package fills its argument, a pointer
	Was      string   // an older path of the package
	Import   bool     // whether an import of the package is told if nothing else is found
	Mentions []string // names of the library
	Tag      string   // a pattern for tags of fields with the type
	Zero     bool     // whether only a type that gets or loses an IsZero method counts there
	Text     string   // a pattern for string literals
	Types    []string // the names of the types that differ; nil is UUID
	Sure     bool     // whether a place that is found differs by its type or syntax; otherwise it may

	Differs string // the difference
	Do      string // a way to deal with it
}

// Key names a row: a name can have a row for each move.
func (r Row) Key() string {
	return r.Name + ": " + strings.Join(r.From, ", ") + " to " + r.To
}

// Imported reports whether an import of path is one of the row's package.
func (r Row) Imported(path string) bool {
	for _, p := range []string{r.Package, r.Was} {
		if p != "" && (path == p || strings.HasPrefix(path, p+"/")) {
			return true
		}
	}
	return false
}

// Markdown returns the rows that show as a table.
func Markdown(show func(Row) bool) string {
	var b strings.Builder
	b.WriteString("| in the report | from | to | looks for | | what differs | what to do |\n|---|---|---|---|---|---|---|\n")
	for _, r := range Table {
		if !show(r) {
			continue
		}
		class := "look"
		if r.Sure {
			class = "differs"
		}
		cells := []string{r.Name, strings.Join(r.From, ", "), r.To, r.Looks, class, r.Differs, r.Do}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

// TypeNames returns the names of the types that differ.
func (r Row) TypeNames() []string {
	if r.Types == nil {
		return []string{"UUID"}
	}
	return slices.Clone(r.Types)
}
