package main

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// standIns are packages that export what the targets export, so that code can
// be type-checked against a target that go.mod does not name yet.
//
//go:embed internal/api
var standIns embed.FS

var standInOf = map[string]string{
	ours:     "internal/api/uuid/uuid.go",
	standard: "internal/api/std/uuid.go",
}

// targetOf returns the package that the code moves to: the one that the module
// uses already, or one that stands for it.
func (m *module) targetOf(c *config) (*types.Package, error) {
	imported := importer{}
	for _, pkg := range c.pkgs {
		walkImports(pkg.Types, func(p *types.Package) {
			if p.Complete() {
				imported[p.Path()] = p
			}
		})
	}
	if target := imported[m.target]; target != nil {
		return target, nil
	}
	src, err := standIns.ReadFile(standInOf[m.target])
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(c.fset, standInOf[m.target], src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if err := m.importFor(f, imported); err != nil {
		return nil, err
	}
	conf := types.Config{Importer: imported}
	return conf.Check(m.target, c.fset, []*ast.File{f}, nil)
}

// importFor adds the packages that a file imports and the module does not.
func (m *module) importFor(f *ast.File, imported importer) error {
	var missing []string
	for _, spec := range f.Imports {
		if path := importPath(spec); imported[path] == nil {
			missing = append(missing, path)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports, Dir: m.dir, Env: m.env}, missing...)
	for _, pkg := range pkgs {
		imported[pkg.PkgPath] = pkg.Types
	}
	return err
}
