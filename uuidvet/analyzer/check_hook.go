package analyzer

import (
	"go/ast"
	"go/types"
)

var hookCheck = check{
	name: "uuidhook",
	page: repository + "docs/storing.md#gorm",
	doc: `report a gorm hook that replaces the ID of a row

A hook that always sets the ID, of a model that the package passes to Append, Replace, FirstOrCreate
or FirstOrInit, replaces the ID that a row already has:

	u.ID = uuid.NewV7() // wrong

	if u.ID.IsNil() {
		u.ID = uuid.NewV7() // right
	}`,
	run: checkHooks,
}

// keepers contains gorm's methods that keep the ID of a row, or look for it.
var keepers = setOf("FirstOrCreate FirstOrInit Append Replace")

func checkHooks(p *pass) {
	called := p.calledHooks()
	for c := range p.root.Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !called[f] || decl.Body == nil {
			continue
		}
		if assign := p.overwrite(decl.Body, f.Signature().Recv().Name()+".ID"); assign != nil {
			p.report(assign, "this replaces the ID that a row has, so Append inserts the row again, "+
				"and FirstOrCreate makes another ID than asked; set the ID only if u.ID == (uuid.UUID{})")
		}
	}
}

// calledHooks returns the hooks of the models that the package passes to keepers.
func (p *pass) calledHooks() map[*types.Func]bool {
	called := make(map[*types.Func]bool)
	for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		callee := p.callee(call)
		if callee.path != gorm || !keepers[callee.name] {
			continue
		}
		for _, arg := range call.Args {
			model := deref(elem(deref(p.typeOf(arg))))
			for _, hook := range []string{"BeforeCreate", "BeforeSave"} {
				if f := method(model, hook); f != nil {
					called[f] = true
				}
			}
		}
	}
	return called
}

// overwrite returns the first statement of a block that always sets the field to a new ID, or nil.
func (p *pass) overwrite(block *ast.BlockStmt, field string) *ast.AssignStmt {
	isField := func(s *ast.SelectorExpr) bool { return types.ExprString(s) == field }
	for _, stmt := range block.List {
		assign, _ := stmt.(*ast.AssignStmt)
		branch, isIf := stmt.(*ast.IfStmt)
		if isIf {
			assign, _ = branch.Init.(*ast.AssignStmt)
		}
		if assign != nil && types.ExprString(assign.Lhs[0]) == field && p.isNew(assign.Rhs[0]) {
			return assign
		}
		mayReturn := contains(stmt, returnsNil)
		asksForID := isIf && contains(branch.Cond, isField)
		if mayReturn || asksForID {
			return nil
		}
	}
	return nil
}

// isNew reports whether an expression is an ID that was made in the same function.
func (p *pass) isNew(e ast.Expr) bool { return p.isMade(makersOf7, e) || p.isMade(makersOfOther, e) }

// returnsNil reports whether a statement returns no error.
func returnsNil(r *ast.ReturnStmt) bool {
	return r.Results == nil || types.ExprString(r.Results[0]) == "nil"
}
