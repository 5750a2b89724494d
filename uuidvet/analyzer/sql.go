package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

const gorm, squirrel, sqlbuilder = "gorm.io/gorm", "github.com/Masterminds/squirrel", "github.com/huandu/go-sqlbuilder"

// conditions has the functions and methods that take a condition as their first, and as their second
// argument: an ID, a map, or constant SQL with its own arguments after it.
var conditions = map[string][]string{
	gorm:     {"Where Not Or Having Raw Exec Expr Joins InnerJoins", "First Take Last Find Delete FirstOrInit FirstOrCreate Preload"},
	squirrel: {"Where Having"},
}

// inLists has the packages whose functions and methods In and NotIn take one slice for a list.
const inLists = "github.com/uptrace/bun xorm.io/xorm xorm.io/builder"

// condition returns the condition of a call, or nil, and the arguments after it.
func (p *pass) condition(call *ast.CallExpr) (cond ast.Expr, args []ast.Expr) {
	callee := p.callee(call)
	t, _ := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	for i, names := range conditions[callee.path] {
		// Delete of an Association has one parameter, for rows.
		if has(names, callee.name) && i < min(t.Params().Len(), len(call.Args)) && !call.Ellipsis.IsValid() {
			return call.Args[i], call.Args[i+1:]
		}
	}
	return nil, nil
}

const asKeys = `gorm takes the 16 bytes of this ID for 16 keys, so it may find every row; write "id = ?", id`

func keys(p *pass, _ cursor, call *ast.CallExpr) {
	cond, args := p.condition(call)
	callee := p.callee(call)
	if callee.path != gorm || cond == nil || len(args) > 0 {
		return
	}
	switch form := p.form(cond); {
	case p.callsUUID(p.origin(cond), "String NewString"):
		p.report(cond, `gorm takes this text for SQL, so it may find every row; write "id = ?", id`)
	case form == asArray:
		p.report(cond, asKeys+", where id is a uuid.UUID or uuid.Binary")
	case form == asBytes && has("First Take Last Find Delete", callee.name) && isKey(p.TypesInfo.TypeOf(call.Args[0]), p.TypesInfo.TypeOf(cond)) && p.isPlain(call):
		// Only a value of the key's own type has the form that the column has. FirstOrCreate would set the
		// field too. In a map, gorm 1.30 puts the table before the column, so a join that is not seen does not
		// matter.
		p.report(cond, asKeys, `map[string]interface{}{"id": `, "}")
	case form == asBytes, form == asSlice:
		p.report(cond, asKeys)
	}
}

// isPlain reports whether the statement before a call neither joins nor has another table, as far as its
// function shows.
func (p *pass) isPlain(call *ast.CallExpr) bool {
	const plain = "Begin Debug Limit Not Offset Omit Open Order Preload Select Session Unscoped Where WithContext"
	before, ok := p.origin(receiver(call)).(*ast.CallExpr)
	return !ok || p.callee(before).path == gorm && has(plain, p.callee(before).name) && memo(p, before, p.isPlain)
}

// isKey reports whether the field ID, in the column id, is the only key of a model, and has the type
// key. It reports false if the model embeds a struct, because that may contain another key.
func isKey(t, key types.Type) (found bool) {
	model, ok := deref(t).Underlying().(*types.Struct)
	for i := 0; ok && i < model.NumFields(); i++ {
		tag := reflect.StructTag(model.Tag(i))
		if field := model.Field(i); field.Name() == "ID" {
			found = !field.Embedded() && gormSetting(tag, "column")+gormSetting(tag, "serializer")+gormSetting(tag, "-") == "" && types.Identical(field.Type(), key)
		} else if field.Embedded() || gormSetting(tag, "primaryKey")+gormSetting(tag, "primary_key")+gormSetting(tag, "embedded") != "" {
			return false
		}
	}
	return found
}

const asList = "the query compares with the 16 numbers of this ID, so it may find every row; write uuid.UUID(id) or uuid.Binary(id)"

