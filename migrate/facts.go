package main

import (
	"go/ast"
	"go/constant"
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

// finders contains the search functions for the rows whose fields do not describe the whole search.
// If a row has Mentions and a finder, only the finder reports the mentions.
var finders = map[string]func(s *scout, n ast.Node){
	"registered":     inCalls(registered),
	"embedded":       embedded,
	"column":         inCalls(scanned),
	"parsed text":    parsedText,
	"constant text":  parsedText,
	"partial":        ignoredErrors,
	"%x":             inCalls(hexadecimal),
	"%x of anything": inCalls(hexadecimal),
	"flags":          inCalls(formatFlags),
	"printed":        inCalls(printedForms),
	"method by name": inCalls(methodByName),
	"old path":       oldPath,
	"cut text":       cutText,
	"dynamic type":   dynamicTypes,
	"ent column":     inCalls(optionalField),
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
		r.users[path] = slices.ContainsFunc(slices.Collect(maps.Keys(pkg.Imports)), func(p string) bool { return r.packages[p] })
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
	s := &scout{m: m, plan: p, uses: map[string]bool{}, calls: map[*ast.Ident]*ast.CallExpr{}, made: map[ast.Expr]bool{}, chained: map[*ast.CallExpr]bool{}}
	s.foreign = deps.offers || len(m.frozenUsers()) > 0 || slices.Contains(slices.Collect(maps.Values(p.levels)), keepOld)
	// A dot in a path matches any character, but no other package has such a path.
	s.paths = regexp.MustCompile(`\b(` + strings.ReplaceAll(strings.Join(m.libraryPaths(), "|"), "github.com/", "") + `)\b`)
	imported := map[string]bool{} // what the module's own code imports: paths, and libraries by their names in package differences
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
		if row := &differences.Table[i]; slices.ContainsFunc(row.From, func(from string) bool { return imported[from] }) {
			s.searches = append(s.searches, newSearch(row, deps, imported, taken))
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
			// The package may still receive UUIDs as interface values.
			f.Sure, f.Places = false, row.imports
			f.Text = "the package is imported; if it receives a UUID, " + f.Text
		}
		if !row.near { // the places are tags
			f.Sure = false
			f.Text = "this module does not use the package itself; if other code gives it the field, " + f.Text
		}
		beside := regexp.MustCompile(row.Beside).MatchString
		if len(f.Places) > 0 && (row.Needs == "" || s.uses[row.Needs]) && slices.ContainsFunc(slices.Collect(maps.Keys(imported)), beside) {
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
		if named := namedType(s.info.TypeOf(n)); named != nil && named.Obj().Pkg() != nil && s.row.packages[named.Obj().Pkg().Path()] {
			elementSites(s.info, n, s.given)
		}
	case *ast.StructType:
		s.fields(n)
	}
}

// at returns the position pos in the scout's file.
func (s *scout) at(pos token.Pos) finding { return s.m.findingAt(s.file, pos, "", "") }

// tell adds pos to the row's places, unless it is already the last of them.
func (s *scout) tell(pos token.Pos) {
	place := s.at(pos)
	if n := len(s.row.places); n == 0 || s.row.places[n-1] != place {
		s.row.places = append(s.row.places, place)
	}
}

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

// ignoredErrors notes calls to parsers whose error is assigned to the blank identifier. It skips a
// constant that is a UUID.
func ignoredErrors(s *scout, n ast.Node) {
	var targets, values []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		targets, values = n.Lhs, n.Rhs
	case *ast.ValueSpec:
		values = n.Values
		for _, name := range n.Names {
			targets = append(targets, name)
		}
	}
	if len(targets) != 2 || len(values) != 1 || isBlank(targets[0]) || !isBlank(targets[1]) {
		return
	}
	call, ok := ast.Unparen(values[0]).(*ast.CallExpr)
	if !ok || !s.mentioned(nameOf(call.Fun)) {
		return
	}
	if text, _ := constantText(s.info, call.Args[0]); !accepted[s.m.target].MatchString(text) {
		s.tell(call.Pos())
	}
}

