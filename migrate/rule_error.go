package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// infallible rewrites a constructor that returns an error in the library but not in the target.
func infallible(r *rewriter, x *ref) {
	if !x.fails() {
		r.move(x, x.rule.new)
		return
	}
	if x.call == nil {
		r.become(x, r.fallible(x))
		return
	}
	// A go or defer statement ignores the results, so only the name changes there.
	switch parent := x.at.Parent().Node().(type) {
	case *ast.CallExpr:
		if y := r.refs[nameOf(parent.Fun)]; y == nil || y.rule.old != "Must" {
			// For Must(x()), the must verb removes Must and the error. Any other function still needs
			// an error as its argument. For a generic function, the argument needs a type, because a
			// type argument cannot be inferred from nil.
			noError := ", nil"
			if f, ok := r.info.Uses[nameOf(parent.Fun)].(*types.Func); ok && f.Signature().TypeParams().Len() > 0 {
				noError = ", error(nil)"
			}
			r.insert(x.call.End(), noError)
		}
	case *ast.ReturnStmt:
		r.insert(x.call.End(), ", nil")
	case *ast.AssignStmt:
		r.assigned(x, x.at.Parent())
		return
	case *ast.ValueSpec:
		r.declared(x, parent)
	case *ast.ExprStmt:
		r.removeStmt(parent)
		r.done(x, "(removed)")
		return
	}
	r.move(x, x.rule.new)
}

// fails reports whether x is a function that returns a value and an error.
func (x *ref) fails() bool {
	f, ok := x.obj.(*types.Func)
	return ok && f.Signature().Results().Len() == 2
}

// isInfallible reports whether x returns an error but its counterpart in the target does not.
func (r *rewriter) isInfallible(x *ref) bool {
	f, ok := r.m.configs[0].target.Scope().Lookup(x.rule.new).(*types.Func)
	return ok && x.fails() && f.Signature().Results().Len() == 1
}

// fallible returns a function literal with the library's signature that calls the new function.
func (r *rewriter) fallible(x *ref) string {
	var args []string
	for p := range x.obj.(*types.Func).Signature().Params().Variables() {
		args = append(args, p.Name())
	}
	// All types in the signature are predeclared or have a successor with the same name.
	sig := types.TypeString(x.obj.Type(), func(*types.Package) string { return r.name })
	return sig + " { return " + r.name + "." + x.rule.new + "(" + strings.Join(args, ", ") + "), nil }"
}

// declared rewrites the variables in the declaration var id, err = x().
func (r *rewriter) declared(x *ref, spec *ast.ValueSpec) {
	switch {
	case isBlank(spec.Names[1]) && !isBlank(spec.Names[0]):
		r.replace(spec.Names[0].End(), spec.Names[1].End(), "")
	case spec.Type == nil:
		r.insert(x.call.End(), ", error(nil)")
	default:
		r.insert(x.call.End(), ", nil")
	}
}

