package main

import (
	"go/ast"
)

// dropped is a statement that has no effect in this library.
func dropped(r *rewriter, x *ref) {
	switch x.at.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		r.removeStmt(x.at.Parent().Node())
		r.done(x, "(removed)")
	default:
		left(r, x)
	}
}

// setRand is SetRand. Where it does no more than restore the default it can go.
func setRand(r *rewriter, x *ref) {
	for _, f := range r.file.pkg.Syntax {
		mocks := false
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && r.object(call.Fun) == x.obj {
				mocks = mocks || !r.isDefaultRand(call.Args[0])
			}
			return !mocks
		})
		if mocks {
			left(r, x)
			return
		}
	}
	dropped(r, x)
}

// isDefaultRand reports whether e is nil or crypto/rand.Reader.
func (r *rewriter) isDefaultRand(e ast.Expr) bool {
	return r.info.Types[e].IsNil() || qualifiedName(r.object(e)) == "crypto/rand.Reader"
}
