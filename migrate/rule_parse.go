package main

import (
	"go/ast"
	"go/constant"
	"go/token"
)

// validate is Validate, an error where Valid has a bool.
func validate(r *rewriter, x *ref) {
	call, cur := x.call()
	if call == nil {
		r.become(x, r.helper(x.rule.new))
		return
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		if other, ok := comparedWith(cur); ok && r.info.Types[other].IsNil() {
			r.replace(parent.Pos(), x.expr.Pos(), map[token.Token]string{token.EQL: "", token.NEQ: "!"}[parent.Op])
			r.replace(call.End(), parent.End(), "")
			r.move(x, "Valid")
			return
		}
	case *ast.AssignStmt:
		if len(parent.Lhs) == 1 && len(parent.Rhs) == 1 {
			r.insert(parent.Lhs[0].Pos(), "_, ")
			r.move(x, "Parse")
			return
		}
	}
	r.become(x, r.helper(x.rule.new))
}

// orNil is a parser that returns Nil for what it cannot parse. Where it can, a
// dropped error says so.
func orNil(r *rewriter, x *ref) {
	helper := map[string]string{"Parse": "uuidOrNil", "FromBytes": "uuidFromBytesOrNil"}[x.rule.new]
	call, cur := x.call()
	if call == nil {
		r.become(x, r.helper(helper))
		return
	}
	if v := r.info.Types[call.Args[0]].Value; v != nil && isUUID(constant.StringVal(v)) {
		r.move(x, "MustParse")
		return
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(parent.Lhs) == 1 && len(parent.Rhs) == 1 {
			r.insert(parent.Lhs[0].End(), ", _")
			r.move(x, x.rule.new)
			return
		}
	case *ast.ValueSpec:
		if len(parent.Names) == 1 && len(parent.Values) == 1 && parent.Type == nil {
			r.insert(parent.Names[0].End(), ", _")
			r.move(x, x.rule.new)
			return
		}
	}
	r.become(x, r.helper(helper))
}

// parsed is the method Parse of a string, which is UnmarshalText of bytes.
func parsed(r *rewriter, x *ref) {
	call, _ := x.call()
	if call == nil {
		left(r, x)
		return
	}
	r.wrap(call.Args[0], "[]byte(", ")")
	r.move(x, x.rule.new)
}