// parsedText notes calls to parsers. If the row is sure, it notes constant strings that only one of
// the packages accepts. Otherwise it notes input that is not constant.
func parsedText(s *scout, n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		if !s.mentioned(n) {
			return
		}
		call := s.calls[n]
		if call == nil {
			// A parser that is used as a value receives its input later, so the input is not
			// constant.
			if !s.row.Sure {
				s.tell(n.Pos())
			}
			return
		}
		text, isConstant := constantText(s.info, call.Args[0])
		from := s.library(s.info.Uses[n]).from
		if s.row.Sure == isConstant && (!isConstant || accepted[from].MatchString(text) != accepted[s.m.target].MatchString(text)) {
			s.tell(call.Pos())
		}
	case *ast.CallExpr:
		if s.row.Sure {
			return
		}
		// A function with a parameter of type encoding.TextUnmarshaler parses the UUID later, as
		// flag.TextVar does.
		argumentSites(s.info, n, func(e ast.Expr, t types.Type) {
			if types.TypeString(t, nil) == "encoding.TextUnmarshaler" && s.isType(s.info.TypeOf(e), "UUID") {
				s.tell(e.Pos())
			}
		})
	}
}

// A held describes a library type inside another type.
type held struct {
	lib     *library
	typ     *types.Named
	name    string
	pointer bool // whether the library's type is behind a pointer
	direct  bool // whether no struct or generic type contains the library's type
}

// holds returns the library types that reflection finds in a value of type t. It leaves out
// libraries to which the row does not apply.
func (s *scout) holds(t types.Type) []held {
	return slices.DeleteFunc(s.m.holds(s.plan, s.file.fset, t, false), func(h held) bool { return !slices.Contains(s.row.From, h.lib.from) })
}

// holds returns the library types that reflection finds in a value of type t. It leaves out types
// that do not move. If unexported is true, it includes unexported fields: reflection can see
// their types, but cannot call their methods.
func (m *module) holds(p *plan, fset *token.FileSet, t types.Type, unexported bool) []held {
	var all []held
	seen := map[types.Type]bool{}
	var walk func(t types.Type, h held)
	walk = func(t types.Type, h held) {
		t = types.Unalias(t)
		if t == nil || seen[t] {
			return
		}
		if n, ok := t.(*types.Named); ok {
			if l, _ := m.movingType(n); l != nil {
				h.lib, h.typ, h.name = l, n, n.Obj().Name()
				all = append(all, h)
				return
			}
			for arg := range n.TypeArgs().Types() {
				walk(arg, held{})
			}
			if n.Obj().Pkg() == nil || !m.own[n.Obj().Pkg().Path()] || !m.canChange(p, m.placeAt(fset, n.Obj().Pos())) {
				return // the type does not change
			}
		}
		seen[t] = true
		if u, ok := t.Underlying().(*types.Map); ok {
			walk(u.Key(), held{direct: h.direct})
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem(), held{pointer: true, direct: h.direct})
		case *types.Chan: // encoders do not read channels
		case container:
			walk(u.Elem(), held{direct: h.direct})
		case *types.Struct:
			for f := range u.Fields() {
				if (f.Exported() || f.Embedded() || unexported) && !(f.Embedded() && m.staysEmbedded(f.Pkg(), f.Type())) {
					walk(f.Type(), held{})
				}
			}
		}
	}
	walk(t, held{direct: true})
	return all
}

// A container is a type with an element type: a pointer, slice, array, map or channel.
type container interface{ Elem() types.Type }

// isType reports whether t is the named type from the row's library, or a pointer to it. An empty
// name matches every type that moves.
func (s *scout) isType(t types.Type, name string) bool {
	l, named := s.m.movingType(t)
	return l != nil && s.library(named.Obj()) == l && (name == "" || named.Obj().Name() == name)
}

// counts reports whether the row applies to a type that holds returned.
func (s *scout) counts(h held) bool {
	names := s.row.TypeNames()
	return slices.Contains(names, h.name) || h.pointer && slices.Contains(names, "*"+h.name)
}

// given notes a value that the row's package receives as an interface, if the value contains one of
// the row's types.
func (s *scout) given(e ast.Expr, t types.Type) {
	if types.IsInterface(t) && slices.ContainsFunc(s.holds(s.info.TypeOf(e)), s.counts) {
		s.row.near = true
		s.tell(e.Pos())
	}
}

