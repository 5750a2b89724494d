package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// octets rewrites Bytes, which returns a copy of a UUID's bytes. A range statement uses the UUID
// itself, because a range over an array copies the array too. Elsewhere, if the copy is only read, a
// slice of the UUID replaces it.
func octets(r *rewriter, x *ref) {
	star, path := receiver(r.info.Selections[x.expr.(*ast.SelectorExpr)])
	if x.at.ParentEdgeKind() == edge.RangeStmt_X {
		r.wrapReceiver(x, star, path)
		r.done(x, "(removed)")
		return
	}
	if path == "" && (star != "" || r.info.Types[x.recv].Addressable()) && r.isOnlyRead(x.at) {
		r.replace(x.recv.End(), x.call.End(), "[:]")
		r.done(x, "[:]")
		return
	}
	r.wrapReceiver(x, r.helper(x.rule.new)+"("+star, path+")")
	r.done(x, x.rule.new)
}

// readers lists functions and methods that neither keep nor change their byte arguments. The names
// are those that qualifiedName returns: "bytes.Write" is the Write method of bytes.Buffer.
var readers = map[string]bool{
	"bytes.Equal": true, "bytes.Compare": true, "bytes.Contains": true,
	"bytes.HasPrefix": true, "bytes.HasSuffix": true,
	"encoding/hex.EncodeToString": true, "encoding/base64.EncodeToString": true, "encoding/base32.EncodeToString": true,
	"encoding/binary.Uint16": true, "encoding/binary.Uint32": true, "encoding/binary.Uint64": true,
	"bytes.Write": true, "strings.Write": true, "io.Write": true,
}

// isOnlyRead reports whether the code around an expression only reads its value.
func (r *rewriter) isOnlyRead(cur inspector.Cursor) bool {
	// A slice of the UUID shares its memory, so the slice must not be kept or changed.
	switch parent := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		kind := cur.Parent().ParentEdgeKind()
		return kind != edge.AssignStmt_Lhs && kind != edge.UnaryExpr_X && kind != edge.IncDecStmt_X
	case *ast.CallExpr:
		if tv := r.info.Types[parent.Fun]; tv.IsType() {
			basic, ok := tv.Type.Underlying().(*types.Basic)
			return ok && basic.Kind() == types.String
		}
		switch f := r.info.Uses[nameOf(parent.Fun)].(type) {
		case *types.Builtin:
			index := cur.ParentEdgeIndex()
			reads := f.Name() == "copy" || f.Name() == "append" && parent.Ellipsis.IsValid()
			return f.Name() == "len" || index == 1 && reads
		case *types.Func:
			return readers[qualifiedName(f)]
		}
	}
	return false
}

// equal replaces a function call with ==.
func equal(r *rewriter, x *ref) {
	if x.call == nil || len(x.call.Args) != 2 {
		r.become(x, r.helper(x.rule.new))
		return
	}
	r.replace(x.call.Pos(), x.call.Args[0].Pos(), "")
	for _, arg := range x.call.Args {
		if _, ok := arg.(*ast.CompositeLit); ok {
			r.wrap(arg, "(", ")")
		}
	}
	r.replace(x.call.Args[0].End(), x.call.Args[1].Pos(), r.equality(x.at)+" ")
	r.replace(x.call.Args[1].End(), x.call.End(), "")
	r.done(x, "==")
}

// isNil replaces a method call with a comparison.
func isNil(r *rewriter, x *ref) {
	star, path := receiver(r.info.Selections[x.expr.(*ast.SelectorExpr)])
	r.wrap(x.recv, star, path)
	r.replace(x.recv.End(), x.call.End(), r.equality(x.at)+" "+r.name+"."+x.rule.new+"()")
	r.moved = true
	r.done(x, "== "+x.rule.new+"()")
}

// equality returns the operator for an expression at cur that becomes a comparison: " ==", or " !="
// if the expression is negated. It adds parentheses around the comparison if they are necessary.
func (r *rewriter) equality(cur inspector.Cursor) string {
	switch parent := cur.Parent().Node().(type) {
	case *ast.UnaryExpr:
		if parent.Op == token.NOT {
			r.replace(parent.OpPos, parent.X.Pos(), "")
			if !bindsLoosely(cur.Parent().Parent().Node()) {
				r.wrap(parent, "(", ")")
			}
			return " !="
		}
	default:
		if bindsLoosely(parent) {
			return " =="
		}
	}
	r.wrap(cur.Node(), "(", ")")
	return " =="
}

