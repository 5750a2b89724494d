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

// octets is Bytes, a copy of the bytes of a UUID. Where nobody keeps them,
// those of the UUID itself do.
func octets(r *rewriter, x *ref) {
	call, cur := x.call()
	if call == nil {
		left(r, x)
		return
	}
	sel := r.info.Selections[x.expr.(*ast.SelectorExpr)]
	if path, isPointer := r.promotion(sel); path == "" && (isPointer || r.info.Types[x.recv].Addressable()) && r.isOnlyRead(cur) {
		r.replace(x.recv.End(), call.End(), "[:]")
		r.done(x, "[:]")
		return
	} else if isPointer {
		r.wrapReceiver(x, r.helper(x.rule.new)+"(*", path+")", call)
	} else {
		r.wrapReceiver(x, r.helper(x.rule.new)+"(", path+")", call)
	}
	r.done(x, x.rule.new)
}

// readers are functions that keep and change nothing of the bytes they get.
var readers = map[string]bool{
	"bytes.Equal": true, "bytes.Compare": true, "bytes.Contains": true, "bytes.HasPrefix": true, "bytes.HasSuffix": true,
	"encoding/hex.EncodeToString": true, "encoding/base64.EncodeToString": true, "encoding/base32.EncodeToString": true,
	"encoding/binary.Uint16": true, "encoding/binary.Uint32": true, "encoding/binary.Uint64": true,
	"bytes.Write": true, "strings.Write": true, "hash/fnv.Write": true, "io.Write": true,
}

// isOnlyRead reports whether nobody keeps or changes the value of an
// expression.
func (r *rewriter) isOnlyRead(cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.RangeStmt:
		return parent.X == cur.Node()
	case *ast.IndexExpr:
		kind := cur.Parent().ParentEdgeKind()
		return kind != edge.AssignStmt_Lhs && kind != edge.UnaryExpr_X && kind != edge.IncDecStmt_X
	case *ast.CallExpr:
		if tv := r.info.Types[parent.Fun]; tv.IsType() {
			basic, ok := tv.Type.Underlying().(*types.Basic)
			return ok && basic.Kind() == types.String
		}
		switch f := r.object(parent.Fun).(type) {
		case *types.Builtin:
			index := cur.ParentEdgeIndex()
			return f.Name() == "len" || index == 1 && (f.Name() == "copy" || f.Name() == "append" && parent.Ellipsis.IsValid())
		case *types.Func:
			return f.Pkg() != nil && readers[f.Pkg().Path()+"."+f.Name()]
		}
	}
	return false
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

// equal is a function that == replaces.
func equal(r *rewriter, x *ref) {
	call, cur := x.call()
	if call == nil || len(call.Args) != 2 {
		r.become(x, r.helper(x.rule.new))
		return
	}
	r.replace(call.Pos(), call.Args[0].Pos(), "")
	for _, arg := range call.Args {
		if _, ok := arg.(*ast.CompositeLit); ok {
			r.wrap(arg, "(", ")")
		}
	}
	r.replace(call.Args[0].End(), call.Args[1].Pos(), r.equality(cur)+" ")
	r.replace(call.Args[1].End(), call.End(), "")
	r.done(x, "==")
}

// isNil is a method that a comparison replaces.
func isNil(r *rewriter, x *ref) {
	call, cur := x.call()
	if call == nil {
		left(r, x)
		return
	}
	path, isPointer := r.promotion(r.info.Selections[x.expr.(*ast.SelectorExpr)])
	before := ""
	if isPointer {
		before = "*"
	}
	r.wrap(x.recv, before, path)
	r.replace(x.recv.End(), call.End(), r.equality(cur)+" "+r.name+"."+x.rule.new+"()")
	r.moved = true
	r.done(x, "== "+x.rule.new+"()")
}

// equality returns " ==" for what becomes a comparison at cur, or " !=" if it
// is negated, and puts parentheses around it where it needs them.
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

// bindsLoosely reports whether a comparison can be a child of n as it is.
func bindsLoosely(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.LAND || n.Op == token.LOR
	case *ast.UnaryExpr, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return false
	}
	return true
}

