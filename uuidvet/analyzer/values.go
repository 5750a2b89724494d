package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// own is the path of the package that has ID[T], Kind, Binary, GUID and Mask.
const own = "github.com/seed-8298af95/uuid"

// isUUIDPackage reports whether a path is that of a package of UUIDs.
func isUUIDPackage(path string) bool {
	return has("uuid github.com/google/uuid github.com/satori/go.uuid github.com/gofrs/uuid "+own, path) || strings.HasPrefix(path, "github.com/gofrs/uuid/v")
}

// deref returns the type that a pointer points to, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// elem returns the type that the elements of slices and arrays finally have, or t itself. An array of 16
// bytes is an element, and a type that contains itself has an end here.
func elem(t types.Type) types.Type {
	for range 8 {
		if list := t.Underlying(); !is16(t) && (is[*types.Slice](list) || is[*types.Array](list)) {
			t = list.(interface{ Elem() types.Type }).Elem()
		}
	}
	return t
}

// is16 reports whether t, or the type that it points to, is an array of 16 bytes.
func is16(t types.Type) bool {
	a, ok := deref(t).Underlying().(*types.Array)
	return ok && a.Len() == 16 && types.Identical(a.Elem().Underlying(), types.Typ[types.Byte])
}

// isID reports whether t, or the type that it points to, is an ID of 16 bytes of a package of UUIDs.
func isID(t types.Type) bool { return isUUIDPackage(nameOf(deref(t)).path) && is16(t) }

// argument returns the T of t if t is generic[T], or nil.
func argument(t types.Type, generic name) types.Type {
	if nameOf(t) != generic {
		return nil
	}
	return types.Unalias(t).(*types.Named).TypeArgs().At(0)
}

// identified returns T if t is a uuid.ID[T], or nil.
func identified(t types.Type) types.Type { return argument(t, name{own, "ID"}) }

// method returns the method of t or *t with a name, or nil.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(cmp.Or(t, types.Type(types.Typ[types.Invalid])), true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// A form is what a tool finds in the value of an ID that it is given.
type form int

const (
	unknown form = iota
	asText       // Value returns text
	asBytes      // Value returns 16 bytes
	asArray      // there is no Value: an array of 16 bytes
	asSlice      // a slice of 16 bytes
)

// valuer returns the type whose method Value gives what a database stores for t, or nil.
func valuer(t types.Type) (v types.Type) {
	for i := 0; i < 8 && t != nil; i++ { // a type may embed a Null of itself
		v = nil
		if value := method(deref(t), "Value"); value != nil {
			v = deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
		}
		t = argument(v, name{"database/sql", "Null"})
	}
	return v
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	switch k := p.kindOf(identified(v)); {
	case v == nil && is16(t):
		return asArray
	case k["Binary"] == "true", k["GUID"] == "true", nameOf(v) == name{own, "Binary"}, nameOf(v) == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(nameOf(v).path) && (k.isKnown() || identified(v) == nil):
		return asText
	}
	return unknown
}

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin, t := p.origin(e), p.TypesInfo.TypeOf(e)
	slice, isSlice := origin.(*ast.SliceExpr)
	if isSlice && isWhole(slice) && is16(p.TypesInfo.TypeOf(slice.X)) || p.callsUUID(origin, "Bytes MarshalBinary") {
		return asSlice
	}
	if types.IsInterface(t) {
		t = cmp.Or(p.TypesInfo.TypeOf(origin), t)
	}
	return p.formOf(t)
}

// callee returns the name of the function or method that a call calls.
func (p *pass) callee(n ast.Node) name {
	if call, ok := n.(*ast.CallExpr); ok {
		if f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok && f.Pkg() != nil {
			return name{f.Pkg().Path(), f.Name()}
		}
	}
	return name{}
}

// receiver returns the x of a call of x.f, or nil.
func receiver(call *ast.CallExpr) ast.Expr {
	if f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return f.X
	}
	return nil
}

// callsUUID reports whether a node calls a function of a package of UUIDs that has one of the names.
func (p *pass) callsUUID(n ast.Node, names string) bool {
	f := p.callee(n)
	return isUUIDPackage(f.path) && has(names, f.name)
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}

