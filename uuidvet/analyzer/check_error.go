package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ast/edge"
)

var errorCheck = check{
	name: "uuiderror",
	page: repository + "docs/requests.md#reading-an-id",
	doc: `report a parser's error that is answered without a return

The function goes on with the ID, or with the text:

	if err != nil { // wrong
		http.Error(w, "no UUID", http.StatusBadRequest)
	}

	if err != nil { // right
		http.Error(w, "no UUID", http.StatusBadRequest)
		return
	}`,
	run: forEach(checkError),
}

func checkError(p *pass, c cursor, n *ast.IfStmt) {
	assign := assignmentBefore(c, n)
	if assign == nil || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || !p.isParsed(assign.Rhs[0]) {
		return
	}
	block := branchOfError(n, types.ExprString(assign.Lhs[1]))
	id, _ := assign.Lhs[1].(*ast.Ident)
	err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || err.Kind() != types.LocalVar || block == nil {
		return
	}
	if onlyAnswers(block) && p.goesOn(c, n, assign) {
		p.report(n, "the error is answered here, but the function goes on with the ID or its text; "+
			"return after the answer")
	}
}

// assignmentBefore returns the assignment in an if, or just before it, or nil.
func assignmentBefore(c cursor, n *ast.IfStmt) *ast.AssignStmt {
	if assign, ok := n.Init.(*ast.AssignStmt); ok {
		return assign
	}
	before, ok := c.PrevSibling()
	if !ok {
		return nil
	}
	assign, _ := before.Node().(*ast.AssignStmt)
	return assign
}

// branchOfError returns the block that runs if the variable err is not nil, or nil.
func branchOfError(n *ast.IfStmt, err string) *ast.BlockStmt {
	switch types.ExprString(n.Cond) {
	case err + " != nil":
		return n.Body
	case err + " == nil":
		block, _ := n.Else.(*ast.BlockStmt)
		return block
	}
	return nil
}

// keeping matches the names of functions that do not return, or that keep an error for later.
var keeping = regexp.MustCompile(`(?i)(panic|fatal|exit|failnow|skip|add|append|collect|join|push|record)\w*$|\.(arg|raise)error$`)

// ending matches a statement that calls a function which by its name does not return.
var ending = regexp.MustCompile(`(?i)^(\w+\.)*(die|usage|check|must)\w*\(`)

// onlyAnswers reports whether a block calls functions, and leaves nothing behind.
func onlyAnswers(block *ast.BlockStmt) bool {
	calls := contains(block, func(*ast.CallExpr) bool { return true })
	return calls && !contains(block, leavesOrKeeps)
}

// leavesOrKeeps reports whether a node leaves the block, or keeps something after it.
func leavesOrKeeps(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.SendStmt, *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE
	case *ast.UnaryExpr:
		_, isVariable := n.X.(*ast.Ident)
		return n.Op == token.AND && isVariable
	case *ast.ExprStmt:
		return ending.MatchString(types.ExprString(n.X))
	case *ast.CallExpr:
		return keeping.MatchString(types.ExprString(n.Fun))
	}
	return false
}

// maxGap is how far behind an if a statement may begin, in bytes, so that time is linear.
const maxGap = 2000

// goesOn reports whether a statement after an if uses the ID or its text, and neither it nor one
// before it uses the error. The search ends where the ID or its text is set.
func (p *pass) goesOn(c cursor, n *ast.IfStmt, assign *ast.AssignStmt) bool {
	call := assign.Rhs[0].(*ast.CallExpr)
	id, err, text := assign.Lhs[0], assign.Lhs[1], call.Args[0]
	wanted := []ast.Expr{id, text}
	if n.Else != nil {
		wanted = wanted[:1] // the text may be that of both branches
	}
	for s, ok := c.NextSibling(); ok && s.Node().Pos() < n.End()+maxGap; s, ok = s.NextSibling() {
		if use, ok := p.firstUse(s, err); ok && !isSet(use) {
			return false
		}
		use, ok := p.firstUse(s, wanted...)
		if !ok {
			continue
		}
		if isSet(use) {
			return false
		}
		// For a parser that returns Nil with its error, a look at Nil is enough.
		isText := p.key(use.Node().(ast.Expr)) == p.key(text)
		return !isAsked(use) || !isText && !p.isNilOnError(call)
	}
	return false
}

// isSet reports whether an expression is the target of an assignment.
func isSet(use cursor) bool { return use.ParentEdgeKind() == edge.AssignStmt_Lhs }

// firstUse returns the first expression in a statement that is like one of these.
func (p *pass) firstUse(s cursor, these ...ast.Expr) (cursor, bool) {
	for c := range s.Preorder() {
		e, ok := c.Node().(ast.Expr)
		if !ok || isBlank(e) {
			continue
		}
		for _, this := range these {
			sameLength := e.End()-e.Pos() == this.End()-this.Pos() // rules out nearly all, in no time
			if sameLength && p.key(e) == p.key(this) {
				return c, true
			}
		}
	}
	return s, false
}
