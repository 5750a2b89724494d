package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// A module is the code that is to move: the packages of the main module, and of
// the modules that it is linked with, in every configuration of the command line.
type module struct {
	dir        string            // where go.mod is
	ctx        context.Context   // which a signal ends
	arch       string            // GOARCH
	release    string            // of the go command
	start      string            // where the command runs: dir, or below
	dirs       []string          // dir, and those of the modules that move with it
	work       string            // the go.work file, if there is one
	uses       []string          // the directories of all modules of the workspace
	workFile   *modfile.WorkFile // its lines; empty if there is none
	env        []string          // of the go command; nil for the environment of the process
	temp       string            // a directory for temporary files
	target     string            // the import path of the package that the code moves to
	libraries  []*library        // that it moves from
	configs    []*config
	files      map[string]*file                 // by path
	read       map[string][]byte                // the go.mod and go.work files, as they were
	cgo        map[string]bool                  // files of which cgo has made others
	broken     []finding                        // the packages that did not compile to begin with
	names      map[string]map[string]declaredAs // the results of declared
	own        map[string]bool                  // the paths of the packages of configs
	apart      []finding                        // of them, packages that have nothing to do with a library
	uncompiled map[string]bool                  // the files of the packages in broken
}

// A config is a module as the go command sees it with one set of build tags.
type config struct {
	tags   string
	fset   *token.FileSet
	pkgs   []*packages.Package // each after those it imports
	target *types.Package
	syntax map[*token.File]*ast.File // of all that was parsed
	parsed map[string]*parsedFile
	roots  []*packages.Package // pkgs, and the packages that do not compile
}

// A file is a source file of the module as it was.
type file struct {
	path   string
	src    []byte
	frozen string // why the file must not be edited, or ""

	// The other fields are from the configuration that had the file first.
	fset   *token.FileSet
	syntax *ast.File
	pkg    *packages.Package
}

// options are the choices of the command line for loading and moving.
type options struct {
	dir       string
	target    string
	patterns  []string
	tags      []string // one configuration each, beside that without tags
	generated bool
	lib       string   // the version of the library to require, or a directory
	despite   []string // modules that look for the old type, and that somebody has looked at
}

// load loads the module that opts.dir is in, with the modules that move with it. The
// caller calls close, even after an error.
func load(ctx context.Context, opts options) (*module, error) {
	m := &module{
		ctx:        ctx,
		target:     opts.target,
		libraries:  librariesFor(opts.target),
		files:      map[string]*file{},
		read:       map[string][]byte{},
		cgo:        map[string]bool{},
		uncompiled: map[string]bool{},
		own:        map[string]bool{},
		names:      map[string]map[string]declaredAs{},
	}
	work, err := m.find(opts.dir)
	if err != nil {
		return m, err
	}
	if err := m.findModules(work); err != nil {
		return m, err
	}
	if err := m.canRead(); err != nil {
		return m, err
	}
	chosen := map[string]bool{}
	for _, tags := range append([]string{""}, opts.tags...) {
		c, err := m.loadConfig(tags, opts, chosen)
		if err != nil {
			return m, err
		}
		m.configs = append(m.configs, c)
	}
	// Only now, because the first configuration that has a file tells of it.
	for _, c := range m.configs {
		for _, pkg := range c.pkgs {
			for _, path := range pkg.GoFiles {
				m.cgo[path] = m.cgo[path] || !slices.Contains(pkg.CompiledGoFiles, path)
			}
			for i, syntax := range pkg.Syntax {
				m.addFile(c, pkg, pkg.CompiledGoFiles[i], syntax, opts.generated, chosen)
			}
		}
	}
	if len(m.files) > 0 {
		return m, nil
	}
	for _, f := range slices.Concat(m.broken, m.apart) {
		return m, fmt.Errorf("no package of %s compiles: %s: %s", m.dir, f.File, f.Text)
	}
	return m, fmt.Errorf("%s has no packages", m.dir)
}

// find finds the module that a directory is in, and go.work.
func (m *module) find(dir string) (work string, err error) {
	out, err := m.goCommand(dir, nil, "env", "GOARCH", "GOMOD", "GOWORK", "GOVERSION")
	if err != nil {
		return "", err
	}
	lines := strings.Split(out, "\n")
	mod, work := lines[1], lines[2]
	m.arch, m.release = lines[0], lines[3]
	if mod == "" || mod == os.DevNull {
		return "", errors.New("not in a module: there is no go.mod")
	}
	if work == "off" {
		work = ""
	}
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	m.start, m.dir = realPath(start), realPath(filepath.Dir(mod))
	temp, err := os.MkdirTemp("", "migrate")
	m.temp = realPath(temp) // as go vet will name it
	return work, err
}

// canRead returns an error if a module needs a newer Go than this command was built
// with. The packages of that Go read no newer source.
func (m *module) canRead() error {
	have := version.Lang(runtime.Version())
	for _, dir := range m.dirs {
		f, err := readGoMod(dir)
		if err != nil {
			return err
		}
		if f.Go == nil || have == "" || version.Compare(version.Lang("go"+f.Go.Version), have) <= 0 {
			continue
		}
		toolchain := "go" + f.Go.Version
		if toolchain == version.Lang(toolchain) {
			toolchain += ".0"
		}
		return fmt.Errorf("%s needs go %s, and this command was built with %s. Run\n  GOTOOLCHAIN=%s go run %s/migrate@latest",
			m.relative(f.Syntax.Name), f.Go.Version, runtime.Version(), toolchain, ours)
	}
	return nil
}