// assigned rewrites the assignments id, err := x() and id, err = x().
func (r *rewriter) assigned(x *ref, cur inspector.Cursor) {
	a := cur.Node().(*ast.AssignStmt)
	id, err := a.Lhs[0], a.Lhs[1]
	switch {
	case isBlank(err) && isBlank(id) && isListed(cur):
		r.removeStmt(a)
		r.done(x, "(removed)")
		return
	case isBlank(err) && !isBlank(id):
		r.replace(id.End(), err.End(), "")
		r.move(x, x.rule.new)
		return
	case r.plan.level(r.file, a.Pos()) == simplify && r.dropError(x, cur):
		return
	}
	noError := ", nil"
	if errID, ok := err.(*ast.Ident); ok && r.info.Defs[errID] != nil {
		noError = ", error(nil)" // a new variable needs a type, and nil has no type
	}
	r.insert(x.call.End(), noError)
	r.move(x, x.rule.new)
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// must rewrites Must. A function that cannot fail does not need Must, and MustParse replaces
// Must(Parse(s)).
func must(r *rewriter, x *ref) {
	var inner *ast.CallExpr
	if x.call != nil && len(x.call.Args) == 1 {
		inner, _ = ast.Unparen(x.call.Args[0]).(*ast.CallExpr)
	}
	if inner == nil {
		r.become(x, r.helper(x.rule.new))
		return
	}
	y := r.refs[nameOf(inner.Fun)]
	f, _ := r.info.Uses[nameOf(inner.Fun)].(*types.Func)
	switch {
	// The result of another module's function, or of a library function without a counterpart, keeps
	// the old type, so Must stays and its result is converted.
	case y == nil && f != nil && f.Pkg() != nil && !r.m.own[f.Pkg().Path()], y != nil && y.rule.new == "":
		r.stay(x)
	case y != nil && (y.rule.new == "Parse" || r.isInfallible(y)):
		if y.rule.new == "Parse" {
			y.rule.new = "MustParse" // y has its own copy of the rule, and is visited later
		}
		r.unwrap(x.call, inner)
		r.res.done["Must -> (removed)"]++
		r.moved = true
	default:
		r.become(x, r.helper(x.rule.new))
	}
}

// A dropping describes the removal of an error from an assignment, and of the check that follows.
type dropping struct {
	r      *rewriter
	assign *ast.AssignStmt
	check  ast.Stmt // the check, whose init statement may be the assignment
	errVar *types.Var
	unit   ast.Node   // the declaration that contains the assignment
	before []ast.Stmt // the statements before the assignment in the same list
	after  []ast.Stmt // the statements after the check in the same list
}

// dropError removes the error check that follows an assignment. It also removes the error from the
// assignment, or sets it to nil if it may be read later. It returns false if there is no such check,
// or if the error variable would stay declared but unused.
func (r *rewriter) dropError(x *ref, cur inspector.Cursor) bool {
	a := cur.Node().(*ast.AssignStmt)
	errID, _ := a.Lhs[1].(*ast.Ident)
	errVar, ok := r.info.ObjectOf(errID).(*types.Var)
	// An if statement that declares its variables with := stays. The UUID's variable exists only in
	// this statement, so it would be unused without the check.
	if cur.ParentEdgeKind() == edge.IfStmt_Init && a.Tok == token.ASSIGN {
		cur = cur.Parent()
	}
	list, at := listOf(cur)
	if !ok || list == nil {
		return false
	}
	d := &dropping{
		r:      r,
		assign: a,
		check:  list[at],
		errVar: errVar,
		unit:   unitAt(r.fset, r.file.syntax, a.Pos()),
		before: list[:at],
		after:  list[at+1:],
	}
	if d.check == a && len(d.after) > 0 {
		d.check, d.after = d.after[0], d.after[1:]
	}
	if !d.isCheck(d.check) {
		return false
	}
	keep := false // whether the assignment must set the error to nil
	isNew := r.info.Defs[errID] != nil
	switch reads, writes := d.uses(d.unit); {
	case isNew && reads+writes == 0: // nothing else needs the variable
	case reads == 0 && errVar.Kind() == types.LocalVar:
		return false // the variable would stay declared but unused, which does not compile
	case isNew:
		d.redeclare()
	case !d.isNil():
		keep = true
	}
	r.res.simplified[placeOf(r.file.fset, r.file.syntax, a.Pos())] = true
	d.remove(x, keep)
	return true
}

// remove removes the check. It also removes the error from the assignment or, if keep is true, sets it
// to nil.
func (d *dropping) remove(x *ref, keep bool) {
	r, a := d.r, d.assign
	if ifStmt, ok := d.check.(*ast.IfStmt); ok && ifStmt.Init != nil {
		r.replace(ifStmt.Pos(), a.Pos(), "")
		r.replace(a.End(), ifStmt.End(), "")
		r.removed = append(r.removed, ifStmt.Body)
	} else {
		r.removeStmt(d.check)
	}
	switch {
	case keep:
		r.insert(a.Rhs[0].End(), ", nil")
	case isBlank(a.Lhs[0]):
		r.removeStmt(a)
		r.done(x, "(removed)")
		return
	default:
		r.replace(a.Lhs[0].End(), a.Lhs[1].End(), "")
		if id, ok := a.Lhs[0].(*ast.Ident); a.Tok == token.DEFINE && ok && r.info.Defs[id] == nil {
			r.replace(a.TokPos, a.TokPos+token.Pos(len(":=")), "=")
		}
	}
	r.move(x, x.rule.new)
}

// isCheck reports whether a statement is an error check that does nothing if the error is nil.
func (d *dropping) isCheck(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		return (s.Init == nil || s.Init == ast.Stmt(d.assign)) && s.Else == nil && d.isFailure(s.Cond)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && d.isAssertion(call)
	}
	return false
}

