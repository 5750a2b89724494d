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
	"sync"

	"github.com/seed-8298af95/uuid/migrate/differences"
	"golang.org/x/tools/go/types/typeutil"
)

// mentioned notes a name of the row.
func (s *scout) mentioned(id *ast.Ident) {
	obj := s.info.Uses[id]
	if s.library(obj) == nil {
		return
	}
	name := ruleName(obj)
	s.uses[name] = true
	if slices.Contains(s.row.Mentions, name) {
		s.tell(id.Pos())
	}
}

// A held is a type of a library in another type.
type held struct {
	lib     *library
	typ     *types.Named
	name    string
	pointer bool // whether it is what a pointer points to
	direct  bool // whether it is not in a struct of the module
}

// holds returns the types of the row's libraries that move and that reflection
// finds in a value of type t.
func (s *scout) holds(t types.Type) []held {
	var all []held
	seen := map[types.Type]bool{}
	var walk func(t types.Type, h held)
	walk = func(t types.Type, h held) {
		t = types.Unalias(t)
		if t == nil || seen[t] {
			return
		}
		if n, ok := t.(*types.Named); ok {
			if l := s.library(n.Obj()); l != nil && l.moves(n.Obj().Name()) {
				h.lib, h.typ, h.name = l, n, n.Obj().Name()
				all = append(all, h)
				return
			}
			for arg := range n.TypeArgs().Types() {
				walk(arg, held{})
			}
			if n.Obj().Pkg() == nil || !s.m.own[n.Obj().Pkg().Path()] || s.isKept(n.Obj()) {
				return // it is as it was
			}
		}
		seen[t] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem(), held{pointer: true, direct: h.direct})
		case *types.Slice:
			walk(u.Elem(), held{direct: h.direct})
		case *types.Array:
			walk(u.Elem(), held{direct: h.direct})
		case *types.Map:
			walk(u.Key(), held{direct: h.direct})
			walk(u.Elem(), held{direct: h.direct})
		case *types.Struct:
			for f := range u.Fields() {
				// Nobody calls a method on a field that is not exported.
				if (f.Exported() || f.Embedded()) && !s.m.staysEmbedded(f) {
					walk(f.Type(), held{})
				}
			}
		}
	}
	walk(t, held{direct: true})
	return all
}

// isKept reports whether an object keeps the library.
func (s *scout) isKept(obj types.Object) bool {
	at := s.m.placeAt(s.file.fset, obj.Pos())
	f := s.m.files[at.path]
	return f == nil || f.frozen != "" || s.plan.levels[at] == keepOld
}

// isType reports whether t is the library's type of that name, or points to it.
func (s *scout) isType(t types.Type, name string) bool {
	l, named := s.m.movingType(t)
	return l != nil && s.library(named.Obj()) == l && (name == "" || named.Obj().Name() == name)
}

// given notes what the row's package gets as an interface, which it looks into, if
// that holds the row's type.
func (s *scout) given(e ast.Expr, t types.Type) {
	if _, isPointer := under(s.info.TypeOf(e)).(*types.Pointer); s.row.Into && !isPointer {
		return
	}
	if types.IsInterface(t) && slices.ContainsFunc(s.holds(s.info.TypeOf(e)), s.counts) {
		s.tell(e.Pos())
	}
}

// tagged notes the fields with the row's tag that hold a type.
func (s *scout) tagged(st *ast.StructType, is func(held) bool) {
	for syntax, field := range s.fields(st) {
		if syntax.Tag == nil || !pattern(s.row.Tag).MatchString(syntax.Tag.Value) {
			continue
		}
		for _, h := range s.holds(field.Type()) {
			if h.direct && is(h) {
				s.tell(syntax.Pos())
			}
		}
	}
}

// patterns are those of tags and paths, compiled once.
var patterns sync.Map

func pattern(text string) *regexp.Regexp {
	re, ok := patterns.Load(text)
	if !ok {
		re, _ = patterns.LoadOrStore(text, regexp.MustCompile(text))
	}
	return re.(*regexp.Regexp)
}

