package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A flow tells which functions a value reaches as an interface: directly, or
// through the variables, fields, parameters and results of interface types that
// the module has. It takes every assignment of a variable for possible. The
// functions are those that have no body in the module.
type flow struct {
	m       *module
	own     map[string]bool               // the packages of the module
	next    map[spot]map[end]bool         // where the value of a variable goes
	ends    map[ast.Expr]end              // where the value of an expression goes
	args    map[ast.Expr]types.Type       // type arguments of functions
	element map[ast.Expr]bool             // whether it is an element of a slice of interfaces
	methods map[*types.Func]bool          // of interfaces of the module that are called
	reach   map[spot]map[*types.Func]bool // from each variable
}

// A spot is where a variable is declared.
type spot struct {
	path   string
	offset int
}

// An end is what a value goes to: a variable, or a function that has no body
// in the module, or a parameter of such a function.
type end struct {
	spot spot
	fn   *types.Func
}

// flow follows the values of the module.
func (m *module) flow() *flow {
	fl := &flow{
		m: m, own: map[string]bool{}, next: map[spot]map[end]bool{}, ends: map[ast.Expr]end{}, args: map[ast.Expr]types.Type{},
		element: map[ast.Expr]bool{}, methods: map[*types.Func]bool{}, reach: map[spot]map[*types.Func]bool{},
	}
	for _, c := range m.configs {
		for _, pkg := range c.pkgs {
			fl.own[pkg.PkgPath] = true
		}
	}
	for _, f := range m.files {
		ff := &flowFile{flow: fl, fset: f.fset, info: f.pkg.TypesInfo}
		for cur := range inspector.New([]*ast.File{f.syntax}).Root().Preorder() {
			if e, ok := cur.Node().(ast.Expr); ok {
				ff.expr(e, cur)
			}
		}
	}
	fl.implement()
	fl.propagate()
	return fl
}

// reached yields the functions that the value of an expression reaches.
func (fl *flow) reached(e ast.Expr) iter.Seq[*types.Func] {
	return func(yield func(*types.Func) bool) {
		to, ok := fl.ends[e]
		if !ok || to.fn != nil && !yield(to.fn) {
			return
		}
		maps.Keys(fl.reach[to.spot])(yield)
	}
}

// typeOf returns the type of an expression. That of a function with a type
// argument is a pointer to that: the function may make one.
func (fl *flow) typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := fl.args[e]; t != nil {
		return types.NewPointer(t)
	}
	return info.TypeOf(e)
}

func (fl *flow) link(from spot, to end) {
	if from == (spot{}) {
		return
	}
	if fl.next[from] == nil {
		fl.next[from] = map[end]bool{}
	}
	fl.next[from][to] = true
}

// implement links the parameters of the methods of interfaces to those of the
// methods that implement them.
func (fl *flow) implement() {
	for method := range fl.methods {
		iface := method.Signature().Recv().Type().Underlying().(*types.Interface)
		for _, c := range fl.m.configs {
			for _, pkg := range c.pkgs {
				for _, name := range pkg.Types.Scope().Names() {
					obj, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName)
					if !ok || types.IsInterface(obj.Type()) || !types.Implements(types.NewPointer(obj.Type()), iface) {
						continue
					}
					found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, method.Pkg(), method.Name())
					impl, ok := found.(*types.Func)
					if !ok {
						continue
					}
					for i := range method.Signature().Params().Len() {
						fl.link(spotOf(c.fset, method.Signature().Params().At(i)), fl.parameter(c.fset, impl, impl.Signature(), i))
					}
				}
			}
		}
	}
}

// propagate completes reach.
func (fl *flow) propagate() {
	before := map[spot][]spot{}
	type pair struct {
		at spot
		fn *types.Func
	}
	var todo []pair
	add := func(at spot, fn *types.Func) {
		if fl.reach[at] == nil {
			fl.reach[at] = map[*types.Func]bool{}
		}
		if !fl.reach[at][fn] {
			fl.reach[at][fn] = true
			todo = append(todo, pair{at, fn})
		}
	}
	for from, ends := range fl.next {
		for to := range ends {
			if to.fn != nil {
				add(from, to.fn)
			}
			before[to.spot] = append(before[to.spot], from)
		}
	}
	delete(before, spot{})
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, from := range before[p.at] {
			add(from, p.fn)
		}
	}
}

