package pgxuuid_test

import (
	"context"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestKnownTypes verifies that the other tests cover each of the library's types that has a Value
// method. If Register did not handle a type, pgx would choose an encoding for it, and its 16 bytes
// might turn into a different UUID.
func TestKnownTypes(t *testing.T) {
	library, err := build.Import("github.com/seed-8298af95/uuid", ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(library.Dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0 // a search in the wrong directory would find too few types
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Value" {
				continue
			}
			found++
			name := receiver(f.Recv.List[0].Type)
			if !slices.ContainsFunc(kinds, func(k kind) bool { return k.name == name && k.holds == name }) {
				t.Errorf("%s has a Value method, but no kind tests it", name)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d types with a Value method in %s, want at least 5", found, library.Dir)
	}
}

// TestDatabaseJSON verifies a sentence in docs/masks.md: JSON from a database contains the ID
// itself, not the hidden ID.
func TestDatabaseJSON(t *testing.T) {
	var text string
	id := uuid.ID[member](example)
	err := connect(t).QueryRow(context.Background(), "select to_json(r)::text from (select $1::uuid as id) r",
		id).Scan(&text)
	if want := `{"id":"` + example.String() + `"}`; err != nil || text != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

// receiver returns the name of a receiver's type, as spelled in kinds.
func receiver(typ ast.Expr) string {
	switch typ := typ.(type) {
	case *ast.StarExpr:
		return receiver(typ.X)
	case *ast.IndexExpr:
		return receiver(typ.X) + "[T]"
	case *ast.Ident:
		return typ.Name
	}
	return ""
}
