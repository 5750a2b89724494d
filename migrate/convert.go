package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A boundary adds conversions to one file where it exchanges UUIDs with another module. The other
// module's API uses a library's types, and this module uses the target's types.
type boundary struct {
	editor
	m    *module
	plan *plan
	ch   *checked
	file *ast.File
	path string
	c    *config

	converted map[ast.Expr]bool
	used      map[ast.Node]map[string]bool // the names used in each declaration
	done      map[string]int               // the number of conversions of each kind
}

// settle adds the conversions that a file in a checked package needs. It adds missing imports to
// the plan. If the file must not be edited, settle returns nil.
func (m *module) settle(c *config, ch *checked, f *ast.File, p *plan) *boundary {
	path := ch.fset.File(f.FileStart).Name()
	if m.files[path].frozen != "" {
		return nil
	}
	b := &boundary{
		editor: editor{fset: ch.fset, src: m.textOf(path, ch.src)}, m: m, plan: p, ch: ch, file: f, path: path, c: c,
		converted: map[ast.Expr]bool{}, used: map[ast.Node]map[string]bool{}, done: map[string]int{},
	}
	b.convert()
	// Conversions from this pass may need imports that look unused, so tidy waits for a pass
	// without conversions.
	if ch.src[path] != nil && len(b.edits) == 0 {
		b.tidy()
	}
	return b
}

