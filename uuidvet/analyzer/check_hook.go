package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
)

var hookCheck = check{
	name: "uuidhook",
	page: repository + "docs/start.md#postgresql-with-gorm",
	doc: `report a gorm hook that replaces the ID of a row

gorm also calls hooks for a row that already has an ID, in Append, Replace, FirstOrCreate and
FirstOrInit. If the package passes a model to one of these methods, the model's hooks must not set
the ID unconditionally:

	u.ID = uuid.NewV7() // wrong

	if u.ID.IsNil() {
		u.ID = uuid.NewV7() // right
	}`,
	run: checkHooks,
}

// keepers contains gorm's methods that keep or search for the ID of a row.
var keepers = setOf("FirstOrCreate FirstOrInit Append Replace")

func checkHooks(p *pass) {
	called := p.calledHooks()
	if len(called) == 0 {
		return
	}
	for c := range p.root.Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !called[f] || decl.Body == nil {
			continue
		}
		h := hook{pass: p, row: f.Signature().Recv(), keys: primaryKeys(f.Signature().Recv().Type())}
		if stmt := h.overwrite(decl.Body.List); stmt != nil {
			p.report(stmt, "this replaces the ID that a row already has, so Append inserts the row again, "+
				"and FirstOrCreate ignores the ID in its condition; set the ID only if u.ID == (uuid.UUID{})")
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

// A hook is a method that gorm calls before it stores a row.
type hook struct {
	*pass
	row  *types.Var // the receiver
	keys []modelField
}

// overwrite returns the statement that always sets a key to a new ID, or nil. No later statement
// restores the ID that the row had.
func (h hook) overwrite(body []ast.Stmt) ast.Node {
	for i, stmt := range body {
		branch, isIf := stmt.(*ast.IfStmt)
		if isIf && branch.Init != nil {
			stmt = branch.Init
		}
		if h.setsNew(stmt) {
			if slices.ContainsFunc(body[i+1:], h.setsAgain) {
				return nil
			}
			return stmt
		}
		mayReturn := contains(body[i], returnsNil)
		testsID := isIf && contains(branch.Cond, h.isKey)
		if mayReturn || testsID {
			return nil
		}
	}
	return nil
}

// setsNew reports whether a statement sets a key to a new ID, which it or an earlier statement has made.
func (h hook) setsNew(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		for i, target := range stmt.Lhs {
			if i < len(stmt.Rhs) && h.isKeyExpr(target) && h.isNew(stmt.Rhs[i]) {
				return true
			}
		}
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		return ok && h.setsColumn(call) && h.isNew(call.Args[1])
	}
	return false
}

// setsAgain reports whether a statement may set a key to an ID that is not new.
func (h hook) setsAgain(stmt ast.Stmt) bool {
	return contains(stmt, func(assign *ast.AssignStmt) bool {
		return slices.ContainsFunc(assign.Lhs, h.isKeyExpr) && !h.setsNew(assign)
	})
}

// setsColumn reports whether a call is tx.Statement.SetColumn for a key.
func (h hook) setsColumn(call *ast.CallExpr) bool {
	if h.callee(call) != (name{gorm, "SetColumn"}) || len(call.Args) < 2 {
		return false
	}
	column := h.constantString(call.Args[0])
	return slices.ContainsFunc(h.keys, func(key modelField) bool { return key.hasName(column) })
}

// isKeyExpr reports whether an expression is a key of the row.
func (h hook) isKeyExpr(e ast.Expr) bool {
	s, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && h.isKey(s)
}

// isKey is like isKeyExpr. The field may be one of an embedded struct.
func (h hook) isKey(s *ast.SelectorExpr) bool {
	field := h.TypesInfo.ObjectOf(s.Sel)
	if !slices.ContainsFunc(h.keys, func(key modelField) bool { return key.field == field }) {
		return false
	}
	for {
		switch x := ast.Unparen(s.X).(type) {
		case *ast.Ident:
			return h.TypesInfo.ObjectOf(x) == h.row
		case *ast.SelectorExpr:
			s = x
		default:
			return false
		}
	}
}

// isNew reports whether an expression is an ID that was made in the same function.
func (h hook) isNew(e ast.Expr) bool {
	return h.isMade(makersOf7, e) || h.isMade(makersOfOther, e) || h.isMade(makersOfText, e)
}

// returnsNil reports whether a statement returns no error.
func returnsNil(r *ast.ReturnStmt) bool {
	return r.Results == nil || types.ExprString(r.Results[0]) == "nil"
}
