package analyzer

import (
	"go/ast"
	"go/types"
)

var convertCheck = check{
	name: "uuidconvert",
	page: packagePage + "#GUID",
	doc: `report a conversion that makes another ID of an ID

The ID of a user is no ID of an order:

	order := uuid.ID[Order](user.ID) // wrong

A GUID is in network order in memory, like every UUID, and Microsoft's 16 bytes are not:

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
		p.report(call, "this takes the ID of one type for the ID of another; if that is meant, convert id.UUID()")
	case nameOf(to) == name{own, "GUID"} && isPlainBytes(from) && !p.isOfID(arg):
		p.report(call, "this takes the bytes in network order, like every UUID's; "+
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

// isOfID reports whether an expression has the bytes of an ID, or only zeros.
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