// fields notes struct fields that have the row's tag and contain one of the row's types. It skips an
// embedded field that keeps its type because of its name.
func (s *scout) fields(st *ast.StructType) {
	if !s.row.tagged {
		return
	}
	for _, f := range st.Fields.List {
		t := s.info.TypeOf(f.Type)
		if f.Tag == nil || !s.row.tag.MatchString(f.Tag.Value) || len(f.Names) == 0 && s.m.staysEmbedded(s.file.pkg.Types, t) {
			continue
		}
		if slices.ContainsFunc(s.holds(t), func(h held) bool {
			// A move to the standard library loses the method IsZero, and other moves gain it. Encoders
			// call it on the field itself, not on the elements of a slice.
			return h.direct && s.counts(h) && (!s.row.Zero || s.isType(t, "") && hasMethod(h.typ, "IsZero") == (h.lib == superset))
		}) {
			s.tell(f.Pos())
		}
	}
}

// embedded notes embedded fields whose type is from a library.
func embedded(s *scout, n ast.Node) {
	st, ok := n.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		t := s.info.TypeOf(f.Type)
		if len(f.Names) == 0 && s.isType(t, "") && !s.m.staysEmbedded(s.file.pkg.Types, t) {
			s.tell(f.Pos())
		}
	}
}

// registered reports each library type that is registered with gob, which stores the type's import
// path.
func registered(s *scout, call *ast.CallExpr) {
	if qualifiedName(typeutil.Callee(s.info, call)) == "encoding/gob.Register" && s.isType(s.info.TypeOf(call.Args[0]), "") {
		s.tell(call.Pos())
	}
}

// scanned notes pointers to UUIDs in calls to a Scan method.
func scanned(s *scout, call *ast.CallExpr) {
	if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Scan" {
		return
	}
	for _, e := range call.Args {
		if t := s.info.TypeOf(e); isPointer(t) && s.isType(t, "UUID") {
			s.tell(e.Pos())
		}
	}
}

// optionalField notes a field of ent whose column may be NULL, and whose Go type cannot be.
func optionalField(s *scout, call *ast.CallExpr) {
	methods := map[string]bool{} // what follows field.UUID in the chain; the last call is visited first
	for ok := true; ok && !s.chained[call]; {
		s.chained[call] = true
		if qualifiedName(typeutil.Callee(s.info, call)) == "entgo.io/ent/schema/field.UUID" {
			if methods["Optional"] && !methods["Nillable"] && s.isType(s.info.TypeOf(call.Args[1]), "UUID") {
				s.tell(call.Pos())
			}
			return
		}
		var sel *ast.SelectorExpr
		if sel, ok = call.Fun.(*ast.SelectorExpr); ok {
			methods[sel.Sel.Name] = true
			call, ok = sel.X.(*ast.CallExpr)
		}
	}
}

// constantText returns the constant string of an expression, or of the operand of a conversion such
// as []byte("text").
func constantText(info *types.Info, e ast.Expr) (string, bool) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() {
		e = call.Args[0]
	}
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

const (
	hyphenated = `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`
	plain      = `([0-9A-Fa-f]{32}|` + hyphenated + `)`
)

var (
	hereForms  = regexp.MustCompile(`^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`)
	gofrsForms = regexp.MustCompile(`^((urn:uuid:)?` + plain + `|\{` + plain + `\})$`)
)

// accepted contains a pattern for the input that each package accepts.
var accepted = map[string]*regexp.Regexp{
	differences.Google: regexp.MustCompile(`(?s)^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|.` + hyphenated + `.)$`),
	differences.Gofrs:  gofrsForms,
	differences.Satori: gofrsForms,
	differences.Here:   hereForms,
	ours:               hereForms,
	standard:           regexp.MustCompile(`^([0-9A-Fa-f]{32}|(urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`),
}

// hexadecimal notes operands of %x and %X that contain a UUID with a Format method. If the row is
// sure, it notes only operands whose static type proves this. Otherwise it notes operands that may
// contain such a UUID: interfaces, type parameters, and operands of a format that is not constant.
// The rewriter has already fixed operands that are UUIDs themselves.
func hexadecimal(s *scout, call *ast.CallExpr) {
	for _, arg := range printedBy(s.info, call) {
		t := s.info.TypeOf(arg.expr)
		if !arg.has("xX") && !arg.unknown || t == nil || !arg.unknown && s.isType(t, "UUID") {
			continue
		}
		holds := slices.ContainsFunc(s.holds(t), func(h held) bool {
			// The old NullUUID is printed as a struct, and the new one has a String method.
			return h.name == "UUID" && hasMethod(h.typ, "Format") || h.name == "NullUUID"
		})
		if s.row.Sure == (holds && !arg.unknown) && (holds || s.mayBe(t, "Format")) {
			s.tell(arg.expr.Pos())
		}
	}
}

