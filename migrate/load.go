package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A module is the code that is to move: the packages of the main module, and of
// the modules that it is linked with, in every configuration of the command line.
type module struct {
	dir       string            // where go.mod is
	ctx       context.Context   // which a signal ends
	release   string            // of the go command
	start     string            // where the command runs: dir, or below
	dirs      []string          // dir, and those of the modules that move with it
	paths     []string          // of these modules, as they are imported
	work      string            // the go.work file, if there is one
	uses      []string          // the directories of all modules of the workspace
	workFile  *modfile.WorkFile // its lines; empty if there is none
	env       []string          // of the go command; nil for the environment of the process
	temp      string            // a directory for temporary files
	target    string            // the import path of the package that the code moves to
	libraries []*library        // that it moves from
	configs   []*config
	files     map[string]*file             // by path
	read      map[string][]byte            // the go.mod and go.work files, as they were
	why       map[string]string            // why files of packages are not loaded
	broken    []finding                    // the packages that did not compile to begin with
	texts     map[string]map[string][]byte // the results of packageText
	own       map[string]bool              // the paths of the packages of configs
	apart     []finding                    // of them, packages that have nothing to do with a library
}

// A config is a module as the go command sees it with one set of build tags.
type config struct {
	flags  []string // of the go command
	load   packages.Config
	fset   *token.FileSet
	pkgs   []*packages.Package // each after those it imports
	target *types.Package
	syntax map[*token.File]*ast.File // of all that was parsed
	src    map[string][]byte         // the text of the files that were parsed
	roots  []*packages.Package       // pkgs, and the packages that do not compile
	known  map[*packages.Package]*checked
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
		ctx:       ctx,
		target:    opts.target,
		libraries: libraries[opts.target],
		files:     map[string]*file{},
		read:      map[string][]byte{},
		why:       map[string]string{},
		own:       map[string]bool{},
		texts:     map[string]map[string][]byte{},
	}
	work, err := m.find(opts.dir)
	if err != nil {
		return m, err
	}
	if err := m.findModules(work); err != nil {
		return m, err
	}
	if err := m.readModules(); err != nil {
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
			// Without its functions: a test of another package has this package compiled again.
			if pkg.ForTest != "" && strings.TrimSuffix(pkg.PkgPath, "_test") != pkg.ForTest {
				continue
			}
			for _, path := range pkg.GoFiles {
				if !slices.Contains(pkg.CompiledGoFiles, path) {
					m.why[path] = "it imports C" // cgo has made another file of it
				}
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
	out, _, err := m.goCommand(dir, nil, "env", "GOMOD", "GOWORK", "GOVERSION")
	if err != nil {
		return "", err
	}
	lines := strings.Split(out, "\n")
	mod, work := lines[0], lines[1]
	m.release = lines[2]
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

// readModules reads the go.mod files. It returns an error if a module needs a newer Go than this
// command was built with: the packages of that Go read no newer source.
func (m *module) readModules() error {
	have := version.Lang(runtime.Version())
	for _, dir := range m.dirs {
		f, err := readGoMod(dir)
		if err != nil {
			return err
		}
		if f.Module != nil {
			m.paths = append(m.paths, f.Module.Mod.Path)
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

// patterns returns the patterns that match all packages of the modules.
func (m *module) patterns() []string {
	var list []string
	for _, dir := range m.dirs {
		list = append(list, dir+"/...")
	}
	return list
}

// loadMode has the syntax and the types of the packages of the modules. Of the packages that they
// import it has the types only, which the compiler wrote.
const loadMode = packages.LoadSyntax | packages.NeedModule | packages.NeedExportFile | packages.NeedForTest

// loadConfig loads all packages of the modules with some build tags: the packages that
// "./..." names, and the packages below testdata that they import. It adds to chosen the
// files of the packages that opts.patterns name.
func (m *module) loadConfig(tags string, opts options, chosen map[string]bool) (*config, error) {
	c := &config{syntax: map[*token.File]*ast.File{}, known: map[*packages.Package]*checked{}}
	if tags != "" {
		c.flags = []string{"-tags=" + tags}
	}
	c.load = packages.Config{Context: m.ctx, Dir: m.dir, Env: m.env, BuildFlags: c.flags, Tests: true}
	patterns := m.patterns()
	all, reached, err := m.loadPackages(c, patterns)
	// A package that no pattern names has no functions until it is loaded by its path.
	for err == nil && len(reached) > 0 {
		patterns = append(patterns, reached...)
		all, reached, err = m.loadPackages(c, patterns)
	}
	if err != nil {
		return nil, err
	}
	for _, pkg := range c.roots {
		m.own[pkg.PkgPath] = true
		if pkg.IllTyped || len(pkg.Errors) > 0 {
			m.addBroken(pkg)
			continue
		}
		c.pkgs = append(c.pkgs, pkg)
		for _, f := range pkg.Syntax {
			c.syntax[c.fset.File(f.FileStart)] = f
		}
	}
	named, err := m.named(c, opts)
	if err != nil {
		return nil, err
	}
	// The named packages move, and the packages below testdata that they import, all with their tests.
	moves := map[string]bool{}
	packages.Visit(named, nil, func(pkg *packages.Package) {
		if slices.Contains(named, pkg) || m.isOwn(pkg) && slices.Contains(patterns, pkg.PkgPath) {
			moves[pkg.PkgPath] = true
		}
	})
	for _, pkg := range c.roots {
		if moves[pkg.PkgPath] || pkg.ForTest != "" && moves[strings.TrimSuffix(pkg.PkgPath, "_test")] {
			for _, path := range pkg.GoFiles {
				chosen[path] = true
			}
		}
	}
	c.target, err = m.targetOf(c, all)
	return c, err
}

// loadPackages loads the packages that patterns name. It returns all packages by their IDs, and
// the paths of the packages of the modules that are imported and that no pattern names.
func (m *module) loadPackages(c *config, patterns []string) (all map[string]*packages.Package, reached []string, err error) {
	c.fset, c.src, c.roots = token.NewFileSet(), map[string][]byte{}, nil
	var lock sync.Mutex // go/packages parses several files at the same time
	cfg := c.load
	cfg.Mode, cfg.Fset = loadMode, c.fset
	cfg.ParseFile = func(fset *token.FileSet, path string, src []byte) (*ast.File, error) {
		lock.Lock()
		c.src[path] = src
		lock.Unlock()
		return parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
	}
	loaded, err := packages.Load(&cfg, patterns...)
	all = map[string]*packages.Package{}
	packages.Visit(loaded, nil, func(pkg *packages.Package) {
		all[pkg.ID] = pkg
		if pkg.Module != nil {
			pkg.Module.Dir = realPath(pkg.Module.Dir)
		}
		if m.isOwn(pkg) {
			c.roots = append(c.roots, pkg)
			if pkg.ForTest == "" && !slices.Contains(loaded, pkg) && !slices.Contains(patterns, pkg.PkgPath) {
				reached = append(reached, pkg.PkgPath)
			}
		}
	})
	return all, reached, err
}

// isOwn reports whether a package is one of the modules that move.
func (m *module) isOwn(pkg *packages.Package) bool {
	return pkg.Module != nil && slices.Contains(m.dirs, pkg.Module.Dir) && !strings.HasSuffix(pkg.ID, ".test")
}

// named returns the packages of a configuration that opts.patterns name, with their tests. All
// packages of the main module stand for all packages of the modules that move with it.
func (m *module) named(c *config, opts options) ([]*packages.Package, error) {
	if m.start == m.dir && slices.Equal(opts.patterns, []string{"./..."}) {
		return c.roots, nil
	}
	ids := map[string]bool{}
	cfg := c.load
	cfg.Mode, cfg.Dir = packages.NeedName|packages.NeedFiles, opts.dir
	for _, pattern := range opts.patterns {
		list, err := packages.Load(&cfg, pattern)
		if err != nil {
			return nil, err
		}
		// A directory that does not exist is a package without files.
		list = slices.DeleteFunc(list, func(pkg *packages.Package) bool { return len(pkg.GoFiles) == 0 })
		if len(list) == 0 && pattern != "./..." {
			return nil, fmt.Errorf("no package matches %s", pattern)
		}
		for _, pkg := range list {
			ids[pkg.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(c.roots), func(pkg *packages.Package) bool { return !ids[pkg.ID] }), nil
}

// addBroken adds a package that does not compile.
func (m *module) addBroken(pkg *packages.Package) {
	f := finding{File: pkg.ID, Text: "it did not compile before: a package that it imports does not"}
	if len(pkg.Errors) > 0 {
		// The compiler writes the package above its message.
		f.Text = "it did not compile before: " + strings.TrimSpace(strings.TrimPrefix(pkg.Errors[0].Msg, "# "+pkg.ID+"\n"))
	}
	reaches := false // a library, directly or not
	packages.Visit([]*packages.Package{pkg}, nil, func(pkg *packages.Package) {
		reaches = reaches || m.libraryAt(pkg.PkgPath) != nil
	})
	if !reaches {
		m.apart = append(m.apart, f)
		return
	}
	m.broken = append(m.broken, f)
	for _, path := range pkg.GoFiles {
		m.why[path] = "its package did not compile before"
	}
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
	f := &file{path: path, src: c.src[path], fset: c.fset, syntax: syntax, pkg: pkg}
	switch {
	case !m.contains(path):
		f.frozen = "it is a link to a file outside the module: move that one"
	case !chosen[path]:
		f.frozen = "its package was not named"
	case ast.IsGenerated(syntax) && !generated:
		by := ""
		if match := generator.FindSubmatch(f.src); match != nil {
			by = string(match[1])
		}
		f.frozen = "generated" + by + ": generate it again, or use -generated"
	}
	m.files[path] = f
}

// contains reports whether path is in one of the modules, wherever links lead.
func (m *module) contains(path string) bool {
	path = realPath(path)
	dir := m.owner(path)
	return dir != "" && !isBelow(filepath.Join(dir, "vendor"), path)
}

// generator matches the comment of a generated file, with the generator that it names.
var generator = regexp.MustCompile(`(?m)^// Code generated( by .*?)[.; ,]* DO NOT EDIT\.\r?$`)

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
