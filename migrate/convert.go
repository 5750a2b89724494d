package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A boundary is a file of which values of a library's type meet those of the
// target's: the API of another module has the one, this module has the other.
type boundary struct {
	editor
	m    *module
	plan *plan
	ch   *checked
	file *ast.File
	path string
	c    *config

	converted map[ast.Expr]bool
	used      map[ast.Node]map[string]bool // names
	done      map[string]int               // the number of each kind of conversion
}

// settle converts at the boundaries of a file of a checked package. The plan gets a note of the
// imports that the file still needs. A file that is not rewritten retains its types, and settle
// returns nil.
func (m *module) settle(c *config, ch *checked, f *ast.File, p *plan) *boundary {
	path := ch.fset.File(f.FileStart).Name()
	if m.files[path].frozen != "" {
		return nil
	}
	src, isRewritten := ch.src[path]
	if !isRewritten {
		src = m.files[path].src
	}
	b := &boundary{
		editor: editor{fset: ch.fset, src: src}, m: m, plan: p, ch: ch, file: f, path: path, c: c,
		converted: map[ast.Expr]bool{}, used: map[ast.Node]map[string]bool{}, done: map[string]int{},
	}
	b.convert()
	if isRewritten && len(b.edits) == 0 {
		b.tidy()
	}
	return b
}

// convert adds conversions where a value of one type must have the other type.
func (b *boundary) convert() {
	info := b.ch.info
	for _, s := range sites(info, b.file) {
		t := info.TypeOf(s.expr)
		if t == nil {
			continue
		}
		if s.stmt != nil {
			b.several(s, t)
			continue
		}
		if s.other != nil { // of two that are compared the old one changes
			if b.isOld(t) && b.isNew(s.target) {
				b.to(s.expr, s.target)
			} else if b.isNew(t) && b.isOld(s.target) {
				b.to(s.other, t)
			}
			continue
		}
		if b.meet(t, s.target) {
			b.to(s.expr, s.target)
		} else if types.IsInterface(s.target) {
			b.implement(t, s.target)
		}
	}
	for n := range ast.Preorder(b.file) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
				b.declare(n.Rhs)
			}
		case *ast.ValueSpec:
			if n.Type == nil && len(n.Names) == len(n.Values) {
				b.declare(n.Values)
			}
		case *ast.CallExpr:
			b.alike(n)
			b.inferred(n)
		}
	}
}

// isOld reports whether t is a type of a library, or a pointer to one, that
// another type replaces.
func (b *boundary) isOld(t types.Type) bool {
	l, _ := b.m.movingType(t)
	return l != nil
}

// isNew reports whether t is a type of the target, or a pointer to one.
func (b *boundary) isNew(t types.Type) bool {
	named := namedType(t)
	return named != nil && named.Obj().Pkg() == b.c.target
}

// successor returns the target's type for that of a library.
func (b *boundary) successor(t types.Type) types.Type {
	named := namedType(t)
	l := b.m.libraryOf(named.Obj().Pkg())
	obj := b.c.target.Scope().Lookup(l.rule(named.Obj().Name()).new)
	if obj == nil {
		return nil
	}
	return obj.Type()
}

// declare converts the result of another module's function where a variable is declared
// with it, so the variable has the module's own type.
func (b *boundary) declare(values []ast.Expr) {
	for _, e := range values {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		named, isNamed := types.Unalias(b.ch.info.TypeOf(e)).(*types.Named)
		if !ok || !isNamed || b.ch.info.Types[call.Fun].IsType() || !b.isOld(named) || named.Obj().Name() != "UUID" || b.plan.levels[b.place(e.Pos())] == keepOld {
			continue
		}
		if f := typeutil.Callee(b.ch.info, call); f == nil || b.m.libraryOf(f.Pkg()) == nil {
			b.to(e, b.successor(named))
		}
	}
}

// alike converts an old UUID that a call compares, most likely, with a new one:
// both UUIDs are arguments of an interface type.
func (b *boundary) alike(call *ast.CallExpr) {
	var olds []ast.Expr
	var target types.Type
	argumentSites(b.ch.info, call, func(e ast.Expr, t types.Type) {
		if !types.IsInterface(t) {
			return
		}
		switch named, _ := types.Unalias(b.ch.info.TypeOf(e)).(*types.Named); {
		case named == nil:
		case b.isOld(named) && named.Obj().Name() == "UUID" && b.conversion(e) == nil:
			olds = append(olds, e)
		case b.isNew(named) && named.Obj().Name() == "UUID":
			target = named
		}
	})
	// Without a new UUID beside them they may not be compared at all.
	if target != nil {
		for _, e := range olds {
			b.to(e, target)
		}
	}
}