// fields yields the fields of a struct type, but for those that keep their type
// because of their name.
func (s *scout) fields(st *ast.StructType) iter.Seq2[*ast.Field, *types.Var] {
	return func(yield func(*ast.Field, *types.Var) bool) {
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

// omitempty notes the UUIDs that get or lose an IsZero method.
func omitempty(s *scout, n ast.Node) {
	if st, ok := n.(*ast.StructType); ok {
		s.tagged(st, func(h held) bool {
			return h.name == "UUID" && !h.pointer && hasMethod(h.typ, "IsZero") == (h.lib == superset)
		})
	}
}

// embedding notes structs whose methods change.
func embedding(s *scout, n ast.Node) {
	st, ok := n.(*ast.StructType)
	if !ok {
		return
	}
	for syntax, field := range s.fields(st) {
		if field.Embedded() && s.isType(field.Type(), "") {
			s.tell(syntax.Pos())
		}
	}
}

// registered notes types that gob knows by their path.
func registered(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if ok && qualifiedName(typeutil.Callee(s.info, call)) == "encoding/gob.Register" && s.isType(s.info.TypeOf(call.Args[0]), "") {
		s.tell(call.Pos())
	}
}

// scanned notes pointers to UUIDs that a method Scan fills.
func scanned(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Scan" {
		return
	}
	for _, e := range call.Args {
		if _, ok := s.info.TypeOf(e).(*types.Pointer); ok && s.isType(s.info.TypeOf(e), "UUID") {
			s.tell(e.Pos())
		}
	}
}

// parsers are the functions that parse a text, by their old names.
var parsers = []string{"Parse", "ParseBytes", "MustParse", "Validate", "Valid", "FromString", "FromStringOrNil", "UUID.Parse", "UUID.UnmarshalText"}

// parsedText notes texts that are parsed: those that are not constant, or for the row
// of constants those that only one of the packages parses.
func parsedText(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		if id, ok := n.(*ast.Ident); ok && !s.row.Sure && s.isParser(s.info.Uses[id]) && !s.called[id] {
			s.tell(id.Pos())
		}
		return
	}
	argumentSites(s.info, call, func(e ast.Expr, t types.Type) {
		// flag.TextVar and its like parse what they get later.
		if !s.row.Sure && types.TypeString(t, nil) == "encoding.TextUnmarshaler" && s.isType(s.info.TypeOf(e), "UUID") {
			s.tell(e.Pos())
		}
	})
	id := calledName(call)
	if id == nil || !s.isParser(s.info.Uses[id]) || len(call.Args) != 1 {
		return
	}
	s.called[id] = true
	text, isConstant := s.constant(call.Args[0])
	if !s.row.Sure {
		if !isConstant {
			s.tell(call.Pos())
		}
		return
	}
	if l := s.library(s.info.Uses[id]); isConstant && accepted[l.from].MatchString(text) != accepted[s.m.target].MatchString(text) {
		s.tell(call.Pos())
	}
}

func (s *scout) isParser(obj types.Object) bool {
	_, isFunc := obj.(*types.Func)
	return isFunc && s.library(obj) != nil && slices.Contains(parsers, ruleName(obj))
}

