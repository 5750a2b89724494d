package analyzer

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

const gorm, squirrel = "gorm.io/gorm", "github.com/Masterminds/squirrel"

// conditions has the functions and methods that take a condition, with the index of its argument: an
// ID, a map, or constant SQL with its own arguments after it.
var conditions = map[name]int{
	{gorm, "Where"}:         0,
	{gorm, "Not"}:           0,
	{gorm, "Or"}:            0,
	{gorm, "Having"}:        0,
	{gorm, "Raw"}:           0,
	{gorm, "Exec"}:          0,
	{gorm, "Expr"}:          0,
	{gorm, "Joins"}:         0,
	{gorm, "InnerJoins"}:    0,
	{gorm, "First"}:         1,
	{gorm, "Take"}:          1,
	{gorm, "Last"}:          1,
	{gorm, "Find"}:          1,
	{gorm, "Delete"}:        1,
	{gorm, "FirstOrInit"}:   1,
	{gorm, "FirstOrCreate"}: 1,
	{gorm, "Preload"}:       1,
	{squirrel, "Where"}:     0,
	{squirrel, "Having"}:    0,
}

// inLists has the functions and methods that take every slice for a list, with its index.
var inLists = map[name]int{
	{"github.com/uptrace/bun", "In"}: 0,
	{"xorm.io/xorm", "In"}:           1,
	{"xorm.io/xorm", "NotIn"}:        1,
	{"xorm.io/builder", "In"}:        1,
	{"xorm.io/builder", "NotIn"}:     1,
}

// condition returns the condition of a call, or nil, and the arguments after it.
func (p *pass) condition(call *ast.CallExpr) (cond ast.Expr, args []ast.Expr) {
	if i, ok := conditions[p.callee(call)]; ok && i < len(call.Args) && !call.Ellipsis.IsValid() {
		return call.Args[i], call.Args[i+1:]
	}
	return nil, nil
}

func keys(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee := p.callee(call)
		cond, args := p.condition(call)
		if cond == nil || len(args) > 0 || callee.path != gorm {
			continue
		}
		form := p.form(cond)
		text, ok := p.origin(cond).(*ast.CallExpr)
		message := `gorm takes the 16 bytes of this ID for 16 keys, so it may find every row; write "id = ?", id`
		switch {
		case ok && p.callsUUID(text, "String NewString"):
			message = `gorm takes this text for SQL, so it may find every row; write "id = ?", id`
		case form == asArray:
			message += ", where id is a uuid.UUID or uuid.Binary"
		case form != asBytes && form != asSlice:
			continue
		}
		// Only a value of the key's own type has the form that the column has. FirstOrCreate would set
		// no field from SQL.
		var fix []analysis.TextEdit
		if form == asBytes && has("First Take Last Find Delete", callee.name) &&
			isKey(p.TypesInfo.TypeOf(call.Args[0]), deref(p.TypesInfo.TypeOf(cond))) {
			fix = append(fix, analysis.TextEdit{Pos: cond.Pos(), End: cond.Pos(), NewText: []byte(`"id = ?", `)})
		}
		p.report(cond, message, fix...)
	}
}

// isKey reports whether the field ID, in the column id, is the only key of a model, and has the type
// key. It reports false if the model embeds a struct, because that may contain another key.
func isKey(t, key types.Type) (is bool) {
	model, ok := deref(t).Underlying().(*types.Struct)
	for i := 0; ok && i < model.NumFields(); i++ {
		field, tag := model.Field(i), reflect.StructTag(model.Tag(i))
		switch hasID := field.Name() == "ID"; {
		case field.Embedded(), !hasID && gormSetting(tag, "primaryKey")+gormSetting(tag, "primary_key")+gormSetting(tag, "embedded") != "":
			return false
		case hasID:
			is = gormSetting(tag, "column") == "" && types.Identical(field.Type(), key)
		}
	}
	return is
}

const asList = "the query compares with the 16 numbers of this ID, so it may find every row; write uuid.UUID(id) or uuid.Binary(id)"

func lists(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee := p.callee(call)
		if i, ok := inLists[callee]; ok && len(call.Args) == i+1 && p.form(call.Args[i]) == asSlice {
			p.report(call.Args[i], asList)
		}
		cond, args := p.condition(call)
		if callee.path == gorm {
			p.placeholders(p.constant(cond), args)
		}
		if m, ok := p.origin(cond).(*ast.CompositeLit); ok && strings.HasPrefix(types.Unalias(p.TypesInfo.TypeOf(m)).String(), "map[string]") {
			p.values(m, callee.path)
		}
	}
	for literal := range inspector.All[*ast.CompositeLit](p.nodes) {
		t := nameOf(p.TypesInfo.TypeOf(literal))
		if t.path == squirrel && has("Eq NotEq", t.name) || t.path == gorm+"/clause" && has("Eq Neq", t.name) {
			p.values(literal, t.path)
		}
	}
}

// placeholders checks the arguments of SQL: gorm makes a list of what stands for the ? in "(?".
func (p *pass) placeholders(sql string, args []ast.Expr) {
	before, after, ok := strings.Cut(sql, "?")
	if !ok || len(args) == 0 {
		return
	}
	form, t := p.form(args[0]), p.TypesInfo.TypeOf(args[0])
	if strings.HasSuffix(before, "(") && (form == asSlice || form == asArray && t == deref(t) && method(t, "Value") == nil) {
		p.report(args[0], asList)
	}
	p.placeholders(after, args[1:])
}

// values checks the values of a literal that are compared with columns.
func (p *pass) values(literal *ast.CompositeLit, path string) {
	for _, e := range literal.Elts {
		e, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		form := p.form(e.Value)
		switch isValuer := method(deref(p.TypesInfo.TypeOf(e.Value)), "Value") != nil; {
		case form == asArray && path == gorm+"/clause":
			p.report(e.Value, "most drivers refuse an array of 16 bytes; write uuid.UUID(id) or uuid.Binary(id)")
		case form == asArray && !isValuer, form == asSlice && path == gorm:
			p.report(e.Value, asList)
		}
	}
}
