package analyzer

import (
	"go/ast"
	"regexp"
	"strings"
)

var columnCheck = check{
	name: "uuidcolumn",
	page: repository + "integration/frameworks/README.md#gorm-with-text-for-a-16-byte-column",
	doc: `report a gorm column of the wrong type for an ID

A UUID stores 36 characters of text, which a query with 16 bytes does not find:

	ID uuid.UUID ` + "`gorm:\"type:binary(16)\"`" + ` // wrong

	ID uuid.Binary ` + "`gorm:\"type:binary(16)\"`" + ` // right

Do not use a GUID for a uuid column. It stores bytes in Microsoft's order, which are another UUID
in such a column.`,
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
		p.report(field.Tag, "gorm stores the bytes of this type in Microsoft's order, "+
			"which are another UUID in a uuid column; use uuid.UUID")
	case binaryColumn.MatchString(column) && isText:
		p.report(field.Tag, "gorm stores this type as 36 characters of text, but the column is for bytes; "+
			"use uuid.Binary or a text column")
	}
}
