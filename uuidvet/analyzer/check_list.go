package analyzer

import (
	"go/ast"
	"go/types"
	"strings"
)

var listCheck = check{
	name: "uuidlist",
	page: repository + "integration/frameworks/README.md#query-builders-with-16-byte-ids",
	doc: `report an ID that a query builder treats as a list of 16 numbers

Query builders expand an array or a slice into a list, so the query compares a column with 16
numbers, and may match every row. The standard library's uuid.UUID is an array, and has no Value
method that would prevent this:

	db.Where(squirrel.Eq{"id": id}) // wrong

Convert it to a type with a Value method, from github.com/seed-8298af95/uuid or github.com/google/uuid:

	db.Where(squirrel.Eq{"id": uuid.UUID(id)}) // right`,
	run: inOrder(forEach(checkListCall), forEach(checkEqual)),
}

const asList = "the query compares a column with the 16 numbers of this ID, so it may match every row; " +
	"write uuid.UUID(id) or uuid.Binary(id)"

// The packages whose functions and methods In and NotIn treat a single slice as a list.
var (
	inLists     = setOf("github.com/uptrace/bun xorm.io/xorm xorm.io/builder")
	inListNames = setOf("In NotIn")
)

// flatten contains the functions of go-sqlbuilder that turn nested lists into one.
var flatten = setOf("Flatten List")

func checkListCall(p *pass, _ cursor, call *ast.CallExpr) {
	callee, n := p.callee(call), len(call.Args)
	switch {
	case inLists[callee.path] && inListNames[callee.name]:
		if 0 < n && n <= 2 && p.form(call.Args[n-1]) == asSlice {
			p.report(call.Args[n-1], asList)
		}
	case callee.path == sqlbuilder && flatten[callee.name]:
		if n > 0 && is16(elem(p.typeOf(call.Args[0]))) {
			p.report(call.Args[0], "this flattens each ID into 16 numbers, so the query may match every row; "+
				"pass the IDs as a []any")
		}
	}
	cond, args := p.condition(call)
	if cond == nil {
		return
	}
	if callee.path == gorm {
		p.checkPlaceholders(p.constantString(cond), args)
	}
	m, ok := p.origin(cond).(*ast.CompositeLit)
	if ok && isStringMap(p.typeOf(m)) {
		p.checkCompared(m, callee.path)
	}
}

// checkPlaceholders checks the arguments of SQL. gorm expands the argument for the ? in "(?" into a list.
func (p *pass) checkPlaceholders(sql string, args []ast.Expr) {
	before := strings.Split(sql, "?")
	for i := range min(len(args), len(before)-1) {
		if !strings.HasSuffix(before[i], "(") {
			continue
		}
		t := p.typeOf(args[i])
		form := p.form(args[i])
		if form == asSlice || form == asArray && !isPointer(t) { // gorm does not expand a pointer
			p.report(args[i], asList)
		}
	}
}

// isStringMap reports whether t is an unnamed map with strings as keys.
func isStringMap(t types.Type) bool {
	m, ok := types.Unalias(t).(*types.Map)
	return ok && types.Identical(m.Key(), types.Typ[types.String])
}

// The types whose literals contain values that are compared with columns.
var (
	squirrelEqual = setOf("Eq NotEq")
	gormEqual     = setOf("Eq Neq")
)

func checkEqual(p *pass, _ cursor, literal *ast.CompositeLit) {
	t := nameOf(p.typeOf(literal))
	if t.path == squirrel && squirrelEqual[t.name] || t.path == gormClause && gormEqual[t.name] {
		p.checkCompared(literal, t.path)
	}
}

// checkCompared checks the values of a literal, which are compared with columns.
func (p *pass) checkCompared(literal *ast.CompositeLit, path string) {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		switch form := p.form(e); {
		case form == asArray && path == gormClause:
			p.report(e, "most drivers reject an array of 16 bytes; write uuid.UUID(id) or uuid.Binary(id)")
		case form == asArray, form == asSlice && path == gorm:
			p.report(e, asList)
		}
	}
}