func spotOf(fset *token.FileSet, obj types.Object) spot {
	if !obj.Pos().IsValid() {
		return spot{}
	}
	p := fset.PositionFor(obj.Pos(), false)
	return spot{p.Filename, p.Offset}
}

// parameter returns what the argument i of a call goes to. The function is nil
// if a variable is called.
func (fl *flow) parameter(fset *token.FileSet, fn *types.Func, sig *types.Signature, i int) end {
	if fn != nil {
		fn = fn.Origin()
		sig = fn.Signature()
	}
	at := spotOf(fset, sig.Params().At(min(i, sig.Params().Len()-1)))
	switch {
	case fn == nil:
		return end{spot: at}
	case fn.Pkg() == nil || !fl.own[fn.Pkg().Path()]:
		return end{fn: fn}
	case sig.Recv() != nil && types.IsInterface(sig.Recv().Type()):
		fl.methods[fn] = true
		return end{at, fn}
	}
	return end{spot: at}
}

// A flowFile follows the values of one file.
type flowFile struct {
	*flow
	fset *token.FileSet
	info *types.Info
}

// expr records where the value of an expression goes.
func (ff *flowFile) expr(e ast.Expr, cur inspector.Cursor) {
	tv := ff.info.Types[e]
	if id, ok := e.(*ast.Ident); ok {
		ff.instance(id)
		if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
			return
		}
		tv.Type = ff.info.TypeOf(id)
	}
	if tv.Type == nil || tv.IsType() || tv.Value != nil || tv.IsNil() {
		return
	}
	from, isVariable := ff.source(e)
	like := interfaceLike(tv.Type)
	if like && !isVariable {
		return
	}
	to, ok := ff.end(e, cur)
	switch {
	case !ok:
	case like:
		ff.link(from, to)
	default:
		ff.ends[e] = to
	}
}

// instance records a function of another module with a type argument.
func (ff *flowFile) instance(id *ast.Ident) {
	inst, ok := ff.info.Instances[id]
	fn, isFunc := ff.info.Uses[id].(*types.Func)
	if !ok || !isFunc || fn.Pkg() == nil || ff.own[fn.Pkg().Path()] {
		return
	}
	ff.ends[id] = end{fn: fn.Origin()}
	ff.args[id] = inst.TypeArgs.At(0)
}

// source returns the variable that has the value of an expression, which may be
// the result of a function.
func (ff *flowFile) source(e ast.Expr) (spot, bool) {
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return ff.variable(e)
	case *ast.CallExpr:
		if fn := ff.callee(e); fn != nil && fn.Signature().Results().Len() == 1 {
			return spotOf(ff.fset, fn.Signature().Results().At(0)), true
		}
	}
	return spot{}, false
}

// variable returns the variable that an expression is, or of which it is a part.
func (ff *flowFile) variable(e ast.Expr) (spot, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := ff.info.ObjectOf(e).(*types.Var); ok {
			return spotOf(ff.fset, v.Origin()), true
		}
	case *ast.SelectorExpr:
		return ff.variable(e.Sel)
	case *ast.IndexExpr:
		return ff.variable(e.X)
	case *ast.StarExpr:
		return ff.variable(e.X)
	}
	return spot{}, false
}

// callee returns the function that a call calls by its name, or nil.
func (ff *flowFile) callee(call *ast.CallExpr) *types.Func {
	if f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if sel := ff.info.Selections[f]; sel != nil && sel.Kind() == types.MethodExpr {
			return nil // its receiver is an argument
		}
	}
	fn, _ := typeutil.Callee(ff.info, call).(*types.Func)
	return fn
}

