package analyzer

import (
	"go/ast"
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
		if value = strings.TrimSpace(value); value != "" {
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
