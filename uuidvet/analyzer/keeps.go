package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// keeps reports whether the if keeps the error, or the fact that there was one, for a statement before the
// use of the ID: in a variable, in a channel, or in a receiver or argument of a call.
func (h handledError) keeps(uses *uses, use cursor) bool {
	found := false
	ast.Inspect(h.block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = true
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				found = found || slices.ContainsFunc(n.Lhs, h.outlives(uses))
			}
		case *ast.IncDecStmt:
			found = found || h.outlives(uses)(n.X)
		case *ast.UnaryExpr:
			_, isVariable := n.X.(*ast.Ident)
			found = found || n.Op == token.AND && isVariable && h.outlives(uses)(n.X)
		case *ast.CallExpr:
			found = found || h.callKeeps(uses, n, use)
		}
		return !found
	})
	return found
}

// outlives returns a function that reports whether code outside the block may read what is set there.
func (h handledError) outlives(uses *uses) func(target ast.Expr) bool {
	return func(target ast.Expr) bool {
		id, ok := ast.Unparen(target).(*ast.Ident)
		if !ok {
			return true // a field or an element
		}
		v, ok := h.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok {
			return false // _
		}
		if v.Kind() != types.LocalVar {
			return true
		}
		isRead := func(c cursor) bool {
			inBlock := h.block.Pos() <= c.Node().Pos() && c.Node().Pos() < h.block.End()
			isDeclared := h.TypesInfo.Defs[c.Node().(*ast.Ident)] != nil
			return !inBlock && !isDeclared && !isSet(c)
		}
		return slices.ContainsFunc(uses.byVar[v], isRead)
	}
}

// callKeeps reports whether a call in the if keeps the error. It does if the function checks its receiver or
// an argument before it uses the ID, or if the source shows that the call stores something that the
// function's caller can check.
func (h handledError) callKeeps(uses *uses, call *ast.CallExpr, use cursor) bool {
	f, _ := typeutil.Callee(h.TypesInfo, call).(*types.Func)
	var decl *ast.FuncDecl
	if f != nil {
		decl = h.declarationHere(f)
	}
	if decl != nil && !memo(h.storing, decl, h.stores) {
		return false
	}
	keepers := slices.Clone(call.Args)
	if x := receiver(call); x != nil {
		keepers = append(keepers, x)
	}
	for _, keeper := range keepers {
		root := rootOf(keeper)
		v, ok := h.TypesInfo.ObjectOf(root).(*types.Var)
		if !ok || v == h.err || onlyReceives(h.typeOf(keeper)) {
			continue
		}
		isCallers := decl != nil && v.Kind() != types.LocalVar
		if isCallers || h.isCheckedBefore(uses, keeper, v, use) {
			return true
		}
	}
	return false
}

// rootOf returns the x of x.h.b, x[i] and *x, or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// pathEdges are the places of the x in the expressions through which rootOf goes.
var pathEdges = []edge.Kind{edge.SelectorExpr_X, edge.IndexExpr_X, edge.StarExpr_X, edge.ParenExpr_X}

// errorReports contains the fields and methods of frameworks' requests and contexts that report an error. No other
// field or method of these types, and none of a type without a set, reports one.
var errorReports = map[name]set{
	{"context", "Context"}:                     nil,
	{"net/http", "Request"}:                    nil,
	{"net/http", "ResponseWriter"}:             nil,
	{"github.com/gin-gonic/gin", "Context"}:    setOf("Errors IsAborted"),
	{"github.com/labstack/echo/v4", "Context"}: setOf("Response"),
	{"github.com/labstack/echo/v5", "Context"}: setOf("Response"),
	{"github.com/gofiber/fiber/v2", "Ctx"}:     setOf("Response"),
	{"github.com/gofiber/fiber/v3", "Ctx"}:     setOf("Response"),
}

// onlyReceives reports whether code can only write an error to a value of type t, and cannot check the value
// for one.
func onlyReceives(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Basic); ok {
		return true
	}
	reports, ok := errorReports[nameOf(deref(t))]
	return ok && reports == nil
}

// isCheckedBefore reports whether a statement between the if and the use of the ID checks a keeper, and then either
// leaves the function or does not use the ID. root is the keeper's variable.
func (h handledError) isCheckedBefore(uses *uses, keeper ast.Expr, root *types.Var, use cursor) bool {
	key, end := h.key(keeper), h.endOfStores(uses, use)
	for _, c := range uses.ofVar(root, h.branch.End(), end) {
		for h.key(c.Node().(ast.Expr)) != key && slices.Contains(pathEdges, c.ParentEdgeKind()) {
			c = c.Parent()
		}
		if h.key(c.Node().(ast.Expr)) == key && h.isErrorCheck(c, use) {
			return true
		}
	}
	return false
}

