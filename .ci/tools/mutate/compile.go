package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
)

// compileAll type-checks each row's package with its mutation. Its error lists all rows that do
// not compile. Files of other platforms and files in assembly are not checked.
func compileAll(rows []row) (err error) {
	fset := token.NewFileSet()
	imports := memory{importer.ForCompiler(fset, "source", nil), make(map[string]*types.Package)}
	packages := make(map[string]map[string]*ast.File) // files by package and path
	for _, r := range rows {
		files := packages[r.pkg]
		if files == nil {
			if files, err = parsePackage(fset, r.pkg); err != nil {
				return err
			}
			packages[r.pkg] = files
		}
		if files[r.file] == nil {
			continue
		}
		if wrong := r.compile(fset, imports, files); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: the mutation does not compile: %w", r.text, wrong))
		}
	}
	return err
}

// A memory imports each package once. The importer of the standard library reads the package's
// directory each time.
type memory struct {
	types.Importer
	packages map[string]*types.Package
}

func (m memory) Import(path string) (pkg *types.Package, err error) {
	if m.packages[path] == nil {
		m.packages[path], err = m.Importer.Import(path)
	}
	return m.packages[path], err
}

// parsePackage returns the package's files without its tests, by path.
func parsePackage(fset *token.FileSet, dir string) (map[string]*ast.File, error) {
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	files := make(map[string]*ast.File)
	for _, name := range pkg.GoFiles {
		path := filepath.Join(dir, name)
		if files[path], err = parser.ParseFile(fset, path, nil, 0); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// compile type-checks the row's mutated file with the other files of its package.
func (r row) compile(fset *token.FileSet, imports types.Importer, files map[string]*ast.File) error {
	mutated, err := parser.ParseFile(fset, r.file, r.mutated, 0)
	if err != nil {
		return err
	}
	files = maps.Clone(files)
	files[r.file] = mutated
	config := types.Config{Importer: imports}
	_, err = config.Check(r.pkg, fset, slices.Collect(maps.Values(files)), nil)
	return err
}
