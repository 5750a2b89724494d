package main

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
)

// variable is a variable that became a function.
func variable(r *rewriter, x *ref) {
	const why = "a function cannot be assigned to, and has no address"
	parent := x.cur.Parent().Node()
	isNil := x.rule.new == "Nil"
	switch kind := x.cur.ParentEdgeKind(); {
	case kind == edge.CallExpr_Args && r.info.Types[parent.(*ast.CallExpr)].Value != nil: // len
		r.become(x, r.name+".UUID{}")
		return
	case kind == edge.UnaryExpr_X && parent.(*ast.UnaryExpr).Op == token.AND:
		if !isNil {
			r.leave(x, why)
			return
		}
		r.skip[x.id] = true
		r.replace(parent.Pos(), parent.End(), "new("+r.name+".UUID)")
		r.moved = true
		r.done(x, "new(UUID)")
		return
	case kind == edge.SliceExpr_X:
		if isNil {
			r.become(x, "new("+r.name+".UUID)")
			return
		}
		if s := parent.(*ast.SliceExpr); s.Low == nil && s.High == nil && s.Max == nil {
			r.replace(s.X.End(), s.End(), "")
		}
		r.wrap(x.expr, r.helper("uuidBytes")+"(", "())")
		r.move(x, x.rule.new)
		return
	case kind == edge.AssignStmt_Lhs,
		kind == edge.IndexExpr_X && x.cur.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs,
		kind == edge.SelectorExpr_X && r.wantsPointer(parent.(*ast.SelectorExpr)):
		r.leave(x, why)
		return
	}
	r.insert(x.expr.End(), "()")
	r.move(x, x.rule.new)
}

// wantsPointer reports whether a selector is a method with a pointer receiver.
func (r *rewriter) wantsPointer(sel *ast.SelectorExpr) bool {
	f, ok := r.object(sel).(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return false
	}
	_, ok = f.Signature().Recv().Type().(*types.Pointer)
	return ok
}
