package analyzer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ast/inspector"
)

// A kind is what the IDKind of a T says of its IDs, if it can be read. Otherwise it is zero, and
// checks that ask for it say nothing.
type kind struct{ isKnown, isBinary, isGUID, isMasked bool }

// form returns the form of the IDs in a database.
func (k kind) form() form {
	switch {
	case !k.isKnown:
		return unknown
	case k.isBinary, k.isGUID:
		return asBytes
	}
	return asText
}

// kindOf returns what the method IDKind of t returns.
func (p *pass) kindOf(t types.Type) kind {
	f := method(t, "IDKind")
	if f == nil {
		return kind{}
	}
	f = f.Origin()
	k, ok := p.kinds[f]
	if !ok {
		p.kinds[f] = kind{} // what a method finds that calls itself
		k = p.readKind(f)
		p.kinds[f] = k
	}
	return k
}

// A kindReader reads the body of an IDKind. Its syntax is enough, so no dependency has to be loaded
// from source.
type kindReader struct {
	*pass
	method *types.Func
	vars   map[string]kind
}

// readKind reads a method whose statements set variables, or fields of them, and return.
func (p *pass) readKind(f *types.Func) kind {
	decl := p.declaration(f)
	if decl == nil || decl.Body == nil {
		return kind{}
	}
	r := kindReader{p, f, make(map[string]kind)}
	result := f.Signature().Results().At(0).Name()
	r.vars[result] = kind{isKnown: true}
	for _, statement := range decl.Body.List {
		switch s := statement.(type) {
		case *ast.AssignStmt:
			for i := range s.Lhs {
				r.assign(s.Lhs[i], s.Rhs[min(i, len(s.Rhs)-1)])
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				spec, ok := spec.(*ast.ValueSpec)
				for i := 0; ok && i < len(spec.Names); i++ {
					r.vars[spec.Names[i].Name] = kind{isKnown: true}
					if i < len(spec.Values) {
						r.assign(spec.Names[i], spec.Values[i])
					}
				}
			}
		case *ast.ReturnStmt:
			if len(s.Results) == 0 {
				return r.vars[result]
			}
			return r.eval(s.Results[0])
		default:
			return kind{}
		}
	}
	return kind{}
}

// assign assigns a value to a variable, or to a field of one.
func (r *kindReader) assign(target, value ast.Expr) {
	switch target := target.(type) {
	case *ast.Ident:
		r.vars[target.Name] = r.eval(value)
	case *ast.SelectorExpr:
		k := r.eval(target.X)
		k.set(target.Sel.Name, value)
		r.vars[types.ExprString(target.X)] = k
	}
}

// set sets a field.
func (k *kind) set(field string, value ast.Expr) {
	text := types.ExprString(value)
	switch {
	case field == "Mask":
		k.isMasked = text != "nil"
	case field == "Prefix":
	case text != "true" && text != "false":
		k.isKnown = false
	case field == "Binary":
		k.isBinary = text == "true"
	case field == "GUID":
		k.isGUID = text == "true"
	}
}

// eval returns the value of an expression: a literal, a variable, or the IDKind of another type.
func (r *kindReader) eval(e ast.Expr) (k kind) {
	switch e := e.(type) {
	case *ast.Ident:
		return r.vars[e.Name]
	case *ast.CompositeLit:
		k.isKnown = true
		for i, element := range e.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				k.set(types.ExprString(pair.Key), pair.Value)
			} else {
				k.set([]string{"Prefix", "Binary", "GUID", "Mask"}[i], element)
			}
		}
	case *ast.CallExpr:
		if callee, ok := e.Fun.(*ast.SelectorExpr); ok && callee.Sel.Name == "IDKind" {
			return r.kindOf(r.typeOf(callee.X))
		}
	}
	return k
}

