package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

var requestCheck = check{
	name: "uuidrequest",
	page: repository + "docs/requests.md#reading-an-id",
	doc: `report text of a request that is parsed without a look at the error

A client can cause a panic:

	id := uuid.MustParse(r.PathValue("id")) // wrong

Without its error, Parse returns Nil for wrong text, or with google/uuid, gofrs/uuid and
satori/go.uuid an ID of the digits before the first wrong one:

	id, _ := uuid.Parse(r.PathValue("id")) // wrong

	id, err := uuid.Parse(r.PathValue("id")) // right`,
	run: checkRequests,
}

// The functions that make a panic of an error.
var (
	mustParse = setOf("MustParse")
	must      = setOf("Must")
)

func checkRequests(p *pass) {
	isParser := func(c cursor) bool { return p.isParsed(c.Node().(*ast.CallExpr)) }
	if calls := slices.Collect(p.root.Preorder((*ast.CallExpr)(nil))); !slices.ContainsFunc(calls, isParser) {
		return
	}
	asked := p.askedVariables()
	checked := make(map[string]bool) // keys of text and messages that a function before has checked
	for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		targets := resultsOf(c)
		if p.isParsed(call) && p.isClientText(call.Args[0]) && !p.isChecked(call.Args[0], checked) {
			p.checkParser(c, call, targets, asked)
		}
		isIgnored := len(targets) > 0 && isBlank(targets[len(targets)-1])
		if results := p.typeOf(call); !isIgnored && mayCheck(results) {
			p.addChecked(call, results, checked)
		}
	}
}

// resultsOf returns the variables to which the results of a call are assigned.
func resultsOf(call cursor) []ast.Expr {
	switch n := call.Parent().Node().(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range n.Names {
			names = append(names, name)
		}
		return names
	}
	return nil
}

// addChecked adds the text that a call with an error or a bool as a result may check. A call with no other
// result may also check a message.
func (p *pass) addChecked(call *ast.CallExpr, results types.Type, checked map[string]bool) {
	_, isTuple := results.(*types.Tuple)
	args := call.Args
	if f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && !strings.HasPrefix(f.Sel.Name, "Get") {
		args = append([]ast.Expr{f.X}, args...) // a message may check itself
	}
	for _, arg := range args {
		isWhole := isStructPointer(p.typeOf(arg))
		if p.isClientText(arg) && !(isWhole && isTuple) {
			checked[p.key(p.source(arg))] = true
		}
	}
}

// isChecked reports whether a text was checked, or a message that contains it.
func (p *pass) isChecked(text ast.Expr, checked map[string]bool) bool {
	for range maxDepth {
		text = p.source(text)
		if checked[p.key(text)] {
			return true
		}
		if call, ok := text.(*ast.CallExpr); ok {
			text = ast.Unparen(call.Fun)
		}
		part, ok := text.(*ast.SelectorExpr)
		if !ok || !p.isMessage(part.X) {
			return false
		}
		text = part.X
	}
	return false
}

// askedVariables returns the keys of the variables and fields that are compared, or asked whether
// they are Nil.
func (p *pass) askedVariables() map[string]bool {
	asked := make(map[string]bool)
	for c := range p.root.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil)) {
		if isAsked(c) {
			asked[p.key(c.Node().(ast.Expr))] = true
		}
	}
	return asked
}

// checkParser checks a call of a parser with text of a request, whose results are assigned to targets.
func (p *pass) checkParser(c cursor, call *ast.CallExpr, targets []ast.Expr, asked map[string]bool) {
	if p.callsUUID(call, mustParse) || p.callsUUID(c.Parent().Node(), must) {
		p.report(call, "text of the client that is not a UUID is a panic here; call Parse, and check its error")
		return
	}
	if len(targets) != 2 || isBlank(targets[0]) || !isBlank(targets[1]) {
		return // the error is used, or the ID is not
	}
	switch {
	case !p.isNilOnError(call):
		p.report(call, "text of the client that is not a UUID becomes an ID of its first digits here, or Nil; "+
			"check the error")
	case !asked[p.key(targets[0])]:
		p.report(call, "text of the client that is not a UUID becomes the Nil UUID here; check the error")
	}
}

var (
	errorType = types.Universe.Lookup("error").Type()
	boolType  = types.Typ[types.Bool]
)

// mayCheck reports whether a function with these results may check its arguments: the last result is
// an error or a bool.
func mayCheck(results types.Type) bool {
	last := results
	if tuple, ok := results.(*types.Tuple); ok {
		if tuple.Len() == 0 {
			return false
		}
		last = tuple.At(tuple.Len() - 1).Type()
	}
	return types.Identical(last, errorType) || types.Identical(last, boolType)
}
