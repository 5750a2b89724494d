package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"maps"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// checked is a package as it was checked last.
type checked struct {
	orig  *packages.Package
	fset  *token.FileSet
	src   map[string][]byte
	files []*ast.File
	types *types.Package
	info  *types.Info
	errs  []types.Error
}

// minGo is the language version that go.mod needs at least for each target.
var minGo = map[string]string{ours: "go1.25", standard: "go1.27"}

// leastGo returns the version that go lines need at least.
func (m *module) leastGo() string { return strings.TrimPrefix(minGo[m.target], "go") + ".0" }

// check type-checks again each package that has a file in sources, or that imports such a
// package. It returns them with imported packages first.
func (c *config) check(m *module, sources map[string][]byte) []*checked {
	var changed []*checked
	now := map[*types.Package]*types.Package{} // the changed packages, by the packages before the change
	for _, pkg := range c.pkgs {
		ch := c.checkPackage(m, pkg, sources, now)
		if ch != nil {
			now[pkg.Types] = ch.types
			changed = append(changed, ch)
		}
	}
	return changed
}

// checkPackage returns nil for a package that is as it was.
func (c *config) checkPackage(m *module, pkg *packages.Package, sources map[string][]byte, now map[*types.Package]*types.Package) *checked {
	imports, importsChanged := c.imports(m, pkg, now)
	src := map[string][]byte{}
	for _, path := range pkg.CompiledGoFiles {
		if text, ok := sources[path]; ok {
			src[path] = text
		}
	}
	if len(src) == 0 && !importsChanged {
		return nil
	}
	if last := c.known[pkg]; last != nil && last.isCurrent(src, imports) {
		return last
	}
	ch := &checked{orig: pkg, fset: c.fset, src: src, info: &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
	}}
	c.parse(m, ch)
	conf := types.Config{
		Importer:  imports,
		Sizes:     pkg.TypesSizes,
		GoVersion: m.languageVersion(pkg),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && !strings.HasPrefix(e.Msg, "\t") { // which continues the last error
				ch.errs = append(ch.errs, e)
			}
		},
	}
	ch.types, _ = conf.Check(pkg.PkgPath, ch.fset, ch.files, ch.info)
	c.known[pkg] = ch
	return ch
}

// imports returns the packages that a package may import, and whether one of them has
// changed: now has the packages that have changed.
func (c *config) imports(m *module, pkg *packages.Package, now map[*types.Package]*types.Package) (imports importer, changed bool) {
	imports = importer{m.target: c.target}
	for _, p := range typeutil.Dependencies(pkg.Types) {
		if m.libraryOf(p) != nil {
			imports[p.Path()] = p // the package may have its types from elsewhere
		}
	}
	for _, p := range pkg.Types.Imports() {
		imports[p.Path()] = p
		if n := now[p]; n != nil {
			imports[p.Path()] = n
			changed = true
		}
	}
	return imports, changed
}

// parse parses the files of a package. A syntax error stands at every
// declaration, since the parser may tell of a later place.
func (c *config) parse(m *module, ch *checked) {
	for _, path := range ch.orig.CompiledGoFiles {
		text, ok := ch.src[path]
		if !ok {
			text = m.files[path].src
		}
		f, err := parser.ParseFile(ch.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			for _, decl := range f.Decls {
				ch.errs = append(ch.errs, types.Error{Fset: ch.fset, Pos: decl.Pos(), Msg: err.Error()})
			}
		}
		ch.files = append(ch.files, f)
		c.syntax[ch.fset.File(f.FileStart)] = f
	}
}

// languageVersion returns the language version that a package has afterwards,
// but no later version than package types knows.
func (m *module) languageVersion(pkg *packages.Package) string {
	if pkg.Module == nil || pkg.Module.GoVersion == "" {
		return ""
	}
	v := "go" + pkg.Module.GoVersion
	if version.Compare(v, minGo[m.target]) < 0 {
		v = minGo[m.target]
	}
	if own := version.Lang(runtime.Version()); own != "" && version.Compare(v, own) > 0 {
		return own
	}
	return v
}

// isCurrent reports whether a package was checked with these files and imports.
func (ch *checked) isCurrent(src map[string][]byte, imports importer) bool {
	if !maps.EqualFunc(src, ch.src, bytes.Equal) {
		return false
	}
	for _, p := range ch.types.Imports() {
		if imports[p.Path()] != p {
			return false
		}
	}
	return true
}

// An importer has the packages that a package may import.
type importer map[string]*types.Package

func (imports importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := imports[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %q was loaded", path)
}

// A place is a declaration of a file, or an entry of a var or type block: the unit
// that can be rewritten or kept.
type place struct {
	path string
	unit int // among the declarations that are not imports
}

// units returns the nodes that places stand for.
func units(f *ast.File) []ast.Node {
	var list []ast.Node
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		switch {
		case !ok, d.Tok == token.CONST: // an entry may repeat the one before
			list = append(list, decl)
		case d.Tok != token.IMPORT:
			for _, spec := range d.Specs {
				list = append(list, spec)
			}
		}
	}
	return list
}

// placeOf returns the unit of a file that pos is in.
func placeOf(fset *token.FileSet, f *ast.File, pos token.Pos) place {
	p := place{path: fset.File(f.FileStart).Name()}
	for _, n := range units(f) {
		if pos < n.End() {
			return p
		}
		p.unit++
	}
	return p
}

// relative returns a path as it is written in a report.
func (m *module) relative(path string) string {
	if rel, err := filepath.Rel(m.dir, path); err == nil && m.owner(path) != "" {
		return filepath.ToSlash(rel)
	}
	return path
}
