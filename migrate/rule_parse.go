package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// unquote rewrites a parser that ignores the first and the last of 38 characters, and so accepts a
// quoted JSON string. If the input may be JSON, a helper removes the quotes.
func unquote(r *rewriter, x *ref) {
	if x.call != nil && len(x.call.Args) == 1 {
		if e := r.jsonText(x.call.Args[0], map[types.Object]bool{}); e != nil {
			r.wrap(e, r.helper("unquotedUUID")+"(", ")")
		}
	}
	same(r, x)
}

// jsonText returns e, or the operand of a conversion or of TrimSpace, if this expression may be JSON
// text. Such an expression is a json.RawMessage, or comes from the parameter of an UnmarshalJSON
// method.
func (r *rewriter) jsonText(e ast.Expr, seen map[types.Object]bool) ast.Expr {
	e = ast.Unparen(e)
	if named := namedType(r.info.TypeOf(e)); named != nil {
		switch qualifiedName(named.Obj()) {
		case "encoding/json.RawMessage", "encoding/json/jsontext.Value": // since Go 1.27 the two types are identical
			return e
		}
	}
	switch n := e.(type) {
	case *ast.CallExpr:
		f := r.info.Uses[nameOf(n.Fun)]
		if len(n.Args) == 1 && (r.info.Types[n.Fun].IsType() || f != nil && f.Name() == "TrimSpace") {
			return r.jsonText(n.Args[0], seen)
		}
	case *ast.Ident:
		v, ok := r.info.Uses[n].(*types.Var)
		if ok && !seen[v] {
			seen[v] = true
			if r.mayBeJSON(v, seen) {
				return e
			}
		}
	}
	return nil
}

// mayBeJSON reports whether a variable is the parameter of UnmarshalJSON, or is assigned JSON text.
func (r *rewriter) mayBeJSON(v *types.Var, seen map[types.Object]bool) bool {
	for _, decl := range r.file.syntax.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if ok && d.Name.Name == "UnmarshalJSON" && d.Type.Params.Pos() <= v.Pos() && v.Pos() < d.Type.Params.End() {
			return true
		}
	}
	// Only this file is searched, because a package variable that is set to JSON in another file is
	// rare.
	for n := range ast.Preorder(r.file.syntax) {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			continue
		}
		for i, e := range a.Lhs {
			if id, ok := e.(*ast.Ident); ok && r.info.ObjectOf(id) == v && r.jsonText(a.Rhs[i], seen) != nil {
				return true
			}
		}
	}
	return false
}

// validate rewrites Validate, which returns an error. Its counterpart Valid returns a bool.
func validate(r *rewriter, x *ref) {
	if x.call == nil {
		r.become(x, r.helper(x.rule.new))
		return
	}
	// A comparison of the error with nil becomes Valid. An assignment of the error becomes Parse.
	if other, ok := comparedWith(x.at); ok && r.info.Types[other].IsNil() {
		parent := x.at.Parent().Node().(*ast.BinaryExpr)
		r.replace(parent.Pos(), x.expr.Pos(), map[token.Token]string{token.EQL: "", token.NEQ: "!"}[parent.Op])
		r.replace(x.call.End(), parent.End(), "")
		r.move(x, "Valid")
		return
	}
	if v := variableOf(x); v != nil {
		r.insert(v.Pos(), "_, ")
		r.move(x, "Parse")
		return
	}
	r.become(x, r.helper(x.rule.new))
}

// variableOf returns the single variable that receives the result of a call, or nil.
func variableOf(x *ref) ast.Expr {
	switch parent := x.at.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(parent.Lhs) == 1 {
			return parent.Lhs[0]
		}
	case *ast.ValueSpec:
		if len(parent.Names) == 1 && parent.Type == nil {
			return parent.Names[0]
		}
	}
	return nil
}

// orNil rewrites a parser that returns Nil if it cannot parse its argument. Where the statement
// allows two results, the new code assigns the error to the blank identifier.
func orNil(r *rewriter, x *ref) {
	helper := map[string]string{"Parse": "uuidOrNil", "FromBytes": "uuidFromBytesOrNil"}[x.rule.new]
	if x.call == nil {
		r.become(x, r.helper(helper))
		return
	}
	// Parsing a constant that is a valid UUID cannot fail.
	if v := r.info.Types[x.call.Args[0]].Value; v != nil && hereForms.MatchString(constant.StringVal(v)) {
		r.move(x, "MustParse")
		return
	}
	variable := variableOf(x)
	if variable == nil {
		r.become(x, r.helper(helper))
		return
	}
	r.insert(variable.End(), ", _")
	r.move(x, x.rule.new)
}

// parsed rewrites the Parse method, which accepts a string, to UnmarshalText, which accepts bytes.
func parsed(r *rewriter, x *ref) {
	r.wrap(x.call.Args[0], "[]byte(", ")")
	r.move(x, x.rule.new)
}
