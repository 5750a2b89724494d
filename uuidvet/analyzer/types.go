package analyzer

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strings"
)

// own is the path of the package that has ID[T], Kind, Binary, GUID and Mask.
const own = "github.com/seed-8298af95/uuid"

// isUUIDPackage reports whether a path is that of a package of UUIDs.
func isUUIDPackage(path string) bool {
	return has("uuid github.com/google/uuid github.com/satori/go.uuid github.com/gofrs/uuid "+own, path) || strings.HasPrefix(path, "github.com/gofrs/uuid/v")
}

// deref returns the type that a pointer points to, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// elem returns the type that the elements of slices and arrays finally have, or t itself. An array of 16
// bytes is an element, and a type that contains itself has an end here.
func elem(t types.Type) types.Type {
	for range 8 {
		if list := t.Underlying(); !is16(t) && (is[*types.Slice](list) || is[*types.Array](list)) {
			t = list.(interface{ Elem() types.Type }).Elem()
		}
	}
	return t
}

// is16 reports whether t is an array of 16 bytes.
func is16(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && a.Len() == 16 && types.Identical(a.Elem().Underlying(), types.Typ[types.Byte])
}

// isID reports whether t, or the type that it points to, is an ID of 16 bytes of a package of UUIDs.
func isID(t types.Type) bool { return isUUIDPackage(nameOf(deref(t)).path) && is16(deref(t)) }

// argument returns the T of t if t is generic[T], or nil.
func argument(t types.Type, generic name) types.Type {
	if nameOf(t) != generic {
		return nil
	}
	return types.Unalias(t).(*types.Named).TypeArgs().At(0)
}

// identified returns T if t is a uuid.ID[T], or nil.
func identified(t types.Type) types.Type { return argument(t, name{own, "ID"}) }

// method returns the method of t or *t with a name, or nil. A nil t has none.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(cmp.Or(t, types.Type(types.Typ[types.Invalid])), true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// A form is what a tool finds in the value of an ID that it is given: text or bytes that Value returns,
// or an array or a slice of 16 bytes, which has no Value.
type form string

const asText, asBytes, asArray, asSlice form = "text", "bytes", "array", "slice"

// valuer returns the type whose method Value gives what a database stores for t, or nil.
func valuer(t types.Type) (v types.Type) {
	for i := 0; i < 8 && t != nil; i++ { // a type may embed a Null of itself
		v = nil
		if value := method(deref(t), "Value"); value != nil {
			v = deref(value.Signature().Recv().Type()) // another type, if value is the method of an embedded field
		}
		t = argument(v, name{"database/sql", "Null"})
	}
	return v
}

// formOf returns the form of a type, or of the type that it points to.
func (p *pass) formOf(t types.Type) form {
	v := valuer(t)
	switch k := p.kindOf(identified(v)); {
	case v == nil && is16(deref(t)):
		return asArray
	case k["Binary"] == "true", k["GUID"] == "true", nameOf(v) == name{own, "Binary"}, nameOf(v) == name{own, "GUID"}:
		return asBytes
	case isUUIDPackage(nameOf(v).path) && (k.isKnown() || identified(v) == nil):
		return asText
	}
	return ""
}

// A kind has the texts of the values to which an IDKind sets the fields of its Kind. It is nil if the
// method cannot be read; then checks report nothing.
type kind map[string]string

func (k kind) isMasked() bool { return k != nil && k["Mask"] != "nil" }
func (k kind) isKnown() bool  { return has("true false", k["Binary"]) && has("true false", k["GUID"]) }

// kindOf returns what the method IDKind of t returns.
func (p *pass) kindOf(t types.Type) kind { return memo(p, method(t, "IDKind"), p.readKind) }

// readKind reads a method that returns a value, or a variable. It may set the variable and its fields to
// values that do not use it. Of several variables readKind knows the last; a method that returns another
// one is not read.
func (p *pass) readKind(f *types.Func) kind {
	if f == nil {
		return nil
	}
	decl := p.declaration(f)
	if decl == nil || decl.Name.Name != f.Name() || decl.Body == nil || decl.Type.Results.NumFields() != 1 {
		return nil
	}
	result := append(decl.Type.Results.List[0].Names, ast.NewIdent("_"))[0] // what a bare return returns; no other reader has this syntax
	var zero ast.Expr = &ast.CompositeLit{}
	variable, k := result.Name, p.readValue(f, zero)
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.DeclStmt: // what it declares comes next
		case *ast.ValueSpec:
			value := append([]ast.Expr{zero}, n.Values...)[len(n.Values)] // the last, if there is one
			variable, k = n.Names[len(n.Names)-1].Name, p.readValue(f, value)
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				target, value := types.ExprString(target), n.Rhs[min(i, len(n.Rhs)-1)]
				field, isField := strings.CutPrefix(target, variable+".")
				switch {
				case contains(value, func(used *ast.Ident) bool { return used.Name == variable }):
					return nil // it may set the variable, now or later
				case n.Tok == token.DEFINE, target == variable:
					variable, k = target, p.readValue(f, value)
				case isField && token.IsIdentifier(field) && k != nil:
					k[field] = types.ExprString(value)
				default:
					return nil
				}
			}
		case *ast.ReturnStmt:
			returned := append(n.Results, result)[0]
			if types.ExprString(returned) == variable {
				return k
			}
			return p.readValue(f, returned)
		case ast.Stmt:
			if n != decl.Body {
				return nil
			}
		}
	}
	return nil
}

