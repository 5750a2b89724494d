package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// anyOf finds what one of several finds.
func anyOf(finders ...finder) finder {
	return func(s *scout, n ast.Node) {
		for _, find := range finders {
			find(s, n)
		}
	}
}

// mentions finds uses of names, each as rules.go has it.
func mentions(names ...string) finder {
	return func(s *scout, n ast.Node) {
		id, ok := n.(*ast.Ident)
		if !ok {
			return
		}
		obj := s.info.Uses[id]
		if obj == nil || !slices.Contains(s.row.of, s.m.libraryOf(obj.Pkg())) {
			return
		}
		if slices.Contains(names, ruleName(obj)) {
			s.tell(id.Pos())
		}
	}
}

// literals finds strings.
func literals(pattern *regexp.Regexp) finder {
	return func(s *scout, n ast.Node) {
		if text, ok := s.text(n); ok && pattern.MatchString(text) {
			s.tell(n.Pos())
		}
	}
}

// text returns the string that n is a literal of.
func (s *scout) text(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	v := s.info.Types[lit].Value // an import has none
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// errorTexts are what the errors of the libraries say.
var errorTexts = regexp.MustCompile(`invalid UUID (format|length)|invalid urn prefix|invalid bracketed UUID|invalid UUID \(got` +
	`|Scan: (unable to scan|invalid)|uuid: (incorrect UUID|UUID must be exactly|cannot convert|invalid UUID)` +
	`|uuid: (could not|no HW address)`)

// typeNames are names of types that have another one here.
var typeNames = regexp.MustCompile(`^\*?(uuid\.)?NullUUID$`)

// oddForms are texts that gofrs/uuid parses and Parse refuses.
var oddForms = regexp.MustCompile(`^(\{[0-9A-Fa-f]{32}\}|urn:uuid:[0-9A-Fa-f]{32})$`)

// wrappedForms are texts that google/uuid parses and Parse refuses: a UUID
// between two characters that are no braces.
var wrappedForms = regexp.MustCompile(`^([^{]` + hyphenated + `.|\{` + hyphenated + `[^}])$`)

const hyphenated = `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`

// uuidForms are the texts that Parse accepts.
var uuidForms = regexp.MustCompile(`^(?:[0-9A-Fa-f]{32}|(?:urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`)

func isUUID(s string) bool { return uuidForms.MatchString(s) }

// oldPaths finds the paths of libraries in strings and comments, with the name of
// the host or without.
func oldPaths(s *scout, n ast.Node) {
	if text, ok := s.text(n); ok {
		s.oldPath(n.Pos(), text)
	}
	if f, ok := n.(*ast.File); ok {
		for _, group := range f.Comments {
			for _, c := range group.List {
				s.oldPath(c.Pos(), c.Text)
			}
		}
	}
}

func (s *scout) oldPath(pos token.Pos, text string) {
	for _, l := range s.row.of {
		if found := pathPatterns[l].FindString(text); found != "" && slices.Contains(s.m.libraries, l) {
			s.tell(pos, found)
			return
		}
	}
}

// pathPatterns find the path of each library.
var pathPatterns = map[*library]*regexp.Regexp{}

func init() {
	for _, l := range allLibraries {
		var paths []string
		for _, path := range slices.Backward(l.paths) { // the longest first
			paths = append(paths, regexp.QuoteMeta(strings.TrimPrefix(path, "github.com/")))
		}
		pathPatterns[l] = regexp.MustCompile(`\b(github\.com/)?(` + strings.Join(paths, "|") + `)\b`)
	}
}

// A held is a type of a library in another type.
type held struct {
	lib     *library
	typ     *types.Named
	name    string
	pointer bool       // whether it is what a pointer points to
	field   *types.Var // of the module, that has it, if it is one
}

// A choice says which of the types that a value holds count.
type choice func(h held) bool

func isOldType(held) bool { return true }

func named(names ...string) choice {
	return func(h held) bool { return slices.Contains(names, h.name) }
}

// isColumn chooses what a database fills and NULL does not fit.
func isColumn(h held) bool { return h.name == "UUID" && !h.pointer }

// omittable chooses the UUIDs that get or lose an IsZero method.
func omittable(h held) bool { return isColumn(h) && hasMethod(h.typ, "IsZero") == (h.lib == superset) }

// holds returns the types of the row's libraries that move and that reflection
// finds in a value of type t.
func (s *scout) holds(t types.Type) []held {
	var all []held
	seen := map[types.Type]bool{}
	var walk func(t types.Type, h held)
	walk = func(t types.Type, h held) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		if n, ok := t.(*types.Named); ok {
			if l, name := s.libraryType(n); l != nil {
				h.lib, h.typ, h.name = l, n, name
				all = append(all, h)
				return
			}
			seen[t] = true
			for arg := range n.TypeArgs().Types() {
				walk(arg, held{})
			}
			if n.Obj().Pkg() == nil || !s.flow.own[n.Obj().Pkg().Path()] || s.isKept(n.Obj()) {
				return // it is as it was
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem(), held{pointer: true, field: h.field})
		case *types.Slice:
			walk(u.Elem(), held{field: h.field})
		case *types.Array:
			walk(u.Elem(), held{field: h.field})
		case *types.Map:
			walk(u.Key(), held{field: h.field})
			walk(u.Elem(), held{field: h.field})
		case *types.Struct:
			for f := range u.Fields() {
				if (f.Exported() || f.Embedded()) && !s.m.staysEmbedded(f) {
					walk(f.Type(), held{field: f})
				}
			}
		}
	}
	walk(t, held{})
	return all
}