// calledName returns the name that a call calls, or nil.
func calledName(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// constant returns the text that an expression always has, also as bytes.
func (s *scout) constant(e ast.Expr) (string, bool) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 && s.info.Types[call.Fun].IsType() {
		e = call.Args[0]
	}
	v := s.info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

const hyphenated = `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`

// accepted are the texts that packages parse.
var accepted = map[string]*regexp.Regexp{
	differences.Google: regexp.MustCompile(`(?s)^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|.` + hyphenated + `.)$`),
	differences.Gofrs:  gofrsForms,
	differences.Satori: gofrsForms,
	differences.Here:   hereForms,
	ours:               hereForms,
	standard:           regexp.MustCompile(`^([0-9A-Fa-f]{32}|(urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`),
}

var (
	hereForms  = regexp.MustCompile(`^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`)
	gofrsForms = regexp.MustCompile(`^((urn:uuid:)?` + plain + `|\{` + plain + `\})$`)
)

const plain = `([0-9A-Fa-f]{32}|` + hyphenated + `)`

func isUUID(s string) bool { return hereForms.MatchString(s) }

// hexadecimal notes what %x and %X print of a UUID with a Format method: surely
// what a value holds, perhaps what an interface or a type parameter stands for, and
// whatever a format prints that is not constant. The rewriter has mended a UUID that
// stands alone.
func hexadecimal(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	for _, arg := range printedBy(s.info, call) {
		isHex, t := arg.isHex(), s.info.TypeOf(arg.expr)
		if !isHex && !arg.unknown || t == nil || !arg.unknown && s.isType(t, "UUID") {
			continue
		}
		holds := slices.ContainsFunc(s.holds(t), func(h held) bool {
			return h.name == "UUID" && hasMethod(h.typ, "Format") || h.name == "NullUUID"
		})
		if s.row.Sure == (holds && !arg.unknown) && (holds || s.mayBe(t)) {
			s.tell(arg.expr.Pos())
		}
	}
}

// mayBe reports whether a value of type t may be a UUID of the row's library: t is an
// interface or a type parameter, or a slice, an array, a map or a pointer of them.
func (s *scout) mayBe(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	// A constraint such as ~int cannot be met, and most interfaces neither.
	case *types.TypeParam:
		return slices.ContainsFunc(s.formatters(), func(named types.Type) bool {
			return types.Satisfies(named, u.Constraint().Underlying().(*types.Interface))
		})
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return slices.ContainsFunc(s.formatters(), func(named types.Type) bool { return types.Implements(named, u) })
	case *types.Pointer:
		return s.mayBe(u.Elem())
	case *types.Slice:
		return s.mayBe(u.Elem())
	case *types.Array:
		return s.mayBe(u.Elem())
	case *types.Map:
		return s.mayBe(u.Elem())
	}
	return false
}

// formatters returns the UUID types with a Format method that the file's package
// can have.
func (s *scout) formatters() []types.Type {
	var list []types.Type
	walkImports(s.file.pkg.Types, func(p *types.Package) {
		obj := p.Scope().Lookup("UUID")
		if s.m.libraryOf(p) != nil && obj != nil && hasMethod(obj.Type(), "Format") {
			list = append(list, obj.Type())
		}
	})
	return list
}

// formatFlags notes verbs that a Format method has printed in its own way.
func formatFlags(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
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

// printedForms notes what prints in another form, but for the arguments of printing
// calls that are converted to the old type.
func printedForms(s *scout, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	obj := typeutil.Callee(s.info, call)
	isLogger := obj != nil && obj.Pkg() != nil && loggers.MatchString(obj.Pkg().Path())
	converted := map[ast.Expr]bool{}
	for _, arg := range printedBy(s.info, call) {
		converted[arg.expr] = true
	}
	// Only what the callee gets as an interface can be printed by a method.
	argumentSites(s.info, call, func(e ast.Expr, t types.Type) {
		if !types.IsInterface(t) || !isLogger && !converted[e] {
			return
		}
		for _, h := range s.holds(s.info.TypeOf(e)) {
			if h.name == "NullUUID" || hasOldText(h.lib, h.name) && !(converted[e] && s.isType(s.info.TypeOf(e), h.name)) {
				s.tell(e.Pos())
			}
		}
	})
}

// hasOldText reports whether the String method of a type of a library has no
// counterpart.
func hasOldText(l *library, name string) bool {
	r := l.rule(name + ".String")
	return r.new == "" && r.note != l.others
}

// errorTexts are pieces of what the errors of the libraries say.
var errorTexts = regexp.MustCompile(`invalid UUID|invalid urn prefix|invalid bracketed UUID` +
	`|Scan: (unable to scan|invalid)|uuid: (incorrect UUID|UUID must be exactly|cannot convert|could not|no HW address)`)

// errorText notes pieces of error texts, and errors whose text is compared.
func errorText(s *scout, n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if text, ok := s.literal(n); ok && errorTexts.MatchString(text) && !s.made[n] {
			s.tell(n.Pos())
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			s.comparedTexts(n.X, n.Y)
		}
	case *ast.CallExpr:
		f := typeutil.Callee(s.info, n)
		if name := qualifiedName(f); (name == "errors.New" || name == "fmt.Errorf") && len(n.Args) > 0 {
			s.made[n.Args[0]] = true // the text of the module's own error stays
		}
		if f != nil && f.Pkg() != nil && comparers.MatchString(f.Pkg().Path()) {
			s.comparedTexts(n.Args...)
		}
	}
}