// bindsLoosely reports whether a comparison can be a child of n without parentheses.
func bindsLoosely(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.LAND || n.Op == token.LOR
	case *ast.UnaryExpr, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return false
	}
	return true
}

// value replaces a constant with its value.
func value(r *rewriter, x *ref) {
	if isUntyped(x.obj.Type()) || r.isPlain(x.cur) {
		r.become(x, x.rule.new)
		return
	}
	r.become(x, types.TypeString(x.obj.Type(), nil)+"("+x.rule.new+")")
}

// number rewrites a constant or a method whose type is a basic type in the old library and a named
// type in this library. It adds a conversion to byte unless isPlain returns true.
func number(r *rewriter, x *ref) {
	if !r.isPlain(x.at) {
		r.wrap(x.at.Node(), "byte(", ")")
	}
	r.move(x, x.rule.new)
}

// isPlain reports whether the code around a number also compiles if the number gets a different
// type. It does in these cases:
//
//   - The number is untyped or converted.
//   - The number becomes a digit where a byte is required.
//   - The number is compared only with untyped constants and with other numbers that valueRef finds.
func (r *rewriter) isPlain(cur inspector.Cursor) bool {
	e := cur.Node().(ast.Expr)
	if isUntyped(r.info.TypeOf(e)) {
		return true
	}
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && call.Fun != e && r.info.Types[call.Fun].IsType() {
		return true
	}
	_, compared := comparedWith(cur)
	isByte := types.Identical(r.targets[e], types.Typ[types.Byte])
	if !compared && r.info.Types[e].Value != nil && isByte {
		if x := r.valueRef(e); x != nil && len(x.rule.new) == 1 {
			return true // the new code is a digit, which is an untyped literal
		}
	}
	return r.meetsOnly(cur, func(other ast.Expr) bool {
		return r.isLiteral(other) || r.valueRef(other) != nil
	})
}

func isUntyped(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&types.IsUntyped != 0
}

// isLiteral reports whether e is a literal or the name of an untyped constant.
func (r *rewriter) isLiteral(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		if c, ok := r.info.Uses[e].(*types.Const); ok {
			return isUntyped(c.Type())
		}
	}
	return false
}

// valueRef returns the mention if e is a library's constant or a call to a library's method.
// Otherwise it returns nil.
func (r *rewriter) valueRef(e ast.Expr) *ref {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if x := r.refs[nameOf(call.Fun)]; x != nil && x.recv != nil {
			return x
		}
		return nil
	}
	if x := r.refs[nameOf(e)]; x != nil && x.rule.new != "" {
		if _, ok := x.obj.(*types.Const); ok {
			return x
		}
	}
	return nil
}

// comparedWith returns the other operand if the expression at cur is an operand of == or !=.
func comparedWith(cur inspector.Cursor) (ast.Expr, bool) {
	b, ok := cur.Parent().Node().(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return nil, false
	}
	if b.X == cur.Node() {
		return b.Y, true
	}
	return b.X, true
}

// meetsOnly reports whether the expression at cur is an operand of a comparison or a switch, and
// whether all other operands satisfy ok.
func (r *rewriter) meetsOnly(cur inspector.Cursor, ok func(ast.Expr) bool) bool {
	if other, compared := comparedWith(cur); compared {
		return ok(other)
	}
	var sw *ast.SwitchStmt
	switch cur.ParentEdgeKind() {
	case edge.SwitchStmt_Tag:
		sw = cur.Parent().Node().(*ast.SwitchStmt)
	case edge.CaseClause_List:
		sw, _ = cur.Parent().Parent().Parent().Node().(*ast.SwitchStmt)
	}
	if sw == nil || sw.Tag == nil {
		return false
	}
	// If one operand had a different type, the switch would not compile.
	operands := []ast.Expr{sw.Tag}
	for _, clause := range sw.Body.List {
		operands = append(operands, clause.(*ast.CaseClause).List...)
	}
	return !slices.ContainsFunc(operands, func(e ast.Expr) bool { return e != cur.Node() && !ok(e) })
}

// variant rewrites the Variant method and its constants, which have different numbers in this
// library. It rewrites a mention that is compared only with other variants.
func variant(r *rewriter, x *ref) {
	if r.meetsOnly(x.at, func(e ast.Expr) bool {
		y := r.valueRef(e)
		return y != nil && y.rule.new != "" && typeName(r.info.TypeOf(e)) == "Variant"
	}) {
		same(r, x)
		return
	}
	left(r, x)
}