// mayBe reports whether a value of type t may be, or may contain, a UUID with a method of this name.
// This is possible if t is an interface or a type parameter that the UUID type of the row's library
// implements.
func (s *scout) mayBe(t types.Type, method string) bool {
	seen := map[types.Type]bool{} // type T []T contains itself
	c, ok := t.Underlying().(container)
	for ; ok && !seen[t]; c, ok = t.Underlying().(container) {
		seen[t], t = true, c.Elem()
	}
	u, ok := t.Underlying().(*types.Interface)
	// A UUID does not implement most interfaces, and it does not satisfy a constraint such as ~int.
	return ok && slices.ContainsFunc(typeutil.Dependencies(s.file.pkg.Types), func(p *types.Package) bool {
		obj := p.Scope().Lookup("UUID")
		return s.library(obj) != nil && hasMethod(obj.Type(), method) && types.Implements(obj.Type(), u)
	})
}

// formatFlags notes UUIDs that are printed with %s, %v or %q and flags, because a Format method
// handles flags differently from fmt.
func formatFlags(s *scout, call *ast.CallExpr) {
	for _, arg := range printedBy(s.info, call) {
		t := s.info.TypeOf(arg.expr)
		if s.isType(t, "UUID") && hasMethod(t, "Format") && slices.ContainsFunc(arg.verbs, func(v verbUse) bool {
			return v.flags != "" && strings.ContainsRune("svq", v.verb)
		}) {
			s.tell(arg.expr.Pos())
		}
	}
}

var loggers = regexp.MustCompile(`^fmt$|\blog\b|\bslog\b|\bzap\b|zerolog|logrus|\blogr\b`)

// printedForms notes values that print in a different form after the move. An argument that the
// rewriter converts to the old type prints as before and is not noted.
func printedForms(s *scout, call *ast.CallExpr) {
	obj := typeutil.Callee(s.info, call)
	isLogger := obj != nil && obj.Pkg() != nil && loggers.MatchString(obj.Pkg().Path())
	printed := map[ast.Expr]bool{}
	for _, arg := range printedBy(s.info, call) {
		printed[arg.expr] = true
	}
	// The called function prints an argument with the argument's methods only if the parameter has an
	// interface type.
	argumentSites(s.info, call, func(e ast.Expr, t types.Type) {
		if !types.IsInterface(t) || !isLogger && !printed[e] {
			return
		}
		for _, h := range s.holds(s.info.TypeOf(e)) {
			// The rewriter converts a printed argument only if its own type is the library's type.
			if h.name == "NullUUID" || hasOldText(h.lib, h.name) && !(printed[e] && s.isType(s.info.TypeOf(e), h.name)) {
				s.tell(e.Pos())
			}
		}
	})
}

// hasOldText reports whether the target has no counterpart to a library type's String method.
func hasOldText(l *library, name string) bool {
	r := l.rule(name + ".String")
	return r.new == "" && r.note != l.others // without a rule, the type has no String method
}

// methodByName notes calls to reflect's MethodByName with a name that matches the row's pattern for
// templates.
func methodByName(s *scout, call *ast.CallExpr) {
	if len(call.Args) == 1 && qualifiedName(typeutil.Callee(s.info, call)) == "reflect.MethodByName" {
		if name, ok := constantText(s.info, call.Args[0]); ok && s.row.text.MatchString("{{."+name+"}}") {
			s.tell(call.Pos())
		}
	}
}

// oldPath notes a library's path, with or without the host name, in a string or a comment.
func oldPath(s *scout, n ast.Node) {
	switch n := n.(type) {
	case *ast.File:
		for _, group := range n.Comments {
			for _, c := range group.List {
				if s.paths.MatchString(c.Text) {
					s.tell(c.Pos())
				}
			}
		}
	case *ast.BasicLit:
		// An import is not noted, because go/types records no value for its path.
		if text, ok := constantText(s.info, n); ok && s.paths.MatchString(text) {
			s.tell(n.Pos())
		}
	}
}

