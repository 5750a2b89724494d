package main

import (
	"go/ast"
	"go/types"
	"strings"
)

// same gives a name its new name; all else about it is the same.
func same(r *rewriter, x *ref) { r.move(x, x.rule.new) }

// left does not rewrite a name that has no counterpart, or its import. A method is
// called on a conversion to the old type.
func left(r *rewriter, x *ref) {
	if x.recv == nil {
		r.leave(x, x.rule.note)
		return
	}
	name, _, _ := strings.Cut(x.rule.old, ".")
	if x.lib.moves(name) {
		r.toOld(x)
		r.leave(x, x.rule.note)
	}
}

// helped calls a helper instead, which helpers.go has.
func helped(r *rewriter, x *ref) {
	switch {
	case x.recv == nil:
		r.become(x, r.helper(x.rule.new))
	case x.call == nil:
		left(r, x)
	default:
		r.wrapReceiver(x, r.helper(x.rule.new)+"(", ")")
		r.done(x, x.rule.new)
	}
}

// wrapReceiver puts text around the receiver of a method and drops the call.
func (r *rewriter) wrapReceiver(x *ref, before, after string) {
	r.wrap(x.recv, before, "")
	r.replace(x.recv.End(), x.call.End(), after)
}

// null is the type of a UUID that may be missing. When the type is embedded, its name is a field
// name. An alias preserves that name, unless the package has the name already.
func null(r *rewriter, x *ref) {
	field, ok := r.info.Defs[x.id].(*types.Var)
	switch {
	case !ok:
		same(r, x)
	case r.m.staysEmbedded(field.Pkg(), field.Type()):
		r.leave(x, "it is embedded, and its field would have another name")
	default:
		r.become(x, r.helper(x.obj.Name()))
	}
}

// staysEmbedded reports whether an embedded field retains its type of a library: the
// type gets another name, and the package has the old one already.
func (m *module) staysEmbedded(pkg *types.Package, t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named) // an alias retains its name
	if !ok {
		return false
	}
	l, name := m.libraryOf(named.Obj().Pkg()), named.Obj().Name()
	return l != nil && l.rule(name).new != name && pkg.Scope().Lookup(name) != nil
}

// slice is a named slice of UUIDs that becomes a slice without a name.
func slice(r *rewriter, x *ref) {
	r.become(x, "[]"+r.name+"."+strings.TrimPrefix(x.rule.new, "[]"))
}

// text is a function whose result is the result of a method on another function's result.
func text(r *rewriter, x *ref) {
	before, _ := strings.CutSuffix(x.rule.new, "()")
	if x.call != nil {
		r.move(x, before)
		return
	}
	r.become(x, "func() string { return "+r.name+"."+x.rule.new+" }")
}

// object returns the object of a name or a selector, or nil.
func (r *rewriter) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return r.info.Uses[e]
	case *ast.SelectorExpr:
		return r.info.Uses[e.Sel]
	}
	return nil
}
