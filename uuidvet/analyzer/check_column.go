package analyzer

import (
	"go/ast"
	"regexp"
	"strings"
)

var columnCheck = check{
	name: "uuidcolumn",
	page: repository + "integration/frameworks/README.md#gorm-with-text-for-a-16-byte-column",
	doc: `report a gorm column that does not fit what an ID stores

A query with 16 bytes does not find the 36 characters that a UUID stores:

	ID uuid.UUID ` + "`gorm:\"type:binary(16)\"`" + ` // wrong

	ID uuid.Binary ` + "`gorm:\"type:binary(16)\"`" + ` // right

The bytes of a GUID are in Microsoft's order, and are another UUID in a uuid column.`,
	run: forEach(checkColumn),
}

// binaryColumn matches the type of a column of bytes, unless it has room for text.
var binaryColumn = regexp.MustCompile(`(?i)^(?:` +
	`(?:var)?binary|(?:tiny|medium|long)?blob|bytea` +
	`)\b\s*(?:$|[^(\s]|\(\s*(?:[12]?\d|3[0-5]|max)\s*\))`)

func checkColumn(p *pass, _ cursor, field *ast.Field) {
	tag := tagOf(field)
	column := gormSetting(tag, "type")
	if column == "" || hasGormSetting(tag, "serializer") {
		return
	}
	t := p.typeOf(field.Type)
	v := valuer(t)
	isGUID := nameOf(v) == name{own, "GUID"} || p.kindOf(identified(v)).guid == yes
	isText := p.formOf(t) == asText || nameOf(deref(t)) == name{standard, "UUID"}
	switch {
	case strings.EqualFold(column, "uuid") && isGUID:
		p.report(field.Tag, "gorm stores 16 bytes in Microsoft's order for this type, "+
			"which are another UUID in a uuid column; use uuid.UUID")
	case binaryColumn.MatchString(column) && isText:
		p.report(field.Tag, "gorm stores this type as 36 characters of text, not as 16 bytes; "+
			"use uuid.Binary, or a column for text")
	}
}
