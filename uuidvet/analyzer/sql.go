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
	"golang.org/x/tools/go/types/typeutil"
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
	f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
	takesRows := ok && f.FullName() == "(*"+gorm+".Association).Delete"
	for i, names := range conditions[callee.path] {
		if has(names, callee.name) && i < len(call.Args) && !call.Ellipsis.IsValid() && !takesRows {
			return call.Args[i], call.Args[i+1:]
		}
	}
	return nil, nil
}

func keys(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		cond, args := p.condition(call)
		if cond == nil || len(args) > 0 || p.callee(call).path != gorm {
			continue
		}
		form, taken := p.form(cond), "the 16 bytes of this ID for 16 keys"
		if text, ok := p.origin(cond).(*ast.CallExpr); ok && p.callsUUID(text, "String NewString") {
			taken = "this text for SQL"
		} else if form == unknown || form == asText {
			continue
		}
		message := "gorm takes " + taken + `, so it may find every row; write "id = ?", id`
		if form == asArray {
			message += ", where id is a uuid.UUID or uuid.Binary"
		}
		// Only a value of the key's own type has the form that the column has. FirstOrCreate would set
		// the field too. In a map, gorm 1.30 puts the table before the column, so a join that is not seen does
		// not matter.
		var fix []string
		if form == asBytes && has("First Take Last Find Delete", p.callee(call).name) &&
			isKey(p.TypesInfo.TypeOf(call.Args[0]), p.TypesInfo.TypeOf(cond)) && p.isPlain(call) {
			fix = []string{`map[string]interface{}{"id": `, "}"}
		}
		p.report(cond, message, fix...)
	}
}

// isPlain reports whether the statement before a call neither joins nor has another table, as far as its
// function shows.
func (p *pass) isPlain(call *ast.CallExpr) bool {
	const plain = "Begin Debug Limit Not Offset Omit Open Order Preload Select Session Unscoped Where WithContext"
	before, ok := p.origin(receiver(call)).(*ast.CallExpr)
	return !ok || p.callee(before).path == gorm && has(plain, p.callee(before).name) && p.isPlain(before)
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
			is = gormSetting(tag, "column")+gormSetting(tag, "serializer")+gormSetting(tag, "-") == "" && types.Identical(field.Type(), key)
		}
	}
	return is
}

const asList = "the query compares with the 16 numbers of this ID, so it may find every row; write uuid.UUID(id) or uuid.Binary(id)"

func lists(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee := p.callee(call)
		if n := len(call.Args); has(inLists, callee.path) && has("In NotIn", callee.name) && 0 < n && n <= 2 && p.form(call.Args[n-1]) == asSlice {
			p.report(call.Args[n-1], asList)
		}
		if callee.path == sqlbuilder && has("Flatten List", callee.name) {
			if t := elem(p.TypesInfo.TypeOf(call.Args[0])); is16(t) && t == deref(t) {
				p.report(call.Args[0], "this makes 16 numbers of each ID, so the query may find every row; pass a []any of the IDs")
			}
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
	parts := strings.Split(sql, "?")
	for i := range min(len(args), len(parts)-1) {
		form, t := p.form(args[i]), p.TypesInfo.TypeOf(args[i])
		if strings.HasSuffix(parts[i], "(") && (form == asSlice || form == asArray && t == deref(t) && method(t, "Value") == nil) {
			p.report(args[i], asList)
		}
	}
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

// binary matches the type of a column of bytes, and its size.
var binary = regexp.MustCompile(`(?i)^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bytea)\b\s*(?:\((\d+)\))?`)

func columns(p *pass) {
	for field := range inspector.All[*ast.Field](p.nodes) {
		column, t := gormSetting(tagOf(field), "type"), p.TypesInfo.TypeOf(field.Type)
		bytes := binary.FindStringSubmatch(column)
		isText := p.formOf(t) == asText || nameOf(deref(t)) == name{"uuid", "UUID"}
		switch v := valuer(t); {
		case column == "" || gormSetting(tagOf(field), "serializer") != "":
		case strings.EqualFold(column, "uuid") && (nameOf(v) == name{own, "GUID"} || p.kindOf(identified(v)).isGUID()):
			p.report(field.Tag, "gorm stores 16 bytes in Microsoft's order for this type, which are another UUID in a uuid column; use uuid.UUID")
		case bytes != nil && isText:
			if size, _ := strconv.Atoi(bytes[1]); size < len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
				p.report(field.Tag, "gorm stores this type as 36 characters of text, not as 16 bytes; use uuid.Binary, or a column for text")
			}
		}
	}
}

// hooks reports gorm's hooks that set an ID which the row may have already, if the package passes such
// rows to functions that keep an ID or look for one.
func hooks(p *pass) {
	always := make(map[*types.Func]ast.Node)
	for decl := range inspector.All[*ast.FuncDecl](p.nodes) {
		if f, _ := p.TypesInfo.Defs[decl.Name].(*types.Func); has("BeforeCreate BeforeSave", f.Name()) && decl.Recv != nil {
			always[f] = p.setsID(decl)
		}
	}
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee := p.callee(call)
		for i := 0; callee.path == gorm && has("FirstOrCreate FirstOrInit Append Replace", callee.name) && i < len(call.Args); i++ {
			model := deref(elem(deref(p.TypesInfo.TypeOf(call.Args[i]))))
			for _, f := range []*types.Func{method(model, "BeforeCreate"), method(model, "BeforeSave")} {
				if always[f] != nil {
					p.report(always[f], "this replaces the ID that a row has, so Append inserts the row again, and FirstOrCreate makes another ID than asked; set the ID only if u.ID == (uuid.UUID{})")
					delete(always, f) // said once
				}
			}
		}
	}
}

// setsID returns the statement of a method that sets the field ID of the receiver to a new ID, or nil if
// the method may return without an error before, or asks for the ID.
func (p *pass) setsID(decl *ast.FuncDecl) ast.Node {
	for i := 0; decl.Body != nil && decl.Recv.List[0].Names != nil && i < len(decl.Body.List); i++ {
		id := decl.Recv.List[0].Names[0].Name + ".ID"
		assign, _ := decl.Body.List[i].(*ast.AssignStmt)
		branch, isIf := decl.Body.List[i].(*ast.IfStmt)
		if isIf {
			assign, _ = branch.Init.(*ast.AssignStmt)
		}
		if assign != nil && types.ExprString(assign.Lhs[0]) == id && p.isMade(version7+" "+others, assign.Rhs[0]) {
			return assign
		}
		returns := contains(decl.Body.List[i], func(r *ast.ReturnStmt) bool { return r.Results == nil || types.ExprString(r.Results[0]) == "nil" })
		if returns || isIf && contains(branch.Cond, func(s *ast.SelectorExpr) bool { return types.ExprString(s) == id }) {
			return nil
		}
	}
	return nil
}