// inferred converts the old UUIDs among the arguments from which the type
// arguments of one of the module's own functions are inferred.
func (b *boundary) inferred(call *ast.CallExpr) {
	f, ok := b.ch.info.Uses[nameOf(call.Fun)].(*types.Func)
	if !ok || f.Pkg() == nil || !b.m.own[f.Pkg().Path()] || b.plan.levels[b.m.placeAt(b.ch.fset, f.Pos())] == keepOld {
		return
	}
	// A type argument that is inferred of two types at once does not compile, and no site
	// has a type for it.
	params := f.Signature().Params()
	for i, e := range call.Args {
		if i >= params.Len() {
			break
		}
		t := b.ch.info.TypeOf(e)
		if _, ok := params.At(i).Type().(*types.TypeParam); ok && t != nil && b.isOld(t) {
			b.to(e, b.successor(t))
		}
	}
}

// place returns the declaration that pos is in.
func (b *boundary) place(pos token.Pos) place { return placeOf(b.ch.fset, b.file, pos) }

// to converts an expression to a type.
func (b *boundary) to(e ast.Expr, t types.Type) {
	if t == nil || b.converted[e] || !types.ConvertibleTo(b.ch.info.TypeOf(e), t) {
		return
	}
	text := b.typeName(t)
	if text == "" {
		return // until the file imports it
	}
	b.converted[e] = true
	// Something else may have the name of the package there.
	name, _, _ := strings.Cut(text, ".")
	if scope := b.ch.types.Scope().Innermost(e.Pos()); scope != nil {
		_, obj := scope.LookupParent(name, e.Pos())
		if _, isPackage := obj.(*types.PkgName); obj != nil && !isPackage && typeName(t) == "UUID" {
			text = "[16]byte" // which can be assigned to both types
		}
	}
	b.done["conversion to "+text]++
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type != nil {
		b.replace(lit.Type.Pos(), lit.Type.End(), text)
		return
	}
	if call := b.conversion(e); call != nil {
		if types.Identical(b.ch.info.TypeOf(call.Args[0]), t) {
			b.unwrap(call, call.Args[0])
			return
		}
		b.replace(call.Fun.Pos(), call.Fun.End(), operator(text))
		return
	}
	b.wrap(e, operator(text)+"(", ")")
}

// conversion returns e if it is a conversion to a type of a library or of the
// target.
func (b *boundary) conversion(e ast.Expr) *ast.CallExpr {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !b.ch.info.Types[call.Fun].IsType() {
		return nil
	}
	if t := b.ch.info.TypeOf(call.Fun); b.isOld(t) || b.isNew(t) {
		return call
	}
	return nil
}

// meet reports whether one type is a library's and the other is the target's.
func (b *boundary) meet(x, y types.Type) bool {
	return b.isOld(x) && b.isNew(y) || b.isNew(x) && b.isOld(y)
}

// operator returns the text before the parentheses of a conversion to a type.
func operator(typ string) string {
	if strings.HasPrefix(typ, "*") {
		return "(" + typ + ")"
	}
	return typ
}

// typeName returns how the file writes a type of a library or of the target,
// or a pointer to one. It is empty until the file imports the package: the plan will have it do so.
func (b *boundary) typeName(t types.Type) string {
	obj := namedType(t).Obj()
	for _, spec := range b.file.Imports {
		name := specName(spec)
		if importPath(spec) != obj.Pkg().Path() || name == "_" || name == "." {
			continue
		}
		if isPointer(t) {
			name = "*" + name
		}
		return name + "." + obj.Name()
	}
	missing := need{b.path, obj.Pkg().Path()}
	b.plan.changed = b.plan.changed || !b.plan.needs[missing]
	b.plan.needs[missing] = true
	return ""
}

// implement does not rewrite the method that prevents t from implementing an interface, if the interface
// cannot change. Otherwise it does not rewrite the interface.
func (b *boundary) implement(t, target types.Type) {
	iface, ok := target.Underlying().(*types.Interface)
	if !ok || types.IsInterface(t) {
		return
	}
	want, wrongType := types.MissingMethod(t, iface, false)
	if want == nil || !wrongType {
		return
	}
	have, _, _ := types.LookupFieldOrMethod(t, true, want.Pkg(), want.Name())
	if have == nil {
		return
	}
	// An interface of the module can follow the method. An interface of another module cannot.
	wantAt, haveAt := b.m.placeAt(b.ch.fset, want.Pos()), b.m.placeAt(b.ch.fset, have.Pos())
	switch canHave := b.m.canChange(b.plan, haveAt); {
	case b.m.canChange(b.plan, wantAt) && !canHave:
		b.plan.keep(wantAt, "a type with the method "+want.Name()+" keeps the old type and is to implement it")
	case !b.m.canChange(b.plan, wantAt) && canHave:
		b.plan.keep(haveAt, types.TypeString(target, (*types.Package).Name)+" has the old type in the method "+want.Name())
	}
}

