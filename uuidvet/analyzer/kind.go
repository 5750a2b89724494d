package analyzer

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// A kind is what the IDKind of a T says of its IDs. If the method cannot be read, isKnown is not set,
// and checks report nothing.
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

// readKind reads a method whose statements declare and set one variable, or fields of it, and return.
func (p *pass) readKind(f *types.Func) kind {
	decl := p.declaration(f)
	if decl == nil || decl.Body == nil || decl.Type.Results == nil {
		return kind{}
	}
	k, variable := kind{isKnown: true}, ""
	use := func(id ast.Expr) { // a second variable cannot be read
		variable = cmp.Or(variable, types.ExprString(id))
		k.isKnown = k.isKnown && types.ExprString(id) == variable
	}
	for _, result := range decl.Type.Results.List[0].Names {
		use(result)
	}
	for _, s := range decl.Body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for i, target := range s.Lhs {
				value := s.Rhs[min(i, len(s.Rhs)-1)]
				if field, ok := target.(*ast.SelectorExpr); ok {
					k.isKnown = k.isKnown && types.ExprString(field.X) == variable
					k.set(field.Sel, value)
				} else {
					k = p.readValue(f, value)
					use(target)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range s.Results {
				if types.ExprString(e) != variable {
					k = p.readValue(f, e)
				}
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				if spec, ok := spec.(*ast.ValueSpec); ok && s.Decl.(*ast.GenDecl).Tok == token.VAR {
					for _, id := range spec.Names {
						use(id)
					}
					k.isKnown = k.isKnown && spec.Values == nil
				}
			}
		default:
			return kind{}
		}
	}
	if !k.isKnown {
		return kind{}
	}
	return k
}

// readValue reads a literal, or a call of the IDKind of a field of the receiver.
func (p *pass) readValue(f *types.Func, e ast.Expr) kind {
	k := kind{isKnown: true}
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
		t, last := f.Signature().Recv().Type(), len(path)-1
		for _, name := range path[1:max(1, last)] {
			if field, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), name); field != nil {
				t = field.Type()
			}
		}
		if path[0] == f.Signature().Recv().Name() && path[last] == "IDKind" {
			return p.kindOf(t)
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
	decls, isRead := p.files[at.Filename]
	if !isRead {
		decls = make(map[string]*ast.FuncDecl)
		p.files[at.Filename] = decls
		file, err := parser.ParseFile(fset, at.Filename, nil, parser.SkipObjectResolution)
		for i := 0; err == nil && i < len(file.Decls); i++ {
			if decl, ok := file.Decls[i].(*ast.FuncDecl); ok {
				decls[fmt.Sprintln(decl.Name.Name, fset.Position(decl.Name.Pos()).Line)] = decl
			}
		}
	}
	return decls[fmt.Sprintln(f.Name(), at.Line)]
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
