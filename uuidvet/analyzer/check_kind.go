package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
)

var kindCheck = check{
	name: "uuidkind",
	page: packagePage + "#Kind",
	doc: `report an IDKind that panics, or that shows what a Mask hides

The TypeID specification forbids some prefixes. With such a prefix, reading and writing text panics:

	return uuid.Kind{Prefix: "order-line"} // wrong

	return uuid.Kind{Prefix: "order_line"} // right

IDKind is called on the zero value. For a pointer this is nil, so a method with a value receiver
panics:

	var id uuid.ID[*User] // wrong

	var id uuid.ID[User] // right

An IDKind that hides the IDKind of an embedded type must keep its Mask. Otherwise, text shows the
time.`,
	run: inOrder(forEach(checkLiteral), forEach(checkAssigned), forEach(checkTypeArgument), forEach(checkHiddenKind)),
}

// allowedPrefix matches what the TypeID specification allows. Without a prefix, IDs are canonical
// text.
var allowedPrefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

const wrongPrefix = "the TypeID specification forbids this prefix, so reading and writing text panics; " +
	"use at most 63 letters from a to z, with _ only between letters"

func checkLiteral(p *pass, _ cursor, literal *ast.CompositeLit) {
	t := deref(p.typeOf(literal))
	fields, ok := t.Underlying().(*types.Struct)
	if !ok || nameOf(t) != (name{own, "Kind"}) {
		return
	}
	for i, e := range literal.Elts {
		field, value := fieldOf(fields, i, e)
		if field == "Prefix" {
			p.checkPrefix(value)
		}
	}
}

func checkAssigned(p *pass, _ cursor, assign *ast.AssignStmt) {
	if len(assign.Lhs) != len(assign.Rhs) || assign.Tok != token.ASSIGN {
		return
	}
	for i, target := range assign.Lhs {
		field, ok := ast.Unparen(target).(*ast.SelectorExpr)
		if ok && field.Sel.Name == "Prefix" && nameOf(deref(p.typeOf(field.X))) == (name{own, "Kind"}) {
			p.checkPrefix(assign.Rhs[i])
		}
	}
}

// checkPrefix checks the value of a Prefix, if the source shows it.
func (p *pass) checkPrefix(value ast.Expr) {
	text := cmp.Or(p.constantString(value), p.constantString(p.origin(value)))
	if !allowedPrefix.MatchString(text) {
		p.report(value, wrongPrefix)
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
				" gets its IDKind from a nil pointer or interface, so using its IDs panics; "+
				"declare the method on the type itself, with a value receiver")
		}
	}
}

// hasNilKind reports whether calling IDKind on the zero t panics, because it dereferences a nil pointer
// or calls a method of a nil interface. A method with a pointer receiver accepts a nil pointer.
func hasNilKind(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, nil, "IDKind")
	f, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	for _, i := range path[:len(path)-1] { // fields, up to the one that has the method
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			return true // t is a pointer to a struct
		}
		t = fields.Field(i).Type()
	}
	receiver := f.Signature().Recv().Type()
	return types.IsInterface(receiver) || isPointer(t) && !isPointer(receiver)
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
				".IDKind(), change k and return it")
		}
	}
}
