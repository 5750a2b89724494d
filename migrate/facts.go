package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

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

// A finder notes where a node, without its children, has what a row says.
type finder func(s *scout, n ast.Node)

// finders are for rows that say more than their fields do, by their names.
// facts_find.go has them.
var finders = map[string]finder{
	"registered":     registered,
	"omitempty":      omitempty,
	"embedded":       embedding,
	"column":         scanned,
	"parsed text":    parsedText,
	"constant text":  parsedText,
	"%x":             hexadecimal,
	"%x of anything": hexadecimal,
	"flags":          formatFlags,
	"printed":        printedForms,
	"error text":     errorText,
	"method by name": methodByName,
	"type name":      typeNames,
	"old path":       oldPaths,
	"dynamic type":   dynamicTypes,
}

// A scout looks for the rows of the table in one file.
type scout struct {
	*facts
	file   *file
	info   *types.Info
	called map[*ast.Ident]bool // the names of functions that are called
	made   map[ast.Expr]bool   // the texts of errors that the module makes

	row   *differences.Row // that is looked for
	index int              // of the row in the table
}

// facts are what the scouts of a module share.
type facts struct {
	m       *module
	plan    *plan
	deps    *dependencies
	foreign bool // whether values of the old type may come from what does not move
	places  [][]finding
	imports [][]finding // of the packages that rows name
	uses    map[string]bool
}

// facts returns what the table has of the module. What keeps the library behaves as
// it did.
func (m *module) facts(p *plan, deps *dependencies) []fact {
	fs := &facts{
		m: m, plan: p, deps: deps, uses: map[string]bool{},
		foreign: len(deps.users()) > 0 || len(m.frozenUsers()) > 0,
		places:  make([][]finding, len(differences.Table)),
		imports: make([][]finding, len(differences.Table)),
	}
	var rows []int
	for i, row := range differences.Table {
		if slices.ContainsFunc(row.From, m.imports) {
			rows = append(rows, i)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		if f := m.files[path]; f.frozen == "" {
			fs.search(f, rows)
		}
	}
	var found []fact
	for _, i := range rows {
		row := differences.Table[i]
		f := fact{Name: row.Name, Sure: row.Sure, Text: row.Differs, Do: row.Do, Places: fs.places[i]}
		if len(f.Places) == 0 && row.Import && slices.ContainsFunc(row.TypeNames(), func(name string) bool { return fs.uses[name] }) {
			// Values that no static type shows may still get there.
			f.Sure, f.Places = false, fs.imports[i]
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

// search looks for the rows in a file.
func (fs *facts) search(f *file, rows []int) {
	s := &scout{facts: fs, file: f, info: f.pkg.TypesInfo, called: map[*ast.Ident]bool{}, made: map[ast.Expr]bool{}}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, ast.Spec:
			if fs.plan.level(f, n.Pos()) == keepOld {
				return false
			}
		}
		if n != nil {
			for _, s.index = range rows {
				s.row = &differences.Table[s.index]
				s.visit(n)
			}
		}
		return true
	})
}

// visit looks for the scout's row in a node.
func (s *scout) visit(n ast.Node) {
	if find := finders[s.row.Name]; find != nil {
		find(s, n)
	}
	switch n := n.(type) {
	case *ast.Ident:
		s.mentioned(n)
	case *ast.ImportSpec:
		if s.row.Imported(importPath(n)) {
			s.facts.imports[s.index] = append(s.facts.imports[s.index], s.at(n.Pos()))
		}
	// What is given to the package and how is seen here; what it is given through a
	// variable of an interface type is not, and then an import of it is told.
	case *ast.CallExpr:
		if obj := typeutil.Callee(s.info, n); obj != nil && obj.Pkg() != nil && s.row.Imported(obj.Pkg().Path()) {
			argumentSites(s.info, n, s.given)
		}
	case *ast.CompositeLit:
		if named := namedType(s.info.TypeOf(n)); named != nil && named.Obj().Pkg() != nil && s.row.Imported(named.Obj().Pkg().Path()) {
			elementSites(s.info, n, s.given)
		}
	case *ast.StructType:
		if s.row.Tag != "" && s.row.Name != "omitempty" && (s.row.Package == "" || s.deps.imports(s.row)) {
			s.tagged(n, s.counts)
		}
	}
}

// at returns a place of the file.
func (s *scout) at(pos token.Pos) finding { return s.m.findingAt(s.file, pos, "", "") }

// tell notes a place of the row, once.
func (s *scout) tell(pos token.Pos) {
	list, place := &s.places[s.index], s.at(pos)
	if n := len(*list); n == 0 || (*list)[n-1] != place {
		*list = append(*list, place)
	}
}

// counts reports whether a type that a value holds is one of the row's.
func (s *scout) counts(h held) bool {
	names := s.row.TypeNames()
	return slices.Contains(names, h.name) || h.pointer && slices.Contains(names, "*"+h.name)
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
