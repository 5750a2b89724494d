package analyzer

import (
	"go/ast"
	"go/types"
	"strings"
)

var listCheck = check{
	name: "uuidlist",
	page: repository + "integration/frameworks/README.md#query-builders-with-16-byte-ids",
	doc: `report an ID that a query builder takes for a list of 16 numbers

Query builders expand an array or a slice to a list, so the query compares with 16 numbers, and may
find every row. Of the standard library's uuid.UUID, which is an array without a Value method:

	db.Where(squirrel.Eq{"id": id}) // wrong

Convert it to a type with such a method, from github.com/seed-8298af95/uuid or github.com/google/uuid:

	db.Where(squirrel.Eq{"id": uuid.UUID(id)}) // right`,
	run: inOrder(forEach(checkListCall), forEach(checkEqual)),
}

const asList = "the query compares with the 16 numbers of this ID, so it may find every row; " +
	"write uuid.UUID(id) or uuid.Binary(id)"

// The packages whose functions and methods In and NotIn take one slice for a list.
var (
	inLists     = setOf("github.com/uptrace/bun xorm.io/xorm xorm.io/builder")
	inListNames = setOf("In NotIn")
)

// flatten contains the functions of go-sqlbuilder that make one list of nested ones.
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
			p.report(call.Args[0], "this makes 16 numbers of each ID, so the query may find every row; "+
				"pass a []any of the IDs")
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

// checkPlaceholders checks the arguments of SQL. gorm makes a list of what stands for the ? in "(?".
func (p *pass) checkPlaceholders(sql string, args []ast.Expr) {
	before := strings.Split(sql, "?")
	for i := range min(len(args), len(before)-1) {
		if !strings.HasSuffix(before[i], "(") {
			continue
		}
		t := p.typeOf(args[i])
		form := p.form(args[i])
		if form == asSlice || form == asArray && !isPointer(t) { // gorm makes no list of a pointer
			p.report(args[i], asList)
		}
	}
}

// isStringMap reports whether t is a map without a name, with strings as keys.
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
			p.report(e, "most drivers refuse an array of 16 bytes; write uuid.UUID(id) or uuid.Binary(id)")
		case form == asArray, form == asSlice && path == gorm:
			p.report(e, asList)
		}
	}
}