// variable is a variable that became a function.
func variable(r *rewriter, x *ref) {
	const why = "a function cannot be assigned to, and has no address"
	parent := x.cur.Parent().Node()
	isNil := x.rule.new == "Nil"
	switch kind := x.cur.ParentEdgeKind(); {
	case kind == edge.CallExpr_Args && r.info.Types[parent.(*ast.CallExpr)].Value != nil: // len
		r.become(x, r.name+".UUID{}")
		return
	case kind == edge.UnaryExpr_X && parent.(*ast.UnaryExpr).Op == token.AND:
		if !isNil {
			r.leave(x, why)
			return
		}
		r.skip[x.id] = true
		r.replace(parent.Pos(), parent.End(), "new("+r.name+".UUID)")
		r.moved = true
		r.done(x, "new(UUID)")
		return
	case kind == edge.SliceExpr_X:
		if isNil {
			r.become(x, "new("+r.name+".UUID)")
			return
		}
		if s := parent.(*ast.SliceExpr); s.Low == nil && s.High == nil && s.Max == nil {
			r.replace(s.X.End(), s.End(), "")
		}
		r.wrap(x.expr, r.helper("uuidBytes")+"(", "())")
		r.move(x, x.rule.new)
		return
	case kind == edge.AssignStmt_Lhs,
		kind == edge.IndexExpr_X && x.cur.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs,
		kind == edge.SelectorExpr_X && r.wantsPointer(parent.(*ast.SelectorExpr)):
		r.leave(x, why)
		return
	}
	r.insert(x.expr.End(), "()")
	r.move(x, x.rule.new)
}

// wantsPointer reports whether a selector is a method with a pointer receiver.
func (r *rewriter) wantsPointer(sel *ast.SelectorExpr) bool {
	f, ok := r.object(sel).(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return false
	}
	_, ok = f.Signature().Recv().Type().(*types.Pointer)
	return ok
}

// value is a constant that its value replaces.
func value(r *rewriter, x *ref) {
	if r.isPlain(x.cur) {
		r.become(x, x.rule.new)
		return
	}
	r.become(x, types.TypeString(x.obj.Type(), nil)+"("+x.rule.new+")")
}

// number is a constant or a method of a basic type that is of a named type
// here. It is converted unless it meets its like.
func number(r *rewriter, x *ref) {
	cur := x.cur
	if x.recv != nil {
		call, callCur := x.call()
		if call == nil {
			left(r, x)
			return
		}
		cur = callCur
	}
	if !r.isPlain(cur) {
		r.wrap(cur.Node(), "byte(", ")")
	}
	r.move(x, x.rule.new)
}

// isPlain reports whether a number can be of another type: it is untyped, it is
// converted, or it meets a constant or another such number only.
func (r *rewriter) isPlain(cur inspector.Cursor) bool {
	e := cur.Node().(ast.Expr)
	if basic, ok := r.info.TypeOf(e).(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		return true
	}
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && call.Fun != e && r.info.Types[call.Fun].IsType() {
		return true
	}
	if r.info.Types[e].Value != nil && isByte(r.targets[e]) && !isComparison(cur) {
		if x := r.valueRef(cur, e); x != nil && len(x.rule.new) == 1 {
			return true // an untyped literal
		}
	}
	return r.meetsOnly(cur, func(other ast.Expr) bool {
		return r.isUntyped(other) || r.valueRef(cur, other) != nil
	})
}

func isByte(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}

// isUntyped reports whether e is an untyped constant by itself.
func (r *rewriter) isUntyped(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		if c, ok := r.info.Uses[e].(*types.Const); ok {
			basic, ok := c.Type().(*types.Basic)
			return ok && basic.Info()&types.IsUntyped != 0
		}
	}
	return false
}

// valueRef returns the mention of a library's constant, or of a method that is
// called, that e is.
func (r *rewriter) valueRef(cur inspector.Cursor, e ast.Expr) *ref {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		if x := r.callee(r.root(cur), call); x != nil && x.recv != nil {
			return x
		}
		return nil
	}
	found, ok := r.root(cur).FindNode(e)
	if !ok {
		return nil
	}
	switch found.Node().(type) {
	case *ast.SelectorExpr, *ast.Ident:
		if x := r.ref(found); x != nil && x.rule.new != "" {
			if _, ok := x.obj.(*types.Const); ok {
				return x
			}
		}
	}
	return nil
}

func (r *rewriter) root(cur inspector.Cursor) inspector.Cursor { return cur.Inspector().Root() }

// comparedWith returns what the expression at cur is compared with by == or !=.
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

func isComparison(cur inspector.Cursor) bool {
	_, ok := comparedWith(cur)
	return ok
}

