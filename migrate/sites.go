package main

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A site is an expression whose value must be assignable to a type.
type site struct {
	expr   ast.Expr
	target types.Type
	other  ast.Expr // the other operand, if expr is compared
	stmt   ast.Stmt // the statement that uses the results of the call expr, if target is a tuple
	listed ast.Stmt // stmt, or the statement around stmt that is in a statement list
}

// sites returns the sites in a file. Outer sites precede the sites inside them.
func sites(info *types.Info, f *ast.File) []site {
	v := &siteFinder{info: info}
	for cur := range inspector.New([]*ast.File{f}).Root().Preorder() {
		v.visit(cur)
	}
	return v.found
}

// A siteFinder collects the sites in a file.
type siteFinder struct {
	info  *types.Info
	found []site
}

func (v *siteFinder) emit(e ast.Expr, t types.Type) {
	if e != nil && t != nil && t != types.Typ[types.Invalid] {
		v.found = append(v.found, site{expr: e, target: t})
	}
}

// visit adds a node's own sites, but not the sites of its children.
func (v *siteFinder) visit(cur inspector.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN {
			v.values(n.Rhs, tupleOf(v.info, n.Lhs), cur)
		}
	case *ast.ReturnStmt:
		for fun := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			v.values(n.Results, resultsOf(v.info, fun.Node()), cur)
			break // a return statement belongs to the innermost function
		}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			for _, e := range clause.(*ast.CaseClause).List {
				v.compared(e, n.Tag)
			}
		}
	case *ast.CallExpr:
		argumentSites(v.info, n, v.emit)
	case *ast.CompositeLit:
		elementSites(v.info, n, v.emit)
	case *ast.ValueSpec:
		if n.Type != nil && len(n.Names) == len(n.Values) {
			for _, e := range n.Values {
				v.emit(e, v.info.TypeOf(n.Type))
			}
		}
	case *ast.SendStmt:
		if ch, ok := under(v.info.TypeOf(n.Chan)).(*types.Chan); ok {
			v.emit(n.Value, ch.Elem())
		}
	case *ast.IndexExpr:
		if m, ok := under(v.info.TypeOf(n.X)).(*types.Map); ok {
			v.emit(n.Index, m.Key())
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			v.compared(n.X, n.Y)
		}
	}
}

// compared adds the site of an operand. The other operand is nil in a switch without a tag.
func (v *siteFinder) compared(e, other ast.Expr) {
	if other != nil && v.info.TypeOf(other) != nil {
		v.found = append(v.found, site{expr: e, target: v.info.TypeOf(other), other: other})
	}
}

// values adds the sites of the values that a statement assigns or returns. A call that returns
// several values is a site only if a statement can be inserted before it.
func (v *siteFinder) values(list []ast.Expr, targets *types.Tuple, cur inspector.Cursor) {
	if targets.Len() == len(list) {
		for i, e := range list {
			v.emit(e, targets.At(i).Type())
		}
		return
	}
	around := cur
	if kind := cur.ParentEdgeKind(); kind == edge.IfStmt_Init || kind == edge.SwitchStmt_Init {
		around = cur.Parent()
	}
	if len(list) == 1 && isListed(around) {
		v.found = append(v.found, site{
			expr:   list[0],
			target: targets,
			stmt:   cur.Node().(ast.Stmt),
			listed: around.Node().(ast.Stmt),
		})
	}
}

// isListed reports whether a statement is in a list of statements.
func isListed(cur inspector.Cursor) bool {
	list, _ := listOf(cur)
	return list != nil
}

// listOf returns the statement list that contains the statement at cur, and the statement's index.
func listOf(cur inspector.Cursor) ([]ast.Stmt, int) {
	at := cur.ParentEdgeIndex()
	switch parent := cur.Parent().Node().(type) {
	case *ast.BlockStmt:
		return parent.List, at
	case *ast.CaseClause:
		return parent.Body, at
	case *ast.CommClause:
		if cur.ParentEdgeKind() == edge.CommClause_Body {
			return parent.Body, at
		}
	}
	return nil, 0
}

// tupleOf returns the types of expressions. The blank identifier has the invalid type.
func tupleOf(info *types.Info, list []ast.Expr) *types.Tuple {
	var vars []*types.Var
	for _, e := range list {
		t := info.TypeOf(e)
		if t == nil {
			t = types.Typ[types.Invalid]
		}
		vars = append(vars, types.NewParam(token.NoPos, nil, "", t))
	}
	return types.NewTuple(vars...)
}

// under returns the underlying type of t, or nil if t is nil.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// resultsOf returns the results of a function declaration or a function literal.
func resultsOf(info *types.Info, f ast.Node) *types.Tuple {
	if decl, ok := f.(*ast.FuncDecl); ok {
		f = decl.Name
	}
	if sig, ok := info.TypeOf(f.(ast.Expr)).(*types.Signature); ok {
		return sig.Results()
	}
	return nil
}

// argumentSites calls emit with each argument of a call and its parameter type.
func argumentSites(info *types.Info, call *ast.CallExpr, emit func(ast.Expr, types.Type)) {
	if info.Types[call.Fun].IsType() || len(call.Args) == 0 {
		return
	}
	// The type of call.Fun is the instantiated signature, including for generic functions and
	// append.
	sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		// A call to delete with a key of the wrong type does not compile, so it has no signature.
		if m, isMap := under(info.TypeOf(call.Args[0])).(*types.Map); isMap && len(call.Args) == 2 {
			emit(call.Args[1], m.Key())
		}
		return
	}
	for i, e := range call.Args {
		if t := parameterType(sig, call, i); t != nil {
			emit(e, t)
		}
	}
}

// parameterType returns the type to which argument i of a call must be assignable. It returns nil if
// no parameter matches.
func parameterType(sig *types.Signature, call *ast.CallExpr, i int) types.Type {
	switch last := sig.Params().Len() - 1; {
	case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
		if s, ok := sig.Params().At(last).Type().(*types.Slice); ok {
			return s.Elem()
		}
	case i <= last:
		return sig.Params().At(i).Type()
	}
	return nil
}

// elementSites calls emit with each element of a composite literal and its type.
func elementSites(info *types.Info, lit *ast.CompositeLit, emit func(ast.Expr, types.Type)) {
	// In a slice of pointers, an element can be written without &T, but still has a pointer type.
	t := under(info.TypeOf(lit))
	if p, ok := t.(*types.Pointer); ok {
		t = under(p.Elem())
	}
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		switch t := t.(type) {
		case *types.Struct:
			if keyed {
				emit(value, info.TypeOf(kv.Key))
			} else if i < t.NumFields() {
				emit(value, t.Field(i).Type())
			}
		case *types.Map:
			emit(kv.Key, t.Key())
			emit(value, t.Elem())
		case container: // a slice or an array
			emit(value, t.Elem())
		}
	}
}