// cutText notes slices that keep the start of a UUID, or of text or bytes that the library returns.
func cutText(s *scout, n ast.Node) {
	cut, ok := n.(*ast.SliceExpr)
	if !ok || cut.High == nil {
		return
	}
	if low := cut.Low; low != nil {
		if v := s.info.Types[low].Value; v == nil || constant.Sign(v) != 0 {
			return
		}
	}
	call, isCall := ast.Unparen(cut.X).(*ast.CallExpr)
	if s.isType(s.info.TypeOf(cut.X), "UUID") || isCall && s.library(typeutil.Callee(s.info, call)) != nil {
		s.tell(cut.Pos())
	}
}

// dynamicTypes notes run-time checks that a value of the old type from another module would no
// longer pass. Such checks are assertions, type switches and calls to package reflect. Functions
// that are passed as interface values are noted too, because reflection may call them.
func dynamicTypes(s *scout, n ast.Node) {
	// If no other code supplies values of the old type, all values have the new type, and the
	// checks pass as before.
	for _, e := range assertedTypes(n) {
		if s.names(s.info.TypeOf(e)) && (s.foreign || s.isOffered(n.Pos())) {
			s.tell(e.Pos())
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok || !s.foreign {
		return
	}
	argumentSites(s.info, call, func(e ast.Expr, target types.Type) {
		if _, ok := under(s.info.TypeOf(e)).(*types.Signature); ok && types.IsInterface(target) && s.names(s.info.TypeOf(e)) {
			s.tell(e.Pos())
		}
	})
}

// names reports whether a type is a library's, or is made of one: a pointer, slice, array, map, channel
// or function.
func (s *scout) names(t types.Type) bool {
	if s.isType(t, "") {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Map:
		return s.names(t.Key()) || s.names(t.Elem())
	case container:
		return s.names(t.Elem())
	case *types.Signature:
		named := func(v *types.Var) bool { return s.names(v.Type()) }
		return slices.ContainsFunc(slices.Collect(t.Params().Variables()), named) || slices.ContainsFunc(slices.Collect(t.Results().Variables()), named)
	}
	return false
}

// isOffered reports whether other modules can pass a value of the old type to the declaration that
// contains pos.
func (s *scout) isOffered(pos token.Pos) bool {
	if !isImportable(s.file.pkg) || strings.HasSuffix(s.file.path, "_test.go") {
		return false
	}
	switch unit := unitAt(s.file.fset, s.file.syntax, pos).(type) {
	case *ast.FuncDecl:
		sig := s.info.Defs[unit.Name].(*types.Func).Signature()
		return unit.Name.IsExported() && (sig.Recv() != nil && s.accepts(sig.Recv()) || slices.ContainsFunc(slices.Collect(sig.Params().Variables()), s.accepts))
	case *ast.ValueSpec:
		return slices.ContainsFunc(unit.Names, (*ast.Ident).IsExported)
	}
	return false
}

// accepts reports whether other modules can put a value of the old type into a variable or, if the
// module declares its type, into one of its exported fields.
func (s *scout) accepts(v *types.Var) bool {
	if s.mayBe(v.Type(), "String") {
		return true
	}
	named := namedType(v.Type())
	if named == nil || named.Obj().Pkg() == nil || !s.m.own[named.Obj().Pkg().Path()] {
		return false
	}
	fields, ok := named.Underlying().(*types.Struct)
	for i := 0; ok && i < fields.NumFields(); i++ {
		if f := fields.Field(i); f.Exported() && s.mayBe(f.Type(), "String") {
			return true
		}
	}
	return false
}

// assertedTypes returns the type expressions in an assertion, a type switch or reflect.TypeFor, or
// the value passed to reflect.TypeOf. It returns nil for other nodes.
func assertedTypes(n ast.Node) []ast.Expr {
	var list []ast.Expr
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			list = append(list, n.Type)
		}
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List {
			list = append(list, clause.(*ast.CaseClause).List...)
		}
	case *ast.CallExpr:
		// The package is recognized by its name because files in other modules are not
		// type-checked.
		fun := ast.Unparen(n.Fun)
		index, isFor := fun.(*ast.IndexExpr)
		if isFor {
			fun = index.X
		}
		sel, ok := fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Type") {
			return nil
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Name == "reflect" {
			list = append(list, n.Args...)
			if isFor {
				list = append(list, index.Index)
			}
		}
	}
	return list
}
