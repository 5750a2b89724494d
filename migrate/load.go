package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// A module is the code that is to move: the packages of the main module, and of
// those that it is linked with, in every configuration that was asked for.
type module struct {
	dir        string             // where go.mod is
	start      string             // where the command runs: dir, or below
	dirs       []string           // dir, and those of the modules that move with it
	work       string             // the go.work file, if there is one
	uses       []string           // the directories of all modules of the workspace
	replaced   []*modfile.Replace // by go.work
	env        []string           // of the go command; nil for that of the process
	temp       string             // a directory for temporary files
	target     string             // the import path of the package that the code moves to
	libraries  []*library         // that it moves from
	configs    []*config
	files      map[string]*file // by path
	cgo        map[string]bool  // files of which cgo has made others
	broken     []finding        // the packages that did not compile to begin with
	apart      []finding        // the same of those that have nothing to do with a library
	uncompiled map[string]bool  // the files of those
}

// A config is a module as the go command sees it with one set of build tags.
type config struct {
	tags   string
	fset   *token.FileSet
	pkgs   []*packages.Package // each after those it imports
	target *types.Package
	syntax map[*token.File]*ast.File // of all that was parsed
	roots  []*packages.Package       // what "./..." names, with imports and without types
	extra  []string                  // what they import of the modules and "./..." does not name
}

// A file is a source file of the module as it was.
type file struct {
	path   string
	src    []byte
	frozen string // why the file is not to be edited, if it is not

	// What follows is of the configuration that had the file first.
	fset   *token.FileSet
	syntax *ast.File
	pkg    *packages.Package
}

// options say what to load and how.
type options struct {
	dir       string
	target    string
	patterns  []string
	tags      []string // one configuration each, beside that without tags
	generated bool
	lib       string // the version of the library to require, or a directory
}

const loadMode = packages.LoadSyntax | packages.NeedModule | packages.NeedForTest

// load loads the module that opts.dir is in, with those that move with it. The
// caller calls close.
func load(opts options) (m *module, err error) {
	out, err := goCommand(opts.dir, nil, "env", "GOMOD", "GOWORK")
	if err != nil {
		return nil, err
	}
	mod, work, _ := strings.Cut(out, "\n")
	if mod == "" || mod == os.DevNull {
		return nil, errors.New("not in a module: there is no go.mod")
	}
	if work == "off" {
		work = ""
	}
	start, err := filepath.Abs(opts.dir)
	if err != nil {
		return nil, err
	}
	m = &module{
		start:      absolute(start, ""),
		target:     opts.target,
		libraries:  librariesFor(opts.target),
		files:      map[string]*file{},
		cgo:        map[string]bool{},
		uncompiled: map[string]bool{},
	}
	if m.dir, err = filepath.EvalSymlinks(filepath.Dir(mod)); err != nil {
		return nil, err
	}
	if m.temp, err = os.MkdirTemp("", "migrate"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			m.close()
		}
	}()
	if err := m.findModules(work); err != nil {
		return nil, err
	}
	for _, tags := range append([]string{""}, opts.tags...) {
		c, err := m.loadConfig(tags)
		if err != nil {
			return nil, err
		}
		m.configs = append(m.configs, c)
	}
	chosen, err := m.match(opts)
	if err != nil {
		return nil, err
	}
	for _, c := range m.configs {
		for _, pkg := range c.pkgs {
			for _, path := range pkg.GoFiles {
				m.cgo[path] = m.cgo[path] || !slices.Contains(pkg.CompiledGoFiles, path)
			}
			for i, syntax := range pkg.Syntax {
				if err := m.addFile(c, pkg, pkg.CompiledGoFiles[i], syntax, opts.generated, chosen); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(m.files) == 0 && len(m.broken) > 0 {
		return nil, fmt.Errorf("no package of %s compiles: %s: %s", m.dir, m.broken[0].Name, m.broken[0].Text)
	}
	if len(m.files) == 0 {
		return nil, fmt.Errorf("%s has no packages", m.dir)
	}
	return m, nil
}

// close removes the temporary files.
func (m *module) close() { os.RemoveAll(m.temp) }

// buildFlags returns the flags of the go command for a configuration.
func buildFlags(tags string) []string {
	if tags == "" {
		return nil
	}
	return []string{"-tags=" + tags}
}

// patterns returns what names all packages of the modules.
func (m *module) patterns() []string {
	var list []string
	for _, dir := range m.dirs {
		list = append(list, dir+"/...")
	}
	return list
}

// list loads packages, with their tests, for some build tags.
func (m *module) list(c *config, mode packages.LoadMode, dir string, patterns ...string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode:       mode | packages.NeedName | packages.NeedModule,
		Dir:        dir,
		Env:        m.env,
		Fset:       c.fset,
		Tests:      true,
		BuildFlags: buildFlags(c.tags),
	}, patterns...)
}