// isKept reports whether an object keeps the library.
func (s *scout) isKept(obj types.Object) bool {
	at := s.m.placeAt(s.file.fset, obj.Pos())
	f := s.m.files[at.path]
	return f == nil || f.frozen != "" || s.plan.levels[at] == keepOld
}

// libraryType returns the row's library and the name of a type of it that moves,
// or of what a pointer to one points to.
func (s *scout) libraryType(t types.Type) (*library, string) {
	l, named := s.m.movingType(t)
	if l == nil || !slices.Contains(s.row.of, l) {
		return nil, ""
	}
	return l, named.Obj().Name()
}

// A sink says whether a function that a value reaches is the one. What it
// returns besides is told.
type sink func(s *scout, f *types.Func) (what string, ok bool)

// inPackage has the functions of the packages whose paths match a pattern.
func inPackage(pattern string) sink {
	re := regexp.MustCompile(pattern)
	return func(_ *scout, f *types.Func) (string, bool) {
		return "", f.Pkg() != nil && re.MatchString(f.Pkg().Path())
	}
}

const (
	mongo        = `\bmongo-driver/v2\b` // version 1 looks for another method
	textEncoders = `^encoding/xml$|yaml|toml`
	loggers      = `^fmt$|\blog\b|\bslog\b|\bzap\b|zerolog|logrus|\blogr\b`
)

// decodesJSON is a sink.
func decodesJSON(_ *scout, f *types.Func) (string, bool) {
	if f.Pkg() == nil {
		return "", false
	}
	name := f.Name()
	isJSON := strings.Contains(f.Pkg().Path(), "json") && (strings.Contains(name, "nmarshal") || strings.Contains(name, "ecode"))
	return "", isJSON || strings.HasPrefix(name, "Bind") || strings.HasPrefix(name, "ShouldBind")
}

// readsColumns is a sink: the functions of packages that use database/sql.
func readsColumns(s *scout, f *types.Func) (string, bool) {
	return "", f.Pkg() != nil && s.deps.sql[f.Pkg().Path()]
}

// looksForOld is a sink: the functions of modules that look for the old type.
func (s *scout) looksForOld(f *types.Func) (string, bool) {
	if f.Pkg() == nil {
		return "", false
	}
	d := s.deps.looking(f.Pkg().Path(), s.row.of)
	return d, d != ""
}

// arrivals calls f with what n holds for each function that n reaches as an
// interface and that is in a sink.
func (s *scout) arrivals(n ast.Node, to sink, f func(e ast.Expr, h []held, what string)) {
	e, ok := n.(ast.Expr)
	if !ok {
		return
	}
	var found []string
	for fn := range s.flow.reached(e) {
		if what, ok := to(s, fn); ok {
			found = append(found, what)
		}
	}
	if len(found) > 0 {
		f(e, s.holds(s.flow.typeOf(s.info, e)), slices.Min(found))
	}
}

// values finds the values that reach a sink.
func values(is choice, to sink) finder {
	return func(s *scout, n ast.Node) {
		s.arrivals(n, to, func(e ast.Expr, list []held, what string) {
			switch {
			case !slices.ContainsFunc(list, is):
			case what == "":
				s.tell(e.Pos())
			default:
				s.tell(e.Pos(), what)
			}
		})
	}
}

