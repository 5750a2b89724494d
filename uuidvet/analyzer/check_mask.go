package analyzer

import (
	"go/ast"
	"strings"
)

var maskCheck = check{
	name: "uuidmask",
	page: repository + "docs/masks.md#what-a-mask-does-not-cover",
	doc: `report a format that prints the bytes of a masked ID

Package fmt calls no methods on values in unexported fields, so it prints the bytes of the ID:

	fmt.Println(struct{ user UserID }{id}) // wrong

	fmt.Println(struct{ User UserID }{id}) // right

A Mask hides only version 7. For any other version, Hide returns an error:

	mask.Hide(uuid.NewV4()) // wrong

	mask.Hide(uuid.NewV7()) // right`,
	run: inOrder(forEachPrinted(checkPrinted), forEach(checkLogged), forEach(checkHide)),
}

func checkPrinted(p *pass, c cursor, printed printing) {
	isWrapped := p.callee(c.Node()).name == "Errorf"
	if p.showsMasked(p.typeOf(printed.arg), printed.by, isWrapped) {
		p.report(printed.arg, "this prints the plain bytes of the masked ID: "+p.adviceFor(printed))
	}
}

// adviceFor returns what to write instead of a directive that shows a masked ID.
func (p *pass) adviceFor(printed printing) string {
	const forFields = "export all fields on the path to the ID, or give the outermost struct a String method"
	t, verb := p.typeOf(printed.arg), printed.by.verb
	showsV := p.showsMasked(t, directive{verb: 'v'}, false)
	callsString := strings.ContainsRune("vsxXq", verb) && !printed.by.isGoSyntax()
	name := "%" + string(verb)
	if printed.by.isGoSyntax() {
		name = "%#v"
	}
	switch {
	case showsV && callsString:
		return "fmt calls no methods on values in unexported fields; " + forFields
	case showsV:
		return name + " calls no String method, and fmt calls no methods on values in unexported fields; " +
			"write %v, and " + forFields
	case callsString:
		return name + " does not suit a part of this value, so fmt prints that part without its methods; write %v"
	}
	return name + " calls no String method; write %v"
}

func checkLogged(p *pass, _ cursor, call *ast.CallExpr) {
	for _, value := range p.logged(call) {
		if p.showsMasked(p.typeOf(value), directive{"+", 'v'}, false) {
			p.report(value,
				"text handlers print the plain bytes of the masked ID in an unexported field of this value; "+
					"export all fields on the path to the ID, or give the struct a LogValue or String method")
		}
	}
}

func checkHide(p *pass, _ cursor, call *ast.CallExpr) {
	if p.callee(call) == (name{own, "Hide"}) && len(call.Args) == 1 && p.isMade(makersOfOther, call.Args[0]) {
		p.report(call, "Hide is for version 7 only, and returns an error for this ID; make the ID with NewV7")
	}
}
