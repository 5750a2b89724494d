package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// The paths of packages that build queries.
const (
	gorm       = "gorm.io/gorm"
	gormClause = gorm + "/clause"
	squirrel   = "github.com/Masterminds/squirrel"
	sqlbuilder = "github.com/huandu/go-sqlbuilder"
)

// conditions contains the functions and methods that take a condition as their first, and as their
// second argument: an ID, a map, or constant SQL with its own arguments after it.
var conditions = map[string][2]set{
	gorm: {
		setOf("Where Not Or Having Raw Exec Expr Joins InnerJoins"),
		setOf("First Take Last Find Delete FirstOrInit FirstOrCreate Preload"),
	},
	squirrel: {setOf("Where Having"), nil},
}

// condition returns the condition of a call, or nil, and the arguments after it.
func (p *pass) condition(call *ast.CallExpr) (cond ast.Expr, args []ast.Expr) {
	callee, t := p.callee(call), p.signature(call)
	if t == nil || call.Ellipsis.IsValid() {
		return nil, nil
	}
	// Delete of an Association has one parameter, for rows.
	n := min(t.Params().Len(), len(call.Args))
	for i, names := range conditions[callee.path] {
		if names[callee.name] && i < n {
			return call.Args[i], call.Args[i+1:]
		}
	}
	return nil, nil
}

// A modelField is a field of a gorm model.
type modelField struct {
	field *types.Var
	tag   reflect.StructTag
}

// fieldsOf returns the fields of a model, or of the model that a pointer points to.
func fieldsOf(model types.Type) (all []modelField) {
	fields, ok := deref(model).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range fields.NumFields() {
		all = append(all, modelField{fields.Field(i), reflect.StructTag(fields.Tag(i))})
	}
	return all
}

// isPrimaryKey reports whether the tag says that the field is a key.
func (f modelField) isPrimaryKey() bool {
	setting := cmp.Or(gormSetting(f.tag, "primaryKey"), gormSetting(f.tag, "primary_key"))
	return setting != "" && !strings.EqualFold(setting, "false")
}

// isEmbedded reports whether gorm replaces the field by the columns of its own fields.
func (f modelField) isEmbedded() bool { return f.field.Embedded() || hasGormSetting(f.tag, "embedded") }

// hasName reports whether gorm finds the field by a name: that of the field or of its column.
func (f modelField) hasName(name string) bool {
	column := gormSetting(f.tag, "column")
	if column == "" {
		column = strings.ReplaceAll(f.field.Name(), "_", "")
		name = strings.ReplaceAll(name, "_", "") // gorm puts one before each word
	}
	return name == f.field.Name() || strings.EqualFold(name, column)
}

// primaryKeys returns the keys of a model: the fields whose tag says so or, if there are none, the field ID in the
// column id.
func primaryKeys(model types.Type) []modelField {
	var tagged, id []modelField
	visit(model, make(map[types.Type]bool), func(f modelField) {
		switch {
		case f.isPrimaryKey():
			tagged = append(tagged, f)
		case f.hasName("ID"):
			id = append(id, f)
		}
	})
	if len(tagged) > 0 {
		return tagged
	}
	return id
}

// visit calls f for the fields of a model, and for those of the structs that it embeds. A model that was
// seen before can embed itself.
func visit(model types.Type, seen map[types.Type]bool, f func(modelField)) {
	model = deref(model)
	if seen[model] {
		return
	}
	seen[model] = true
	for _, field := range fieldsOf(model) {
		_, isStruct := deref(field.field.Type()).Underlying().(*types.Struct)
		if isStruct && field.isEmbedded() {
			visit(field.field.Type(), seen, f)
		} else {
			f(field)
		}
	}
}

// tagOf returns the tag of a field.
func tagOf(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	tag, _ := strconv.Unquote(field.Tag.Value) // the parser has checked it
	return reflect.StructTag(tag)
}

// gormSetting returns a setting in gorm's tag, or its name if it has no value.
func gormSetting(tag reflect.StructTag, name string) string {
	for setting := range strings.SplitSeq(tag.Get("gorm"), ";") {
		key, value, _ := strings.Cut(setting, ":")
		if !strings.EqualFold(strings.TrimSpace(key), name) {
			continue
		}
		value = strings.TrimSpace(value)
		if value != "" {
			return value
		}
		return name
	}
	return ""
}

// hasGormSetting reports whether gorm's tag has one of the settings.
func hasGormSetting(tag reflect.StructTag, names ...string) bool {
	for _, name := range names {
		if gormSetting(tag, name) != "" {
			return true
		}
	}
	return false
}