// meetsOnly reports whether the expression at cur is compared, by an operator
// or a switch, and only with what ok accepts.
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
	if sw.Tag != cur.Node() && !ok(sw.Tag) {
		return false
	}
	for _, clause := range sw.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if e != cur.Node() && !ok(e) {
				return false
			}
		}
	}
	return true
}

// variant is the method Variant, whose results have other numbers here. It
// moves where it meets the constants only.
func variant(r *rewriter, x *ref) {
	if _, cur := x.call(); r.meetsOnly(cur, func(e ast.Expr) bool { return r.isVariant(cur, e) }) {
		x.rule.note = ""
		same(r, x)
		return
	}
	left(r, x)
}

// variantValue is one of the constants.
func variantValue(r *rewriter, x *ref) {
	if r.meetsOnly(x.cur, func(e ast.Expr) bool { return r.isVariant(x.cur, e) }) {
		x.rule.note = ""
		same(r, x)
		return
	}
	left(r, x)
}

// isVariant reports whether e is a call of the method Variant or one of the
// constants that move.
func (r *rewriter) isVariant(cur inspector.Cursor, e ast.Expr) bool {
	x := r.valueRef(cur, e)
	return x != nil && x.rule.new != "" && typeName(r.info.TypeOf(e)) == "Variant"
}

// dropped is a statement that has no effect here.
func dropped(r *rewriter, x *ref) {
	_, cur := x.call()
	switch cur.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		r.removeStmt(cur.Parent().Node())
		r.done(x, "(removed)")
	default:
		left(r, x)
	}
}

// setRand is SetRand. Where it does no more than restore the default it can go.
func setRand(r *rewriter, x *ref) {
	for _, f := range r.file.pkg.Syntax {
		mocks := false
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && r.object(call.Fun) == x.obj {
				mocks = mocks || !r.isDefaultRand(call.Args[0])
			}
			return !mocks
		})
		if mocks {
			left(r, x)
			return
		}
	}
	x.rule.note = "" // that is why others stay
	dropped(r, x)
}

// isDefaultRand reports whether e is nil or crypto/rand.Reader.
func (r *rewriter) isDefaultRand(e ast.Expr) bool {
	if r.info.Types[e].IsNil() {
		return true
	}
	obj := r.object(e)
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "crypto/rand" && obj.Name() == "Reader"
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

// texts keeps the text of values that print in another way here.
func (r *rewriter) texts() {
	for call := range printed(r.info, r.file.syntax) {
		for _, arg := range call.args {
			named := namedType(r.info.TypeOf(arg.expr))
			if named == nil {
				continue
			}
			l, name := r.m.libraryOf(named.Obj().Pkg()), named.Obj().Name()
			if l == nil || !l.moves(name) || r.isRemoved(arg.expr) || r.plan.level(r.file, arg.expr.Pos()) == keepOld {
				continue
			}
			if name == "UUID" {
				if hasMethod(named, "Format") {
					r.formatted(arg, l, named)
				}
				continue
			}
			if x := l.rule(name + ".String"); x.new == "" && x.old != "" && strings.ContainsRune("svqxX", arg.verb) && hasMethod(named, "String") {
				r.printOld(arg, l, named, name+" as text", x.note)
			}
		}
	}
}

// formatted keeps what a Format method makes of a UUID. Package fmt makes the
// same of %s, %q and %v, and of 16 bytes with %x.
func (r *rewriter) formatted(arg printedArg, l *library, named *types.Named) {
	_, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer)
	switch {
	case strings.ContainsRune("svqTp", arg.verb):
	case strings.ContainsRune("xX", arg.verb) && arg.flag == "":
		before := "[16]byte("
		if isPointer {
			before += "*"
		}
		r.wrap(arg.expr, before, ")")
		r.notes.done["%"+string(arg.verb)+" of [16]byte"]++
	default:
		r.printOld(arg, l, named, "%"+arg.flag+string(arg.verb), "there is no Format method here")
	}
}

// printOld converts what is printed to the library's type.
func (r *rewriter) printOld(arg printedArg, l *library, named *types.Named, what, why string) {
	before := old(l) + "." + named.Obj().Name() + "("
	if _, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer); isPointer {
		before = "(*" + old(l) + "." + named.Obj().Name() + ")("
	}
	r.wrap(arg.expr, before, ")")
	r.stays[l] = named.Obj().Pkg().Path()
	r.notes.left = append(r.notes.left, r.finding(arg.expr.Pos(), what, why))
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
