package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
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

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	value := method(deref(t), "Value")
	if value == nil {
		if is16(t) {
			return asArray
		}
		return unknown
	}
	t = deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
	switch n := nameOf(t); {
	case n == name{"database/sql", "Null"}:
		return p.formOf(types.Unalias(t).(*types.Named).TypeArgs().At(0))
	case n == name{own, "ID"}:
		return p.kindOf(identified(t)).form()
	case n == name{own, "Binary"}, n == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(n.path):
		return asText
	}
	return unknown
}

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin := p.origin(e)
	switch value := origin.(type) {
	case *ast.SliceExpr:
		if value.Low == nil && value.High == nil && is16(p.TypesInfo.TypeOf(value.X)) {
			return asSlice
		}
	case *ast.CallExpr:
		if p.callsUUID(value, "Bytes MarshalBinary") {
			return asSlice
		}
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

func conversions(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		if !p.isConversion(call) || p.Pkg.Path() == own {
			continue
		}
		to, from := deref(p.TypesInfo.TypeOf(call.Fun)), deref(p.TypesInfo.TypeOf(call.Args[0]))
		a, b := identified(to), identified(from)
		_, isSlice := from.Underlying().(*types.Slice)
		_, isArray := types.Unalias(from).(*types.Array)
		switch {
		case a != nil && b != nil && !types.IsInterface(a) && !types.IsInterface(b) && !types.Identical(a, b):
			p.report(call, "this takes the ID of one type for the ID of another; if that is meant, convert id.UUID()")
		case nameOf(to) == name{own, "GUID"} && (isSlice || isArray) && !p.isOfID(call.Args[0]):
			p.report(call, "this takes the bytes in network order, like every UUID's; if they are in Microsoft's order, write uuid.FromBytesLE(b[:])")
		}
	}
}

// isOfID reports whether an expression has the bytes of an ID, or only zeros.
func (p *pass) isOfID(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.SliceExpr:
		return p.isOfID(e.X)
	case *ast.CallExpr:
		return p.callsUUID(e, "Bytes MarshalBinary") || p.isConversion(e) && p.isOfID(e.Args[0])
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	default:
		return isID(p.TypesInfo.TypeOf(e))
	}
}