// end returns what the value of an expression goes to as an interface, and
// false if it does not.
func (ff *flowFile) end(e ast.Expr, cur inspector.Cursor) (end, bool) {
	for {
		kind, i := cur.ParentEdge()
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.ParenExpr:
		case *ast.KeyValueExpr:
			if lit, ok := parent.Parent().Node().(*ast.CompositeLit); ok {
				if _, ok := under(ff.info.TypeOf(lit)).(*types.Struct); ok {
					if kind == edge.KeyValueExpr_Key {
						return end{}, false
					}
					return ff.to(n.Key)
				}
			}
		case *ast.UnaryExpr, *ast.StarExpr, *ast.SliceExpr:
			if cur.Node() == ast.Node(e) && !interfaceLike(ff.info.TypeOf(e)) {
				return end{}, false
			}
		case *ast.IndexExpr:
			if kind != edge.IndexExpr_X || !interfaceLike(ff.info.TypeOf(e)) {
				return end{}, false
			}
		case *ast.CompositeLit:
			t := under(ff.info.TypeOf(n))
			if s, ok := t.(*types.Struct); ok {
				if kind != edge.CompositeLit_Elts || !interfaceLike(s.Field(i).Type()) {
					return end{}, false
				}
				return end{spot: spotOf(ff.fset, s.Field(i))}, true
			}
			if kind != edge.CompositeLit_Elts || t == nil || !interfaceLike(t) {
				return end{}, false
			}
			ff.mark(e, t)
		case *ast.CallExpr:
			if kind != edge.CallExpr_Args {
				return end{}, false
			}
			to, is, ok := ff.argument(e, n, i)
			if is || !ok {
				return to, ok
			}
		case *ast.AssignStmt:
			if kind != edge.AssignStmt_Rhs || len(n.Lhs) != len(n.Rhs) {
				return end{}, false
			}
			if index, ok := n.Lhs[i].(*ast.IndexExpr); ok {
				ff.mark(e, under(ff.info.TypeOf(index.X)))
			}
			return ff.to(n.Lhs[i])
		case *ast.ValueSpec:
			if kind != edge.ValueSpec_Values || len(n.Names) != len(n.Values) {
				return end{}, false
			}
			return ff.to(n.Names[i])
		case *ast.RangeStmt:
			if kind != edge.RangeStmt_X || n.Value == nil {
				return end{}, false
			}
			return ff.to(n.Value)
		case *ast.SendStmt:
			return ff.to(n.Chan)
		case *ast.ReturnStmt:
			return ff.result(parent, i)
		default:
			return end{}, false
		}
		cur = parent
	}
}

// mark notes that an expression is an element of a slice of interfaces, if that
// has such a type.
func (ff *flowFile) mark(e ast.Expr, t types.Type) {
	if s, ok := t.(*types.Slice); ok && types.IsInterface(s.Elem()) {
		ff.element[e] = true
	}
}

// to returns the end at a variable if that has an interface.
func (ff *flowFile) to(e ast.Expr) (end, bool) {
	t := ff.info.TypeOf(e)
	if t == nil || !interfaceLike(t) {
		return end{}, false
	}
	at, ok := ff.variable(e)
	return end{spot: at}, ok
}

// argument returns the end of the argument i of a call. If that is none, the
// value goes on in the result of the call, or else ok is false.
func (ff *flowFile) argument(e ast.Expr, call *ast.CallExpr, i int) (to end, is, ok bool) {
	tv := ff.info.Types[call.Fun]
	if tv.IsType() {
		return end{}, false, interfaceLike(tv.Type)
	}
	if tv.IsBuiltin() {
		t := ff.info.TypeOf(call)
		isAppend := t != nil && interfaceLike(t)
		if isAppend && i > 0 && !call.Ellipsis.IsValid() {
			ff.mark(e, under(t))
		}
		return end{}, false, isAppend
	}
	sig, isFunc := under(tv.Type).(*types.Signature)
	if !isFunc || sig.Params().Len() == 0 {
		return end{}, false, false
	}
	fn := ff.callee(call)
	param := parameterType(sig, call, i)
	if fn != nil && !sig.Variadic() {
		param = parameterType(fn.Signature(), call, i) // which may be a type parameter
	}
	if param == nil || !interfaceLike(param) {
		return end{}, false, false
	}
	return ff.parameter(ff.fset, fn, sig, i), true, true
}

// result returns the end of the value i of a return statement.
func (ff *flowFile) result(cur inspector.Cursor, i int) (end, bool) {
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		results := resultsOf(ff.info, outer.Node())
		if results == nil || i >= results.Len() || !interfaceLike(results.At(i).Type()) {
			break
		}
		return end{spot: spotOf(ff.fset, results.At(i))}, true
	}
	return end{}, false
}

// interfaceLike reports whether a value of type t is an interface but not an
// error, or a pointer, a slice, a map or so of them.
func interfaceLike(t types.Type) bool {
	for range 4 { // a type may be a slice of itself
		switch u := t.Underlying().(type) {
		case *types.Interface:
			return !types.Identical(t, types.Universe.Lookup("error").Type())
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}
