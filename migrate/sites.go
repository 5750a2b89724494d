package main

import (
	"go/ast"
	"go/constant"
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
		var results []*types.Tuple // of the functions around
		var stack []ast.Node
		stopped := false
		emit := func(e ast.Expr, t types.Type) {
			if !stopped && e != nil && t != nil {
				stopped = !yield(site{expr: e, target: t})
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				switch stack[len(stack)-1].(type) {
				case *ast.FuncDecl, *ast.FuncLit:
					results = results[:len(results)-1]
				}
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.FuncDecl:
				results = append(results, resultsOf(info, n.Name, nil))
			case *ast.FuncLit:
				results = append(results, resultsOf(info, nil, n))
			case *ast.CallExpr:
				argumentSites(info, n, emit)
			case *ast.AssignStmt:
				switch {
				case n.Tok != token.ASSIGN:
				case len(n.Lhs) == len(n.Rhs):
					for i, e := range n.Rhs {
						if !isBlank(n.Lhs[i]) {
							emit(e, info.TypeOf(n.Lhs[i]))
						}
					}
				case listed(stack) != nil && !stopped:
					stopped = !yield(site{expr: n.Rhs[0], target: tupleOf(info, n.Lhs), stmt: n, listed: listed(stack)})
				}
			case *ast.ValueSpec:
				if n.Type != nil && len(n.Names) == len(n.Values) {
					for _, e := range n.Values {
						emit(e, info.TypeOf(n.Type))
					}
				}
			case *ast.ReturnStmt:
				switch tuple := results[len(results)-1]; {
				case tuple == nil:
				case tuple.Len() == len(n.Results):
					for i, e := range n.Results {
						emit(e, tuple.At(i).Type())
					}
				case len(n.Results) == 1 && listed(stack) != nil && !stopped:
					stopped = !yield(site{expr: n.Results[0], target: tuple, stmt: n, listed: listed(stack)})
				}
			case *ast.CompositeLit:
				elementSites(info, n, emit)
			case *ast.SendStmt:
				if ch, ok := under(info.TypeOf(n.Chan)).(*types.Chan); ok {
					emit(n.Value, ch.Elem())
				}
			case *ast.IndexExpr:
				if m, ok := under(info.TypeOf(n.X)).(*types.Map); ok {
					emit(n.Index, m.Key())
				}
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && !stopped {
					if t := info.TypeOf(n.Y); t != nil {
						stopped = !yield(site{expr: n.X, target: t, other: n.Y})
					}
				}
			case *ast.SwitchStmt:
				for _, clause := range n.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						if t := info.TypeOf(e); n.Tag != nil && t != nil && !stopped {
							stopped = !yield(site{expr: e, target: info.TypeOf(n.Tag), other: n.Tag})
						}
					}
				}
			}
			return true
		})
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
func resultsOf(info *types.Info, name *ast.Ident, lit *ast.FuncLit) *types.Tuple {
	var t types.Type
	if name != nil {
		if obj := info.Defs[name]; obj != nil {
			t = obj.Type()
		}
	} else {
		t = info.TypeOf(lit)
	}
	if sig, ok := t.(*types.Signature); ok {
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
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	params := sig.Params()
	for i, e := range call.Args {
		switch last := params.Len() - 1; {
		case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := params.At(last).Type().(*types.Slice); ok {
				emit(e, s.Elem())
			}
		case i <= last:
			emit(e, params.At(i).Type())
		}
	}
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

// A printing is a call that prints its arguments.
type printing struct {
	call *ast.CallExpr
	args []printedArg
}

// A printedArg is a value that is printed with a verb of package fmt.
type printedArg struct {
	expr ast.Expr
	verb rune
	flag string // what stands between % and the verb
}

// printers are packages whose variadic functions of any print with %v unless
// they have a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printed yields the calls of a file that print: those of a function with a
// constant format before its variadic arguments, and those of printers.
func printed(info *types.Info, f *ast.File) iter.Seq[printing] {
	return func(yield func(printing) bool) {
		stopped := false
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || stopped {
				return !stopped
			}
			sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
			if !ok || !sig.Variadic() || info.Types[call.Fun].IsType() || call.Ellipsis.IsValid() {
				return true
			}
			first := sig.Params().Len() - 1
			rest, ok := sig.Params().At(first).Type().(*types.Slice)
			if !ok || !types.IsInterface(rest.Elem()) || len(call.Args) <= first {
				return true
			}
			p := printing{call: call}
			args := call.Args[first:]
			if verbs, ok := formatOf(info, call, first); ok {
				for i, v := range verbs {
					if i < len(args) {
						p.args = append(p.args, printedArg{args[i], v.verb, v.flag})
					}
				}
			} else if isPrinter(info, call) {
				for _, e := range args {
					p.args = append(p.args, printedArg{e, 'v', ""})
				}
			}
			if len(p.args) > 0 {
				stopped = !yield(p)
			}
			return !stopped
		})
	}
}

// isPrinter reports whether a call calls a function or a method of printers.
func isPrinter(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && printers[f.Pkg().Path()]
}

// formatOf returns the verbs of the constant format before the argument first.
func formatOf(info *types.Info, call *ast.CallExpr, first int) ([]printedArg, bool) {
	if first == 0 {
		return nil, false
	}
	v := info.Types[call.Args[first-1]].Value
	if v == nil || v.Kind() != constant.String {
		return nil, false
	}
	verbs := formatVerbs(constant.StringVal(v))
	return verbs, len(verbs) > 0
}

// formatVerbs returns the verbs of a format in the order of the arguments. It
// stops at an explicit argument index.
func formatVerbs(format string) []printedArg {
	var verbs []printedArg
	runes := []rune(format)
	for i := 0; i < len(runes); i++ {
		if runes[i] != '%' {
			continue
		}
		start := i + 1
		for i++; i < len(runes) && isFlag(runes[i]); i++ {
			if runes[i] == '*' {
				verbs = append(verbs, printedArg{verb: '*'})
			}
		}
		if i == len(runes) || runes[i] == '[' {
			break
		}
		if runes[i] != '%' {
			verbs = append(verbs, printedArg{verb: runes[i], flag: string(runes[start:i])})
		}
	}
	return verbs
}

// isFlag reports whether r can stand between % and the verb.
func isFlag(r rune) bool {
	switch r {
	case '+', '-', '#', ' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '*':
		return true
	}
	return false
}
