package analyzer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// A kind has the texts of the values to which an IDKind sets the fields of its Kind. It is nil if the
// method cannot be read; then checks report nothing.
type kind map[string]string

func (k kind) isBinary() bool { return k["Binary"] == "true" }
func (k kind) isGUID() bool   { return k["GUID"] == "true" }
func (k kind) isMasked() bool { return k != nil && k["Mask"] != "nil" }
func (k kind) isKnown() bool  { return has("true false", k["Binary"]) && has("true false", k["GUID"]) }

// zero returns the kind of the zero Kind.
func zero() kind { return kind{"Binary": "false", "GUID": "false", "Mask": "nil"} }

// kindOf returns what the method IDKind of t returns.
func (p *pass) kindOf(t types.Type) kind {
	f := method(t, "IDKind")
	if f == nil {
		return nil
	}
	return memo(p.kinds, f.Origin(), p.readKind)
}

// readKind reads a method that declares variables, sets them or their fields to values that do not use
// such a variable, and returns one of them or a value.
func (p *pass) readKind(f *types.Func) kind {
	decl := p.declaration(f)
	if decl == nil || decl.Name.Name != f.Name() || decl.Body == nil || decl.Type.Results.NumFields() != 1 {
		return nil
	}
	variables := make(map[string]kind)
	declare := func(names []*ast.Ident) {
		for _, id := range names {
			variables[id.Name] = zero()
		}
	}
	results := decl.Type.Results.List[0].Names
	declare(results)
	for _, s := range decl.Body.List {
		switch s := s.(type) {
		case *ast.DeclStmt:
			group := s.Decl.(*ast.GenDecl)
			for i := 0; group.Tok == token.VAR && i < len(group.Specs); i++ {
				spec := group.Specs[i].(*ast.ValueSpec)
				if spec.Values != nil {
					return nil
				}
				declare(spec.Names)
			}
		case *ast.AssignStmt:
			for i, target := range s.Lhs {
				value := s.Rhs[min(i, len(s.Rhs)-1)]
				id, isVariable := target.(*ast.Ident)
				field, isField := target.(*ast.SelectorExpr)
				switch {
				case contains(value, func(used *ast.Ident) bool { return variables[used.Name] != nil }):
					return nil // it may set the variable, now or later
				case isVariable:
					variables[id.Name] = p.readValue(f, value)
				case isField && variables[types.ExprString(field.X)] != nil:
					variables[types.ExprString(field.X)][field.Sel.Name] = types.ExprString(value)
				default:
					return nil
				}
			}
		case *ast.ReturnStmt:
			if s.Results == nil {
				return variables[results[0].Name]
			} else if id, ok := s.Results[0].(*ast.Ident); ok {
				return variables[id.Name]
			}
			return p.readValue(f, s.Results[0])
		default:
			return nil
		}
	}
	return nil
}

// readValue reads a literal, or a call of the IDKind of a field of the receiver.
func (p *pass) readValue(f *types.Func, e ast.Expr) kind {
	switch e := e.(type) {
	case *ast.CompositeLit:
		k := zero()
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
	return memo(p.files, at.Filename, func(name string) map[int]*ast.FuncDecl {
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
		for i := 0; ok && k.isKnown() && !k.isMasked() && i < model.NumFields(); i++ {
			if field := model.Field(i); field.Embedded() && p.kindOf(field.Type()).isMasked() {
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
	origin := p.origin(e)
	if isID(p.TypesInfo.TypeOf(e)) || isID(p.TypesInfo.TypeOf(origin)) {
		return true
	}
	switch origin := origin.(type) {
	case *ast.SliceExpr:
		return p.isOfID(origin.X)
	case *ast.CallExpr:
		return p.callsUUID(origin, "Bytes MarshalBinary") || p.isConversion(origin) && p.isOfID(origin.Args[0])
	case *ast.CompositeLit:
		return len(origin.Elts) == 0
	}
	return false
}
