package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "write the stand-ins and golden files again")

// TestStandIns compares each stand-in with the package that it stands for.
func TestStandIns(t *testing.T) {
	t.Run("library", func(t *testing.T) {
		compareStandIn(t, "internal/api/uuid/uuid.go", declarations(t, "..", "."))
	})
	t.Run("standard package", func(t *testing.T) {
		if !hasStandard() {
			t.Skipf("%s has no package uuid", runtime.Version())
		}
		compareStandIn(t, "internal/api/std/uuid.go", declarations(t, ".", "uuid"))
	})
}

func compareStandIn(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the package exports: run go test -run TestStandIns -update", file)
	}
}

// declarations returns the source of a package that exports what the package
// in dir exports and does nothing.
func declarations(t *testing.T, dir, pattern string) []byte {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatalf("cannot load %s in %s: %v", pattern, dir, pkgs[0].Errors)
	}
	pkg := pkgs[0].Types
	imports := map[string]bool{}
	qualify := func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		imports[p.Path()] = true
		return p.Name()
	}
	var body bytes.Buffer
	signature := func(f *types.Func) string {
		var b bytes.Buffer
		types.WriteSignature(&b, f.Signature(), qualify)
		return b.String()
	}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			fmt.Fprintf(&body, "const %s %s = %s\n\n", name, types.TypeString(obj.Type(), qualify), obj.Val())
		case *types.Var:
			fmt.Fprintf(&body, "var %s %s\n\n", name, types.TypeString(obj.Type(), qualify))
		case *types.Func:
			sig := signature(obj)
			if params := obj.Signature().TypeParams(); params.Len() > 0 {
				sig = strings.TrimPrefix(types.ObjectString(obj, qualify), "func "+name)
			}
			fmt.Fprintf(&body, "func %s%s { panic(0) }\n\n", name, sig)
		case *types.TypeName:
			named := obj.Type().(*types.Named)
			fmt.Fprintf(&body, "type %s %s\n\n", typeDecl(named, name, qualify), exported(named.Underlying(), qualify))
			for i := range named.NumMethods() {
				m := named.Method(i)
				if m.Exported() {
					recv := types.TypeString(m.Signature().Recv().Type(), qualify)
					fmt.Fprintf(&body, "func (%s) %s%s { panic(0) }\n\n", recv, m.Name(), signature(m))
				}
			}
		}
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "// Package %s stands for %s where rewritten code is type-checked.\n", pkg.Name(), pkg.Path())
	fmt.Fprintf(&head, "// TestStandIns writes it: go test -run TestStandIns -update\n")
	fmt.Fprintf(&head, "package %s\n\n", pkg.Name())
	paths := make([]string, 0, len(imports))
	for path := range imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if len(paths) > 0 {
		fmt.Fprintf(&head, "import (\n")
		for _, path := range paths {
			fmt.Fprintf(&head, "\t%q\n", path)
		}
		fmt.Fprintf(&head, ")\n\n")
	}
	src, err := format.Source(append(head.Bytes(), body.Bytes()...))
	if err != nil {
		t.Fatalf("%v\n%s%s", err, &head, &body)
	}
	return src
}

// typeDecl returns the name of a type with its type parameters as they are
// declared.
func typeDecl(named *types.Named, name string, qualify types.Qualifier) string {
	params := named.TypeParams()
	if params.Len() == 0 {
		return name
	}
	var list []string
	for i := range params.Len() {
		p := params.At(i)
		list = append(list, p.Obj().Name()+" "+types.TypeString(p.Constraint(), qualify))
	}
	return name + "[" + strings.Join(list, ", ") + "]"
}

// exported returns the text of a type without the fields that other packages
// do not see.
func exported(t types.Type, qualify types.Qualifier) string {
	s, ok := t.(*types.Struct)
	if !ok {
		return types.TypeString(t, qualify)
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range s.NumFields() {
		if f := s.Field(i); f.Exported() {
			fmt.Fprintf(&b, "%s %s\n", f.Name(), types.TypeString(f.Type(), qualify))
		}
	}
	b.WriteString("}")
	return b.String()
}
