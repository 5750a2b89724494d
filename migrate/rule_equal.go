package main

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
)

// equal is a function that == replaces.
func equal(r *rewriter, x *ref) {
	if x.call == nil || len(x.call.Args) != 2 {
		r.become(x, r.helper(x.rule.new))
		return
	}
	r.replace(x.call.Pos(), x.call.Args[0].Pos(), "")
	for _, arg := range x.call.Args {
		if _, ok := arg.(*ast.CompositeLit); ok {
			r.wrap(arg, "(", ")")
		}
	}
	r.replace(x.call.Args[0].End(), x.call.Args[1].Pos(), r.equality(x.at)+" ")
	r.replace(x.call.Args[1].End(), x.call.End(), "")
	r.done(x, "==")
}

// isNil is a method that a comparison replaces.
func isNil(r *rewriter, x *ref) {
	if x.call == nil {
		left(r, x)
		return
	}
	star, path := receiver(r.info.Selections[x.expr.(*ast.SelectorExpr)])
	r.wrap(x.recv, star, path)
	r.replace(x.recv.End(), x.call.End(), r.equality(x.at)+" "+r.name+"."+x.rule.new+"()")
	r.moved = true
	r.done(x, "== "+x.rule.new+"()")
}

// equality returns " ==" for an expression at cur that becomes a comparison, or " !=" if it
// is negated, and puts parentheses around the comparison where they are needed.
func (r *rewriter) equality(cur inspector.Cursor) string {
	switch parent := cur.Parent().Node().(type) {
	case *ast.UnaryExpr:
		if parent.Op == token.NOT {
			r.replace(parent.OpPos, parent.X.Pos(), "")
			if !bindsLoosely(cur.Parent().Parent().Node()) {
				r.wrap(parent, "(", ")")
			}
			return " !="
		}
	default:
		if bindsLoosely(parent) {
			return " =="
		}
	}
	r.wrap(cur.Node(), "(", ")")
	return " =="
}

// bindsLoosely reports whether a comparison can be a child of n as it is.
func bindsLoosely(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.LAND || n.Op == token.LOR
	case *ast.UnaryExpr, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return false
	}
	return true
}
