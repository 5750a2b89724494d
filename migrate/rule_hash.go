package main

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// generic is a function of a []byte or a string that takes both in this library.
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

// typeNil gives nil the type that a generic function needs.
func (r *rewriter) typeNil(e ast.Expr) {
	if r.info.Types[e].IsNil() {
		r.wrap(e, "[]byte(", ")")
	}
}

// hashed is NewHash, whose version can be 8 only.
func hashed(r *rewriter, x *ref) {
	if x.call == nil || len(x.call.Args) != 4 || !r.isConst(x.call.Args[3], 8) {
		left(r, x)
		return
	}
	r.typeNil(x.call.Args[2])
	r.replace(x.call.Args[2].End(), x.call.Args[3].End(), "")
	r.move(x, x.rule.new)
}

func (r *rewriter) isConst(e ast.Expr, want int64) bool {
	v := r.info.Types[e].Value
	if v == nil {
		return false
	}
	got, exact := constant.Int64Val(constant.ToInt(v))
	return exact && got == want
}
