package main

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
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

// targetOf returns the package that the code moves to: the package that the module uses
// already, or a package that stands for it. all has the packages by their IDs.
func (m *module) targetOf(c *config, all map[string]*packages.Package) (*types.Package, error) {
	if pkg := all[m.target]; pkg != nil {
		return c.complete(pkg)
	}
	src, err := standIns.ReadFile(standInOf[m.target])
	if err != nil {
		return nil, err
	}
	standIn, err := parser.ParseFile(c.fset, standInOf[m.target], src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := importer{}
	for _, spec := range standIn.Imports {
		path := importPath(spec)
		if pkg := all[path]; pkg != nil {
			if imports[path], err = c.complete(pkg); err != nil {
				return nil, err
			}
		}
	}
	// The libraries import all packages that the stand-in does. Code without a library does not move,
	// and it does not matter that an import is missing.
	conf := types.Config{Importer: imports, Error: func(error) {}}
	target, _ := conf.Check(m.target, c.fset, []*ast.File{standIn}, nil)
	return target, nil
}

// complete returns the types of a package. If no package of the modules imports it directly, they
// have not been read.
func (c *config) complete(pkg *packages.Package) (*types.Package, error) {
	if pkg.Types.Complete() {
		return pkg.Types, nil
	}
	f, err := os.Open(pkg.ExportFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 go list -export names such an archive, and go/packages reads it so, too
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	// The types that it mentions have to be of the same graph.
	view := map[string]*types.Package{}
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) { view[p.PkgPath] = p.Types })
	return gcexportdata.Read(r, c.fset, view, pkg.PkgPath)
}
