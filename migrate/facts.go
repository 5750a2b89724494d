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
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/types/typeutil"
)

// A fact is a difference in behaviour, certain or possible, that the compiler does not report.
// Places lists the affected code.
type fact struct {
	Name   string    `json:"name"`
	Sure   bool      `json:"sure"` // whether the type or the syntax proves the difference
	Text   string    `json:"text"`
	Do     string    `json:"do,omitempty"`
	Places []finding `json:"places"`
}

// finders contains the function for each search of the table.
var finders = [differences.Searches]func(s *scout, n ast.Node){
	differences.Registered:     inCalls(registered),
	differences.Embedded:       embedded,
	differences.Scanned:        inCalls(scanned),
	differences.OptionalFields: inCalls(optionalField),
	differences.ParsedText:     parsedText,
	differences.IgnoredErrors:  ignoredErrors,
	differences.Hexadecimal:    inCalls(hexadecimal),
	differences.FormatFlags:    inCalls(formatFlags),
	differences.PrintedForms:   inCalls(printedForms),
	differences.MethodByName:   inCalls(methodByName),
	differences.OldPath:        oldPath,
	differences.CutText:        cutText,
	differences.DynamicTypes:   dynamicTypes,
}

func inCalls(find func(s *scout, call *ast.CallExpr)) func(s *scout, n ast.Node) {
	return func(s *scout, n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			find(s, call)
		}
	}
}

// A search is a row of the table with the places that match it in the module.
type search struct {
	*differences.Row
	tag, text, calls, through *regexp.Regexp

	packages map[string]bool // the row's packages that the module imports, directly or indirectly
	users    map[string]bool // the packages of other modules that import one of them
	near     bool            // whether the module's own code uses the row's package, or the row has none
	tagged   bool            // whether the row's tag is reported
	places   []finding
	imports  []finding // imports of the row's package
}

// newSearch returns the search for a row. The imported argument contains the paths that the module's
// own code imports, and taken the packages whose release an earlier row is about.
func newSearch(row *differences.Row, deps *dependencies, imported, taken map[string]bool) *search {
	tag := row.Tag
	if !deps.yaml { // no code reads a yaml tag
		tag = strings.Replace(tag, "yaml|", "", 1)
	}
	r := &search{
		Row: row, tag: regexp.MustCompile(tag), text: regexp.MustCompile(row.Text),
		calls: regexp.MustCompile(row.Calls), through: regexp.MustCompile(row.Through),
		packages: map[string]bool{}, users: map[string]bool{},
		// The packages of the standard library are reached through many others, such as frameworks.
		near: !strings.Contains(row.Package, "."),
	}
	for path, pkg := range deps.pkgs {
		if row.Imported(path) && !taken[path] && (row.Before == "" || semver.Compare(versionOf(pkg), row.Before) < 0) {
			r.packages[path], taken[path] = true, row.Before != ""
			r.near = r.near || imported[path]
		}
	}
	for path, pkg := range deps.pkgs {
		imports := slices.Collect(maps.Keys(pkg.Imports))
		r.users[path] = slices.ContainsFunc(imports, func(p string) bool { return r.packages[p] })
	}
	reached := row.Package == "" || len(r.packages) > 0
	r.tagged = row.Tag != "" && (reached || row.Anywhere && !deps.bson)
	return r
}

// receives reports whether a function handles its arguments as the row describes.
func (r *search) receives(f types.Object) bool {
	if f == nil || f.Pkg() == nil {
		return false
	}
	return r.packages[f.Pkg().Path()] && r.calls.MatchString(f.Name()) ||
		r.Through != "" && r.users[f.Pkg().Path()] && r.through.MatchString(f.Name())
}

// A scout searches a module's files for code that matches the rows of the table.
type scout struct {
	m        *module
	plan     *plan
	foreign  bool // whether other modules or files that are not rewritten may supply values of the old type
	searches []*search
	uses     map[string]bool              // the library names that the module mentions
	paths    *regexp.Regexp               // a pattern for library paths in strings and comments
	calls    map[*ast.Ident]*ast.CallExpr // the calls, keyed by the identifier of the called function
	made     map[ast.Expr]bool            // the arguments to calls that return only an error, such as fmt.Errorf
	chained  map[*ast.CallExpr]bool       // the calls in chains that optionalField has followed

	// The current position of the search.
	file *file
	info *types.Info
	row  *search
}

