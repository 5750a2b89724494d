package analyzer

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
)

var hexCheck = check{
	name: "uuidhex",
	page: repository + "docs/moving.md#from-googleuuid-gofrsuuid-and-satorigouuid",
	doc: `report a format that prints an ID's text in hexadecimal

The verb %x calls the String method, so it prints 72 digits:

	fmt.Printf("%x", id) // wrong

	fmt.Printf("%x", id[:]) // right`,
	run: forEachPrinted(checkHex),
}

func checkHex(p *pass, c cursor, printed printing) {
	arg, t := printed.arg, p.typeOf(printed.arg)
	isHex := printed.by.verb == 'x' || printed.by.verb == 'X'
	if !isHex || printed.isNumbered { // another directive may print the argument, and is right
		return
	}
	if !isID(t) || method(deref(t), "Format") != nil || !p.isOpen(deref(t)) {
		return
	}
	p.reportFix(arg, "%"+string(printed.by.verb)+" prints 72 digits here, because it encodes the ID's text; "+
		"write id[:]", p.fixOfHex(c, arg))
}

// fixOfHex returns the fix that slices an argument, or nil if this might print something else.
func (p *pass) fixOfHex(c cursor, arg ast.Expr) *fix {
	// A pointer may be nil, and what prints later may find another ID in the variable.
	t := p.typeOf(arg)
	isLater := c.ParentEdgeKind() == edge.DeferStmt_Call || c.ParentEdgeKind() == edge.GoStmt_Call
	isPrinted := printers[p.callee(c.Node()).path]
	if isPointer(t) || isLater || !isPrinted || !p.TypesInfo.Types[arg].Addressable() {
		return nil
	}
	if _, ok := arg.(*ast.StarExpr); ok {
		return &fix{"(", ")[:]"}
	}
	return &fix{"", "[:]"}
}