// readValue reads a literal, or a call of the IDKind of a field of the receiver.
func (p *pass) readValue(f *types.Func, e ast.Expr) kind {
	switch e := e.(type) {
	case *ast.CompositeLit:
		k := kind{"Binary": "false", "GUID": "false", "Mask": "nil"}
		for _, e := range e.Elts {
			pair, ok := e.(*ast.KeyValueExpr)
			if !ok {
				return nil
			}
			k[types.ExprString(pair.Key)] = types.ExprString(pair.Value)
		}
		return k
	case *ast.CallExpr:
		path := strings.Split(types.ExprString(e.Fun), ".")
		t, last := f.Signature().Recv().Type(), len(path)-1
		for _, name := range path[1:max(1, last)] {
			field, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), name)
			if field == nil {
				return nil
			}
			t = field.Type()
		}
		if path[0] == f.Signature().Recv().Name() && path[last] == "IDKind" {
			return maps.Clone(p.kindOf(t))
		}
	}
	return nil
}

// declaration finds the declaration of a function in the one file that its position names. Syntax is
// enough, so no dependency is loaded from source.
func (p *pass) declaration(f *types.Func) *ast.FuncDecl {
	at := p.Fset.Position(f.Pos())
	return memo(p, at.Filename, func(name string) map[int]*ast.FuncDecl {
		decls, fset := make(map[int]*ast.FuncDecl), token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		for i := 0; err == nil && i < len(file.Decls); i++ {
			if decl, ok := file.Decls[i].(*ast.FuncDecl); ok {
				decls[fset.Position(decl.Name.Pos()).Line] = decl
			}
		}
		return decls
	})[at.Line]
}

// prefix matches what the TypeID specification allows. Without a prefix, IDs are canonical text.
var prefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

func prefixes(p *pass, c cursor, pair *ast.KeyValueExpr) {
	text, _ := p.constant(pair.Value).(string)
	if nameOf(p.TypesInfo.TypeOf(c.Parent().Node().(ast.Expr))) == (name{own, "Kind"}) && types.ExprString(pair.Key) == "Prefix" && !prefix.MatchString(text) {
		p.report(pair.Value, "the TypeID specification forbids this prefix, so text of the IDs panics; use at most 63 of a to z and _, without _ at an end")
	}
}

func pointers(p *pass, _ cursor, id *ast.Ident) {
	args := p.TypesInfo.Instances[id].TypeArgs
	for i := range args.Len() {
		t, param := args.At(i), p.TypesInfo.Uses[id].Type().(interface{ TypeParams() *types.TypeParamList }).TypeParams().At(i)
		if nameOf(param.Constraint()) == (name{own, "Kinded"}) && isNil(t) {
			p.report(id, "the zero "+types.TypeString(t, types.RelativeTo(p.Pkg))+" has its IDKind from a nil pointer or interface, so its IDs panic; use a type that has the method itself, on a value")
		}
	}
}

// isNil reports whether the zero t has its IDKind from a pointer or an interface.
func isNil(t types.Type) bool {
	obj, _, indirect := types.LookupFieldOrMethod(t, false, nil, "IDKind")
	f, ok := obj.(*types.Func)
	return ok && !is[*types.TypeParam](types.Unalias(t)) && (indirect || types.IsInterface(f.Signature().Recv().Type()))
}

func hidden(p *pass, _ cursor, decl *ast.FuncDecl) {
	if decl.Name.Name != "IDKind" || decl.Recv == nil {
		return
	}
	t := deref(p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv().Type())
	k := p.kindOf(t)
	model, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && k.isKnown() && !k.isMasked() && i < model.NumFields(); i++ {
		if field := model.Field(i); field.Embedded() && p.kindOf(field.Type()).isMasked() {
			p.report(decl.Name, "this hides the IDKind of "+field.Name()+", so text shows the time that its Mask hides; begin with k := x."+field.Name()+".IDKind(), change k, and return it")
		}
	}
}

func conversions(p *pass, _ cursor, call *ast.CallExpr) {
	if !p.isConversion(call) || p.Pkg.Path() == own {
		return
	}
	to, from := deref(p.TypesInfo.TypeOf(call.Fun)), deref(p.TypesInfo.TypeOf(call.Args[0]))
	a, b := identified(to), identified(from)
	switch {
	case a != nil && b != nil && !types.IsInterface(a) && !types.IsInterface(b) && !types.Identical(a, b):
		p.report(call, "this takes the ID of one type for the ID of another; if that is meant, convert id.UUID()")
	case nameOf(to) == name{own, "GUID"} && (is[*types.Slice](from.Underlying()) || is[*types.Array](types.Unalias(from))) && !p.isOfID(call.Args[0]):
		p.report(call, "this takes the bytes in network order, like every UUID's; if they are in Microsoft's order, write uuid.FromBytesLE(b[:])")
	}
}

// isOfID reports whether an expression has the bytes of an ID, or only zeros.
func (p *pass) isOfID(e ast.Expr) bool {
	origin := p.origin(e)
	slice, isSlice := origin.(*ast.SliceExpr)
	call, isCall := origin.(*ast.CallExpr)
	literal, isLiteral := origin.(*ast.CompositeLit)
	return isID(p.TypesInfo.TypeOf(e)) || isID(p.TypesInfo.TypeOf(origin)) || p.callsUUID(origin, "Bytes MarshalBinary") ||
		isSlice && p.isOfID(slice.X) || isCall && p.isConversion(call) && p.isOfID(call.Args[0]) || isLiteral && len(literal.Elts) == 0
}