// endOfStores returns the position where the ID is first used for anything but storing it in a variable, or the end of
// the function.
func (h handledError) endOfStores(uses *uses, use cursor) token.Pos {
	end := token.NoPos
	for f := range h.c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		end = f.Node().End()
		break
	}
	key := h.key(use.Node().(ast.Expr))
	for _, use := range uses.of(key, use.Node().Pos(), end) {
		stmt := h.simpleStatement(use)
		if _, isReturn := stmt.(*ast.ReturnStmt); isReturn {
			return stmt.End()
		}
		assign, ok := stmt.(*ast.AssignStmt)
		isCall := func(call *ast.CallExpr) bool {
			return !h.isConversion(call) && !isBuiltin(h.pass, call)
		}
		if !ok || contains(assign, isCall) {
			return use.Node().Pos()
		}
	}
	return end
}

// simpleStatement returns the innermost statement around a node.
func (h handledError) simpleStatement(c cursor) ast.Stmt {
	for {
		if stmt, ok := c.Node().(ast.Stmt); ok {
			return stmt
		}
		c = c.Parent()
	}
}

// isBuiltin reports whether a call calls a builtin function, such as append.
func isBuiltin(p *pass, call *ast.CallExpr) bool { return p.TypesInfo.Types[call.Fun].IsBuiltin() }

// isErrorCheck reports whether code checks an expression for an error: in a condition, by itself, by a field,
// an element or a method without arguments, or as the argument of a function.
func (h handledError) isErrorCheck(c, use cursor) bool {
	reports, isFramework := errorReports[nameOf(deref(h.typeOf(c.Node().(ast.Expr))))]
	if isFramework {
		selector, ok := c.Parent().Node().(*ast.SelectorExpr)
		if !ok || !reports[selector.Sel.Name] {
			return false
		}
	}
	for {
		parent := c.Parent()
		switch c.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.StarExpr_X, edge.UnaryExpr_X, edge.BinaryExpr_X, edge.BinaryExpr_Y,
			edge.IndexExpr_X, edge.SelectorExpr_X:
		case edge.CallExpr_Fun:
			if len(parent.Node().(*ast.CallExpr).Args) > 0 {
				return false
			}
		case edge.CallExpr_Args:
			if len(parent.Node().(*ast.CallExpr).Args) > 1 {
				return false
			}
		case edge.AssignStmt_Rhs:
			if parent.ParentEdgeKind() == edge.IfStmt_Init {
				return h.decides(parent.Parent(), use)
			}
			last := h.typeOf(c.Node().(ast.Expr))
			return mayCheck(last) // the variable is checked next
		case edge.IfStmt_Cond:
			return h.decides(parent, use)
		case edge.SwitchStmt_Tag, edge.CaseClause_List, edge.ForStmt_Cond, edge.ReturnStmt_Results:
			return true
		default:
			return false
		}
		c = parent
	}
}

// decides reports whether an if decides whether the ID is used: it contains the use, or leaves the function before it.
func (h handledError) decides(c, use cursor) bool {
	branch := c.Node().(*ast.IfStmt)
	if branch.Pos() <= use.Node().Pos() && use.Node().Pos() < branch.End() || h.mayLeave(branch.Body) {
		return true
	}
	other, ok := branch.Else.(*ast.BlockStmt)
	return ok && h.mayLeave(other)
}

// stores reports whether a function stores something where its caller finds it: it sets a field, an element or what a
// pointer points to, sends to a channel, or calls a function of this package that does.
func (p *pass) stores(decl *ast.FuncDecl) bool {
	isStored := func(target ast.Expr) bool {
		id, ok := ast.Unparen(target).(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		return ok && v.Kind() == types.PackageVar
	}
	return contains(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, isStored)
		case *ast.IncDecStmt:
			return isStored(n.X)
		case *ast.SendStmt:
			return true
		case *ast.CallExpr:
			f, ok := typeutil.Callee(p.TypesInfo, n).(*types.Func)
			if !ok {
				return false
			}
			callee := p.declarationHere(f)
			return callee != nil && memo(p.storing, callee, p.stores)
		}
		return false
	})
}
