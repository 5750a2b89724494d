package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
)

// A site is a place where the value of an expression has to be assignable to a
// type.
type site struct {
	expr   ast.Expr
	target types.Type
	other  ast.Expr // what expr is compared with, if it is
	stmt   ast.Stmt // what has several values from expr, if target is a tuple
	listed ast.Stmt // stmt, or the statement around it, of a list
}

// sites yields the sites of a file, each after those around it.
func sites(info *types.Info, f *ast.File) iter.Seq[site] {
	return func(yield func(site) bool) {
		finder := &siteFinder{info: info, yield: yield}
		ast.Inspect(f, finder.visit)
	}
}

// A siteFinder walks over the nodes of a file.
type siteFinder struct {
	info    *types.Info
	yield   func(site) bool
	stopped bool
	stack   []ast.Node     // the nodes around
	results []*types.Tuple // of the functions around
}

func (v *siteFinder) add(s site) {
	if !v.stopped {
		v.stopped = !v.yield(s)
	}
}

func (v *siteFinder) emit(e ast.Expr, t types.Type) {
	if e != nil && t != nil {
		v.add(site{expr: e, target: t})
	}
}

func (v *siteFinder) visit(n ast.Node) bool {
	if n == nil {
		switch v.stack[len(v.stack)-1].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			v.results = v.results[:len(v.results)-1]
		}
		v.stack = v.stack[:len(v.stack)-1]
		return true
	}
	// The node is on the stack before its sites are emitted: they look at what is around.
	v.stack = append(v.stack, n)
	switch n := n.(type) {
	case *ast.FuncDecl:
		v.results = append(v.results, resultsOf(v.info, n))
	case *ast.FuncLit:
		v.results = append(v.results, resultsOf(v.info, n))
	case *ast.AssignStmt:
		v.assignment(n)
	case *ast.ReturnStmt:
		v.returned(n)
	case *ast.SwitchStmt:
		v.cases(n)
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
		if t := v.info.TypeOf(n.Y); t != nil && (n.Op == token.EQL || n.Op == token.NEQ) {
			v.add(site{expr: n.X, target: t, other: n.Y})
		}
	}
	return true
}

func (v *siteFinder) assignment(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN {
		return
	}
	if len(a.Lhs) != len(a.Rhs) {
		if in := listed(v.stack); in != nil {
			v.add(site{expr: a.Rhs[0], target: tupleOf(v.info, a.Lhs), stmt: a, listed: in})
		}
		return
	}
	for i, e := range a.Rhs {
		if !isBlank(a.Lhs[i]) {
			v.emit(e, v.info.TypeOf(a.Lhs[i]))
		}
	}
}

func (v *siteFinder) returned(r *ast.ReturnStmt) {
	tuple := v.results[len(v.results)-1]
	switch {
	case tuple == nil:
	case tuple.Len() == len(r.Results):
		for i, e := range r.Results {
			v.emit(e, tuple.At(i).Type())
		}
	case len(r.Results) == 1:
		if in := listed(v.stack); in != nil {
			v.add(site{expr: r.Results[0], target: tuple, stmt: r, listed: in})
		}
	}
}

func (v *siteFinder) cases(s *ast.SwitchStmt) {
	if s.Tag == nil {
		return
	}
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if v.info.TypeOf(e) != nil {
				v.add(site{expr: e, target: v.info.TypeOf(s.Tag), other: s.Tag})
			}
		}
	}
}

// assignedTo yields what a file assigns to a variable, but for one of several
// values that a call returns.
func assignedTo(v *types.Var, info *types.Info, f *ast.File) iter.Seq[ast.Expr] {
	return func(yield func(ast.Expr) bool) {
		for n := range ast.Preorder(f) {
			a, ok := n.(*ast.AssignStmt)
			if !ok || len(a.Lhs) != len(a.Rhs) {
				continue
			}
			for i, e := range a.Lhs {
				if id, ok := e.(*ast.Ident); ok && info.ObjectOf(id) == v && !yield(a.Rhs[i]) {
					return
				}
			}
		}
	}
}

// listed returns the last of nested nodes if it is in a list of statements, or
// the statement of a list that runs it first, or nil.
func listed(stack []ast.Node) ast.Stmt {
	at := len(stack) - 1
	switch s := stack[at-1].(type) {
	case *ast.IfStmt:
		if s.Init == stack[at] {
			at--
		}
	case *ast.SwitchStmt:
		if s.Init == stack[at] {
			at--
		}
	}
	switch stack[at-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		s, _ := stack[at].(ast.Stmt)
		return s
	}
	return nil
}

// tupleOf returns the types of expressions; that of a blank one is invalid.
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

// under returns the underlying type of t, which may be nil.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// resultsOf returns the results of a function that is declared or literal.
func resultsOf(info *types.Info, f ast.Node) *types.Tuple {
	if decl, ok := f.(*ast.FuncDecl); ok {
		f = decl.Name
	}
	if sig, ok := info.TypeOf(f.(ast.Expr)).(*types.Signature); ok {
		return sig.Results()
	}
	return nil
}

// argumentSites emits the arguments of a call.
func argumentSites(info *types.Info, call *ast.CallExpr, emit func(ast.Expr, types.Type)) {
	tv := info.Types[call.Fun]
	if tv.IsType() || tv.Type == nil {
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if _, ok := info.Uses[id].(*types.Builtin); ok {
			builtinSites(info, id.Name, call, emit)
			return
		}
	}
	// The instance of a generic function has the types that arguments are assigned to.
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	for i, e := range call.Args {
		if t := parameterType(sig, call, i); t != nil {
			emit(e, t)
		}
	}
}

// parameterType returns the type that the argument i of a call has to be
// assignable to, or nil if there is none.
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

// builtinSites emits the arguments of a builtin function that are elements or
// keys of its first one.
func builtinSites(info *types.Info, name string, call *ast.CallExpr, emit func(ast.Expr, types.Type)) {
	if len(call.Args) < 2 || call.Ellipsis.IsValid() {
		return
	}
	switch t := under(info.TypeOf(call.Args[0])).(type) {
	case *types.Slice:
		if name == "append" {
			for _, e := range call.Args[1:] {
				emit(e, t.Elem())
			}
		}
	case *types.Map:
		if name == "delete" {
			emit(call.Args[1], t.Key())
		}
	}
}

// elementSites emits the elements of a composite literal.
func elementSites(info *types.Info, lit *ast.CompositeLit, emit func(ast.Expr, types.Type)) {
	// An element of a slice of pointers may leave out the &.
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
				if id, ok := kv.Key.(*ast.Ident); ok && info.Uses[id] != nil {
					emit(value, info.Uses[id].Type())
				}
			} else if i < t.NumFields() {
				emit(value, t.Field(i).Type())
			}
		case *types.Slice:
			emit(value, t.Elem())
		case *types.Array:
			emit(value, t.Elem())
		case *types.Map:
			if keyed {
				emit(kv.Key, t.Key())
			}
			emit(value, t.Elem())
		}
	}
}
