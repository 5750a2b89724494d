package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// dependencies are the packages of other modules that the module imports,
// directly or not.
type dependencies struct {
	m    *module
	pkgs map[string]*packages.Package
	sql  map[string]bool                // whether a package is or imports database/sql, directly or not
	look map[string]map[*library]string // what looks for the types of a library at run time, by the paths of modules
}

// dependencies returns them.
func (m *module) dependencies() *dependencies {
	d := &dependencies{m: m, pkgs: map[string]*packages.Package{}, sql: map[string]bool{}, look: map[string]map[*library]string{}}
	for _, c := range m.configs {
		packages.Visit(c.roots, nil, d.add) // each after those that it imports
	}
	return d
}

func (d *dependencies) add(pkg *packages.Package) {
	if d.pkgs[pkg.PkgPath] != nil || pkg.Module != nil && slices.Contains(d.m.dirs, pkg.Module.Dir) {
		return
	}
	d.pkgs[pkg.PkgPath] = pkg
	d.sql[pkg.PkgPath] = pkg.PkgPath == "database/sql"
	for path := range pkg.Imports {
		d.sql[pkg.PkgPath] = d.sql[pkg.PkgPath] || d.sql[path]
	}
	for _, l := range d.m.libraries {
		if !slices.ContainsFunc(l.paths, func(path string) bool { return pkg.Imports[path] != nil }) || pkg.Module == nil {
			continue
		}
		for _, path := range pkg.GoFiles {
			if at := looksFor(path, l); at != "" {
				d.looks(pkg, l, at)
			}
		}
	}
}

// looks notes where a package looks for the types of a library.
func (d *dependencies) looks(pkg *packages.Package, l *library, at string) {
	if d.look[pkg.Module.Path] == nil {
		d.look[pkg.Module.Path] = map[*library]string{}
	}
	if d.look[pkg.Module.Path][l] == "" {
		d.look[pkg.Module.Path][l] = pkg.PkgPath + " (" + at + ")"
	}
}

// looking returns what in the module of a package looks for the types of one of
// the libraries at run time.
func (d *dependencies) looking(path string, of []*library) string {
	pkg := d.pkgs[path]
	if pkg == nil || pkg.Module == nil {
		return ""
	}
	for _, l := range of {
		if what := d.look[pkg.Module.Path][l]; what != "" {
			return what
		}
	}
	return ""
}

// users returns what to say of the modules that import a library.
func (d *dependencies) users() []finding {
	said := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(d.pkgs)) {
		pkg := d.pkgs[path]
		if pkg.Module == nil {
			continue
		}
		for _, l := range d.m.libraries {
			for _, p := range l.paths {
				if pkg.Module.Path == p || pkg.Imports[p] == nil {
					continue
				}
				said[pkg.Module.Path] = "a dependency that imports " + p
				if what := d.look[pkg.Module.Path][l]; what != "" {
					said[pkg.Module.Path] += " and looks for its types at run time: " + what
				}
			}
		}
	}
	var found []finding
	for _, path := range slices.Sorted(maps.Keys(said)) {
		found = append(found, finding{File: path, Text: said[path]})
	}
	return found
}

// looksFor returns the place in a file that asserts a type of a library, or
// hands it to package reflect, or the empty string.
func looksFor(path string, l *library) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	name := ""
	for _, spec := range f.Imports {
		if slices.Contains(l.paths, importPath(spec)) {
			name = specName(spec)
		}
	}
	if name == "" {
		return ""
	}
	var at token.Pos
	mentioned := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == name && !at.IsValid() {
				at = id.Pos()
			}
			return !at.IsValid()
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		for _, e := range assertedTypes(n) {
			mentioned(e)
		}
		if call, ok := n.(*ast.CallExpr); ok {
			fun := ast.Unparen(call.Fun)
			if index, ok := fun.(*ast.IndexExpr); ok {
				fun = index.X
			}
			if sel, ok := fun.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "Type") {
				if id, ok := sel.X.(*ast.Ident); ok && id.Name == "reflect" {
					mentioned(call)
				}
			}
		}
		return !at.IsValid()
	})
	if !at.IsValid() {
		return ""
	}
	p := fset.Position(at)
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
