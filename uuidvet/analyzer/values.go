package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
)

// findSettings finds what the variables and fields of a package are set to, in the order of the text:
// an expression, the call whose first result it is, or a BadExpr where that is not known.
func (p *pass) findSettings() {
	set := func(n ast.Node, target ast.Expr, i int, values ...ast.Expr) {
		var value ast.Expr = &ast.BadExpr{From: n.Pos(), To: n.End()}
		if i < len(values) {
			value = values[i]
		}
		if obj := p.objectOf(target); obj != nil {
			p.settings[obj] = append(p.settings[obj], value)
		}
	}
	for n := range p.nodes.PreorderSeq((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					i = len(n.Rhs) // += keeps what was there
				}
				set(n, target, i, n.Rhs...)
			}
		case *ast.ValueSpec:
			for i, target := range n.Names {
				set(n, target, i, n.Values...)
			}
		case *ast.RangeStmt:
			set(n.X, n.Key, 0)
			set(n.X, n.Value, 0, &ast.IndexExpr{X: n.X, Index: ast.NewIdent("_"), Rbrack: n.X.End()})
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n, n.X, 0) // by whoever gets the pointer
			}
		}
	}
	for _, values := range p.settings {
		slices.SortStableFunc(values, func(a, b ast.Expr) int { return cmp.Compare(a.End(), b.End()) })
	}
}

// objectOf returns the variable or field that an expression names, or nil.
func (p *pass) objectOf(e ast.Expr) types.Object {
	e = ast.Unparen(e)
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	id, _ := e.(*ast.Ident)
	return p.TypesInfo.ObjectOf(id)
}

// origin follows local variables, and fields of composite literals, to the expression that they were
// last set to, and a pointer to what it points to. It returns the expression at which this ends.
func (p *pass) origin(e ast.Expr) ast.Expr {
	if _, ok := p.origins[e]; !ok {
		p.origins[e] = p.follow(e)
	}
	return p.origins[e]
}

func (p *pass) follow(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return p.origin(x.X)
	case *ast.Ident:
		values := p.settings[p.TypesInfo.ObjectOf(x)]
		// Each step goes back in the text, so there is an end.
		before := sort.Search(len(values), func(i int) bool { return values[i].End() > x.Pos() })
		if before > 0 {
			if _, unknown := values[before-1].(*ast.BadExpr); !unknown {
				return p.origin(values[before-1])
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		field := p.TypesInfo.ObjectOf(x.Sel)
		literal, ok := p.origin(x.X).(*ast.CompositeLit)
		for i := 0; ok && p.settings[field] == nil && i < len(literal.Elts); i++ {
			if e, ok := literal.Elts[i].(*ast.KeyValueExpr); ok && p.objectOf(e.Key) == field {
				return p.origin(e.Value)
			}
		}
	}
	return e
}

// constant returns the text of a constant string or number, or "".
func (p *pass) constant(e ast.Expr) string {
	v := p.TypesInfo.Types[e].Value
	if v == nil {
		return ""
	} else if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// passOn has the functions whose result is made of the ID or the text in their first argument, and
// begins with it.
var passOn = map[string]string{
	own:            "Encode",
	"encoding/hex": "EncodeToString",
	"net/url":      "PathUnescape QueryUnescape",
	"strings":      "Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix",
}

// passedOn returns the first argument of a call whose result is made of it, or nil.
func (p *pass) passedOn(call *ast.CallExpr) ast.Expr {
	if f := p.callee(call); has(passOn[f.path], f.name) || p.callsUUID(call, "Must") || p.isConversion(call) {
		return call.Args[0]
	}
	return nil
}
