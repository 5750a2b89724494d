package analyzer

import (
	"go/ast"
	"go/types"
)

var convertCheck = check{
	name: "uuidconvert",
	page: packagePage + "#GUID",
	doc: `report a conversion that turns an ID into a different one

The ID of a user is not the ID of an order:

	order := uuid.ID[Order](user.ID) // wrong

In memory, a GUID is in network order, like every UUID, so bytes in Microsoft's order need FromBytesLE:

	guid := uuid.GUID(b) // wrong

	guid, err := uuid.FromBytesLE(b[:]) // right`,
	run: forEach(checkConversion),
}

func checkConversion(p *pass, _ cursor, call *ast.CallExpr) {
	if !p.isConversion(call) || p.Pkg.Path() == own {
		return
	}
	arg := call.Args[0]
	to, from := deref(p.typeOf(call.Fun)), deref(p.typeOf(arg))
	switch {
	case areOfDifferentTypes(identified(to), identified(from)):
		p.report(call, "this uses the ID of one type as the ID of another; if you intend this, convert id.UUID()")
	case nameOf(to) == name{own, "GUID"} && isPlainBytes(from) && !p.isOfID(arg):
		p.report(call, "this conversion expects bytes in network order, like those of every UUID; "+
			"if they are in Microsoft's order, write uuid.FromBytesLE(b[:])")
	}
}

// areOfDifferentTypes reports whether a and b are the T of two typed IDs, and are different types.
// Either is nil if it is not the T of a typed ID.
func areOfDifferentTypes(a, b types.Type) bool {
	if a == nil || b == nil || types.IsInterface(a) || types.IsInterface(b) {
		return false
	}
	return !types.Identical(a, b)
}

// isPlainBytes reports whether t is a slice, or an array without a name.
func isPlainBytes(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Slice); ok {
		return true
	}
	_, ok := types.Unalias(t).(*types.Array)
	return ok
}

// isOfID reports whether an expression contains the bytes of an ID, or only zeros.
func (p *pass) isOfID(e ast.Expr) bool {
	origin := p.origin(e)
	if isID(p.typeOf(e)) || isID(p.typeOf(origin)) || p.callsUUID(origin, bytesOf) {
		return true
	}
	switch x := origin.(type) {
	case *ast.SliceExpr:
		return p.isOfID(x.X)
	case *ast.CallExpr:
		return p.isConversion(x) && p.isOfID(x.Args[0])
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	}
	return false
}