// isFailure reports whether e compares the error variable with nil, using !=.
func (d *dropping) isFailure(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	x, y := b.X, b.Y
	if d.r.info.Types[x].IsNil() {
		x, y = y, x
	}
	return d.r.info.Uses[nameOf(x)] == d.errVar && d.r.info.Types[y].IsNil()
}

// assertions matches functions in test packages that do nothing if their error argument is nil.
var assertions = regexp.MustCompile(
	`^(github\.com/stretchr/testify/(require|assert)\.(NoErrorf?|Nil)|gotest\.tools(/v3)?/assert\.NilError)$`)

// isAssertion reports whether a call asserts that the error variable is nil.
func (d *dropping) isAssertion(call *ast.CallExpr) bool {
	isError := func(arg ast.Expr) bool { return d.r.info.Uses[nameOf(arg)] == d.errVar }
	// The error is the first argument of a method and the second of a function.
	return assertions.MatchString(qualifiedName(d.r.info.Uses[nameOf(call.Fun)])) &&
		slices.ContainsFunc(call.Args[:min(2, len(call.Args))], isError)
}

// redeclare makes the next use of the error variable its declaration. The assignment declares the
// variable, so all other uses are in the statements that follow in the same list.
func (d *dropping) redeclare() {
	first := slices.IndexFunc(d.after, func(s ast.Stmt) bool { return d.mentions(s) })
	a, _ := d.after[first].(*ast.AssignStmt)
	switch {
	// := would declare the other names too.
	case a == nil || !d.isWrittenBy(a) || a.Tok == token.ASSIGN && len(a.Lhs) > 1:
		d.r.insert(d.assign.End(), "\nvar "+d.errVar.Name()+" error")
	case a.Tok == token.ASSIGN:
		d.r.replace(a.TokPos, a.TokPos+token.Pos(len("=")), ":=")
	} // otherwise, a := declares the variable
}

// isWrittenBy reports whether an assignment sets the error variable without reading it.
func (d *dropping) isWrittenBy(a *ast.AssignStmt) bool {
	reads, writes := d.uses(a)
	// A function literal on the right side may set the variable later.
	onRight := slices.ContainsFunc(a.Rhs, func(e ast.Expr) bool { return d.mentions(e) })
	return reads == 0 && writes > 0 && !onRight
}

// isNil reports whether the error is known to be nil before the assignment, because the last
// statement that mentions it exits the block on error, and no other code can change it.
func (d *dropping) isNil() bool {
	if d.errVar.Kind() == types.PackageVar {
		return false
	}
	for n := range ast.Preorder(d.unit) {
		switch n := n.(type) {
		case *ast.FuncLit:
			if declares := n.Pos() <= d.errVar.Pos() && d.errVar.Pos() < n.End(); !declares && d.mentions(n) {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && d.r.info.Uses[nameOf(n.X)] == d.errVar {
				return false
			}
		}
	}
	for _, s := range slices.Backward(d.before) {
		if d.mentions(s) {
			return d.isCheck(s) && d.r.leaves(s)
		}
	}
	return false
}

// leaves reports whether an error check never falls through to the next statement if there is an
// error.
func (r *rewriter) leaves(check ast.Stmt) bool {
	last := check
	if s, ok := check.(*ast.IfStmt); ok && len(s.Body.List) > 0 {
		last = s.Body.List[len(s.Body.List)-1]
	}
	switch s := last.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			f := r.info.Uses[nameOf(call.Fun)] // in the module itself, a function with such a name may return
			return f != nil && (f.Pkg() == nil || !r.m.own[f.Pkg().Path()]) && endings.MatchString(r.source(call.Fun))
		}
	}
	return false
}

// endings matches the names of functions that never return, or that return only if there is no
// error.
var endings = regexp.MustCompile(`^require\.|\b(panic|Fatal(f|ln)?|FailNow|Exit|Panic(f|ln)?|Skip(f|Now)?)$`)

func (d *dropping) mentions(n ast.Node) bool {
	reads, writes := d.uses(n)
	return reads+writes > 0
}

// uses returns how often n reads the error variable and how often it sets it.
func (d *dropping) uses(n ast.Node) (reads, writes int) {
	set := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		// The assignment and its check are removed, so their uses do not count.
		if n == nil || n == ast.Node(d.assign) || n == ast.Node(d.check) {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						set[id] = true
					}
				}
			}
		case *ast.Ident:
			switch {
			case d.r.info.Uses[n] != d.errVar:
			case set[n]:
				writes++
			default:
				reads++
			}
		}
		return true
	})
	return reads, writes
}
