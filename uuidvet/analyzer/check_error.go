package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
)

var errorCheck = check{
	name: "uuiderror",
	page: repository + "docs/requests.md#reading-an-id",
	doc: `report a function that rejects an ID, but then goes on with it

Without a return, the function uses the invalid ID or its text:

	if err != nil { // wrong
		http.Error(w, "no UUID", http.StatusBadRequest)
	}

	if err != nil { // right
		http.Error(w, "no UUID", http.StatusBadRequest)
		return
	}`,
	run: checkErrors,
}

func checkErrors(p *pass) {
	var handled []handledError
	for c := range p.root.Preorder((*ast.IfStmt)(nil)) {
		if h, ok := p.findHandled(c); ok {
			handled = append(handled, h)
		}
	}
	if len(handled) == 0 {
		return
	}
	var wanted []ast.Expr
	for _, h := range handled {
		wanted = append(wanted, h.id, h.text)
	}
	uses := p.findUses(wanted)
	for _, h := range handled {
		if h.continues(uses) {
			p.report(h.branch, "the error is handled here, but the function goes on with the ID or its text; "+
				"add a return")
		}
	}
}

// A handledError is a parser's error and the if that handles it.
type handledError struct {
	*pass
	c      cursor // the if
	branch *ast.IfStmt
	block  *ast.BlockStmt // of the if, for an error
	parser *ast.CallExpr
	end    token.Pos // of the assignment of the parser's results
	id     ast.Expr
	err    *types.Var
	text   ast.Expr
}

// findHandled finds a parser's error that an if handles without leaving the block around it.
func (p *pass) findHandled(c cursor) (handledError, bool) {
	branch := c.Node().(*ast.IfStmt)
	errs, block := errorsIn(branch)
	for _, id := range errs {
		err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || err.Kind() != types.LocalVar {
			continue
		}
		h := handledError{pass: p, c: c, branch: branch, block: block, err: err}
		calls := func(*ast.CallExpr) bool { return true }
		if h.findParser() && contains(block, calls) && !p.mayLeave(block) {
			return h, true
		}
	}
	return handledError{}, false
}

// errorsIn returns the variables that an if compares with nil, and the block for those that are not nil.
func errorsIn(branch *ast.IfStmt) (errs []*ast.Ident, block *ast.BlockStmt) {
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok {
		return nil, nil
	}
	if cond.Op == token.EQL {
		block, ok := branch.Else.(*ast.BlockStmt)
		if id := comparedWithNil(cond); ok && id != nil {
			return []*ast.Ident{id}, block
		}
		return nil, nil
	}
	for {
		either := cond.Op == token.LOR
		e := ast.Expr(cond)
		if either {
			e = ast.Unparen(cond.Y)
		}
		if cond, ok := e.(*ast.BinaryExpr); ok && cond.Op == token.NEQ {
			if id := comparedWithNil(cond); id != nil {
				errs = append(errs, id)
			}
		}
		if !either {
			return errs, branch.Body
		}
		cond, ok = ast.Unparen(cond.X).(*ast.BinaryExpr)
		if !ok {
			return errs, branch.Body
		}
	}
}

// comparedWithNil returns the variable that a comparison compares with nil, or nil.
func comparedWithNil(cond *ast.BinaryExpr) *ast.Ident {
	x, y := ast.Unparen(cond.X), ast.Unparen(cond.Y)
	if isNilName(x) {
		x, y = y, x
	}
	id, _ := x.(*ast.Ident)
	if !isNilName(y) {
		return nil
	}
	return id
}