// loadConfig loads all packages of the modules with some build tags: those that
// "./..." names, and those below testdata that they import.
func (m *module) loadConfig(tags string) (*config, error) {
	c := &config{tags: tags, fset: token.NewFileSet(), syntax: map[*token.File]*ast.File{}}
	patterns := m.patterns()
	var err error
	if c.roots, err = m.list(c, packages.NeedFiles|packages.NeedImports|packages.NeedDeps, m.dir, patterns...); err != nil {
		return nil, err
	}
	c.extra = m.extra(c.roots)
	all, err := m.list(c, loadMode, m.dir, append(patterns, c.extra...)...)
	if err != nil {
		return nil, err
	}
	for _, pkg := range all {
		switch {
		case strings.HasSuffix(pkg.ID, ".test"): // generated by the go command
		case pkg.IllTyped || len(pkg.Errors) > 0:
			m.addBroken(c, pkg)
		default:
			c.pkgs = append(c.pkgs, pkg)
		}
	}
	c.addVariants()
	c.sort()
	for _, pkg := range c.pkgs {
		for _, f := range pkg.Syntax {
			c.syntax[c.fset.File(f.FileStart)] = f
		}
	}
	c.target, err = m.targetOf(c)
	return c, err
}

// extra returns the paths of the packages of the modules that are not among
// roots and that these import, directly or not.
func (m *module) extra(roots []*packages.Package) []string {
	var paths []string
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.Module != nil && slices.Contains(m.dirs, pkg.Module.Dir) && pkg.ID == pkg.PkgPath && !slices.Contains(roots, pkg) {
			paths = append(paths, pkg.PkgPath)
		}
	})
	return paths
}

// addBroken adds a package that does not compile.
func (m *module) addBroken(c *config, pkg *packages.Package) {
	f := finding{File: "(package)", Name: pkg.ID, Text: "it did not compile before: "}
	if len(pkg.Errors) > 0 {
		f.Text += pkg.Errors[0].Msg
	} else {
		f.Text += "a package that it imports does not"
	}
	if !m.reaches(c, pkg.ID) {
		m.apart = append(m.apart, f)
		return
	}
	m.broken = append(m.broken, f)
	for _, path := range pkg.GoFiles {
		m.uncompiled[path] = true
	}
}

// reaches reports whether a package imports a library, directly or not.
func (m *module) reaches(c *config, id string) bool {
	var of []*packages.Package
	packages.Visit(c.roots, func(pkg *packages.Package) bool {
		if pkg.ID == id {
			of = append(of, pkg)
		}
		return of == nil
	}, nil)
	found := false
	packages.Visit(of, func(pkg *packages.Package) bool {
		found = found || m.libraryAt(pkg.PkgPath) != nil
		return !found
	}, nil)
	return found
}

// addVariants adds the packages that are compiled anew for the tests of another
// one, which they import. They have the files of packages that are there.
func (c *config) addVariants() {
	seen := map[string]bool{}
	for _, pkg := range c.pkgs {
		seen[pkg.ID] = true
	}
	packages.Visit(slices.Clone(c.pkgs), nil, func(pkg *packages.Package) {
		if pkg.ForTest != "" && !seen[pkg.ID] && pkg.Types != nil {
			seen[pkg.ID] = true
			c.pkgs = append(c.pkgs, pkg)
		}
	})
}

// sort puts each package after those that it imports.
func (c *config) sort() {
	byTypes := map[*types.Package]*packages.Package{}
	for _, pkg := range c.pkgs {
		byTypes[pkg.Types] = pkg
	}
	var sorted []*packages.Package
	done := map[*packages.Package]bool{}
	var visit func(*packages.Package)
	visit = func(pkg *packages.Package) {
		if pkg == nil || done[pkg] {
			return
		}
		done[pkg] = true
		for _, p := range pkg.Types.Imports() {
			visit(byTypes[p])
		}
		sorted = append(sorted, pkg)
	}
	for _, pkg := range c.pkgs {
		visit(pkg)
	}
	c.pkgs = sorted
}