// comparers are packages whose functions compare texts.
var comparers = regexp.MustCompile(`^(strings|bytes|regexp)$|/(assert|require)$|^gotest.tools`)

// comparedTexts notes the text of an error among expressions that are compared, unless
// a constant among them has nothing to do with UUIDs.
func (s *scout) comparedTexts(list ...ast.Expr) {
	if !slices.ContainsFunc(s.file.syntax.Imports, func(spec *ast.ImportSpec) bool { return s.m.libraryAt(importPath(spec)) != nil }) {
		return
	}
	for _, e := range list {
		if text, ok := s.constant(e); ok && !strings.Contains(strings.ToLower(text), "uuid") {
			return
		}
	}
	for _, e := range list {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			continue
		}
		if id := calledName(call); id != nil && id.Name == "Error" && types.TypeString(s.info.TypeOf(call), nil) == "string" {
			s.tell(e.Pos())
		}
	}
}

// literal returns the string that n is a literal of.
func (s *scout) literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || s.info.Types[lit].Value == nil { // an import has none
		return "", false
	}
	return s.constant(lit)
}

// action finds the methods in a template.
var action = regexp.MustCompile(`\{\{.*?\}\}`)

// methodByName notes strings by which a method is called that is gone.
func methodByName(s *scout, n ast.Node) {
	text, ok := s.literal(n)
	if ok && strings.Contains(text, "{{") {
		for _, inside := range action.FindAllString(text, -1) {
			for name := range strings.FieldsFuncSeq(inside, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') }) {
				// ID and Time are names of fields, too, and of more of them than of methods.
				if name != "ID" && name != "Time" && strings.Contains(inside, "."+name) && s.isGone(name) {
					s.tell(n.Pos())
					return
				}
			}
		}
	}
	if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 && strings.HasPrefix(qualifiedName(typeutil.Callee(s.info, call)), "reflect.MethodByName") {
		if name, ok := s.constant(call.Args[0]); ok && s.isGone(name) {
			s.tell(n.Pos())
		}
	}
}

// isGone reports whether a UUID of the row's libraries has a method of that name and
// does not have it afterwards.
func (s *scout) isGone(method string) bool {
	for _, l := range s.m.libraries {
		r := l.rule("UUID." + method)
		if slices.Contains(s.row.From, l.from) && s.m.imports(l.from) && r.note != l.others && r.new != method {
			return true
		}
	}
	return false
}

// typeNames notes names of types that have another one here.
func typeNames(s *scout, n ast.Node) {
	if text, ok := s.literal(n); ok && strings.TrimPrefix(strings.TrimPrefix(text, "*"), "uuid.") == "NullUUID" {
		s.tell(n.Pos())
	}
}

// oldPaths notes the paths of libraries in strings and comments, with the name of
// the host or without.
func oldPaths(s *scout, n ast.Node) {
	if text, ok := s.literal(n); ok {
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
	for _, l := range s.m.libraries {
		for _, path := range l.paths {
			if pattern(`\b` + regexp.QuoteMeta(strings.TrimPrefix(path, "github.com/")) + `\b`).MatchString(text) {
				s.tell(pos)
				return
			}
		}
	}
}

// dynamicTypes notes where values of the old type may come from another module and
// meet the new type at run time only.
func dynamicTypes(s *scout, n ast.Node) {
	if !s.foreign {
		return
	}
	dynamic := func(e ast.Expr, t types.Type) {
		if s.isType(t, "") {
			s.tell(e.Pos())
		}
	}
	for _, e := range assertedTypes(n) {
		dynamic(e, s.info.TypeOf(e))
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	switch qualifiedName(typeutil.Callee(s.info, call)) {
	case "reflect.TypeOf":
		dynamic(call.Args[0], s.info.TypeOf(call.Args[0]))
	case "reflect.TypeFor":
		if index, ok := ast.Unparen(call.Fun).(*ast.IndexExpr); ok {
			dynamic(index.Index, s.info.TypeOf(index.Index))
		}
	}
	// A function as an interface is called by reflection.
	argumentSites(s.info, call, func(e ast.Expr, target types.Type) {
		sig, ok := under(s.info.TypeOf(e)).(*types.Signature)
		if !ok || !types.IsInterface(target) {
			return
		}
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range tuple.Variables() {
				dynamic(e, v.Type())
			}
		}
	})
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