// several converts some of the values that a call returns where a statement
// returns or assigns them all.
func (b *boundary) several(s site, t types.Type) {
	from, ok := t.(*types.Tuple)
	to, ok2 := s.target.(*types.Tuple)
	if !ok || !ok2 || from.Len() != to.Len() || !b.converts(from, to) {
		return
	}
	assign, _ := s.stmt.(*ast.AssignStmt)
	var names, values, targets []string
	for i := range from.Len() {
		if assign != nil && isBlank(assign.Lhs[i]) {
			names = append(names, "_")
			continue
		}
		x, y := from.At(i).Type(), to.At(i).Type()
		name := b.fresh(b.stem(i, x, y), s, assign != nil)
		value := name
		if b.meet(x, y) {
			typ := b.typeName(y)
			if typ == "" {
				return
			}
			value = operator(typ) + "(" + name + ")"
		}
		names, values = append(names, name), append(values, value)
		if assign != nil {
			targets = append(targets, b.source(assign.Lhs[i]))
		}
	}
	// A conversion takes a single value, so each result is assigned to a variable first.
	b.converted[s.expr] = true
	b.insert(s.listed.Pos(), strings.Join(names, ", ")+" := "+b.source(s.expr)+"\n")
	if assign == nil {
		b.replace(s.expr.Pos(), s.expr.End(), strings.Join(values, ", "))
		return
	}
	b.replace(s.stmt.Pos(), s.stmt.End(), strings.Join(targets, ", ")+" = "+strings.Join(values, ", "))
}

// converts reports whether one of several values needs a conversion.
func (b *boundary) converts(from, to *types.Tuple) bool {
	for i := range from.Len() {
		if b.meet(from.At(i).Type(), to.At(i).Type()) {
			return true
		}
	}
	return false
}

// stem returns the name of a variable for the value i of several, to use if it is free.
func (b *boundary) stem(i int, from, to types.Type) string {
	switch {
	case b.meet(from, to):
		return "ID"
	case types.Identical(from, types.Universe.Lookup("error").Type()):
		return "err"
	}
	return "v" + strconv.Itoa(i)
}

// fresh returns a name that the declaration around a site does not have. Where
// nothing follows that could mean another one, it may have err.
func (b *boundary) fresh(stem string, s site, followed bool) string {
	if stem == "err" && !followed {
		return stem
	}
	name, used := strings.ToLower(stem), b.names(s.expr)
	for i := 1; used[name]; i++ {
		name = "old" + strings.ToUpper(stem[:1]) + stem[1:]
		if i > 1 {
			name += strconv.Itoa(i)
		}
	}
	used[name] = true
	return name
}

// names returns the names in the declaration around an expression, with those
// that fresh has given away.
func (b *boundary) names(e ast.Expr) map[string]bool {
	decl := units(b.file)[b.place(e.Pos()).unit]
	if b.used[decl] == nil {
		b.used[decl] = map[string]bool{}
		for n := range ast.Preorder(decl) {
			if id, ok := n.(*ast.Ident); ok {
				b.used[decl][id.Name] = true
			}
		}
	}
	return b.used[decl]
}

// tidy removes conversions to the type that a value has, and imports that
// nothing uses.
func (b *boundary) tidy() {
	used := map[types.Object]bool{}
	for _, obj := range b.ch.info.Uses {
		used[obj] = true
	}
	for _, spec := range b.file.Imports {
		obj := b.ch.info.Implicits[spec]
		if spec.Name != nil {
			obj = b.ch.info.Defs[spec.Name]
		}
		if name, ok := obj.(*types.PkgName); ok && name.Name() != "_" && name.Name() != "." && !used[name] {
			b.remove(importNode(b.file, spec))
		}
	}
	// Conversions that an earlier pass needed may need none after a later one.
	for n := range ast.Preorder(b.file) {
		if e, ok := n.(ast.Expr); ok && !b.converted[e] {
			call := b.conversion(e)
			if call != nil && b.isSpelled(call.Fun) && types.Identical(b.ch.info.TypeOf(call.Fun), b.ch.info.TypeOf(call.Args[0])) {
				b.unwrap(call, call.Args[0])
			}
		}
	}
}

// isSpelled reports whether a type is written with the name of its package. The code
// base's own aliases are not.
func (b *boundary) isSpelled(e ast.Expr) bool {
	e = ast.Unparen(e)
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := b.ch.info.Uses[sel.Sel]
	return obj != nil && (obj.Pkg() == b.c.target || b.m.libraryOf(obj.Pkg()) != nil)
}