// fields finds the fields of what reaches a sink by a pointer, each once.
func fields(is choice, to sink) finder {
	return func(s *scout, n ast.Node) {
		s.arrivals(n, to, func(e ast.Expr, list []held, _ string) {
			if _, ok := s.flow.typeOf(s.info, e).Underlying().(*types.Pointer); ok {
				s.tellFields(list, is)
			}
		})
	}
}

// fieldsAndValues finds the fields of what reaches a sink, and values that have
// none.
func fieldsAndValues(is choice, to sink) finder {
	return func(s *scout, n ast.Node) {
		s.arrivals(n, to, func(e ast.Expr, list []held, _ string) {
			s.tellFields(list, is)
			if slices.ContainsFunc(list, func(h held) bool { return h.field == nil && is(h) }) {
				s.tell(e.Pos())
			}
		})
	}
}

func (s *scout) tellFields(list []held, is choice) {
	for _, h := range list {
		if h.field != nil && is(h) {
			s.tell(h.field.Pos())
		}
	}
}

// tagged finds the fields with a tag that matches a pattern.
func tagged(pattern string, is choice) finder {
	re := regexp.MustCompile(pattern)
	return func(s *scout, n ast.Node) {
		for syntax, field := range s.movingFields(n) {
			if syntax.Tag == nil || !re.MatchString(syntax.Tag.Value) {
				continue
			}
			for _, h := range s.holds(field.Type()) {
				if h.field == nil && is(h) {
					s.tell(syntax.Pos())
				}
			}
		}
	}
}

// movingFields yields the fields of a struct type, but for those that keep their
// type because of their name.
func (s *scout) movingFields(n ast.Node) iter.Seq2[*ast.Field, *types.Var] {
	return func(yield func(*ast.Field, *types.Var) bool) {
		st, ok := n.(*ast.StructType)
		if !ok {
			return
		}
		fields, i := s.info.TypeOf(st).(*types.Struct), 0
		for _, syntax := range st.Fields.List {
			for range max(1, len(syntax.Names)) {
				if !s.m.staysEmbedded(fields.Field(i)) && !yield(syntax, fields.Field(i)) {
					return
				}
				i++
			}
		}
	}
}

const (
	bsonTag    = `\bbson:"`
	jsonTag    = `\bjson:"`
	omitTag    = `\b(yaml|bson):"[^"]*,omitempty`
	columnTags = `\b(db|gorm|bun|pg|sql|xorm|alias|boil|reform):"`
	textTags   = `\b(yaml|xml|toml|form|query|schema|env):"`
)

// scanned finds pointers to UUIDs that are to be filled.
func scanned(s *scout, n ast.Node) {
	e, ok := n.(ast.Expr)
	if !ok {
		return
	}
	p, ok := s.info.TypeOf(e).(*types.Pointer)
	if !ok {
		return
	}
	if named, ok := types.Unalias(p.Elem()).(*types.Named); !ok || named.Obj().Name() != "UUID" {
		return
	} else if l, _ := s.libraryType(named); l == nil {
		return
	}
	if s.flow.element[e] {
		s.tell(e.Pos())
		return
	}
	for f := range s.flow.reached(e) {
		if f.Name() == "Scan" {
			s.tell(e.Pos())
			return
		}
	}
}

// printedForms finds what prints in another form, but for the arguments of
// printing calls that are converted to the old type.
func printedForms(to sink) finder {
	return func(s *scout, n ast.Node) {
		s.arrivals(n, to, func(e ast.Expr, list []held, _ string) {
			_, direct := s.printed[e]
			var names []string
			for _, h := range list {
				if h.name == "NullUUID" || hasOldText(h.lib, h.name) && !(direct && h.field == nil) {
					names = append(names, h.name)
				}
			}
			if len(names) > 0 {
				slices.Sort(names)
				s.tell(e.Pos(), strings.Join(slices.Compact(names), ", "))
			}
		})
	}
}

// hasOldText reports whether the String method of a type of a library has no
// counterpart.
func hasOldText(l *library, name string) bool {
	r := l.rule(name + ".String")
	return r.new == "" && r.note != l.others
}

// formatFlags finds verbs that a Format method has printed in its own way.
func formatFlags(s *scout, n ast.Node) {
	e, ok := n.(ast.Expr)
	if !ok {
		return
	}
	arg, ok := s.printed[e]
	if !ok || arg.flag == "" || !strings.ContainsRune("svq", arg.verb) {
		return
	}
	t := s.info.TypeOf(e)
	if l, name := s.libraryType(t); l != nil && name == "UUID" && hasMethod(t, "Format") {
		s.tell(e.Pos(), "%"+arg.flag+string(arg.verb))
	}
}

