package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
)

// same changes only the name.
func same(r *rewriter, x *ref) { r.move(x, x.rule.new) }

// left keeps a name that has no counterpart, and its import. If the name is a method, its receiver
// is converted to the old type.
func left(r *rewriter, x *ref) {
	if x.recv == nil {
		r.leave(x, x.rule.note)
		return
	}
	name, _, _ := strings.Cut(x.rule.old, ".")
	if x.lib.moves(name) { // otherwise the receiver keeps its type, and the call needs no change
		r.toOld(x)
		r.leave(x, x.rule.note)
	}
}

// called returns a verb that applies the how verb to a method call, and keeps the old method of a
// method value, as left does.
func called(how verb) verb {
	return func(r *rewriter, x *ref) {
		if x.recv != nil && x.call == nil {
			left(r, x)
			return
		}
		how(r, x)
	}
}

// helped replaces a function or a method call with a helper from helpers.go.
func helped(r *rewriter, x *ref) {
	if x.recv == nil {
		r.become(x, r.helper(x.rule.new))
		return
	}
	r.wrapReceiver(x, r.helper(x.rule.new)+"(", ")")
	r.done(x, x.rule.new)
}

// wrapReceiver replaces a method call with its receiver, with before and after around it.
func (r *rewriter) wrapReceiver(x *ref, before, after string) {
	r.wrap(x.recv, before, "") // keeps before outside of other edits around the receiver
	r.replace(x.recv.End(), x.call.End(), after)
}

// null rewrites NullUUID, the type of a UUID that may be missing. If the type is embedded, its name
// is also a field name. An alias keeps the field name, unless the package already declares this
// name.
func null(r *rewriter, x *ref) {
	field, ok := r.info.Defs[x.id].(*types.Var)
	switch {
	case !ok:
		same(r, x)
	case r.m.staysEmbedded(field.Pkg(), field.Type()):
		r.leave(x, "the type is embedded, and the new type would change the field's name")
	default:
		r.become(x, r.helper(x.obj.Name()))
	}
}

// staysEmbedded reports whether an embedded field must keep the library's type t. This is necessary
// if the target's type has a different name and the package already declares the old name.
func (m *module) staysEmbedded(pkg *types.Package, t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named) // an alias keeps its name
	if !ok {
		return false
	}
	l, name := m.libraryOf(named.Obj()), named.Obj().Name()
	return l != nil && l.rule(name).new != name && pkg.Scope().Lookup(name) != nil
}

// slice replaces a named slice type with an unnamed slice type.
func slice(r *rewriter, x *ref) {
	r.become(x, "[]"+r.name+"."+strings.TrimPrefix(x.rule.new, "[]"))
}

// text replaces a function with a method call on the new function's result.
func text(r *rewriter, x *ref) {
	before, _ := strings.CutSuffix(x.rule.new, "()")
	if x.call != nil {
		r.move(x, before)
		return
	}
	r.become(x, "func() string { return "+r.name+"."+x.rule.new+" }")
}

// variable rewrites a library variable that is a function in the target.
func variable(r *rewriter, x *ref) {
	parent := x.cur.Parent().Node()
	isNil := x.rule.new == "Nil"
	switch kind := x.cur.ParentEdgeKind(); {
	// A constant call, such as len.
	case kind == edge.CallExpr_Args && r.info.Types[parent.(*ast.CallExpr)].Value != nil:
		r.become(x, r.name+".UUID{}")
	case kind == edge.UnaryExpr_X && parent.(*ast.UnaryExpr).Op == token.AND && isNil:
		r.replace(parent.Pos(), parent.End(), "new("+r.name+".UUID)")
		r.moved = true
		r.done(x, "new(UUID)")
	case kind == edge.SliceExpr_X && isNil:
		r.become(x, "new("+r.name+".UUID)")
	case kind == edge.SliceExpr_X:
		if s := parent.(*ast.SliceExpr); s.Low == nil && s.High == nil && s.Max == nil {
			r.replace(s.X.End(), s.End(), "")
		}
		r.wrap(x.expr, r.helper("uuidBytes")+"(", "())")
		r.move(x, x.rule.new)
	case kind == edge.AssignStmt_Lhs,
		kind == edge.UnaryExpr_X && parent.(*ast.UnaryExpr).Op == token.AND,
		kind == edge.IndexExpr_X && x.cur.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs,
		kind == edge.SelectorExpr_X && r.wantsPointer(parent.(*ast.SelectorExpr)):
		r.leave(x, "the new name is a function, which has no address and cannot be assigned to")
	default:
		r.insert(x.expr.End(), "()")
		r.move(x, x.rule.new)
	}
}

// wantsPointer reports whether a selector refers to a method with a pointer receiver.
func (r *rewriter) wantsPointer(sel *ast.SelectorExpr) bool {
	f, ok := r.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Signature().Recv() != nil && isPointer(f.Signature().Recv().Type())
}

// generic rewrites a function that accepts []byte or string. Its counterpart in this library is
// generic and accepts both types.
func generic(r *rewriter, x *ref) {
	params := x.obj.(*types.Func).Signature().Params()
	name := types.TypeString(params.At(1).Type(), nil)
	switch {
	case x.call == nil:
		r.insert(x.expr.End(), "["+name+"]")
	case len(x.call.Args) == 2:
		r.typeNil(x.call.Args[1])
	}
	r.move(x, x.rule.new)
}

// typeNil converts nil to []byte because a type argument cannot be inferred from nil.
func (r *rewriter) typeNil(e ast.Expr) {
	if r.info.Types[e].IsNil() {
		r.wrap(e, "[]byte(", ")")
	}
}

// hashed rewrites NewHash if its version is the constant 8, the only version that NewV8Hash makes.
func hashed(r *rewriter, x *ref) {
	if x.call == nil || len(x.call.Args) != 4 {
		left(r, x)
		return
	}
	v := r.info.Types[x.call.Args[3]].Value
	if v == nil || !constant.Compare(constant.ToInt(v), token.EQL, constant.MakeInt64(8)) {
		left(r, x)
		return
	}
	r.typeNil(x.call.Args[2])
	r.replace(x.call.Args[2].End(), x.call.Args[3].End(), "")
	r.move(x, x.rule.new)
}

// dropped removes a statement that has no purpose in this library.
func dropped(r *rewriter, x *ref) {
	switch x.at.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		r.removeStmt(x.at.Parent().Node())
		r.done(x, "(removed)")
	default:
		left(r, x)
	}
}

// setRand rewrites SetRand. The calls are removed if all calls in the package only restore the
// default.
func setRand(r *rewriter, x *ref) {
	for _, f := range r.file.pkg.Syntax {
		for n := range ast.Preorder(f) {
			call, ok := n.(*ast.CallExpr)
			if !ok || r.info.Uses[nameOf(call.Fun)] != x.obj {
				continue
			}
			isDefault := r.info.Types[call.Args[0]].IsNil() ||
				qualifiedName(r.info.Uses[nameOf(call.Args[0])]) == "crypto/rand.Reader"
			if !isDefault {
				left(r, x)
				return
			}
		}
	}
	dropped(r, x)
}
