package analyzer

import (
	"go/ast"
	"go/types"
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
	asked := p.askedVariables()
	checked := make(map[string]bool) // keys of text that a function before has checked
	for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		assign, _ := c.Parent().Node().(*ast.AssignStmt)
		if p.isParsed(call) && p.isClientText(call.Args[0]) && !checked[p.key(p.source(call.Args[0]))] {
			p.checkParser(c, call, assign, asked)
		}
		isIgnored := assign != nil && isBlank(assign.Lhs[len(assign.Lhs)-1])
		if isIgnored || !mayCheck(p.typeOf(call)) {
			continue
		}
		for _, arg := range call.Args {
			if p.isClientText(arg) {
				checked[p.key(p.source(arg))] = true
			}
		}
	}
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

// checkParser checks a call of a parser with text of a request. assign is the assignment of its
// results, or nil.
func (p *pass) checkParser(c cursor, call *ast.CallExpr, assign *ast.AssignStmt, asked map[string]bool) {
	if p.callsUUID(call, mustParse) || p.callsUUID(c.Parent().Node(), must) {
		p.report(call, "text of the client that is not a UUID is a panic here; call Parse, and check its error")
		return
	}
	usesError := assign == nil || len(assign.Lhs) != 2 || !isBlank(assign.Lhs[1])
	if usesError {
		return
	}
	switch {
	case !p.isNilOnError(call):
		p.report(call, "text of the client that is not a UUID becomes an ID of its first digits here, or Nil; "+
			"check the error")
	case !asked[p.key(assign.Lhs[0])]:
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
