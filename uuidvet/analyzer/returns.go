package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/types/typeutil"
)

// The names of functions that do not return, where the source does not show what they do.
var (
	endingName      = regexp.MustCompile(`(?i)(panic|fatal|exit|failnow|skip)\w*$|^(arg|raise)error$`)
	endingStatement = regexp.MustCompile(`(?i)^(die|usage|check|must)\w*$`)
)

// mayLeave reports whether control may leave a block anywhere but at its end, or whether the block ends the goroutine.
func (p *pass) mayLeave(block *ast.BlockStmt) bool {
	found := false
	var visit func(root ast.Node, isLoop, isSwitch bool)
	visit = func(root ast.Node, isLoop, isSwitch bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			if n == root {
				return true
			}
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt:
				visit(n, true, true)
				return false
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				visit(n, isLoop, true)
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				isInner := n.Label == nil && (n.Tok == token.BREAK && isSwitch || n.Tok == token.CONTINUE && isLoop)
				found = found || !isInner
			case *ast.ExprStmt:
				call, ok := n.X.(*ast.CallExpr)
				found = found || ok && p.neverReturns(call)
			}
			return true
		})
	}
	visit(block, false, false)
	return found
}

// neverReturns reports whether a call that is a statement does not return. For a function of this package, the body
// decides, and for any other, the name.
func (p *pass) neverReturns(call *ast.CallExpr) bool {
	if f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok {
		if decl := p.declarationHere(f); decl != nil {
			return memo(p.endless, decl, p.alwaysEnds)
		}
	}
	name := ""
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		return p.bodyEnds(f.Body)
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	return endingName.MatchString(name) || endingStatement.MatchString(name)
}

// declarationHere returns the declaration of a function of this package that has a body, or nil.
func (p *pass) declarationHere(f *types.Func) *ast.FuncDecl {
	if p.declarations == nil {
		p.declarations = make(map[*types.Func]*ast.FuncDecl)
		for c := range p.root.Preorder((*ast.FuncDecl)(nil)) {
			decl := c.Node().(*ast.FuncDecl)
			if f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Body != nil {
				p.declarations[f] = decl
			}
		}
	}
	return p.declarations[f.Origin()]
}

// alwaysEnds reports whether a function panics or exits whenever it is called.
func (p *pass) alwaysEnds(decl *ast.FuncDecl) bool { return p.bodyEnds(decl.Body) }

func (p *pass) bodyEnds(body *ast.BlockStmt) bool {
	mayReturn := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			mayReturn = true
		case *ast.DeferStmt:
			isRecover := func(id *ast.Ident) bool { return id.Name == "recover" }
			mayReturn = mayReturn || contains(n, isRecover)
			return false
		case *ast.FuncLit:
			return false
		}
		return true
	})
	return !mayReturn && p.listEnds(body.List)
}

// listEnds reports whether one of the statements always ends the goroutine, or never ends itself.
func (p *pass) listEnds(list []ast.Stmt) bool {
	for _, stmt := range list {
		if p.ends(stmt) {
			return true
		}
	}
	return false
}

func (p *pass) ends(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		return ok && p.neverReturns(call)
	case *ast.BlockStmt:
		return p.listEnds(stmt.List)
	case *ast.IfStmt:
		return stmt.Else != nil && p.ends(stmt.Body) && p.ends(stmt.Else)
	case *ast.SwitchStmt:
		return p.clausesEnd(stmt.Body)
	case *ast.TypeSwitchStmt:
		return p.clausesEnd(stmt.Body)
	case *ast.ForStmt:
		return stmt.Cond == nil && !contains(stmt.Body, isBreak)
	case *ast.SelectStmt:
		return len(stmt.Body.List) == 0
	}
	return false
}

// clausesEnd reports whether a switch has a default, and each clause ends the goroutine.
func (p *pass) clausesEnd(body *ast.BlockStmt) bool {
	hasDefault := false
	for _, stmt := range body.List {
		clause := stmt.(*ast.CaseClause)
		hasDefault = hasDefault || clause.List == nil
		if !p.listEnds(clause.Body) || contains(clause, isBreak) {
			return false
		}
	}
	return hasDefault
}

// isBreak reports whether a statement may leave a loop or a switch.
func isBreak(branch *ast.BranchStmt) bool { return branch.Tok != token.CONTINUE }