// typeOf returns the type of an expression: the receiver, a field, or a literal of a type in the
// method's package.
func (r *kindReader) typeOf(e ast.Expr) types.Type {
	recv := r.method.Signature().Recv()
	switch e := e.(type) {
	case *ast.Ident:
		if e.Name == recv.Name() {
			return recv.Type()
		}
	case *ast.SelectorExpr:
		if of := r.typeOf(e.X); of != nil {
			if field, _, _ := types.LookupFieldOrMethod(of, true, r.method.Pkg(), e.Sel.Name); field != nil {
				return field.Type()
			}
		}
	case *ast.CompositeLit:
		if t := r.method.Pkg().Scope().Lookup(types.ExprString(e.Type)); t != nil {
			return t.Type()
		}
	}
	return nil
}

// declaration finds the declaration of a method: in the package, or in the one file that the method's
// position names.
func (p *pass) declaration(f *types.Func) *ast.FuncDecl {
	at, files, fset := p.Fset.Position(f.Pos()), p.Files, p.Fset
	if f.Pkg() != p.Pkg {
		fset = token.NewFileSet()
		file, err := parser.ParseFile(fset, at.Filename, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		files = []*ast.File{file}
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Name.Name != f.Name() {
				continue
			}
			if found := fset.Position(decl.Name.Pos()); found.Filename == at.Filename && found.Line == at.Line {
				return decl
			}
		}
	}
	return nil
}

// prefix matches what the TypeID specification allows. Without a prefix, IDs are canonical text.
var prefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

func kinds(p *pass) {
	p.prefixes(func(value ast.Expr) {
		if !prefix.MatchString(p.constant(value)) {
			p.report(value, "the TypeID specification forbids this prefix, so text of the IDs panics; use at most 63 of a to z and _, without _ at an end")
		}
	})
	for id := range inspector.All[*ast.Ident](p.nodes) {
		instance, ok := p.TypesInfo.Instances[id]
		if !ok {
			continue
		}
		params := p.TypesInfo.Uses[id].Type().(interface{ TypeParams() *types.TypeParamList }).TypeParams()
		for i := range params.Len() {
			if t := instance.TypeArgs.At(i); nameOf(params.At(i).Constraint()) == (name{own, "Kinded"}) && isNil(t) {
				p.report(id, "the zero "+types.TypeString(t, types.RelativeTo(p.Pkg))+" has its IDKind from a nil pointer or interface, so its IDs panic; use a type that has the method itself, on a value")
			}
		}
	}
	for decl := range inspector.All[*ast.FuncDecl](p.nodes) {
		f, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if f.Name() != "IDKind" || f.Signature().Recv() == nil {
			continue
		}
		t := deref(f.Signature().Recv().Type())
		own := p.kindOf(t)
		model, ok := t.Underlying().(*types.Struct)
		for i := 0; ok && own.isKnown && !own.isMasked && i < model.NumFields(); i++ {
			if field := model.Field(i); field.Embedded() && p.kindOf(field.Type()).isMasked {
				p.report(decl.Name, "this hides the IDKind of "+field.Name()+", so text shows the time that its Mask hides; begin with k := x."+field.Name()+".IDKind(), change k, and return it")
			}
		}
	}
}

// prefixes calls f for each value of the field Prefix of a Kind.
func (p *pass) prefixes(f func(value ast.Expr)) {
	isKind := func(e ast.Expr) bool { return nameOf(p.TypesInfo.TypeOf(e)) == name{own, "Kind"} }
	for n := range p.nodes.PreorderSeq((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil)) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for i := 0; isKind(n) && i < len(n.Elts); i++ {
				if pair, ok := n.Elts[i].(*ast.KeyValueExpr); !ok && i == 0 {
					f(n.Elts[0])
				} else if ok && types.ExprString(pair.Key) == "Prefix" {
					f(pair.Value)
				}
			}
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				if field, ok := target.(*ast.SelectorExpr); ok && field.Sel.Name == "Prefix" && isKind(field.X) && len(n.Rhs) == len(n.Lhs) {
					f(n.Rhs[i])
				}
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
