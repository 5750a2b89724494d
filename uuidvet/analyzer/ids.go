package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// own is the path of the package that has ID[T], Kind, Binary, GUID and Mask.
const own = "github.com/seed-8298af95/uuid"

// isUUIDPackage reports whether a path is that of a package of UUIDs.
func isUUIDPackage(path string) bool {
	known := []string{own, "uuid", "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/satori/go.uuid"}
	return slices.Contains(known, path) || strings.HasPrefix(path, "github.com/gofrs/uuid/v")
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
		switch of := t.Underlying().(type) {
		case *types.Slice:
			t = of.Elem()
		case *types.Array:
			if !is16(t) {
				t = of.Elem()
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

// identified returns T if t is a uuid.ID[T], or nil.
func identified(t types.Type) types.Type {
	if nameOf(t) != (name{own, "ID"}) {
		return nil
	}
	return types.Unalias(t).(*types.Named).TypeArgs().At(0)
}

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
			break
		}
		t = deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
		if nameOf(t) != (name{"database/sql", "Null"}) {
			return t
		}
		t = types.Unalias(t).(*types.Named).TypeArgs().At(0)
	}
	return nil
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	switch k := p.kindOf(identified(v)); {
	case v == nil && is16(t):
		return asArray
	case k.isBinary, k.isGUID, nameOf(v) == name{own, "Binary"}, nameOf(v) == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(nameOf(v).path) && (k.isKnown || identified(v) == nil):
		return asText
	}
	return unknown
}

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin := p.origin(e)
	slice, isSlice := origin.(*ast.SliceExpr)
	call, isCall := origin.(*ast.CallExpr)
	if isSlice && slice.Low == nil && slice.High == nil && is16(p.TypesInfo.TypeOf(slice.X)) || isCall && p.callsUUID(call, "Bytes MarshalBinary") {
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

// callsUUID reports whether a call is of a package of UUIDs, and of a function with one of the names.
func (p *pass) callsUUID(call *ast.CallExpr, names string) bool {
	f := p.callee(call)
	return isUUIDPackage(f.path) && has(names, f.name)
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}