func lists(p *pass, _ cursor, call *ast.CallExpr) {
	callee := p.callee(call)
	if n := len(call.Args); has(inLists, callee.path) && has("In NotIn", callee.name) && 0 < n && n <= 2 && p.form(call.Args[n-1]) == asSlice {
		p.report(call.Args[n-1], asList)
	}
	if callee.path == sqlbuilder && has("Flatten List", callee.name) && is16(elem(p.TypesInfo.TypeOf(call.Args[0]))) {
		p.report(call.Args[0], "this makes 16 numbers of each ID, so the query may find every row; pass a []any of the IDs")
	}
	cond, args := p.condition(call)
	sql, _ := p.constant(cond).(string)
	before := strings.Split(sql, "?")
	for i := range min(len(args), len(before)-1) { // gorm makes a list of what stands for the ? in "(?"
		form, t := p.form(args[i]), p.TypesInfo.TypeOf(args[i])
		if callee.path == gorm && strings.HasSuffix(before[i], "(") && (form == asSlice || form == asArray && t == deref(t)) {
			p.report(args[i], asList)
		}
	}
	if m, ok := p.origin(cond).(*ast.CompositeLit); ok && strings.HasPrefix(types.Unalias(p.TypesInfo.TypeOf(m)).String(), "map[string]") {
		p.compared(m, callee.path)
	}
}

func equals(p *pass, _ cursor, literal *ast.CompositeLit) {
	t := nameOf(p.TypesInfo.TypeOf(literal))
	if t.path == squirrel && has("Eq NotEq", t.name) || t.path == gorm+"/clause" && has("Eq Neq", t.name) {
		p.compared(literal, t.path)
	}
}

// compared checks the values of a literal, which are compared with columns.
func (p *pass) compared(literal *ast.CompositeLit, path string) {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		switch form := p.form(e); {
		case form == asArray && path == gorm+"/clause":
			p.report(e, "most drivers refuse an array of 16 bytes; write uuid.UUID(id) or uuid.Binary(id)")
		case form == asArray, form == asSlice && path == gorm:
			p.report(e, asList)
		}
	}
}

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

// binary matches the type of a column of bytes, unless it has room for text.
var binary = regexp.MustCompile(`(?i)^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bytea)\b\s*(?:$|[^(\s]|\(\s*(?:[12]?\d|3[0-5]|max)\s*\))`)

func columns(p *pass, _ cursor, field *ast.Field) {
	column, t := gormSetting(tagOf(field), "type"), p.TypesInfo.TypeOf(field.Type)
	v := valuer(t)
	switch {
	case gormSetting(tagOf(field), "serializer") != "":
	case strings.EqualFold(column, "uuid") && (nameOf(v) == name{own, "GUID"} || p.kindOf(identified(v))["GUID"] == "true"):
		p.report(field.Tag, "gorm stores 16 bytes in Microsoft's order for this type, which are another UUID in a uuid column; use uuid.UUID")
	case binary.MatchString(column) && (p.formOf(t) == asText || nameOf(deref(t)) == name{"uuid", "UUID"}):
		p.report(field.Tag, "gorm stores this type as 36 characters of text, not as 16 bytes; use uuid.Binary, or a column for text")
	}
}

// hooks reports gorm's hooks that set an ID which the row may have already, if the package passes such
// rows to functions that keep an ID or look for one.
func hooks(p *pass) {
	called := make(map[*types.Func]bool)
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee := p.callee(call)
		for i := 0; callee.path == gorm && has("FirstOrCreate FirstOrInit Append Replace", callee.name) && i < len(call.Args); i++ {
			model := deref(elem(deref(p.TypesInfo.TypeOf(call.Args[i]))))
			called[method(model, "BeforeCreate")], called[method(model, "BeforeSave")] = true, true
		}
	}
	for decl := range inspector.All[*ast.FuncDecl](p.nodes) {
		f, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		for i := 0; f != nil && called[f] && decl.Body != nil && i < len(decl.Body.List); i++ {
			id := f.Signature().Recv().Name() + ".ID"
			assign, _ := decl.Body.List[i].(*ast.AssignStmt)
			branch, isIf := decl.Body.List[i].(*ast.IfStmt)
			if isIf {
				assign, _ = branch.Init.(*ast.AssignStmt)
			}
			if assign != nil && types.ExprString(assign.Lhs[0]) == id && p.isMade(version7+" "+others, assign.Rhs[0]) {
				p.report(assign, "this replaces the ID that a row has, so Append inserts the row again, and FirstOrCreate makes another ID than asked; set the ID only if u.ID == (uuid.UUID{})")
				break
			}
			returns := contains(decl.Body.List[i], func(r *ast.ReturnStmt) bool { return r.Results == nil || types.ExprString(r.Results[0]) == "nil" })
			if returns || isIf && contains(branch.Cond, func(s *ast.SelectorExpr) bool { return types.ExprString(s) == id }) {
				break // it may return before, or it asks for the ID
			}
		}
	}
}
