package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// infallible is a constructor that returned an error and does so no more.
func infallible(r *rewriter, x *ref) {
	if !x.fails() {
		r.move(x, x.rule.new)
		return
	}
	if x.call == nil {
		r.become(x, r.fallible(x))
		return
	}
	switch parent := x.at.Parent().Node().(type) {
	case *ast.CallExpr:
		r.move(x, x.rule.new)
		if y := r.mention(parent.Fun); y == nil || y.rule.old != "Must" {
			r.insert(x.call.End(), ", "+r.nilFor(parent))
		}
	case *ast.ReturnStmt:
		r.insert(x.call.End(), ", nil")
		r.move(x, x.rule.new)
	case *ast.AssignStmt:
		r.assigned(x, x.at.Parent())
	case *ast.ValueSpec:
		r.declared(x, parent)
	case *ast.ExprStmt:
		r.removeStmt(parent)
		r.done(x, "(removed)")
	default: // go and defer
		r.move(x, x.rule.new)
	}
}

// fails reports whether x is a function that returns an error, too.
func (x *ref) fails() bool {
	f, ok := x.obj.(*types.Func)
	return ok && f.Signature().Results().Len() == 2
}

// isInfallible reports whether the function x no longer returns an error.
func (r *rewriter) isInfallible(x *ref) bool {
	f, ok := r.m.configs[0].target.Scope().Lookup(x.rule.new).(*types.Func)
	return ok && x.fails() && f.Signature().Results().Len() == 1
}

// fallible returns a function literal with the signature that x had.
func (r *rewriter) fallible(x *ref) string {
	var params, args []string
	sig := x.obj.(*types.Func).Signature()
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		params = append(params, p.Name()+" "+types.TypeString(p.Type(), func(*types.Package) string { return r.name }))
		args = append(args, p.Name())
	}
	return "func(" + strings.Join(params, ", ") + ") (" + r.name + ".UUID, error) { return " +
		r.name + "." + x.rule.new + "(" + strings.Join(args, ", ") + "), nil }"
}

// nilFor returns the error that a call gets as its second argument.
func (r *rewriter) nilFor(call *ast.CallExpr) string {
	if f, ok := r.object(call.Fun).(*types.Func); ok && f.Signature().TypeParams().Len() > 0 {
		return "error(nil)"
	}
	return "nil"
}

// declared is var id, err = x().
func (r *rewriter) declared(x *ref, spec *ast.ValueSpec) {
	r.move(x, x.rule.new)
	switch {
	case isBlank(spec.Names[1]) && !isBlank(spec.Names[0]):
		r.replace(spec.Names[0].End(), spec.Names[1].End(), "")
	case spec.Type == nil:
		r.insert(x.call.End(), ", error(nil)")
	default:
		r.insert(x.call.End(), ", nil")
	}
}

// assigned is id, err := x() or id, err = x().
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
	// A new error needs a type, which nil has not.
	r.move(x, x.rule.new)
	if errID, ok := err.(*ast.Ident); ok && a.Tok == token.DEFINE && r.info.Defs[errID] != nil {
		r.insert(x.call.End(), ", error(nil)")
		return
	}
	r.insert(x.call.End(), ", nil")
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// must is Must. A function that cannot fail needs none, and Parse has one of its own.
func must(r *rewriter, x *ref) {
	var inner *ast.CallExpr
	if x.call != nil && len(x.call.Args) == 1 {
		inner, _ = ast.Unparen(x.call.Args[0]).(*ast.CallExpr)
	}
	if inner == nil {
		r.become(x, r.helper(x.rule.new))
		return
	}
	y := r.mention(inner.Fun)
	switch {
	// The result of another module's function is converted where it is used.
	case y == nil && r.isForeign(inner), y != nil && y.rule.new == "":
		r.stay(x)
	case y != nil && (y.rule.new == "Parse" || r.isInfallible(y)):
		if y.rule.new == "Parse" {
			r.as[y.id] = "MustParse"
		}
		r.unwrap(x.call, inner)
		r.res.done["Must -> (removed)"]++
		r.moved = true
	default:
		r.become(x, r.helper(x.rule.new))
	}
}

// isForeign reports whether a call calls a function of another module.
func (r *rewriter) isForeign(call *ast.CallExpr) bool {
	f, ok := r.object(call.Fun).(*types.Func)
	return ok && f.Pkg() != nil && !r.m.own[f.Pkg().Path()]
}
