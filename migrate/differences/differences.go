// Package differences lists code that compiles before and after a move from one UUID package to
// another, but behaves differently. The migrate command searches a module for code that matches
// each row of the table. The tests in integration/frameworks run the packages that rows name and
// check the differences.
package differences

import (
	"fmt"
	"slices"
	"strings"
)

// Names of the packages that code moves between.
const (
	Google = "google/uuid"
	Gofrs  = "gofrs/uuid"
	Satori = "satori/go.uuid"
	Here   = "here"
	Std    = "std"
)

// A Search is code that a row is about and that its other fields cannot describe. The command has a
// function for each. If a row with a Search has Mentions, only that function reports them.
type Search uint8

const (
	ByFields       Search = iota // nothing but what the fields describe
	Registered                   // calls that register the type with gob
	Embedded                     // structs that embed the type
	Scanned                      // pointers passed to a Scan method
	OptionalFields               // fields of ent that may be NULL
	ParsedText                   // parsers, by whether their text is constant
	IgnoredErrors                // parsers whose error is discarded
	Hexadecimal                  // operands of %x and %X
	FormatFlags                  // operands of a verb with flags or a width
	PrintedForms                 // printed values of types whose text changes
	MethodByName                 // method names in calls of package reflect
	OldPath                      // the old package's path in strings and comments
	CutText                      // the first digits of a UUID or of its text
	DynamicTypes                 // type assertions and other checks at run time
	Searches                     // the number of searches
)

// A Row is one difference in behaviour.
type Row struct {
	Name string   // the name at the start of a line in migrate's report
	From []string // the packages that the code used
	To   string   // the package that the code uses afterwards

	// The fields from Looks to Sure describe what migrate searches for.
	Looks    string   // a description of the search, for the documentation
	Search   Search   // what the other fields cannot describe
	Package  string   // the import path, without a version suffix, of a package that receives UUIDs as interfaces
	Before   string   // the first release of the package without the difference; "" if every release has it
	Calls    string   // a pattern for the functions of the package that differ; "" means all
	Through  string   // a pattern for functions in other packages that hand their arguments to the package
	Was      string   // an earlier import path of the package
	Import   bool     // whether an import of the package is reported if nothing else is found
	Mentions []string // library names
	Needs    string   // a library name without which the row is not reported
	Beside   string   // a pattern for import paths, without one of which the row is not reported
	Tag      string   // a pattern for the tags of fields with the type
	Anywhere bool     // whether Tag is also reported if the module imports no encoder for it
	Zero     bool     // whether Tag applies only to a field that itself gains or loses an IsZero method
	Text     string   // a pattern for string literals
	Types    []string // the names of the types that differ; nil means UUID
	Sure     bool     // whether the type or the syntax proves the difference; if not, the code may behave differently

	Differs string // the difference
	Do      string // what the user can do about the difference
}

// Key returns a row's name and move, because rows for different moves can have the same Name.
func (r Row) Key() string {
	return r.Name + ": " + strings.Join(r.From, ", ") + " to " + r.To
}

// Imported reports whether path is the row's package, its earlier path, or a package below one of
// them.
func (r Row) Imported(path string) bool {
	for _, p := range []string{r.Package, r.Was} {
		if p != "" && (path == p || strings.HasPrefix(path, p+"/")) {
			return true
		}
	}
	return false
}

// Markdown returns a Markdown table of the rows for which show returns true.
func Markdown(show func(Row) bool) string {
	var b strings.Builder
	b.WriteString("| in the report | from | to | looks for | | what differs | what to do |\n")
	b.WriteString("|---|---|---|---|---|---|---|\n")
	for _, r := range Table {
		if !show(r) {
			continue
		}
		class := map[bool]string{true: "differs", false: "look"}[r.Sure]
		cells := []string{r.Name, strings.Join(r.From, ", "), r.To, r.Looks, class, r.Differs, r.Do}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

// TypeNames returns the names of the types that behave differently.
func (r Row) TypeNames() []string {
	if r.Types == nil {
		return []string{"UUID"}
	}
	return slices.Clone(r.Types)
}
