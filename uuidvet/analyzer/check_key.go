package analyzer

import (
	"go/ast"
	"go/types"
)

var keyCheck = check{
	name: "uuidkey",
	page: repository + "integration/frameworks/README.md#gorm-with-16-byte-ids",
	doc: `report an ID that is the only condition of a gorm query

gorm treats the 16 bytes of an ID as 16 keys, and its text as SQL, so the query may match every row:

	db.Delete(&User{}, id) // wrong

Name the column:

	db.Delete(&User{}, "id = ?", id) // right`,
	run: forEach(checkKey),
}

const bytesAsKeys = "gorm treats the 16 bytes of this ID as 16 keys, so the query may match every row; " +
	`write "id = ?", id`

// newTexts contains the functions that return the text of an ID.
var newTexts = setOf("String NewString")

func checkKey(p *pass, _ cursor, call *ast.CallExpr) {
	cond, args := p.condition(call)
	if p.callee(call).path != gorm || cond == nil || len(args) > 0 {
		return
	}
	if p.callsUUID(p.origin(cond), newTexts) {
		p.report(cond, `gorm treats this text as SQL, so the query may match every row; write "id = ?", id`)
		return
	}
	switch p.form(cond) {
	case asArray:
		p.report(cond, bytesAsKeys+", where id is a uuid.UUID or uuid.Binary")
	case asSlice:
		p.report(cond, bytesAsKeys)
	case asBytes:
		p.reportFix(cond, bytesAsKeys, p.fixOfKey(call, cond))
	}
}

// finders contains gorm's methods that accept a condition and do not copy its values into a new row.
var finders = setOf("First Take Last Find Delete")

// fixOfKey returns the fix that puts a condition into a map, or nil if this might find other rows.
func (p *pass) fixOfKey(call *ast.CallExpr, cond ast.Expr) *fix {
	// Only a value of the key's own type is certain to have the column's form. FirstOrCreate would
	// also set the field. In a map, gorm 1.30 puts the table before the column, so a join that this
	// check does not see does no harm.
	model := p.typeOf(call.Args[0])
	if !finders[p.callee(call).name] || !isOnlyKey(model, p.typeOf(cond)) || !p.isPlain(call) {
		return nil
	}
	return &fix{`map[string]interface{}{"id": `, "}"}
}

// plain contains gorm's methods that neither join nor change the table.
var plain = setOf("Begin Debug Limit Not Offset Omit Open Order Preload Select Session Unscoped Where WithContext")

// isPlain reports whether the statement before a call neither joins nor names another table, as far as
// its function shows.
func (p *pass) isPlain(call *ast.CallExpr) bool {
	before, ok := p.origin(receiver(call)).(*ast.CallExpr)
	if !ok {
		return true
	}
	f := p.callee(before)
	return f.path == gorm && plain[f.name] && memo(p.plainCalls, before, p.isPlain)
}

// isOnlyKey reports whether the field ID, in the column id, is the only key of a model, and has the
// type key. It reports false if the model embeds a struct, because that may contain another key.
func isOnlyKey(model, key types.Type) (found bool) {
	for _, f := range fieldsOf(model) {
		switch {
		case f.field.Name() == "ID":
			found = !f.field.Embedded() && !hasGormSetting(f.tag, "column", "serializer", "-") &&
				types.Identical(f.field.Type(), key)
		case f.isPrimaryKey(), f.isEmbedded():
			return false
		}
	}
	return found
}
