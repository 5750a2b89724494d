package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A listing is a package as go list tells of it.
type listing struct {
	ImportPath, Name, Dir, ForTest, Export string

	GoFiles, CgoFiles, CompiledGoFiles []string
	Imports                            []string
	ImportMap                          map[string]string
	Match                              []string // the patterns that name it
	Module                             *struct{ Path, Dir, GoVersion string }
	Error                              *struct{ Err string }
}

const listingFields = "-json=ImportPath,Name,Dir,ForTest,Export,GoFiles,CgoFiles,CompiledGoFiles,Imports,ImportMap,Match,Module,Error"

// list runs go list once for everything that must be known about the modules: the packages,
// their imports, the files of the compiler, and the patterns that name them.
func (m *module) list(dir, tags string, patterns []string) ([]*listing, error) {
	args := slices.Concat([]string{"list", "-e", "-deps", "-test", "-export", "-compiled", listingFields}, buildFlags(tags), []string{"--"}, patterns)
	out, err := m.goCommand(dir, m.env, args...)
	if err != nil {
		return nil, err
	}
	var list []*listing
	for decoder := json.NewDecoder(strings.NewReader(out)); ; {
		l := new(listing)
		switch err := decoder.Decode(l); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		list = append(list, l)
	}
}

// A loader makes packages of listings: it type-checks those of the modules, and reads
// of the others the files of the compiler.
type loader struct {
	m      *module
	fset   *token.FileSet
	byID   map[string]*packages.Package
	export map[*packages.Package]string
	parsed map[string]*parsedFile
}

// A parsedFile is a file, or why it cannot be read.
type parsedFile struct {
	src    []byte
	syntax *ast.File
	err    error
}

// load returns the packages in the order of the listings: each after the packages that it
// imports.
func (ld *loader) load(list []*listing) []*packages.Package {
	var all []*packages.Package
	for _, l := range list {
		pkg := &packages.Package{
			ID: l.ImportPath, Name: l.Name, Dir: l.Dir, ForTest: l.ForTest, Fset: ld.fset,
			GoFiles:         allAbsolute(l.Dir, slices.Concat(l.GoFiles, l.CgoFiles)),
			CompiledGoFiles: allAbsolute(l.Dir, l.CompiledGoFiles),
			Imports:         map[string]*packages.Package{},
		}
		pkg.PkgPath, _, _ = strings.Cut(pkg.ID, " [")
		if l.Module != nil {
			pkg.Module = &packages.Module{Path: l.Module.Path, Dir: realPath(l.Module.Dir), GoVersion: l.Module.GoVersion}
		}
		if l.Error != nil {
			// The compiler writes the package above its message.
			msg := strings.TrimSpace(strings.TrimPrefix(l.Error.Err, "# "+pkg.ID+"\n"))
			pkg.Errors = append(pkg.Errors, packages.Error{Msg: msg})
		}
		ld.byID[pkg.ID], ld.export[pkg] = pkg, l.Export
		all = append(all, pkg)
	}
	for i, l := range list {
		// Imports has the IDs of imports, and ImportMap the imports that have another path in the source.
		renamed := map[string]bool{}
		for path, id := range l.ImportMap {
			renamed[id] = true
			all[i].Imports[path] = ld.byID[id]
		}
		for _, id := range l.Imports {
			if !renamed[id] {
				all[i].Imports[id] = ld.byID[id]
			}
		}
		// There is no package C, and none for an import that cannot be found.
		maps.DeleteFunc(all[i].Imports, func(_ string, p *packages.Package) bool { return p == nil })
	}
	ld.parse(all)
	for _, pkg := range all {
		if ld.m.isOwn(pkg) {
			ld.check(pkg)
		}
	}
	return all
}

// isOwn reports whether a package is one of the modules that move.
func (m *module) isOwn(pkg *packages.Package) bool {
	return pkg.Module != nil && slices.Contains(m.dirs, pkg.Module.Dir) && !strings.HasSuffix(pkg.ID, ".test")
}

// parse parses the files of the modules, some at a time: reading waits for the disk.
func (ld *loader) parse(all []*packages.Package) {
	var wait sync.WaitGroup
	tokens := make(chan bool, 8)
	for _, pkg := range all {
		if !ld.m.isOwn(pkg) {
			continue
		}
		for _, path := range pkg.CompiledGoFiles {
			// A package and its tests have the same files.
			if ld.parsed[path] != nil {
				continue
			}
			p := new(parsedFile)
			ld.parsed[path] = p
			wait.Go(func() {
				tokens <- true
				defer func() { <-tokens }()
				p.src, p.err = os.ReadFile(path)
				if p.err == nil {
					p.syntax, p.err = parser.ParseFile(ld.fset, path, p.src, parser.ParseComments|parser.SkipObjectResolution)
				}
			})
		}
	}
	wait.Wait()
}

// check type-checks a package of the modules.
func (ld *loader) check(pkg *packages.Package) {
	fail := func(err error) {
		pkg.IllTyped = true
		pkg.Errors = append(pkg.Errors, packages.Error{Msg: err.Error()})
	}
	var files []*ast.File
	for _, path := range pkg.CompiledGoFiles {
		p := ld.parsed[path]
		if p.err != nil {
			fail(p.err)
		}
		if p.syntax != nil {
			files = append(files, p.syntax)
		}
	}
	pkg.Syntax = files
	pkg.TypesSizes = types.SizesFor("gc", ld.m.arch)
	pkg.TypesInfo = newInfo()
	conf := types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) { return ld.importFor(pkg, path) }),
		Sizes:    pkg.TypesSizes,
		Error:    fail,
	}
	if pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	// A package that imports one without types compiles by chance only.
	for _, p := range pkg.Imports {
		pkg.IllTyped = pkg.IllTyped || p.IllTyped
	}
	pkg.Types, _ = conf.Check(pkg.PkgPath, ld.fset, files, pkg.TypesInfo)
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importFor returns the types of an import of a package.
func (ld *loader) importFor(pkg *packages.Package, path string) (*types.Package, error) {
	if p := pkg.Imports[path]; p != nil {
		return ld.typesOf(p)
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return nil, fmt.Errorf("no package %q was loaded", path)
}

// typesOf returns the types of a package. Those of other modules are read when they
// are first needed.
func (ld *loader) typesOf(pkg *packages.Package) (*types.Package, error) {
	if pkg.PkgPath == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg.Types != nil && (pkg.Types.Complete() || ld.m.isOwn(pkg)) {
		return pkg.Types, nil
	}
	if ld.export[pkg] == "" {
		pkg.IllTyped = true
		for _, err := range pkg.Errors {
			return nil, err
		}
		return nil, fmt.Errorf("package %s does not compile", pkg.PkgPath)
	}
	src, err := os.ReadFile(ld.export[pkg])
	if err != nil {
		return nil, err
	}
	//lint:ignore SA1019 go list -export names such an archive, and go/packages reads it so, too
	r, err := gcexportdata.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	// An import has to be the package of the same graph, by its path: a
	// package that is compiled again for tests has other types.
	view := map[string]*types.Package{}
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		if p.Types == nil {
			p.Types = types.NewPackage(p.PkgPath, p.Name)
		}
		view[p.PkgPath] = p.Types
	})
	pkg.Types, err = gcexportdata.Read(r, ld.fset, view, pkg.PkgPath)
	return pkg.Types, err
}

func allAbsolute(dir string, names []string) []string {
	for i, name := range names {
		if !filepath.IsAbs(name) {
			names[i] = filepath.Join(dir, name)
		}
	}
	return names
}
