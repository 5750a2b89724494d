package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// same gives a name its new name; all else about it is the same.
func same(r *rewriter, x *ref) { r.move(x, x.rule.new) }

// left keeps a name that has no counterpart, and its import. A method is
// called on a conversion to the old type.
func left(r *rewriter, x *ref) {
	if x.recv == nil {
		r.leave(x, x.rule.note)
		return
	}
	name, _, _ := strings.Cut(x.rule.old, ".")
	if x.lib.moves(name) {
		r.toOld(x)
		r.leave(x, x.rule.note)
	}
}

// helped calls a helper instead, which helpers.go has.
func helped(r *rewriter, x *ref) {
	call, _ := x.call()
	switch {
	case x.recv == nil:
		r.become(x, r.helper(x.rule.new))
	case call == nil:
		left(r, x)
	default:
		r.wrapReceiver(x, r.helper(x.rule.new)+"(", ")", call)
		r.done(x, x.rule.new)
	}
}

// wrapReceiver puts text around what a method is called on and drops the call.
func (r *rewriter) wrapReceiver(x *ref, before, after string, call *ast.CallExpr) {
	r.wrap(x.recv, before, "")
	r.replace(x.recv.End(), call.End(), after)
}

// null is the type of what may be missing. Embedded it stays, because its name
// is that of a field.
func null(r *rewriter, x *ref) {
	cur := x.cur
	if _, ok := cur.Parent().Node().(*ast.StarExpr); ok {
		cur = cur.Parent()
	}
	if field, ok := cur.Parent().Node().(*ast.Field); ok && len(field.Names) == 0 && cur.Parent().Parent().ParentEdgeKind() == edge.StructType_Fields {
		r.leave(x, "it is embedded, and its field would have another name")
		return
	}
	same(r, x)
}

// slice is a named slice of UUIDs that becomes one without a name.
func slice(r *rewriter, x *ref) {
	r.become(x, "[]"+r.name+"."+strings.TrimPrefix(x.rule.new, "[]"))
}

// text is a function whose result is a method's of another function's.
func text(r *rewriter, x *ref) {
	before, _ := strings.CutSuffix(x.rule.new, "()")
	if call, _ := x.call(); call != nil {
		r.move(x, before)
		return
	}
	r.become(x, "func() string { return "+r.name+"."+x.rule.new+" }")
}

// generic is a function of a []byte or a string that takes both here.
func generic(r *rewriter, x *ref) {
	params := x.obj.(*types.Func).Signature().Params()
	name := types.TypeString(params.At(1).Type(), nil)
	call, _ := x.call()
	switch {
	case call == nil:
		r.insert(x.expr.End(), "["+name+"]")
	case len(call.Args) == 2:
		r.typeNil(call.Args[1])
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
	call, _ := x.call()
	if call == nil || len(call.Args) != 4 || !r.isConst(call.Args[3], 8) {
		left(r, x)
		return
	}
	x.rule.note = "" // that is why others stay
	r.typeNil(call.Args[2])
	r.replace(call.Args[2].End(), call.Args[3].End(), "")
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

// must is Must. What cannot fail needs none, and Parse has one of its own.
func must(r *rewriter, x *ref) {
	call, cur := x.call()
	if call == nil || len(call.Args) != 1 {
		r.become(x, r.helper(x.rule.new))
		return
	}
	inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok {
		r.become(x, r.helper(x.rule.new))
		return
	}
	y := r.callee(cur, inner)
	switch {
	case y == nil && r.isForeign(inner):
		r.stay(x) // its result is converted where it is used
	case y == nil:
		r.become(x, r.helper(x.rule.new))
	case y.rule.new == "Parse":
		r.as[y.id] = "MustParse"
		r.unwrap(call, inner)
		r.notes.done["Must -> (removed)"]++
		r.moved = true
	case y.fails() && r.isInfallible(y):
		r.unwrap(call, inner)
		r.notes.done["Must -> (removed)"]++
		r.moved = true
	case y.rule.new == "":
		r.stay(x) // its argument stays
	default:
		r.become(x, r.helper(x.rule.new))
	}
}

// unwrap removes a call around its argument.
func (r *rewriter) unwrap(call *ast.CallExpr, arg ast.Expr) {
	r.replace(call.Pos(), arg.Pos(), "")
	r.replace(arg.End(), call.End(), "")
}

// callee returns the mention of a library's name that a call calls, or nil.
func (r *rewriter) callee(cur inspector.Cursor, call *ast.CallExpr) *ref {
	fun, ok := cur.FindNode(ast.Unparen(call.Fun))
	if !ok {
		return nil
	}
	switch fun.Node().(type) {
	case *ast.SelectorExpr, *ast.Ident:
		return r.ref(fun)
	}
	return nil
}

// isForeign reports whether a call calls a function of another module.
func (r *rewriter) isForeign(call *ast.CallExpr) bool {
	f, ok := r.object(call.Fun).(*types.Func)
	return ok && f.Pkg() != nil && !r.m.has(f.Pkg())
}

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

// object returns what a name or a selector stands for, or nil.
func (r *rewriter) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return r.info.Uses[e]
	case *ast.SelectorExpr:
		return r.info.Uses[e.Sel]
	}
	return nil
}