// registered finds types that gob knows by their path.
func registered(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok || qualifiedName(typeutil.Callee(s.info, call)) != "encoding/gob.Register" {
		return
	}
	if l, _ := s.libraryType(s.info.TypeOf(call.Args[0])); l != nil {
		s.tell(call.Pos())
	}
}

// embedding finds structs whose methods change.
func embedding(s *scout, n ast.Node) {
	for syntax, field := range s.movingFields(n) {
		l, name := s.libraryType(field.Type())
		if l == nil || !field.Embedded() {
			continue
		}
		gained, lost := s.methodChanges(field.Type(), l.rule(name).new)
		var changes []string
		if gained != "" {
			changes = append(changes, "gets the methods "+gained)
		}
		if lost != "" {
			changes = append(changes, "loses the methods "+lost)
		}
		if len(changes) > 0 {
			s.tell(syntax.Pos(), strings.Join(changes, " and "))
		}
	}
}

// methodChanges returns the exported methods that the target's type has and
// that of the library has not, and the other way round.
func (s *scout) methodChanges(t types.Type, newName string) (gained, lost string) {
	obj := s.m.configs[0].target.Scope().Lookup(newName)
	if obj == nil {
		return "", ""
	}
	before, after := methodNames(namedType(t)), methodNames(obj.Type())
	missing := func(from, in []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(from), func(name string) bool { return slices.Contains(in, name) }), ", ")
	}
	return missing(after, before), missing(before, after)
}

func methodNames(t types.Type) []string {
	var names []string
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		if f := set.At(i).Obj(); f.Exported() {
			names = append(names, f.Name())
		}
	}
	return names
}

// dynamicTypes finds where values of the old type may come from another module
// and meet the new type at run time only.
func dynamicTypes(s *scout, n ast.Node) {
	for _, e := range assertedTypes(n) {
		s.dynamic(e, s.info.TypeOf(e))
	}
	if call, ok := n.(*ast.CallExpr); ok {
		if qualifiedName(typeutil.Callee(s.info, call)) == "reflect.TypeOf" {
			s.dynamic(call.Args[0], s.info.TypeOf(call.Args[0]))
		}
		s.callback(call)
	}
}

// assertedTypes returns what an assertion or a type switch asks for: types, or nil.
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
	}
	return list
}

func (s *scout) dynamic(e ast.Expr, t types.Type) {
	if l, _ := s.libraryType(t); l != nil && s.others != "" {
		s.tell(e.Pos(), s.others)
	}
}

// callback finds functions that somebody calls by reflection, with values of the
// old type maybe.
func (s *scout) callback(call *ast.CallExpr) {
	argumentSites(s.info, call, func(e ast.Expr, target types.Type) {
		sig, ok := under(s.info.TypeOf(e)).(*types.Signature)
		if !ok || !types.IsInterface(target) {
			return
		}
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range tuple.Variables() {
				s.dynamic(e, v.Type())
			}
		}
	})
}

// submatches finds what parses a text that a regular expression has found, which
// may have found what is around a UUID too.
func submatches(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return
	}
	obj := typeutil.Callee(s.info, call)
	if obj != nil && slices.Contains(s.row.of, s.m.libraryOf(obj.Pkg())) && slices.Contains(parsers, obj.Name()) && s.isFound(call.Args[0], 0) {
		s.tell(call.Pos())
	}
}

// parsers are the functions of google/uuid that skip what is around a UUID.
var parsers = []string{"Parse", "ParseBytes", "MustParse", "Validate"}

// isFound reports whether a text is what a regular expression has found.
func (s *scout) isFound(e ast.Expr, depth int) bool {
	const deepest = 5 // a variable may be assigned from itself
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return s.isFound(e.X, depth)
	case *ast.CallExpr:
		if s.info.Types[e.Fun].IsType() {
			return s.isFound(e.Args[0], depth)
		}
		f := typeutil.Callee(s.info, e)
		return f != nil && f.Pkg() != nil && f.Pkg().Path() == "regexp"
	case *ast.Ident:
		v, ok := s.info.ObjectOf(e).(*types.Var)
		if !ok || depth == deepest {
			return false
		}
		for value := range assignedTo(v, s.info, s.file.syntax) {
			if s.isFound(value, depth+1) {
				return true
			}
		}
	}
	return false
}
