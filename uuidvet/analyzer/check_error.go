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
	var answers []answered
	for c := range p.root.Preorder((*ast.IfStmt)(nil)) {
		if a, ok := p.findAnswer(c); ok {
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return
	}
	var wanted []ast.Expr
	for _, a := range answers {
		wanted = append(wanted, a.id, a.text)
	}
	uses := p.findUses(wanted)
	for _, a := range answers {
		if a.goesOn(uses) {
			p.report(a.branch, "the error is handled here, but the function goes on with the ID or its text; "+
				"add a return")
		}
	}
}

// An answered is the error of a parser, and the if that answers it.
type answered struct {
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

// findAnswer finds the answer to the error of a parser in an if, which does not leave its block there.
func (p *pass) findAnswer(c cursor) (answered, bool) {
	branch := c.Node().(*ast.IfStmt)
	errs, block := errorsIn(branch)
	for _, id := range errs {
		err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || err.Kind() != types.LocalVar {
			continue
		}
		a := answered{pass: p, c: c, branch: branch, block: block, err: err}
		calls := func(*ast.CallExpr) bool { return true }
		if a.findParser() && contains(block, calls) && !p.mayLeave(block) {
			return a, true
		}
	}
	return answered{}, false
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

// findParser finds the parser whose error an if answers: in its own assignment, or in the statements
// before it.
func (a *answered) findParser() bool {
	last, ok := a.assignmentBefore(a.err, a.branch.Cond.Pos())
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
	isInit := stmt.ParentEdgeKind() == edge.IfStmt_Init && stmt.Parent() == a.c
	isBefore := stmt.Parent() == a.c.Parent() && stmt.ParentEdgeKind() == a.c.ParentEdgeKind()
	if len(targets) != 2 || len(values) != 1 || !isInit && !isBefore || !a.isParsed(values[0]) {
		return false
	}
	if id, ok := targets[1].(*ast.Ident); !ok || a.TypesInfo.ObjectOf(id) != a.err {
		return false
	}
	a.parser = values[0].(*ast.CallExpr)
	a.end = stmt.Node().End()
	a.id, a.text = targets[0], a.parser.Args[0]
	return true
}

// goesOn reports whether a statement after the if uses the ID or its text, and neither it nor one before
// it uses the error, or what the answer keeps of it.
func (a answered) goesOn(uses *uses) bool {
	use, ok := a.firstUse(uses)
	if !ok || isSet(use) && !inOwnValue(use) {
		return false
	}
	if isAsked(use) {
		// For a parser that returns Nil with its error, a look at Nil is enough.
		isText := a.key(use.Node().(ast.Expr)) == a.key(a.text)
		if isText || a.isNilOnError(a.parser) {
			return false
		}
	}
	return !a.usesError(uses, a.statementOf(use)) && !a.keeps(uses, use)
}

// firstUse returns the first use of the ID or its text after the if, in the same block.
func (a answered) firstUse(uses *uses) (first cursor, ok bool) {
	wanted := []ast.Expr{a.id, a.text}
	if a.branch.Else != nil {
		wanted = wanted[:1] // the text may be that of both branches
	}
	end := a.c.Parent().Node().End()
	for _, e := range wanted {
		for _, use := range uses.of(a.key(e), a.branch.End(), end) {
			if !ok || use.Node().Pos() < first.Node().Pos() {
				first, ok = use, true
			}
			break
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
func (a answered) statementOf(use cursor) cursor {
	for use.Parent() != a.c.Parent() {
		use = use.Parent()
	}
	return use
}

// usesError reports whether a statement between the parser and the if keeps the error, or one after it
// uses the error. last is the last statement that matters.
func (a answered) usesError(uses *uses, last cursor) bool {
	for _, use := range uses.ofVar(a.err, a.end, a.branch.Pos()) {
		if _, isCall := a.statementOf(use).Node().(*ast.ExprStmt); !isCall {
			return true
		}
	}
	skip := token.NoPos // the end of a block that has an error of its own
	for _, use := range uses.ofVar(a.err, a.branch.End(), last.Node().End()) {
		switch {
		case use.Node().Pos() < skip:
		case !isSet(use) || inOwnValue(use):
			return true
		case a.isOnPath(use.Parent()):
			return false // another error is in the variable
		default:
			skip = endOfBlock(use)
		}
	}
	return false
}

// isOnPath reports whether an assignment is always done after the if.
func (a answered) isOnPath(assign cursor) bool {
	if assign.Parent() == a.c.Parent() {
		return true
	}
	switch assign.ParentEdgeKind() {
	case edge.IfStmt_Init, edge.SwitchStmt_Init, edge.TypeSwitchStmt_Init, edge.ForStmt_Init:
		return assign.Parent().Parent() == a.c.Parent()
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