// findSettings finds what the variables and fields of a package are set to, in the order of the text.
func (p *pass) findSettings() {
	for c := range p.nodes.Root().Preorder((*ast.Ident)(nil)) {
		obj := p.TypesInfo.ObjectOf(c.Node().(*ast.Ident))
		for c.ParentEdgeKind() == edge.SelectorExpr_Sel || c.ParentEdgeKind() == edge.ParenExpr_X {
			c = c.Parent()
		}
		if value := setting(c); value != nil && obj != nil {
			p.settings[obj] = append(p.settings[obj], value)
		}
	}
	for _, values := range p.settings {
		slices.SortStableFunc(values, func(a, b ast.Expr) int { return cmp.Compare(a.End(), b.End()) })
	}
}

// setting returns what the variable or field at c is set to there: an expression, the call whose first
// result it is, or a BadExpr if that is not known. It returns nil if it is not set.
func setting(c cursor) ast.Expr {
	parent := c.Parent().Node()
	switch kind, i := c.ParentEdge(); kind {
	case edge.AssignStmt_Lhs:
		if n := parent.(*ast.AssignStmt); i < len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) { // += keeps what was there
			return n.Rhs[i]
		}
	case edge.ValueSpec_Names:
		if n := parent.(*ast.ValueSpec); i < len(n.Values) {
			return n.Values[i]
		}
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		x := parent.(*ast.RangeStmt).X
		return &ast.IndexExpr{X: x, Index: ast.NewIdent("_"), Rbrack: x.End()}
	default:
		if n, ok := parent.(*ast.UnaryExpr); !ok || n.Op != token.AND { // whoever gets the pointer may set it
			return nil
		}
	}
	return &ast.BadExpr{To: parent.End()} // what has another value before it has it until here
}

// origin follows local variables, and fields of composite literals, to the expression that they were
// last set to, and a pointer to what it points to. It returns the expression at which this ends.
func (p *pass) origin(e ast.Expr) ast.Expr { return memo(p, e, p.follow) }

func (p *pass) follow(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		values := p.settings[p.TypesInfo.ObjectOf(x)]
		// Each step goes back in the text, so there is an end.
		before, _ := slices.BinarySearchFunc(values, x.Pos()+1, func(e ast.Expr, pos token.Pos) int { return cmp.Compare(e.End(), pos) })
		if before > 0 && !is[*ast.BadExpr](values[before-1]) {
			return p.origin(values[before-1])
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		literal, ok := p.origin(x.X).(*ast.CompositeLit)
		for i := 0; ok && p.settings[p.TypesInfo.ObjectOf(x.Sel)] == nil && i < len(literal.Elts); i++ {
			if pair, ok := literal.Elts[i].(*ast.KeyValueExpr); ok && types.ExprString(pair.Key) == x.Sel.Name {
				return p.origin(pair.Value)
			}
		}
	}
	return e
}

// constant returns the value of a constant expression, or nil. That of a string is a string, and that of
// an int an int64.
func (p *pass) constant(e ast.Expr) any { return constant.Val(p.TypesInfo.Types[e].Value) }

// passOn has the functions whose result is made of the ID or the text in their first argument, and
// begins with it.
var passOn = map[string]string{
	"encoding/hex": "EncodeToString",
	"net/url":      "PathUnescape QueryUnescape",
	"strings":      "Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix",
}

// A source is an expression, for whose source memo is asked.
type source struct{ of ast.Expr }

// source returns the origin of an expression, or of what its origin is made of and begins with.
func (p *pass) source(e ast.Expr) ast.Expr {
	return memo(p, source{e}, func(source) ast.Expr {
		e, f := p.origin(e), p.callee(p.origin(e))
		call, isCall := e.(*ast.CallExpr)
		slice, isSlice := e.(*ast.SliceExpr)
		if isSlice && isWhole(slice) {
			return p.source(slice.X)
		} else if isCall && (has(passOn[f.path], f.name) || p.callsUUID(e, "Must Encode") || p.isConversion(call)) {
			return p.source(call.Args[0])
		}
		return e
	})
}

// isWhole reports whether an expression is x[:].
func isWhole(e *ast.SliceExpr) bool { return e.Low == nil && e.High == nil }
