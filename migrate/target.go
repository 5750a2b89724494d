package main

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// standIns has packages that export the same as the targets, so code can
// be type-checked against a target that go.mod does not name yet.
//
//go:embed internal/api
var standIns embed.FS

var standInOf = map[string]string{
	ours:     "internal/api/uuid/uuid.go",
	standard: "internal/api/std/uuid.go",
}

// parseStandIn returns the file of the package that stands for the target.
func (m *module) parseStandIn(fset *token.FileSet) (*ast.File, error) {
	src, err := standIns.ReadFile(standInOf[m.target])
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(fset, standInOf[m.target], src, parser.SkipObjectResolution)
}

// targetOf returns the package that the code moves to: the package that the module
// uses already, or a package that stands for it.
func (m *module) targetOf(ld *loader, standIn *ast.File) (*types.Package, error) {
	if pkg := ld.byID[m.target]; pkg != nil {
		return ld.typesOf(pkg)
	}
	all := &packages.Package{Imports: ld.byID}
	conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) { return ld.importFor(all, path) })}
	return conf.Check(m.target, ld.fset, []*ast.File{standIn}, nil)
}