// walkImports calls f for each package that p imports, directly or not.
func walkImports(p *types.Package, f func(*types.Package)) {
	seen := map[*types.Package]bool{}
	var walk func(*types.Package)
	walk = func(p *types.Package) {
		for _, q := range p.Imports() {
			if !seen[q] {
				seen[q] = true
				f(q)
				walk(q)
			}
		}
	}
	walk(p)
}

// match returns the files of the packages that opts.patterns name, and of those
// that no pattern names and that these import. All that the main module has
// stands for all that the modules have that move with it.
func (m *module) match(opts options) (map[string]bool, error) {
	dir, patterns := opts.dir, opts.patterns
	if m.start == m.dir && slices.Equal(patterns, []string{"./..."}) {
		dir, patterns = m.dir, m.patterns()
	}
	chosen := map[string]bool{}
	for _, c := range m.configs {
		pkgs, err := m.list(c, packages.NeedFiles|packages.NeedImports|packages.NeedDeps, dir, patterns...)
		if err != nil {
			return nil, err
		}
		add := func(pkg *packages.Package) {
			for _, path := range pkg.GoFiles {
				if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
					chosen[filepath.Join(dir, filepath.Base(path))] = true
				}
			}
		}
		for _, pkg := range pkgs {
			add(pkg)
		}
		packages.Visit(pkgs, nil, func(pkg *packages.Package) {
			if slices.Contains(c.extra, pkg.PkgPath) {
				add(pkg)
			}
		})
	}
	return chosen, nil
}

// addFile adds a file of a package. Of two variants of a package the one with
// more files tells more about each of them.
func (m *module) addFile(c *config, pkg *packages.Package, path string, syntax *ast.File, generated bool, chosen map[string]bool) error {
	if f := m.files[path]; f != nil {
		if f.fset == c.fset && len(pkg.CompiledGoFiles) > len(f.pkg.CompiledGoFiles) {
			f.pkg, f.syntax = pkg, syntax
		}
		return nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f := &file{path: path, src: src, fset: c.fset, syntax: syntax, pkg: pkg}
	switch {
	case !m.contains(path):
		f.frozen = "it is outside the module"
	case !chosen[path]:
		f.frozen = "its package was not named"
	case ast.IsGenerated(syntax) && !generated:
		f.frozen = "generated" + generator(syntax)
	}
	m.files[path] = f
	return nil
}

// contains reports whether path is in one of the modules, wherever links lead.
func (m *module) contains(path string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	dir := m.owner(path)
	return dir != "" && !isBelow(filepath.Join(dir, "vendor"), path)
}

// generator returns " by " and what a generated file says about its origin.
func generator(syntax *ast.File) string {
	for _, group := range syntax.Comments {
		for _, comment := range group.List {
			text, ok := strings.CutPrefix(comment.Text, "// Code generated by ")
			if text, found := strings.CutSuffix(text, " DO NOT EDIT."); ok && found {
				return " by " + strings.TrimRight(text, ".; ,")
			}
		}
	}
	return ""
}

// libraryOf returns the library that a package is, or nil.
func (m *module) libraryOf(pkg *types.Package) *library {
	if pkg == nil {
		return nil
	}
	return m.libraryAt(pkg.Path())
}

// movingType returns the named type of a library that t is or points to, if a
// type of the target replaces it.
func (m *module) movingType(t types.Type) (*library, *types.Named) {
	named := namedType(t)
	if named == nil {
		return nil, nil
	}
	l := m.libraryOf(named.Obj().Pkg())
	if l == nil || !l.moves(named.Obj().Name()) {
		return nil, nil
	}
	return l, named
}

// libraryPaths returns the paths of the libraries that the code moves from.
func (m *module) libraryPaths() []string {
	var paths []string
	for _, l := range m.libraries {
		paths = append(paths, l.paths...)
	}
	return paths
}

// libraryAt returns the library that has a package with this path, or nil.
func (m *module) libraryAt(path string) *library {
	for _, l := range m.libraries {
		if slices.Contains(l.paths, path) {
			return l
		}
	}
	return nil
}