// facts returns the rows of the table that match places in the module. Declarations that keep the
// library are skipped because their behaviour does not change.
func (m *module) facts(p *plan, deps *dependencies) []fact {
	s := &scout{
		m:       m,
		plan:    p,
		uses:    map[string]bool{},
		calls:   map[*ast.Ident]*ast.CallExpr{},
		made:    map[ast.Expr]bool{},
		chained: map[*ast.CallExpr]bool{},
	}
	keepsOld := slices.Contains(slices.Collect(maps.Values(p.levels)), keepOld)
	s.foreign = deps.offers || len(m.frozenUsers()) > 0 || keepsOld
	// A dot in a path matches any character, but no other package has such a path.
	paths := strings.ReplaceAll(strings.Join(m.libraryPaths(), "|"), "github.com/", "")
	s.paths = regexp.MustCompile(`\b(` + paths + `)\b`)
	// What the module's own code imports: paths, and libraries by their names in package differences.
	imported := map[string]bool{}
	for _, f := range m.files {
		for _, p := range f.pkg.Types.Imports() {
			imported[p.Path()] = true
			if l := m.libraries[p.Path()]; l != nil {
				imported[l.from] = true
			}
		}
	}
	taken := map[string]bool{}
	for i := range differences.Table {
		row := &differences.Table[i]
		if slices.ContainsFunc(row.From, func(from string) bool { return imported[from] }) {
			s.searches = append(s.searches, newSearch(row, deps, imported, taken))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		s.file = m.files[path]
		if s.file.frozen == "" {
			s.search()
		}
	}
	var found []fact
	for _, row := range s.searches {
		f := fact{Name: row.Name, Sure: row.Sure, Text: row.Differs, Do: row.Do, Places: row.places}
		usesType := slices.ContainsFunc(row.TypeNames(), func(name string) bool { return s.uses[name] })
		if len(f.Places) == 0 && row.Import && usesType {
			// The package may still receive UUIDs as interface values.
			f.Sure, f.Places = false, row.imports
			f.Text = "the package is imported; if it receives a UUID, " + f.Text
		}
		if !row.near { // the places are tags
			f.Sure = false
			f.Text = "this module does not use the package itself; if other code gives it the field, " + f.Text
		}
		beside := slices.ContainsFunc(slices.Collect(maps.Keys(imported)), regexp.MustCompile(row.Beside).MatchString)
		hasNeeded := row.Needs == "" || s.uses[row.Needs]
		if len(f.Places) > 0 && hasNeeded && beside {
			found = append(found, f)
		}
	}
	return found
}

// search searches the scout's file for code that matches any row.
func (s *scout) search() {
	s.info = s.file.pkg.TypesInfo
	ast.Inspect(s.file.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.FuncDecl, *ast.TypeSpec, *ast.ValueSpec:
			if s.plan.level(s.file, n.Pos()) == keepOld {
				return false
			}
		case *ast.Ident:
			// Most identifiers are not from a library, so no row can match them.
			if s.m.libraryOf(s.info.Uses[n]) == nil {
				return true
			}
		case *ast.CallExpr:
			// A call is visited before its function name and its arguments, so both maps are filled
			// in time.
			if id := nameOf(n.Fun); id != nil {
				s.calls[id] = n
			}
			if types.Identical(s.info.TypeOf(n), types.Universe.Lookup("error").Type()) {
				for _, arg := range n.Args {
					s.made[arg] = true
				}
			}
		}
		for _, s.row = range s.searches {
			s.visit(n)
		}
		return true
	})
}

// visit checks whether a node matches the scout's row.
func (s *scout) visit(n ast.Node) {
	find := finders[s.row.Search]
	if find != nil {
		find(s, n)
	}
	switch n := n.(type) {
	case *ast.Ident:
		if s.mentioned(n) && find == nil {
			s.tell(n.Pos())
		}
	case *ast.ImportSpec:
		if s.row.packages[importPath(n)] {
			s.row.imports = append(s.row.imports, s.at(n.Pos()))
		}
	// A matching string in one of the module's own errors is not reported.
	case *ast.BasicLit:
		if text, ok := constantText(s.info, n); ok && s.row.Text != "" && !s.made[n] && s.row.text.MatchString(text) {
			s.tell(n.Pos())
		}
	// The static type of an argument shows what the package receives. If this type is an interface, it
	// shows nothing, so module.facts may report the import of the package instead.
	case *ast.CallExpr:
		if s.row.receives(typeutil.Callee(s.info, n)) {
			argumentSites(s.info, n, s.given)
		}
	case *ast.CompositeLit:
		named := namedType(s.info.TypeOf(n))
		if named != nil && named.Obj().Pkg() != nil && s.row.packages[named.Obj().Pkg().Path()] {
			elementSites(s.info, n, s.given)
		}
	case *ast.StructType:
		s.fields(n)
	}
}

// at returns the position pos in the scout's file.
func (s *scout) at(pos token.Pos) finding { return s.m.findingAt(s.file, pos, "", "") }

// tell adds pos to the row's places, from which report.sort removes duplicates.
func (s *scout) tell(pos token.Pos) { s.row.places = append(s.row.places, s.at(pos)) }

// library returns the library that declares obj if the row applies to that library, or nil.
func (s *scout) library(obj types.Object) *library {
	if l := s.m.libraryOf(obj); l != nil && slices.Contains(s.row.From, l.from) {
		return l
	}
	return nil
}

// mentioned reports whether an identifier refers to a library name in the row's Mentions.
func (s *scout) mentioned(id *ast.Ident) bool {
	obj := s.info.Uses[id]
	if v, ok := obj.(*types.Var); s.library(obj) == nil || ok && v.IsField() {
		return false
	}
	name := ruleName(obj)
	s.uses[name] = true
	return slices.Contains(s.row.Mentions, name)
}