// close removes the temporary files.
func (m *module) close() {
	if m.temp != "" {
		os.RemoveAll(m.temp)
	}
}

// buildFlags returns the flags of the go command for a configuration.
func buildFlags(tags string) []string {
	if tags == "" {
		return nil
	}
	return []string{"-tags=" + tags}
}

// patterns returns the patterns that match all packages of the modules.
func (m *module) patterns() []string {
	var list []string
	for _, dir := range m.dirs {
		list = append(list, dir+"/...")
	}
	return list
}

// loadConfig loads all packages of the modules with some build tags: the packages that
// "./..." names, and the packages below testdata that they import. It adds to chosen the
// files of the packages that opts.patterns name.
func (m *module) loadConfig(tags string, opts options, chosen map[string]bool) (*config, error) {
	c := &config{tags: tags, fset: token.NewFileSet(), syntax: map[*token.File]*ast.File{}, parsed: map[string]*parsedFile{}}
	standIn, err := m.parseStandIn(c.fset)
	if err != nil {
		return nil, err
	}
	// The stand-in may import packages that the module does not import. They are listed too, which
	// avoids a second go list.
	patterns := slices.Concat(m.patterns(), opts.patterns)
	for _, spec := range standIn.Imports {
		patterns = append(patterns, importPath(spec))
	}
	listed, err := m.list(opts.dir, tags, patterns)
	if err != nil {
		return nil, err
	}
	ld := &loader{m: m, fset: c.fset, byID: map[string]*packages.Package{}, export: map[*packages.Package]string{}, parsed: c.parsed}
	for _, pkg := range ld.load(listed) {
		if !m.isOwn(pkg) {
			continue
		}
		c.roots = append(c.roots, pkg)
		m.own[pkg.PkgPath] = true
		if pkg.IllTyped || len(pkg.Errors) > 0 {
			m.addBroken(c, pkg)
			continue
		}
		c.pkgs = append(c.pkgs, pkg)
		for _, f := range pkg.Syntax {
			c.syntax[c.fset.File(f.FileStart)] = f
		}
	}
	c.target, err = m.targetOf(ld, standIn)
	if err != nil {
		return nil, err
	}
	return c, m.choose(c, ld, listed, opts, chosen)
}

// choose adds the files of the packages that opts.patterns name, and of the packages that no
// pattern names and that these import. All packages of the main module stand for all
// packages of the modules that move with it.
func (m *module) choose(c *config, ld *loader, listed []*listing, opts options, chosen map[string]bool) error {
	patterns := opts.patterns
	if m.start == m.dir && slices.Equal(patterns, []string{"./..."}) {
		patterns = m.patterns()
	}
	found, named := map[string]bool{}, map[string]bool{} // patterns, packages
	unnamed := map[string]bool{}                         // the packages that no pattern could name
	var roots []*packages.Package
	for _, l := range listed {
		for _, p := range l.Match {
			if slices.Contains(patterns, p) && (l.Error == nil || len(l.GoFiles) > 0) {
				found[p], named[l.ImportPath] = true, true
			}
		}
		if named[l.ImportPath] || named[l.ForTest] {
			roots = append(roots, ld.byID[l.ImportPath])
		}
		unnamed[l.ImportPath] = len(l.Match) == 0 && l.ForTest == ""
	}
	for _, p := range opts.patterns {
		if !found[p] && !slices.Contains(patterns, "./...") && !slices.Equal(patterns, m.patterns()) {
			return fmt.Errorf("no package matches %s", p)
		}
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if slices.Contains(roots, pkg) || m.isOwn(pkg) && unnamed[pkg.ID] {
			for _, path := range pkg.GoFiles {
				chosen[filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))] = true
			}
		}
	})
	return nil
}

// addBroken adds a package that does not compile.
func (m *module) addBroken(c *config, pkg *packages.Package) {
	f := finding{File: pkg.ID, Text: "it did not compile before: "}
	if len(pkg.Errors) > 0 {
		f.Text += pkg.Errors[0].Msg
	} else {
		f.Text += "a package that it imports does not"
	}
	if !m.reaches(pkg) {
		m.apart = append(m.apart, f)
		return
	}
	m.broken = append(m.broken, f)
	for _, path := range pkg.GoFiles {
		m.uncompiled[path] = true
	}
}

// reaches reports whether a package imports a library, directly or not.
func (m *module) reaches(pkg *packages.Package) bool {
	found := false
	packages.Visit([]*packages.Package{pkg}, func(pkg *packages.Package) bool {
		found = found || m.libraryAt(pkg.PkgPath) != nil
		return !found
	}, nil)
	return found
}

// addFile adds a file of a package. Of two variants of a package the one with
// more files tells more about each of them.
func (m *module) addFile(c *config, pkg *packages.Package, path string, syntax *ast.File, generated bool, chosen map[string]bool) {
	if f := m.files[path]; f != nil {
		if f.fset == c.fset && len(pkg.CompiledGoFiles) > len(f.pkg.CompiledGoFiles) {
			f.pkg, f.syntax = pkg, syntax
		}
		return
	}
	f := &file{path: path, src: c.parsed[path].src, fset: c.fset, syntax: syntax, pkg: pkg}
	switch {
	case !m.contains(path):
		f.frozen = "it is a link to a file outside the module: move that one"
	case !chosen[path]:
		f.frozen = "its package was not named"
	case ast.IsGenerated(syntax) && !generated:
		f.frozen = "generated" + generator(syntax) + ": generate it again, or use -generated"
	}
	m.files[path] = f
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

// generator returns " by " and the generator that a file names. It returns "" if there is none.
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
