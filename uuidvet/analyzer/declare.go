package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// tagOf returns the tag of a field.
func tagOf(field *ast.Field) reflect.StructTag {
	tag, _ := strconv.Unquote(cmp.Or(field.Tag, &ast.BasicLit{}).Value)
	return reflect.StructTag(tag)
}

// gormSetting returns a setting in gorm's tag, or its name if it has no value.
func gormSetting(tag reflect.StructTag, name string) string {
	for setting := range strings.SplitSeq(tag.Get("gorm"), ";") {
		if key, value, _ := strings.Cut(setting, ":"); strings.EqualFold(strings.TrimSpace(key), name) {
			return cmp.Or(strings.TrimSpace(value), name)
		}
	}
	return ""
}

// binary matches the type of a column, and its size.
var binary = regexp.MustCompile(`(?i)^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bytea)\b\s*(?:\((\d+)\))?`)

func columns(p *pass) {
	for field := range inspector.All[*ast.Field](p.nodes) {
		column := binary.FindStringSubmatch(gormSetting(tagOf(field), "type"))
		if column == nil || gormSetting(tagOf(field), "serializer") != "" {
			continue
		}
		t := p.TypesInfo.TypeOf(field.Type)
		isText := p.formOf(t) == asText || nameOf(deref(t)) == name{"uuid", "UUID"}
		if size, _ := strconv.Atoi(column[1]); isText && size < len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
			p.report(field.Tag, "gorm stores this type as 36 characters of text, not as 16 bytes; use uuid.Binary, or a column for text")
		}
	}
}

func omitted(p *pass) {
	for file := range p.nodes.Root().Preorder((*ast.File)(nil)) {
		if ast.IsGenerated(file.Node().(*ast.File)) {
			continue // generators write omitempty on all fields, and nobody edits the result
		}
		for c := range file.Preorder((*ast.Field)(nil)) {
			field := c.Node().(*ast.Field)
			json := tagOf(field).Get("json")
			options := strings.Split(json, ",")[1:]
			t := p.TypesInfo.TypeOf(field.Type)
			if t != deref(t) || !is16(t) || !slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero") {
				continue
			}
			var fix []analysis.TextEdit
			if i := strings.Index(field.Tag.Value, `json:"`+json); i >= 0 {
				start := field.Tag.Pos() + token.Pos(i+len(`json:"`)+strings.LastIndex(json, "omitempty"))
				fix = append(fix, analysis.TextEdit{Pos: start, End: start + token.Pos(len("omitempty")), NewText: []byte("omitzero")})
			}
			p.report(field.Tag, "omitempty never omits 16 bytes, even if all are zero; write omitzero", fix...)
		}
	}
}
