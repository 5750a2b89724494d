package analyzer

import (
	"go/ast"
	"go/types"
)

var keyCheck = check{
	name: "uuidkey",
	page: repository + "integration/frameworks/README.md#gorm-with-16-byte-ids",
	doc: `report an ID that is the only condition of a gorm query

gorm takes the 16 bytes of an ID for 16 keys, and its text for SQL, so the query may find every row:

	db.Delete(&User{}, id) // wrong

Name the column:

	db.Delete(&User{}, "id = ?", id) // right`,
	run: forEach(checkKey),
}

const takesBytesForKeys = "gorm takes the 16 bytes of this ID for 16 keys, so it may find every row; " +
	`write "id = ?", id`

// newTexts contains the functions that return the text of an ID.
var newTexts = setOf("String NewString")

func checkKey(p *pass, _ cursor, call *ast.CallExpr) {
	cond, args := p.condition(call)
	if p.callee(call).path != gorm || cond == nil || len(args) > 0 {
		return
	}
	if p.callsUUID(p.origin(cond), newTexts) {
		p.report(cond, `gorm takes this text for SQL, so it may find every row; write "id = ?", id`)
		return
	}
	switch p.form(cond) {
	case asArray:
		p.report(cond, takesBytesForKeys+", where id is a uuid.UUID or uuid.Binary")
	case asSlice:
		p.report(cond, takesBytesForKeys)
	case asBytes:
		p.reportFix(cond, takesBytesForKeys, p.fixOfKey(call, cond))
	}
}

// finders contains gorm's methods that take a condition and do not set its fields.
var finders = setOf("First Take Last Find Delete")

// fixOfKey returns the fix that puts a condition into a map, or nil if this might find other rows.
func (p *pass) fixOfKey(call *ast.CallExpr, cond ast.Expr) *fix {
	// Only a value of the key's own type has the form that the column has. FirstOrCreate would set
	// the field too. In a map, gorm 1.30 puts the table before the column, so a join that is not
	// seen does not matter.
	model := p.typeOf(call.Args[0])
	if !finders[p.callee(call).name] || !isOnlyKey(model, p.typeOf(cond)) || !p.isPlain(call) {
		return nil
	}
	return &fix{`map[string]interface{}{"id": `, "}"}
}

// plain contains gorm's methods that neither join nor change the table.
var plain = setOf("Begin Debug Limit Not Offset Omit Open Order Preload Select Session Unscoped Where WithContext")

// isPlain reports whether the statement before a call neither joins nor has another table, as far as
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
