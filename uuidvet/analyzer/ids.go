package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// own is the path of the package that has ID[T], Kind, Binary, GUID and Mask.
const own = "github.com/seed-8298af95/uuid"

// isUUIDPackage reports whether a path is that of a package of UUIDs.
func isUUIDPackage(path string) bool {
	known := []string{own, "uuid", "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/satori/go.uuid"}
	return slices.Contains(known, path) || strings.HasPrefix(path, "github.com/gofrs/uuid/v")
}

// deref returns the type that a pointer points to, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// elem returns what slices and arrays of t finally have, or an array of 16 bytes.
func elem(t types.Type) types.Type {
	array, isArray := t.Underlying().(*types.Array)
	slice, isSlice := t.Underlying().(*types.Slice)
	switch {
	case isArray && !is16(t):
		return elem(array.Elem())
	case isSlice:
		return elem(slice.Elem())
	}
	return t
}

// is16 reports whether t, or the type that it points to, is an array of 16 bytes.
func is16(t types.Type) bool {
	a, ok := deref(t).Underlying().(*types.Array)
	return ok && a.Len() == 16 && types.Identical(a.Elem().Underlying(), types.Typ[types.Byte])
}

// isID reports whether t, or the type that it points to, is an ID of 16 bytes of a package of UUIDs.
func isID(t types.Type) bool { return isUUIDPackage(nameOf(deref(t)).path) && is16(t) }

// identified returns T if t is a uuid.ID[T], or nil.
func identified(t types.Type) types.Type {
	if nameOf(t) != (name{own, "ID"}) {
		return nil
	}
	return types.Unalias(t).(*types.Named).TypeArgs().At(0)
}

// method returns the method of t or *t with a name, or nil.
func method(t types.Type, name string) *types.Func {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// A form is what a tool finds in the value of an ID that it is given.
type form int

const (
	unknown form = iota
	asText       // Value returns text
	asBytes      // Value returns 16 bytes
	asArray      // there is no Value: an array of 16 bytes
	asSlice      // a slice of 16 bytes
)

// valuer returns the type whose method Value gives what a database stores for t, or nil.
func valuer(t types.Type) types.Type {
	value := method(deref(t), "Value")
	if value == nil {
		return nil
	}
	t = deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
	if nameOf(t) == (name{"database/sql", "Null"}) {
		return valuer(types.Unalias(t).(*types.Named).TypeArgs().At(0))
	}
	return t
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	switch k := p.kindOf(identified(v)); {
	case v == nil && is16(t):
		return asArray
	case k.isBinary, k.isGUID, nameOf(v) == name{own, "Binary"}, nameOf(v) == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(nameOf(v).path) && (k.isKnown || identified(v) == nil):
		return asText
	}
	return unknown
}

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin := p.origin(e)
	switch value := origin.(type) {
	case *ast.SliceExpr:
		if value.Low == nil && value.High == nil && is16(p.TypesInfo.TypeOf(value.X)) {
			return asSlice
		}
	case *ast.CallExpr:
		if p.callsUUID(value, "Bytes MarshalBinary") {
			return asSlice
		}
	}
	t := p.TypesInfo.TypeOf(e)
	if concrete := p.TypesInfo.TypeOf(origin); concrete != nil && types.IsInterface(t) {
		t = concrete
	}
	return p.formOf(t)
}

// callee returns the name of the function or method that is called.
func (p *pass) callee(call *ast.CallExpr) name {
	if f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok && f.Pkg() != nil {
		return name{f.Pkg().Path(), f.Name()}
	}
	return name{}
}

// callsUUID reports whether a call is of a package of UUIDs, and of a function with one of the names.
func (p *pass) callsUUID(call *ast.CallExpr, names string) bool {
	f := p.callee(call)
	return isUUIDPackage(f.path) && has(names, f.name)
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}

// findSettings finds what the variables and fields of a package are set to, in the order of the text:
// an expression, the call whose first result it is, or a BadExpr where that is not known.
func (p *pass) findSettings() {
	set := func(n ast.Node, target ast.Expr, i int, values ...ast.Expr) {
		var value ast.Expr = &ast.BadExpr{From: n.Pos(), To: n.End()}
		if i < len(values) {
			value = values[i]
		}
		if obj := p.objectOf(target); obj != nil {
			p.settings[obj] = append(p.settings[obj], value)
		}
	}
	for n := range p.nodes.PreorderSeq((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				set(n, target, i, n.Rhs...)
			}
		case *ast.ValueSpec:
			for i, target := range n.Names {
				set(n, target, i, n.Values...)
			}
		case *ast.RangeStmt:
			set(n.X, n.Value, 0, &ast.IndexExpr{X: n.X, Rbrack: n.X.End()})
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n, n.X, 0) // by whoever gets the pointer
			}
		}
	}
	for _, values := range p.settings {
		slices.SortStableFunc(values, func(a, b ast.Expr) int { return cmp.Compare(a.End(), b.End()) })
	}
}

