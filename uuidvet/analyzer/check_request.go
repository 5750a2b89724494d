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
	doc: `report an ID in a request that is parsed without checking the error

With MustParse, a client can cause a panic:

	id := uuid.MustParse(r.PathValue("id")) // wrong

If the error is ignored, text that is not a UUID becomes Nil. With google/uuid, gofrs/uuid and
satori/go.uuid, it becomes an ID of the digits before the first invalid one:

	id, _ := uuid.Parse(r.PathValue("id")) // wrong

	id, err := uuid.Parse(r.PathValue("id")) // right`,
	run: checkRequests,
}

// The functions that turn an error into a panic.
var (
	mustParse = setOf("MustParse")
	must      = setOf("Must")
)

func checkRequests(p *pass) {
	isParser := func(c cursor) bool { return p.isParsed(c.Node().(*ast.CallExpr)) }
	if calls := slices.Collect(p.root.Preorder((*ast.CallExpr)(nil))); !slices.ContainsFunc(calls, isParser) {
		return
	}
	tested := p.testedVariables()
	checked := make(map[string]bool) // keys of text and messages that an earlier call has checked
	for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		targets := resultsOf(c)
		if p.isParsed(call) && p.isClientText(call.Args[0]) {
			text := call.Args[0]
			if !p.isRoutedUUID(text) && !p.isRuledUUID(text) && !p.isChecked(text, checked) {
				p.checkParser(c, call, targets, tested)
			}
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

// addChecked adds the text that a call may check, because it returns an error or a bool. A call without
// other results may also check a whole message.
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

// isChecked reports whether a text, or a message that contains it, has been checked.
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

// testedVariables returns the keys of the variables and fields that are compared, or tested for Nil.
func (p *pass) testedVariables() map[string]bool {
	tested := make(map[string]bool)
	for c := range p.root.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil)) {
		if isTested(c) {
			tested[p.key(c.Node().(ast.Expr))] = true
		}
	}
	return tested
}

// checkParser checks a call of a parser with text of a request, whose results are assigned to targets.
func (p *pass) checkParser(c cursor, call *ast.CallExpr, targets []ast.Expr, tested map[string]bool) {
	if p.callsUUID(call, mustParse) || p.callsUUID(c.Parent().Node(), must) {
		p.report(call, "a client can cause a panic here with text that is not a UUID; call Parse, and check its error")
		return
	}
	if len(targets) != 2 || isBlank(targets[0]) || !isBlank(targets[1]) {
		return // the error is used, or the ID is not
	}
	switch {
	case !p.isNilOnError(call):
		p.report(call, "text that is not a UUID becomes an ID of its first digits here, or Nil; "+
			"check the error")
	case !tested[p.key(targets[0])]:
		p.report(call, "text that is not a UUID becomes the Nil UUID here; check the error")
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
