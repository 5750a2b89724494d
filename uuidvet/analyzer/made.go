package analyzer

import (
	"go/ast"
	"go/types"
)

// The functions of UUID packages that make an ID.
var (
	makersOf7     = setOf("NewV7 NewV7At NewV7AtTime NewV7FromReader NewID")
	makersOfOther = setOf("New NewRandom NewUUID NewMD5 NewSHA1 NewV1 NewV1At NewV2 NewV3 NewV4 NewV5 NewV6 NewV6At " +
		"NewV8")
	makersOfText = setOf("NewString")
)

// The methods that return the same ID, and its text.
var (
	uuidOf = setOf("UUID")
	textOf = setOf("String")
)

// isMade reports whether an expression is an ID that one of the functions made in the same function,
// or its bytes or text.
func (p *pass) isMade(makers set, e ast.Expr) bool {
	call, ok := p.source(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if p.callsUUID(call, makers) {
		return true
	}
	id := receiver(call)
	isSame := p.callsUUID(call, uuidOf) || p.callsUUID(call, textOf) && p.isOpen(deref(p.typeOf(id)))
	return isSame && p.isMade(makers, id)
}

// isOpen reports whether the text of t shows the ID: t is not an ID[T], or T has no Mask.
func (p *pass) isOpen(t types.Type) bool {
	typ := identified(t)
	if typ == nil {
		return true
	}
	return p.kindOf(typ).mask == no
}
