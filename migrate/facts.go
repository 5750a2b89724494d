package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid/migrate/differences"
	"golang.org/x/tools/go/types/typeutil"
)

// A fact is something that compiles before and after and that differs, or may, with
// the places where the module has it.
type fact struct {
	Name   string    `json:"name"`
	Sure   bool      `json:"sure"` // the type or the syntax proves it
	Text   string    `json:"text"`
	Do     string    `json:"do,omitempty"`
	Places []finding `json:"places"`
}

// finders note places for rows that say more than their fields do, by the names of the
// rows. facts_find.go has them. A row with Mentions and a finder leaves the mentions to it.
var finders = map[string]func(s *scout, n ast.Node){
	"registered":     inCalls(registered),
	"embedded":       embedded,
	"column":         inCalls(scanned),
	"parsed text":    parsedText,
	"constant text":  parsedText,
	"%x":             inCalls(hexadecimal),
	"%x of anything": inCalls(hexadecimal),
	"flags":          inCalls(formatFlags),
	"printed":        inCalls(printedForms),
	"method by name": inCalls(methodByName),
	"old path":       oldPath,
	"dynamic type":   dynamicTypes,
}

func inCalls(find func(s *scout, call *ast.CallExpr)) func(s *scout, n ast.Node) {
	return func(s *scout, n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			find(s, call)
		}
	}
}

// A search is a row of the table with the places that the module has for it.
type search struct {
	*differences.Row
	tag, text *regexp.Regexp
	reached   bool // whether the module imports the row's package, directly or not, or it has none
	places    []finding
	imports   []finding // of the row's package
}

// A scout looks for the rows of the table in the files of a module.
type scout struct {
	m        *module
	plan     *plan
	foreign  bool // whether values of the old type may come from other modules or from files that are not rewritten
	searches []*search
	uses     map[string]bool              // the names of libraries that are mentioned
	paths    *regexp.Regexp               // of libraries, as texts have them
	calls    map[*ast.Ident]*ast.CallExpr // by the names of functions that they call
	made     map[ast.Expr]bool            // the texts of errors that the module makes

	// The place that it is at.
	file *file
	info *types.Info
	row  *search
}

// facts returns the rows of the table that the module has places for. A declaration that
// retains the library behaves as it did.
func (m *module) facts(p *plan, deps *dependencies) []fact {
	s := &scout{m: m, plan: p, uses: map[string]bool{}, calls: map[*ast.Ident]*ast.CallExpr{}, made: map[ast.Expr]bool{}}
	s.foreign = len(deps.users()) > 0 || len(m.frozenUsers()) > 0
	var paths []string
	for _, path := range m.libraryPaths() {
		paths = append(paths, regexp.QuoteMeta(strings.TrimPrefix(path, "github.com/")))
	}
	s.paths = regexp.MustCompile(`\b(` + strings.Join(paths, "|") + `)\b`)
	for i := range differences.Table {
		row := &differences.Table[i]
		if slices.ContainsFunc(row.From, m.imports) {
			s.searches = append(s.searches, &search{
				Row: row, tag: regexp.MustCompile(row.Tag), text: regexp.MustCompile(row.Text),
				reached: row.Package == "" || deps.imports(row),
			})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		if s.file = m.files[path]; s.file.frozen == "" {
			s.search()
		}
	}
	var found []fact
	for _, row := range s.searches {
		f := fact{Name: row.Name, Sure: row.Sure, Text: row.Differs, Do: row.Do, Places: row.places}
		if len(f.Places) == 0 && row.Import && slices.ContainsFunc(row.TypeNames(), func(name string) bool { return s.uses[name] }) {
			// Values that no static type shows may still get there.
			f.Sure, f.Places = false, row.imports
			f.Text = "it is imported; if a UUID reaches it, " + f.Text
		}
		if len(f.Places) > 0 {
			found = append(found, f)
		}
	}
	return found
}

// imports reports whether a file of the module imports the library of a name.
func (m *module) imports(from string) bool {
	for _, f := range m.files {
		for _, p := range f.pkg.Types.Imports() {
			if l := m.libraryOf(p); l != nil && l.from == from {
				return true
			}
		}
	}
	return false
}

// search looks for the rows in the scout's file.
func (s *scout) search() {
	s.info = s.file.pkg.TypesInfo
	ast.Inspect(s.file.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.FuncDecl, ast.Spec:
			if s.plan.level(s.file, n.Pos()) == keepOld {
				return false
			}
		case *ast.Ident:
			// Most names are no library's, whatever the row.
			if obj := s.info.Uses[n]; obj == nil || s.m.libraryOf(obj.Pkg()) == nil {
				return true
			}
		case *ast.CallExpr:
			// A call comes before the name in it and before its arguments.
			if id := calledName(n); id != nil {
				s.calls[id] = n
			}
			if name := qualifiedName(typeutil.Callee(s.info, n)); (name == "errors.New" || name == "fmt.Errorf") && len(n.Args) > 0 {
				s.made[n.Args[0]] = true
			}
		}
		for _, s.row = range s.searches {
			s.visit(n)
		}
		return true
	})
}

// visit looks for the scout's row in a node.
func (s *scout) visit(n ast.Node) {
	find := finders[s.row.Name]
	if find != nil {
		find(s, n)
	}
	switch n := n.(type) {
	case *ast.Ident:
		if s.mentioned(n) && find == nil {
			s.tell(n.Pos())
		}
	case *ast.ImportSpec:
		if s.row.Imported(importPath(n)) {
			s.row.imports = append(s.row.imports, s.at(n.Pos()))
		}
	// It is not noted that the module itself makes an error with such a text.
	case *ast.BasicLit:
		if text, ok := s.constant(n); ok && s.row.Text != "" && !s.made[n] && s.row.text.MatchString(text) {
			s.tell(n.Pos())
		}
	// An argument shows its type here. A variable of an interface type does not, and
	// then the import of the package is reported.
	case *ast.CallExpr:
		if obj := typeutil.Callee(s.info, n); obj != nil && obj.Pkg() != nil && s.row.Imported(obj.Pkg().Path()) {
			argumentSites(s.info, n, s.given)
		}
	case *ast.CompositeLit:
		if named := namedType(s.info.TypeOf(n)); named != nil && named.Obj().Pkg() != nil && s.row.Imported(named.Obj().Pkg().Path()) {
			elementSites(s.info, n, s.given)
		}
	case *ast.StructType:
		s.fields(n)
	}
}

// at returns a place of the file.
func (s *scout) at(pos token.Pos) finding { return s.m.findingAt(s.file, pos, "", "") }

// tell notes a place of the row, once.
func (s *scout) tell(pos token.Pos) {
	place := s.at(pos)
	if n := len(s.row.places); n == 0 || s.row.places[n-1] != place {
		s.row.places = append(s.row.places, place)
	}
}

// library returns the row's library that an object is of, or nil.
func (s *scout) library(obj types.Object) *library {
	if obj == nil {
		return nil
	}
	if l := s.m.libraryOf(obj.Pkg()); l != nil && slices.Contains(s.row.From, l.from) {
		return l
	}
	return nil
}
