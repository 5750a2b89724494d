package uuid_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAPI compares what the package exports with testdata/api.txt. A change is
// to be deliberate, so nothing writes that file but whoever makes the change.
func TestAPI(t *testing.T) {
	golden, err := os.ReadFile(filepath.Join("testdata", "api.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.FieldsFunc(string(golden), func(r rune) bool { return r == '\n' || r == '\r' })
	if !slices.IsSorted(want) {
		t.Error("testdata/api.txt is not sorted")
	}
	got := exportedAPI(t)
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("testdata/api.txt does not have: %s", line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the package does not have: %s", line)
		}
	}
}

// exportedAPI returns a line for each thing that the package exports, in order.
// It reads the sources of all platforms, so it is the same on each.
func exportedAPI(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var api apiLines
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				api.addFunc(decl)
			case *ast.GenDecl:
				api.addDecl(decl)
			}
		}
	}
	slices.Sort(api)
	return slices.Compact(api)
}

// apiLines are what exportedAPI returns. Names of parameters are not in them:
// nobody who calls a function depends on these.
type apiLines []string

func (a *apiLines) addf(format string, args ...any) { *a = append(*a, fmt.Sprintf(format, args...)) }

func (a *apiLines) addFunc(f *ast.FuncDecl) {
	if !f.Name.IsExported() {
		return
	}
	if f.Recv == nil {
		a.addf("func %s%s", f.Name, signature(f.Type))
		return
	}
	receiver := types.ExprString(f.Recv.List[0].Type)
	if ast.IsExported(strings.TrimPrefix(receiver, "*")) {
		a.addf("method (%s) %s%s", receiver, f.Name, signature(f.Type))
	}
}

func (a *apiLines) addDecl(d *ast.GenDecl) {
	var implied ast.Expr // the type of a constant that repeats the one before
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() {
				a.addType(spec)
			}
		case *ast.ValueSpec:
			if len(spec.Values) > 0 || spec.Type != nil {
				implied = spec.Type
			}
			for i, name := range spec.Names {
				if name.IsExported() {
					a.addf("%s %s %s", d.Tok, name, valueType(spec, i, implied))
				}
			}
		}
	}
}

// valueType returns the type of a constant or a variable, or what it is set to
// if no type is declared.
func valueType(spec *ast.ValueSpec, i int, declared ast.Expr) string {
	if declared != nil {
		return types.ExprString(declared)
	}
	value := types.ExprString(spec.Values[i])
	if strings.HasPrefix(value, "errors.New(") {
		return "error"
	}
	return "= " + value
}

func (a *apiLines) addType(spec *ast.TypeSpec) {
	name := spec.Name.Name + typeParams(spec.TypeParams)
	if spec.Assign.IsValid() {
		name += " ="
	}
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		a.addf("type %s struct", name)
		for _, field := range typ.Fields.List {
			a.addMembers("field", name, field)
		}
	case *ast.InterfaceType:
		a.addf("type %s interface", name)
		for _, method := range typ.Methods.List {
			a.addMembers("method", name, method)
		}
	default:
		a.addf("type %s %s", name, types.ExprString(typ))
	}
}

// addMembers adds the exported ones of the fields of a struct type or of the
// methods of an interface type that are declared together.
func (a *apiLines) addMembers(kind, owner string, members *ast.Field) {
	typ := " " + types.ExprString(members.Type)
	if f, ok := members.Type.(*ast.FuncType); ok && kind == "method" {
		typ = signature(f)
	}
	if len(members.Names) == 0 {
		a.addf("embedded (%s)%s", owner, typ)
	}
	for _, name := range members.Names {
		if name.IsExported() {
			a.addf("%s (%s) %s%s", kind, owner, name, typ)
		}
	}
}

func typeParams(list *ast.FieldList) string {
	if list == nil {
		return ""
	}
	var params []string
	for _, field := range list.List {
		for _, name := range field.Names {
			params = append(params, name.Name+" "+types.ExprString(field.Type))
		}
	}
	return "[" + strings.Join(params, ", ") + "]"
}

// signature returns what follows the name of a function in its declaration.
func signature(f *ast.FuncType) string {
	plain := &ast.FuncType{Params: unnamed(f.Params), Results: unnamed(f.Results)}
	return typeParams(f.TypeParams) + strings.TrimPrefix(types.ExprString(plain), "func")
}

// unnamed returns the parameters or results without their names, one by one.
func unnamed(list *ast.FieldList) *ast.FieldList {
	if list == nil {
		return nil
	}
	var all []*ast.Field
	for _, field := range list.List {
		all = append(all, slices.Repeat([]*ast.Field{{Type: field.Type}}, max(1, len(field.Names)))...)
	}
	return &ast.FieldList{List: all}
}