// convert adds conversions where a value has a library type and the target's type is required, or
// the reverse.
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
		if s.other != nil { // in a comparison, the old operand is converted
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

// isOld reports whether t is a library type that the target replaces, or a pointer to such a type.
func (b *boundary) isOld(t types.Type) bool {
	l, _ := b.m.movingType(t)
	return l != nil
}

// isNew reports whether t is one of the target's types, or a pointer to such a type.
func (b *boundary) isNew(t types.Type) bool {
	named := namedType(t)
	return named != nil && named.Obj().Pkg() == b.c.target
}

// successor returns the target type that replaces the library type t.
func (b *boundary) successor(t types.Type) types.Type {
	l, named := b.m.movingType(t)
	obj := b.c.target.Scope().Lookup(l.rule(named.Obj().Name()).new)
	if obj == nil {
		return nil
	}
	return obj.Type()
}

// declare converts the result of another module's function in a variable declaration, so the
// variable has the target's type.
func (b *boundary) declare(values []ast.Expr) {
	for _, e := range values {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		named, isNamed := types.Unalias(b.ch.info.TypeOf(e)).(*types.Named)
		// Only UUIDs: a NullUUID cannot be converted, and a converted Version would print differently.
		isCall := ok && isNamed && !b.ch.info.Types[call.Fun].IsType()
		if !isCall || !b.isOld(named) || named.Obj().Name() != "UUID" ||
			b.plan.levels[placeOf(b.ch.fset, b.file, e.Pos())] == keepOld {
			continue
		}
		// A call to a library's own function stays for the user to replace, so it gets no conversion.
		if b.m.libraryOf(typeutil.Callee(b.ch.info, call)) == nil {
			b.to(e, b.successor(named))
		}
	}
}

// alike converts the old UUIDs in a call that passes both old and new UUIDs as interface values.
// Such a call most likely compares them.
func (b *boundary) alike(call *ast.CallExpr) {
	var olds []ast.Expr
	var target types.Type
	argumentSites(b.ch.info, call, func(e ast.Expr, t types.Type) {
		if !types.IsInterface(t) {
			return
		}
		switch named, _ := types.Unalias(b.ch.info.TypeOf(e)).(*types.Named); {
		case named == nil:
		// A conversion is there on purpose.
		case b.isOld(named) && named.Obj().Name() == "UUID" && b.conversion(e) == nil:
			olds = append(olds, e)
		case b.isNew(named) && named.Obj().Name() == "UUID":
			target = named
		}
	})
	// A call without a new UUID among its arguments may not compare UUIDs at all.
	if target != nil {
		for _, e := range olds {
			b.to(e, target)
		}
	}
}

// inferred converts old UUIDs in a call to one of the module's generic functions if the type
// arguments are inferred.
func (b *boundary) inferred(call *ast.CallExpr) {
	f, ok := b.ch.info.Uses[nameOf(call.Fun)].(*types.Func)
	if !ok || f.Pkg() == nil || !b.m.own[f.Pkg().Path()] || b.plan.levels[b.m.placeAt(b.ch.fset, f.Pos())] == keepOld {
		return
	}
	// A type argument cannot be inferred from two different types, and sites do not cover type
	// parameters.
	params := f.Signature().Params()
	for i, e := range call.Args[:min(len(call.Args), params.Len())] {
		t := b.ch.info.TypeOf(e)
		if _, ok := params.At(i).Type().(*types.TypeParam); ok && t != nil && b.isOld(t) {
			b.to(e, b.successor(t))
		}
	}
}

// to converts an expression to type t.
func (b *boundary) to(e ast.Expr, t types.Type) {
	if t == nil || b.converted[e] || !types.ConvertibleTo(b.ch.info.TypeOf(e), t) {
		return
	}
	text := b.typeName(t)
	if text == "" {
		return // migrate starts again after this pass, and converts e when the file imports the package
	}
	b.converted[e] = true
	// A local name may hide the package name at this position.
	name, _, _ := strings.Cut(text, ".")
	if scope := b.ch.types.Scope().Innermost(e.Pos()); scope != nil {
		_, obj := scope.LookupParent(name, e.Pos())
		if _, isPackage := obj.(*types.PkgName); obj != nil && !isPackage && typeName(t) == "UUID" {
			text = "[16]byte" // a [16]byte can be assigned to either type
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

// conversion returns e as a call if it converts to a library type or a target type.
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

// meet reports whether one of the types is a library type and the other is the target's type.
func (b *boundary) meet(x, y types.Type) bool {
	return b.isOld(x) && b.isNew(y) || b.isNew(x) && b.isOld(y)
}

// operator returns the source code of a type as it appears in a conversion, before the operand.
func operator(typ string) string {
	if strings.HasPrefix(typ, "*") {
		return "(" + typ + ")"
	}
	return typ
}

// typeName returns the source code that names t in this file. t is a library type or a target
// type, or a pointer to such a type. If the file does not import the package yet, typeName adds the
// import to the plan and returns "".
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

// implement handles a type t that no longer implements an interface because a method has the wrong
// type. If the interface cannot change, the method keeps its old type. If the method cannot change,
// the interface keeps its old type.
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
	// If the module declares the interface, the interface can change with the method. An interface
	// from another module cannot change.
	wantAt, haveAt := b.m.placeAt(b.ch.fset, want.Pos()), b.m.placeAt(b.ch.fset, have.Pos())
	switch canHave := b.m.canChange(b.plan, haveAt); {
	case b.m.canChange(b.plan, wantAt) && !canHave:
		b.plan.keep(wantAt, "the method "+want.Name()+" of a type that implements this interface keeps the old type")
	case !b.m.canChange(b.plan, wantAt) && canHave:
		owner := types.TypeString(target, (*types.Package).Name)
		b.plan.keep(haveAt, "the method "+want.Name()+" of "+owner+" uses the old type")
	}
}

// several adds conversions for a call with several results, if a statement returns or assigns them.
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
	// A conversion accepts a single value, so each result is assigned to a variable first. The call
	// stays where it is, so its arguments can be converted too, and findings in it keep their place.
	b.converted[s.expr] = true
	before := "return "
	if assign != nil {
		// If the assignment is the init statement of an if or switch statement, the new code starts
		// with this keyword too.
		before = string(b.src[b.offset(s.listed.Pos()):b.offset(s.stmt.Pos())]) + strings.Join(targets, ", ") + " = "
	}
	b.replace(s.listed.Pos(), s.expr.Pos(), strings.Join(names, ", ")+" := ")
	b.insert(s.expr.End(), "\n"+before+strings.Join(values, ", "))
}

// converts reports whether at least one result of a call needs a conversion.
func (b *boundary) converts(from, to *types.Tuple) bool {
	for i := range from.Len() {
		if b.meet(from.At(i).Type(), to.At(i).Type()) {
			return true
		}
	}
	return false
}

// stem returns the preferred name of the variable for result i of a call.
func (b *boundary) stem(i int, from, to types.Type) string {
	switch {
	case b.meet(from, to):
		return "ID"
	case types.Identical(from, types.Universe.Lookup("error").Type()):
		return "err"
	}
	return "v" + strconv.Itoa(i)
}

// fresh returns a name that is unused in the declaration around a site. If followed is false, the
// only statement after the new variables is a return statement that uses them. So a new err may hide
// an existing err, and fresh returns err for the error even if the name is used.
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

// names returns the names in the declaration around an expression, including the names that fresh
// has returned.
func (b *boundary) names(e ast.Expr) map[string]bool {
	decl := unitAt(b.ch.fset, b.file, e.Pos())
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

// tidy removes conversions of a value to its own type, and unused imports.
func (b *boundary) tidy() {
	for _, spec := range b.file.Imports {
		// The type-checker reports an unused import at its position, as a soft error.
		if slices.ContainsFunc(b.ch.errs, func(err types.Error) bool { return err.Soft && err.Pos == spec.Pos() }) {
			b.remove(importNode(b.file, spec))
		}
	}
	// A later pass can make a conversion from an earlier pass redundant.
	for n := range ast.Preorder(b.file) {
		if e, ok := n.(ast.Expr); ok {
			call := b.conversion(e)
			if call != nil && b.isSpelled(call.Fun) &&
				types.Identical(b.ch.info.TypeOf(call.Fun), b.ch.info.TypeOf(call.Args[0])) {
				b.unwrap(call, call.Args[0])
			}
		}
	}
}

// isSpelled reports whether the source code refers to a target type or a library type through the
// package name. It returns false for an alias that the code base declares.
func (b *boundary) isSpelled(e ast.Expr) bool {
	e = ast.Unparen(e)
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	obj := b.ch.info.Uses[nameOf(e)]
	return obj != nil && (obj.Pkg() == b.c.target || b.m.libraryOf(obj) != nil)
}