// objectOf returns the variable or field that an expression names, or nil.
func (p *pass) objectOf(e ast.Expr) types.Object {
	e = ast.Unparen(e)
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	id, _ := e.(*ast.Ident)
	return p.TypesInfo.ObjectOf(id)
}

// origin follows local variables, and fields of composite literals, to the expression that they were
// last set to, and a pointer to what it points to. It returns the expression at which this ends.
func (p *pass) origin(e ast.Expr) ast.Expr {
	if _, ok := p.origins[e]; !ok {
		p.origins[e] = p.follow(e)
	}
	return p.origins[e]
}

func (p *pass) follow(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return p.origin(x.X)
	case *ast.Ident:
		values := p.settings[p.TypesInfo.ObjectOf(x)]
		// Each step goes back in the text, so there is an end.
		before := sort.Search(len(values), func(i int) bool { return values[i].End() > x.Pos() })
		if before > 0 {
			if _, unknown := values[before-1].(*ast.BadExpr); !unknown {
				return p.origin(values[before-1])
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		field := p.TypesInfo.ObjectOf(x.Sel)
		literal, ok := p.origin(x.X).(*ast.CompositeLit)
		for i := 0; ok && p.settings[field] == nil && i < len(literal.Elts); i++ {
			if e, ok := literal.Elts[i].(*ast.KeyValueExpr); ok && p.objectOf(e.Key) == field {
				return p.origin(e.Value)
			}
		}
	}
	return e
}

// constant returns the text of a constant string or number, or "".
func (p *pass) constant(e ast.Expr) string {
	v := p.TypesInfo.Types[e].Value
	if v == nil {
		return ""
	} else if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// passOn has the functions whose result is made of the ID or the text in their first argument, and
// begins with it.
var passOn = map[string]string{
	own:            "Encode",
	"encoding/hex": "EncodeToString",
	"net/url":      "PathUnescape QueryUnescape",
	"strings":      "Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix",
}

// passedOn returns the first argument of a call whose result is made of it, or nil.
func (p *pass) passedOn(call *ast.CallExpr) ast.Expr {
	if f := p.callee(call); has(passOn[f.path], f.name) || p.callsUUID(call, "Must") || p.isConversion(call) {
		return call.Args[0]
	}
	return nil
}

// A kind is what the IDKind of a T says of its IDs, as far as the method can be read. Checks say nothing
// of what is not known.
type kind struct{ isKnown, isBinary, isGUID, isMasked bool }

// kindOf returns what the method IDKind of t returns.
func (p *pass) kindOf(t types.Type) kind {
	f := method(t, "IDKind")
	if f == nil {
		return kind{}
	}
	f = f.Origin()
	if _, ok := p.kinds[f]; !ok {
		p.kinds[f] = kind{} // what a method finds that calls itself
		p.kinds[f] = p.readKind(f)
	}
	return p.kinds[f]
}

// readKind reads a method whose statements set a variable, or fields of it, and return.
func (p *pass) readKind(f *types.Func) kind {
	decl := p.declaration(f)
	if decl == nil || decl.Body == nil {
		return kind{}
	}
	k := kind{isKnown: true}
	for _, s := range decl.Body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for i, target := range s.Lhs {
				if field, ok := target.(*ast.SelectorExpr); ok {
					k.set(field.Sel, s.Rhs[min(i, len(s.Rhs)-1)])
				} else {
					k = p.readValue(f, k, s.Rhs[0], false)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range s.Results {
				k = p.readValue(f, k, e, len(decl.Body.List) > 1)
			}
		case *ast.DeclStmt:
			if s.Decl.(*ast.GenDecl).Tok == token.VAR && contains(s, func(v *ast.ValueSpec) bool { return v.Values != nil }) {
				return kind{}
			}
		default:
			return kind{}
		}
	}
	return k
}

// readValue reads an expression: a literal, what the IDKind of a field returns, or the variable.
func (p *pass) readValue(f *types.Func, k kind, e ast.Expr, isSet bool) kind {
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, e := range e.Elts {
			pair, ok := e.(*ast.KeyValueExpr)
			if !ok {
				return kind{}
			}
			k.set(pair.Key, pair.Value)
		}
		return k
	case *ast.CallExpr:
		path := strings.Split(types.ExprString(e.Fun), ".")
		t := f.Signature().Recv().Type()
		for _, name := range path[1:max(1, len(path)-1)] {
			if field, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), name); field != nil {
				t = field.Type()
			}
		}
		if path[len(path)-1] == "IDKind" {
			return p.kindOf(t)
		}
	case *ast.Ident:
		if isSet {
			return k
		}
	}
	return kind{}
}

