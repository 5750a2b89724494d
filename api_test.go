// Proves that testdata/api.txt is the exported API, and that the tables of other tests list all of
// it.
package uuid_test

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestAPI compares the exported API with testdata/api.txt. No program writes that file, so every
// API change is deliberate.
func TestAPI(t *testing.T) {
	want := strings.FieldsFunc(
		readFile(t, "testdata/api.txt"),
		func(r rune) bool { return r == '\n' || r == '\r' },
	)
	if !slices.IsSorted(want) {
		t.Error("testdata/api.txt is not sorted")
	}
	got := exportedAPI()
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("testdata/api.txt does not list: %s", line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the package does not export: %s", line)
		}
	}
}

// TestIndex checks that go doc and the package page list constructors under their types. Only
// functions without a type of their own are listed by themselves.
func TestIndex(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range noError(filepath.Glob("*.go")) {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, noError(parser.ParseFile(fset, name, nil, parser.ParseComments)))
		}
	}
	// Like go doc, with the functions that belong to a type that is not exported.
	pkg := noError(doc.NewFromFiles(fset, files, "uuid", doc.AllDecls))
	listed := pkg.Funcs
	for _, typ := range pkg.Types {
		if !ast.IsExported(typ.Name) {
			listed = append(listed, typ.Funcs...)
		}
	}
	var got []string
	for _, f := range listed {
		if ast.IsExported(f.Name) {
			got = append(got, f.Name)
		}
	}
	slices.Sort(got)
	want := []string{"AppendTypeID", "FillV4", "FillV7", "HasV9Checksum", "Valid"}
	if !slices.Equal(got, want) {
		t.Errorf("go doc lists the functions %q outside of their types, want %q", got, want)
	}
}

// TestTablesAreComplete checks that the test tables list all constants, types and methods of their
// kind.
func TestTablesAreComplete(t *testing.T) {
	golden := readFile(t, "testdata/api.txt")
	for _, table := range []struct {
		pattern string
		n       int
		name    func(i int) string
	}{
		{`const (\w+) Encoding`, len(encodings), func(i int) string { return encodings[i].name }},
		{
			`const HashSpace(\w+) HashSpace`,
			len(hashSpaces),
			func(i int) string { return hashSpaces[i].name },
		},
		{`func NewV(\d+)[[(]`, len(versions), func(i int) string { return versions[i].name }},
		{`const (\w+) V7Method`, len(methods), func(i int) string { return methods[i].name }},
		{
			`const (\w+) RollbackPolicy`,
			len(policies),
			func(i int) string { return policies[i].name },
		},
		{
			`method \(\*Generator\) (\w+)\(.*UUID.*error\)`,
			len(allCalls),
			func(i int) string { return allCalls[i].name },
		},
		{
			`type (\w+)\S*(?: Kinded\])? (?:\[16\]byte|UUID)\r?$`,
			len(sixteen),
			func(i int) string { return sixteen[i].name },
		},
		// ID[T] has idTypes.
		{`method \((\w+)\) Value\(`, len(columns), func(i int) string { return columns[i].name }},
	} {
		var want, got []string
		pattern := regexp.MustCompile("(?m)^" + table.pattern)
		for _, match := range pattern.FindAllStringSubmatch(golden, -1) {
			want = append(want, match[1])
		}
		for i := range table.n {
			got = append(got, table.name(i))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the test table lists %q, want %q", got, want)
		}
	}
}

// TestEachOptionIsChecked sets each option that can be out of range to such a value.
func TestEachOptionIsChecked(t *testing.T) {
	for _, option := range reflect.VisibleFields(reflect.TypeFor[uuid.Options]()) {
		var opts uuid.Options
		value := reflect.ValueOf(&opts).Elem().FieldByIndex(option.Index)
		if value.Kind() == reflect.Pointer {
			value.Set(reflect.New(option.Type.Elem()))
			value = value.Elem()
		}
		switch {
		case value.CanInt():
			value.SetInt(-1)
		case value.CanUint():
			value.SetUint(1<<value.Type().Bits() - 1)
		default:
			continue // every function, interface and array is valid
		}
		if _, err := uuid.NewGenerator(opts); err == nil ||
			!strings.Contains(err.Error(), "Options."+option.Name+" ") {
			t.Errorf("%s = %v: NewGenerator returns the error %v", option.Name, value, err)
		}
	}
}

// exportedAPI returns a line for each exported declaration. It reads the source files for all
// platforms, so its result does not depend on the platform. The lines omit parameter names, because
// callers do not depend on them.
func exportedAPI() (api []string) {
	for _, name := range noError(filepath.Glob("*.go")) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file := noError(
			parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution),
		)
		ast.FileExports(file)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				kind, receiver := "func ", "Exported"
				if decl.Recv != nil {
					receiver = types.ExprString(decl.Recv.List[0].Type)
					kind = "method (" + receiver + ") "
				}
				if ast.IsExported(strings.TrimPrefix(receiver, "*")) {
					api = append(api, kind+decl.Name.Name+signature(decl.Type))
				}
			case *ast.GenDecl:
				api = append(api, declAPI(decl)...)
			}
		}
	}
	return api
}

func declAPI(d *ast.GenDecl) (api []string) {
	var typ string // kept for the next constant, which may omit its type
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			api = append(api, typeAPI(spec)...)
		case *ast.ValueSpec:
			for i, name := range spec.Names {
				switch {
				case spec.Type != nil:
					typ = types.ExprString(spec.Type)
				case len(spec.Values) > 0:
					typ = "= " + types.ExprString(spec.Values[i])
				}
				if strings.HasPrefix(typ, "= errors.New(") {
					typ = "error"
				}
				api = append(api, fmt.Sprint(d.Tok, " ", name, " ", typ))
			}
		}
	}
	return api
}

func typeAPI(spec *ast.TypeSpec) (api []string) {
	name := spec.Name.Name + typeParams(spec.TypeParams)
	if spec.Assign.IsValid() {
		name += " ="
	}
	kind, members := "field", (*ast.FieldList)(nil)
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		api, members = append(api, "type "+name+" struct"), typ.Fields
	case *ast.InterfaceType:
		api, kind, members = append(api, "type "+name+" interface"), "method", typ.Methods
	default:
		return append(api, "type "+name+" "+types.ExprString(typ))
	}
	for _, member := range members.List {
		typ := " " + types.ExprString(member.Type)
		if f, ok := member.Type.(*ast.FuncType); ok && kind == "method" {
			typ = signature(f)
		}
		for _, n := range member.Names {
			api = append(api, kind+" ("+name+") "+n.Name+typ)
		}
		if len(member.Names) == 0 {
			api = append(api, "embedded ("+name+")"+typ)
		}
	}
	return api
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

// signature returns a function's type parameters, parameter types and result types.
func signature(f *ast.FuncType) string {
	unnamed := func(list *ast.FieldList) *ast.FieldList {
		if list == nil {
			return nil
		}
		var all []*ast.Field
		for _, field := range list.List {
			all = append(
				all,
				slices.Repeat([]*ast.Field{{Type: field.Type}}, max(1, len(field.Names)))...)
		}
		return &ast.FieldList{List: all}
	}
	plain := &ast.FuncType{Params: unnamed(f.Params), Results: unnamed(f.Results)}
	return typeParams(f.TypeParams) + strings.TrimPrefix(types.ExprString(plain), "func")
}
