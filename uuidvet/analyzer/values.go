package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

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
		switch list := t.Underlying().(type) {
		case *types.Slice, *types.Array:
			if !is16(t) {
				t = list.(interface{ Elem() types.Type }).Elem()
			}
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
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
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
func valuer(t types.Type) types.Type {
	for range 8 { // a type may embed a Null of itself
		value := method(deref(t), "Value")
		if value == nil {
			return nil
		}
		v := deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
		if t = argument(v, name{"database/sql", "Null"}); t == nil {
			return v
		}
	}
	return nil
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	switch k := p.kindOf(identified(v)); {
	case v == nil && is16(t):
		return asArray
	case k.isBinary(), k.isGUID(), nameOf(v) == name{own, "Binary"}, nameOf(v) == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(nameOf(v).path) && (k.isKnown() || identified(v) == nil):
		return asText
	}
	return unknown
}

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin := p.origin(e)
	slice, isSlice := origin.(*ast.SliceExpr)
	call, isCall := origin.(*ast.CallExpr)
	if isSlice && isWhole(slice) && is16(p.TypesInfo.TypeOf(slice.X)) || isCall && p.callsUUID(call, "Bytes MarshalBinary") {
		return asSlice
	}
	t := p.TypesInfo.TypeOf(e)
	if concrete := p.TypesInfo.TypeOf(origin); concrete != nil && types.IsInterface(t) {
		t = concrete
	}
	return p.formOf(t)
}

// callee returns the name of the function or method that is called.
func (p *pass) callee(call *ast.CallExpr) name {
	if f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok && f.Pkg() != nil {
		return name{f.Pkg().Path(), f.Name()}
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

// callsUUID reports whether a call is of a package of UUIDs, and of a function with one of the names.
func (p *pass) callsUUID(call *ast.CallExpr, names string) bool {
	f := p.callee(call)
	return isUUIDPackage(f.path) && has(names, f.name)
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}

// findSettings finds what the variables and fields of a package are set to, in the order of the text:
// an expression, the call whose first result it is, or a BadExpr where that is not known.
func (p *pass) findSettings() {
	for n := range p.nodes.PreorderSeq((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil)) {
		var targets, values []ast.Expr
		end := n.End() // from here on, what was set to an unknown value has it
		switch n := n.(type) {
		case *ast.AssignStmt:
			targets = n.Lhs
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE { // += keeps what was there
				values = n.Rhs
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				targets = append(targets, id)
			}
			values = n.Values
		case *ast.RangeStmt:
			end = n.X.End()
			targets, values = []ast.Expr{n.Value, n.Key}, []ast.Expr{&ast.IndexExpr{X: n.X, Index: ast.NewIdent("_"), Rbrack: end}}
		case *ast.UnaryExpr:
			if n.Op == token.AND { // whoever gets the pointer may set it
				targets = []ast.Expr{n.X}
			}
		}
		for i, target := range targets {
			var value ast.Expr = &ast.BadExpr{To: end}
			if i < len(values) {
				value = values[i]
			}
			if obj := p.objectOf(target); obj != nil {
				p.settings[obj] = append(p.settings[obj], value)
			}
		}
	}
	for _, values := range p.settings {
		slices.SortStableFunc(values, func(a, b ast.Expr) int { return cmp.Compare(a.End(), b.End()) })
	}
}

// objectOf returns the variable or field that an expression names, or nil.
func (p *pass) objectOf(e ast.Expr) types.Object {
	e = ast.Unparen(e)
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	id, _ := e.(*ast.Ident)
	return p.TypesInfo.ObjectOf(id)
}

// origin follows local variables, and fields of composite literals, to the expression that they were
// last set to, and a pointer to what it points to. It returns the expression at which this ends.
func (p *pass) origin(e ast.Expr) ast.Expr { return memo(p.origins, e, p.follow) }

func (p *pass) follow(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		values := p.settings[p.TypesInfo.ObjectOf(x)]
		// Each step goes back in the text, so there is an end.
		before := sort.Search(len(values), func(i int) bool { return values[i].End() > x.Pos() })
		if before > 0 {
			if _, unknown := values[before-1].(*ast.BadExpr); !unknown {
				return p.origin(values[before-1])
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		field := p.TypesInfo.ObjectOf(x.Sel)
		literal, ok := p.origin(x.X).(*ast.CompositeLit)
		for i := 0; ok && p.settings[field] == nil && i < len(literal.Elts); i++ {
			if e, ok := literal.Elts[i].(*ast.KeyValueExpr); ok && p.objectOf(e.Key) == field {
				return p.origin(e.Value)
			}
		}
	}
	return e
}

// constant returns the text of a constant string or number, or "".
func (p *pass) constant(e ast.Expr) string {
	v := p.TypesInfo.Types[e].Value
	if v == nil {
		return ""
	} else if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// passOn has the functions whose result is made of the ID or the text in their first argument, and
// begins with it.
var passOn = map[string]string{
	own:            "Encode",
	"encoding/hex": "EncodeToString",
	"net/url":      "PathUnescape QueryUnescape",
	"strings":      "Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix",
}

// passedOn returns the first argument of a call whose result is made of it, or nil.
func (p *pass) passedOn(call *ast.CallExpr) ast.Expr {
	if f := p.callee(call); has(passOn[f.path], f.name) || p.callsUUID(call, "Must") || p.isConversion(call) {
		return call.Args[0]
	}
	return nil
}

// isWhole reports whether an expression is x[:].
func isWhole(e *ast.SliceExpr) bool { return e.Low == nil && e.High == nil }
