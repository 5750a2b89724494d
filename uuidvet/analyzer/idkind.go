package analyzer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// An answer is the answer to a question about source code, which may not show it.
type answer int

const (
	unknown answer = iota
	no
	yes
)

// A kind is what the source of an IDKind shows of the Kind that it returns. If a type has no such method, or if the
// method cannot be read, nothing is known, and checks report nothing.
type kind struct {
	binary answer // whether Kind.Binary is set
	guid   answer // whether Kind.GUID is set
	mask   answer // whether Kind.Mask is set
}

// zeroKind is what is known of the zero Kind.
var zeroKind = kind{binary: no, guid: no, mask: no}

// form returns the form of the IDs.
func (k kind) form() form {
	switch {
	case k.binary == yes, k.guid == yes:
		return asBytes
	case k.binary == no && k.guid == no:
		return asText
	}
	return noForm
}

// set sets a field of the Kind to the value of an expression.
func (k *kind) set(field string, value ast.Expr) {
	text := types.ExprString(value)
	switch field {
	case "Binary":
		k.binary = valueOfBool(text)
	case "GUID":
		k.guid = valueOfBool(text)
	case "Mask":
		k.mask = yes
		if text == "nil" {
			k.mask = no
		}
	}
}

func valueOfBool(text string) answer {
	switch text {
	case "true":
		return yes
	case "false":
		return no
	}
	return unknown
}

// kindOf returns what is known of the Kind that the method IDKind of t returns. A nil t has none.
func (p *pass) kindOf(t types.Type) kind {
	f := method(t, "IDKind")
	if f == nil {
		return kind{}
	}
	return memo(p.kinds, f, p.readIDKind)
}

// readIDKind reads the source of a method IDKind.
func (p *pass) readIDKind(f *types.Func) kind {
	decl := p.declaration(f)
	if decl == nil || decl.Name.Name != f.Name() || decl.Body == nil || decl.Type.Results.NumFields() != 1 {
		return kind{}
	}
	r := kindReader{pass: p, method: f, kind: zeroKind, isRead: true}
	if names := decl.Type.Results.List[0].Names; len(names) > 0 {
		r.result = names[0].Name
		r.variable = r.result
	}
	for _, stmt := range decl.Body.List {
		if ret, ok := stmt.(*ast.ReturnStmt); ok {
			return r.returned(ret)
		}
		if !r.read(stmt) {
			return kind{}
		}
	}
	return kind{}
}

// A kindReader follows the statements of a method that sets one variable and its fields, and returns it. If there are
// several variables, it follows the last one.
type kindReader struct {
	*pass
	method   *types.Func
	result   string // the name of the result, or ""
	variable string // the last variable
	kind     kind   // its value
	isRead   bool   // whether the value is one that the reader can read
}

// read reads a statement before the return statement. It returns false if the method does more than
// a kindReader follows.
func (r *kindReader) read(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.DeclStmt:
		for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok {
				r.declare(spec)
			}
		}
		return true
	case *ast.AssignStmt:
		for i, target := range stmt.Lhs {
			value := stmt.Rhs[min(i, len(stmt.Rhs)-1)]
			if !r.assign(target, value, stmt.Tok) {
				return false
			}
		}
		return true
	}
	return false
}

func (r *kindReader) declare(spec *ast.ValueSpec) {
	r.variable = spec.Names[len(spec.Names)-1].Name
	r.kind, r.isRead = zeroKind, true
	if n := len(spec.Values); n > 0 {
		r.kind, r.isRead = r.value(spec.Values[n-1])
	}
}

func (r *kindReader) assign(target, value ast.Expr, tok token.Token) bool {
	usesVariable := func(id *ast.Ident) bool { return id.Name == r.variable }
	if contains(value, usesVariable) {
		return false // the value may set the variable, now or later
	}
	switch target := target.(type) {
	case *ast.Ident:
		if tok != token.DEFINE && target.Name != r.variable {
			return false
		}
		r.variable = target.Name
		r.kind, r.isRead = r.value(value)
		return true
	case *ast.SelectorExpr:
		x, ok := target.X.(*ast.Ident)
		if !ok || x.Name != r.variable || !r.isRead {
			return false
		}
		r.kind.set(target.Sel.Name, value)
		return true
	}
	return false
}

func (r *kindReader) returned(stmt *ast.ReturnStmt) kind {
	variable := r.result
	if len(stmt.Results) > 0 {
		id, ok := stmt.Results[0].(*ast.Ident)
		if !ok {
			k, _ := r.value(stmt.Results[0])
			return k
		}
		variable = id.Name
	}
	if variable != r.variable || !r.isRead {
		return kind{}
	}
	return r.kind
}

// value returns the value of a literal, or of a call of the IDKind of a field of the receiver.
func (r *kindReader) value(e ast.Expr) (k kind, ok bool) {
	switch e := e.(type) {
	case *ast.CompositeLit:
		k = zeroKind
		fields, ok := r.method.Signature().Results().At(0).Type().Underlying().(*types.Struct)
		for i, e := range e.Elts {
			if !ok {
				return kind{}, false
			}
			field, value := fieldOf(fields, i, e)
			k.set(field, value)
		}
		return k, true
	case *ast.CallExpr:
		return r.kindOfField(e.Fun)
	}
	return kind{}, false
}

// kindOfField returns what x.a.b.IDKind returns, where x is the receiver.
func (r *kindReader) kindOfField(call ast.Expr) (k kind, ok bool) {
	path := strings.Split(types.ExprString(call), ".")
	fields, last := path[1:], len(path)-1
	recv := r.method.Signature().Recv()
	if path[0] != recv.Name() || path[last] != "IDKind" {
		return kind{}, false
	}
	t := recv.Type()
	for _, name := range fields[:len(fields)-1] {
		field, _, _ := types.LookupFieldOrMethod(t, true, r.method.Pkg(), name)
		if field == nil {
			return kind{}, false
		}
		t = field.Type()
	}
	k = r.kindOf(t)
	return k, k != kind{}
}

// A sourceFile is what is read of a file whose package may be known from export data only.
type sourceFile struct {
	functions map[int]*ast.FuncDecl // by the line of their names
	imports   []string              // paths
}

// declaration finds the declaration of a function in the one file to which its position points.
func (p *pass) declaration(f *types.Func) *ast.FuncDecl {
	return p.fileOf(f).functions[p.Fset.Position(f.Pos()).Line]
}

// fileOf returns the file that declares an object. Syntax is enough, so no dependency is loaded from source.
func (p *pass) fileOf(obj types.Object) sourceFile {
	return memo(p.files, p.Fset.Position(obj.Pos()).Filename, readFile)
}

func readFile(path string) sourceFile {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return sourceFile{}
	}
	file := sourceFile{functions: make(map[int]*ast.FuncDecl)}
	for _, decl := range syntax.Decls {
		if decl, ok := decl.(*ast.FuncDecl); ok {
			file.functions[fset.Position(decl.Name.Pos()).Line] = decl
		}
	}
	for _, spec := range syntax.Imports {
		file.imports = append(file.imports, strings.Trim(spec.Path.Value, `"`))
	}
	return file
}