// set sets a field.
func (k *kind) set(field, value ast.Expr) {
	switch text := types.ExprString(value); types.ExprString(field) {
	case "Mask":
		k.isMasked = text != "nil"
	case "Binary":
		k.isBinary, k.isKnown = text == "true", k.isKnown && (text == "true" || text == "false")
	case "GUID":
		k.isGUID, k.isKnown = text == "true", k.isKnown && (text == "true" || text == "false")
	}
}

// declaration finds the declaration of a function in the one file that its position names. Syntax is
// enough, so no dependency is loaded from source.
func (p *pass) declaration(f *types.Func) *ast.FuncDecl {
	at, fset := p.Fset.Position(f.Pos()), token.NewFileSet()
	file, err := parser.ParseFile(fset, at.Filename, nil, parser.SkipObjectResolution)
	for i := 0; err == nil && i < len(file.Decls); i++ {
		decl, ok := file.Decls[i].(*ast.FuncDecl)
		if ok && decl.Name.Name == f.Name() && fset.Position(decl.Name.Pos()).Line == at.Line {
			return decl
		}
	}
	return nil
}

// prefix matches what the TypeID specification allows. Without a prefix, IDs are canonical text.
var prefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

func kinds(p *pass) {
	for c := range p.nodes.Root().Preorder((*ast.KeyValueExpr)(nil)) {
		pair, isKind := c.Node().(*ast.KeyValueExpr), nameOf(p.TypesInfo.TypeOf(c.Parent().Node().(ast.Expr))) == name{own, "Kind"}
		if isKind && types.ExprString(pair.Key) == "Prefix" && !prefix.MatchString(p.constant(pair.Value)) {
			p.report(pair.Value, "the TypeID specification forbids this prefix, so text of the IDs panics; use at most 63 of a to z and _, without _ at an end")
		}
	}
	for id := range inspector.All[*ast.Ident](p.nodes) {
		instance, ok := p.TypesInfo.Instances[id]
		for i := 0; ok && i < instance.TypeArgs.Len(); i++ {
			param := p.TypesInfo.Uses[id].Type().(interface{ TypeParams() *types.TypeParamList }).TypeParams().At(i)
			if t := instance.TypeArgs.At(i); nameOf(param.Constraint()) == (name{own, "Kinded"}) && isNil(t) {
				p.report(id, "the zero "+types.TypeString(t, types.RelativeTo(p.Pkg))+" has its IDKind from a nil pointer or interface, so its IDs panic; use a type that has the method itself, on a value")
			}
		}
	}
	for decl := range inspector.All[*ast.FuncDecl](p.nodes) {
		f, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if f.Name() != "IDKind" || decl.Recv == nil {
			continue
		}
		t := deref(f.Signature().Recv().Type())
		model, ok := t.Underlying().(*types.Struct)
		k := p.kindOf(t)
		for i := 0; ok && k.isKnown && !k.isMasked && i < model.NumFields(); i++ {
			if field := model.Field(i); field.Embedded() && p.kindOf(field.Type()).isMasked {
				p.report(decl.Name, "this hides the IDKind of "+field.Name()+", so text shows the time that its Mask hides; begin with k := x."+field.Name()+".IDKind(), change k, and return it")
			}
		}
	}
}

// isNil reports whether the zero t has its IDKind from a pointer or an interface.
func isNil(t types.Type) bool {
	obj, _, indirect := types.LookupFieldOrMethod(t, false, nil, "IDKind")
	f, ok := obj.(*types.Func)
	_, isParam := types.Unalias(t).(*types.TypeParam)
	return ok && !isParam && (indirect || types.IsInterface(f.Signature().Recv().Type()))
}

func conversions(p *pass) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		if !p.isConversion(call) || p.Pkg.Path() == own {
			continue
		}
		to, from := deref(p.TypesInfo.TypeOf(call.Fun)), deref(p.TypesInfo.TypeOf(call.Args[0]))
		a, b := identified(to), identified(from)
		_, isSlice := from.Underlying().(*types.Slice)
		_, isArray := types.Unalias(from).(*types.Array)
		switch {
		case a != nil && b != nil && !types.IsInterface(a) && !types.IsInterface(b) && !types.Identical(a, b):
			p.report(call, "this takes the ID of one type for the ID of another; if that is meant, convert id.UUID()")
		case nameOf(to) == name{own, "GUID"} && (isSlice || isArray) && !p.isOfID(call.Args[0]):
			p.report(call, "this takes the bytes in network order, like every UUID's; if they are in Microsoft's order, write uuid.FromBytesLE(b[:])")
		}
	}
}

// isOfID reports whether an expression has the bytes of an ID, or only zeros.
func (p *pass) isOfID(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.SliceExpr:
		return p.isOfID(e.X)
	case *ast.CallExpr:
		return p.callsUUID(e, "Bytes MarshalBinary") || p.isConversion(e) && p.isOfID(e.Args[0])
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	default:
		return isID(p.TypesInfo.TypeOf(e))
	}
}
