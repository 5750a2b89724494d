package analyzer

import (
	"go/ast"
	"go/types"
)

var maskCheck = check{
	name: "uuidmask",
	page: repository + "docs/masks.md#what-a-mask-does-not-cover",
	doc: `report a format that prints the bytes of a masked ID

Package fmt calls no methods of what is in an unexported field:

	fmt.Println(struct{ user UserID }{id}) // wrong

	fmt.Println(struct{ User UserID }{id}) // right

The method Hide of a Mask returns an error for every version but 7:

	mask.Hide(uuid.NewV4()) // wrong

	mask.Hide(uuid.NewV7()) // right`,
	run: inOrder(forEachPrinted(checkPrinted), forEach(checkHide)),
}

func checkPrinted(p *pass, _ cursor, verb string, arg ast.Expr) {
	if verb == "T" || verb == "p" {
		return
	}
	if p.showsMasked(shown{t: p.typeOf(arg)}) {
		p.report(arg, "this prints the plain bytes of the masked ID in an unexported field; "+
			"export the field, or give the struct a String method")
	}
}

func checkHide(p *pass, _ cursor, call *ast.CallExpr) {
	if p.callee(call) == (name{own, "Hide"}) && len(call.Args) == 1 && p.isMade(makersOfOther, call.Args[0]) {
		p.report(call, "Hide is for version 7, and returns an error for this ID; make it with NewV7")
	}
}

// A shown is a value that package fmt prints, perhaps inside of another one.
type shown struct {
	t            types.Type
	isUnexported bool // in an unexported field, of which fmt calls no methods
	isPart       bool // in another value
}

// showsMasked reports whether package fmt shows the bytes of a masked ID in a value.
func (p *pass) showsMasked(v shown) bool {
	if p.kindOf(identified(v.t)).mask == yes {
		return v.isUnexported
	}
	if !v.isUnexported && hasText(v.t) {
		return false
	}
	switch t := v.t.Underlying().(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if p.showsPart(field.Type(), v.isUnexported || !field.Exported()) {
				return true
			}
		}
		return false
	case *types.Map:
		return p.showsPart(t.Key(), v.isUnexported) || p.showsPart(t.Elem(), v.isUnexported)
	case *types.Slice:
		return p.showsPart(t.Elem(), v.isUnexported)
	case *types.Array:
		return p.showsPart(t.Elem(), v.isUnexported)
	case *types.Pointer: // of a part, fmt prints the address
		return !v.isPart && p.showsPart(t.Elem(), v.isUnexported)
	}
	return false
}

func (p *pass) showsPart(t types.Type, isUnexported bool) bool {
	return memo(p.shown, shown{t, isUnexported, true}, p.showsMasked)
}

// hasText reports whether package fmt calls a method of t.
func hasText(t types.Type) bool {
	methods := types.NewMethodSet(t)
	for _, name := range []string{"Format", "Error", "String"} {
		if methods.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}
