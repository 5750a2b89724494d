package analyzer

import (
	"go/ast"
	"go/types"
)

// deref returns the type that a pointer points to, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isPointer reports whether t is a pointer.
func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// maxDepth limits how deep types are followed, because a type can contain itself.
const maxDepth = 8

// elem returns the type of the elements of a slice or an array, or of slices of slices and so on.
// For other types it returns t itself, as for an array of 16 bytes.
func elem(t types.Type) types.Type {
	for range maxDepth {
		if is16(t) {
			return t
		}
		switch list := t.Underlying().(type) {
		case *types.Slice:
			t = list.Elem()
		case *types.Array:
			t = list.Elem()
		default:
			return t
		}
	}
	return t
}

// is16 reports whether t is an array of 16 bytes.
func is16(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && a.Len() == 16 && types.Identical(a.Elem().Underlying(), types.Typ[types.Byte])
}

// isID reports whether t, or the type that it points to, is a 16-byte ID of a UUID package.
func isID(t types.Type) bool {
	t = deref(t)
	return isUUIDPackage(nameOf(t).path) && is16(t)
}

// fieldOf returns the name of the field that element i of a literal of a struct sets, and its value.
func fieldOf(fields *types.Struct, i int, e ast.Expr) (field string, value ast.Expr) {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		key, _ := pair.Key.(*ast.Ident)
		if key == nil {
			return "", pair.Value
		}
		return key.Name, pair.Value
	}
	if i < fields.NumFields() {
		return fields.Field(i).Name(), e
	}
	return "", e
}

// typeArgument returns the T of t if t is generic[T], or nil.
func typeArgument(t types.Type, generic name) types.Type {
	if nameOf(t) != generic {
		return nil
	}
	args := types.Unalias(t).(*types.Named).TypeArgs()
	if args.Len() == 0 {
		return nil // in a package that does not type-check, the argument may be missing
	}
	return args.At(0)
}

// identified returns T if t is a uuid.ID[T], or nil.
func identified(t types.Type) types.Type { return typeArgument(t, name{own, "ID"}) }

// method returns the method of t or *t with the given name, or nil. A nil t has none.
func method(t types.Type, name string) *types.Func {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// A form is the kind of value that a tool sees when an ID is passed to it.
type form int

const (
	noForm  form = iota // not an ID, or an ID whose form the source does not show
	asText              // its Value method returns text
	asBytes             // its Value method returns 16 bytes
	asArray             // an array of 16 bytes without a Value method
	asSlice             // a slice of 16 bytes
)

// valuer returns the type whose method Value returns what a database stores for t, or nil. It looks into sql.Null.
func valuer(t types.Type) types.Type {
	for range maxDepth {
		value := method(deref(t), "Value")
		if value == nil {
			return nil
		}
		v := deref(value.Signature().Recv().Type()) // an embedded type, if value is its method
		t = typeArgument(v, name{"database/sql", "Null"})
		if t == nil {
			return v
		}
	}
	return nil
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	if v == nil {
		if is16(deref(t)) {
			return asArray
		}
		return noForm
	}
	if nameOf(v) == (name{own, "Binary"}) || nameOf(v) == (name{own, "GUID"}) {
		return asBytes
	}
	if typ := identified(v); typ != nil {
		return p.kindOf(typ).form()
	}
	if isUUIDPackage(nameOf(v).path) {
		return asText
	}
	return noForm
}

// bytesOf contains the functions that return the bytes of an ID.
var bytesOf = setOf("Bytes MarshalBinary")

// form returns the form of an expression. For a variable of an interface type, it is the form of the
// value that the variable was last set to.
func (p *pass) form(e ast.Expr) form {
	origin := p.origin(e)
	slice, ok := origin.(*ast.SliceExpr)
	if ok && isWhole(slice) && is16(deref(p.typeOf(slice.X))) || p.callsUUID(origin, bytesOf) {
		return asSlice
	}
	if t := p.typeOf(e); !types.IsInterface(t) {
		return p.formOf(t)
	}
	return p.formOf(p.typeOf(origin))
}