func isNilName(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

// findParser finds the parser whose error the if handles: in the if's own assignment, or in the statements
// before it.
func (h *handledError) findParser() bool {
	last, ok := h.assignmentBefore(h.err, h.branch.Cond.Pos())
	if !ok {
		return false
	}
	stmt := last.at.Parent()
	var targets, values []ast.Expr
	switch n := stmt.Node().(type) {
	case *ast.AssignStmt:
		targets, values = n.Lhs, n.Rhs
	case *ast.ValueSpec:
		for _, name := range n.Names {
			targets = append(targets, name)
		}
		values = n.Values
		stmt = stmt.Parent().Parent() // the declaration and its statement
	}
	isInit := stmt.ParentEdgeKind() == edge.IfStmt_Init && stmt.Parent() == h.c
	isBefore := stmt.Parent() == h.c.Parent() && stmt.ParentEdgeKind() == h.c.ParentEdgeKind()
	if len(targets) != 2 || len(values) != 1 || !isInit && !isBefore || !h.isParsed(values[0]) {
		return false
	}
	if id, ok := targets[1].(*ast.Ident); !ok || h.TypesInfo.ObjectOf(id) != h.err {
		return false
	}
	h.parser = values[0].(*ast.CallExpr)
	h.end = stmt.Node().End()
	h.id, h.text = targets[0], h.parser.Args[0]
	return true
}

// continues reports whether a statement after the if uses the ID or its text, and neither this statement nor
// an earlier one uses the error or what the if keeps of it.
func (h handledError) continues(uses *uses) bool {
	use, ok := h.firstUse(uses)
	if !ok || isSet(use) && !inOwnValue(use) {
		return false
	}
	if isTested(use) {
		// For a parser that returns Nil with its error, a look at Nil is enough.
		isText := h.key(use.Node().(ast.Expr)) == h.key(h.text)
		if isText || h.isNilOnError(h.parser) {
			return false
		}
	}
	return !h.usesError(uses, h.statementOf(use)) && !h.keeps(uses, use)
}

// firstUse returns the first use of the ID or its text after the if, in the same block.
func (h handledError) firstUse(uses *uses) (first cursor, ok bool) {
	wanted := []ast.Expr{h.id, h.text}
	if h.branch.Else != nil {
		wanted = wanted[:1] // the text may be that of both branches
	}
	end := h.c.Parent().Node().End()
	for _, e := range wanted {
		found := uses.of(h.key(e), h.branch.End(), end)
		if len(found) > 0 && (!ok || found[0].Node().Pos() < first.Node().Pos()) {
			first, ok = found[0], true
		}
	}
	return first, ok
}

// isSet reports whether an expression is the target of an assignment.
func isSet(use cursor) bool { return use.ParentEdgeKind() == edge.AssignStmt_Lhs }

// inOwnValue reports whether the target of an assignment is also in its value.
func inOwnValue(target cursor) bool {
	id, ok := target.Node().(*ast.Ident)
	if !ok {
		return false
	}
	for _, value := range target.Parent().Node().(*ast.AssignStmt).Rhs {
		if contains(value, func(used *ast.Ident) bool { return used.Name == id.Name }) {
			return true
		}
	}
	return false
}

// statementOf returns the statement with a use that is in the same list of statements as the if.
func (h handledError) statementOf(use cursor) cursor {
	for use.Parent() != h.c.Parent() {
		use = use.Parent()
	}
	return use
}

// usesError reports whether a statement between the parser and the if keeps the error, or one after it
// uses the error. last is the last statement that matters.
func (h handledError) usesError(uses *uses, last cursor) bool {
	for _, use := range uses.ofVar(h.err, h.end, h.branch.Pos()) {
		if _, isCall := h.statementOf(use).Node().(*ast.ExprStmt); !isCall {
			return true
		}
	}
	skip := token.NoPos // the end of a block that has an error of its own
	for _, use := range uses.ofVar(h.err, h.branch.End(), last.Node().End()) {
		switch {
		case use.Node().Pos() < skip:
		case !isSet(use) || inOwnValue(use):
			return true
		case h.isOnPath(use.Parent()):
			return false // another error is in the variable
		default:
			skip = endOfBlock(use)
		}
	}
	return false
}

// isOnPath reports whether an assignment is always done after the if.
func (h handledError) isOnPath(assign cursor) bool {
	if assign.Parent() == h.c.Parent() {
		return true
	}
	switch assign.ParentEdgeKind() {
	case edge.IfStmt_Init, edge.SwitchStmt_Init, edge.TypeSwitchStmt_Init, edge.ForStmt_Init:
		return assign.Parent().Parent() == h.c.Parent()
	}
	return false
}

// endOfBlock returns the end of the block around a node.
func endOfBlock(c cursor) token.Pos {
	for block := range c.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		return block.Node().End()
	}
	return token.NoPos
}
