package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
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
		isText := formOf(t) == asText || nameOf(deref(t)) == name{"uuid", "UUID"}
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

// results has the methods that the T of an ID[T] may have, with their results.
var results = map[string]string{
	"IDPrefix": "string",
	"IDMask":   "*" + own + ".Mask",
	"IDBinary": "bool",
}

func methods(p *pass) {
	seen := make(map[string]bool)
	for id := range inspector.All[*ast.Ident](p.nodes) {
		generic, args := p.TypesInfo.Uses[id], p.TypesInfo.Instances[id].TypeArgs
		if args.Len() != 1 || generic.Pkg() == nil || generic.Pkg().Path() != own || !strings.HasSuffix(generic.Name(), "ID") {
			continue // not ID[T], NewID[T] or ParseID[T]
		}
		t := deref(args.At(0))
		if _, isParam := t.(*types.TypeParam); isParam || seen[t.String()] || t != args.At(0) && types.IsInterface(t) {
			continue // a pointer to an interface has no methods
		}
		seen[t.String()] = true
		for name, result := range results {
			if fault := faultOf(t, name, result); fault != "" {
				p.report(id, types.TypeString(t, types.RelativeTo(p.Pkg))+" "+fault+"; write a method "+name+"() "+strings.Replace(result, own, "uuid", 1))
			}
		}
	}
}

// faultOf returns what is wrong with a method of t, by Go's own rules of what t has, or "".
func faultOf(t types.Type, name, result string) string {
	const effect = ", so its IDs panic or do without"
	if f := method(t, name); f != nil {
		in, out := f.Signature().Params(), f.Signature().Results()
		if !types.IsInterface(t) && in.Len() == 0 && out.Len() == 1 && out.At(0).Type().String() == result {
			return ""
		}
		return "has another " + name + effect
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, nil, name)
	switch {
	case obj != nil:
		return "has a field " + name + effect
	case path != nil:
		return "loses " + name + " between two embedded types" + effect
	}
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if m := m.Obj().Name(); strings.EqualFold(m, name) {
			return "has " + m + ", which has no effect"
		}
	}
	return ""
}

func conversions(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		if !p.isConversion(call) || p.Pkg.Path() == own {
			continue
		}
		to, from := deref(p.TypesInfo.TypeOf(call.Fun)), deref(p.TypesInfo.TypeOf(call.Args[0]))
		toGUID, fromGUID := nameOf(to) == name{own, "GUID"}, nameOf(from) == name{own, "GUID"}
		a, b := kind(to), kind(from)
		switch {
		case a != nil && b != nil && !types.IsInterface(a) && !types.IsInterface(b) && !types.Identical(deref(a), deref(b)):
			p.report(call, "this takes the ID of one type for the ID of another; if that is meant, convert id.UUID()")
		case toGUID != fromGUID && isID(to) && isID(from):
			p.report(call, "a conversion keeps the order of the bytes, so this is another UUID; call the method GUID of a uuid.UUID, or UUID of a uuid.GUID")
		}
	}
}
