package analyzer

import (
	"go/ast"
	"go/types"
	"regexp"
)

var kindCheck = check{
	name: "uuidkind",
	page: packagePage + "#Kind",
	doc: `report an IDKind that panics, or shows what a Mask hides

A TypeID allows only some prefixes, so text of the IDs panics:

	return uuid.Kind{Prefix: "order-line"} // wrong

	return uuid.Kind{Prefix: "order_line"} // right

The zero value of a pointer type is nil, so its IDs panic:

	var id uuid.ID[*User] // wrong

	var id uuid.ID[User] // right

An IDKind that hides the one of an embedded type shows the time that its Mask hides.`,
	run: inOrder(forEach(checkPrefix), forEach(checkTypeArgument), forEach(checkHiddenKind)),
}

// allowedPrefix matches what the TypeID specification allows. Without a prefix, IDs are canonical
// text.
var allowedPrefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

func checkPrefix(p *pass, c cursor, pair *ast.KeyValueExpr) {
	literal := c.Parent().Node().(ast.Expr)
	key, ok := pair.Key.(*ast.Ident)
	if !ok || key.Name != "Prefix" || nameOf(p.typeOf(literal)) != (name{own, "Kind"}) {
		return
	}
	if !allowedPrefix.MatchString(p.constantString(pair.Value)) {
		p.report(pair.Value, "the TypeID specification forbids this prefix, so text of the IDs panics; "+
			"use at most 63 of a to z and _, without _ at an end")
	}
}

func checkTypeArgument(p *pass, _ cursor, id *ast.Ident) {
	args := p.TypesInfo.Instances[id].TypeArgs
	if args.Len() == 0 {
		return
	}
	generic, ok := p.TypesInfo.Uses[id].Type().(interface{ TypeParams() *types.TypeParamList })
	if !ok {
		return
	}
	for i := range min(args.Len(), generic.TypeParams().Len()) {
		t := args.At(i)
		constraint := generic.TypeParams().At(i).Constraint()
		if nameOf(constraint) == (name{own, "Kinded"}) && hasNilKind(t) {
			p.report(id, "the zero "+types.TypeString(t, types.RelativeTo(p.Pkg))+
				" has its IDKind from a nil pointer or interface, so its IDs panic; "+
				"use a type that has the method itself, on a value")
		}
	}
}

// hasNilKind reports whether the zero t has its IDKind from a pointer or an interface.
func hasNilKind(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	obj, _, indirect := types.LookupFieldOrMethod(t, false, nil, "IDKind")
	f, ok := obj.(*types.Func)
	return ok && (indirect || types.IsInterface(f.Signature().Recv().Type()))
}

func checkHiddenKind(p *pass, _ cursor, decl *ast.FuncDecl) {
	f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Name.Name != "IDKind" || decl.Recv == nil {
		return
	}
	t := deref(f.Signature().Recv().Type())
	model, ok := t.Underlying().(*types.Struct)
	if !ok || p.kindOf(t).mask != no {
		return
	}
	for field := range model.Fields() {
		if field.Embedded() && p.kindOf(field.Type()).mask == yes {
			p.report(decl.Name, "this hides the IDKind of "+field.Name()+
				", so text shows the time that its Mask hides; begin with k := x."+field.Name()+
				".IDKind(), change k, and return it")
		}
	}
}
