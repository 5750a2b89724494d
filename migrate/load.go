package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"maps"
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

// A module is the code being moved. It consists of the main module and the modules that move with
// it, in all configurations that the command line specifies.
type module struct {
	move
	modules
	goTool
	source
}

// A move names the packages that the code moves from, and the package that it moves to.
type move struct {
	target    string              // the import path of the package that the code moves to
	libraries map[string]*library // the libraries that the code moves from, by import path
}

// modules are the main module and those that move with it.
type modules struct {
	dir      string            // the main module's directory
	start    string            // the directory that -C specifies: dir, or a directory below it
	dirs     []string          // dir and the directories of the modules that move with it
	paths    []string          // the module paths in dirs
	work     string            // the go.work file, if there is one
	uses     []string          // the directories of all modules in the workspace
	workFile *modfile.WorkFile // the parsed go.work; empty if there is no go.work
}

// A goTool is how the command runs the go command.
type goTool struct {
	ctx     context.Context // done after a signal
	release string          // the version of the go command
	env     []string        // the go command's environment; nil for the environment of the process
	temp    string          // a directory for temporary files
}

// source is the code before the move.
type source struct {
	configs []*config
	files   map[string]*file             // the source files, by path
	read    map[string][]byte            // the original contents of go.work and of the go.mod and source files
	syntax  map[*token.File]*ast.File    // all parsed files in all configurations
	own     map[string]bool              // the package paths in all configs
	texts   map[string]map[string][]byte // the results of packageText

	why    map[string]string // the reasons why package files are not loaded
	broken []finding         // packages that depend on a library and do not compile
	apart  []finding         // packages that depend on no library and do not compile
}

// A config is the module as the go command loads it with one set of build tags.
type config struct {
	load   packages.Config
	fset   *token.FileSet
	pkgs   []*packages.Package // imported packages come first
	target *types.Package
	src    map[string][]byte   // the contents of the parsed files
	roots  []*packages.Package // pkgs, and the packages that do not compile
	known  map[*packages.Package]*checked
}

// A file is a source file in the module before the move.
type file struct {
	path   string
	src    []byte
	frozen string // the reason why the file must not be edited, or ""

	// The other fields are from the first configuration that contains the file.
	fset   *token.FileSet
	syntax *ast.File
	pkg    *packages.Package
}

// options are the command-line settings for loading and rewriting.
type options struct {
	dir       string
	target    string
	patterns  []string
	tags      []string // sets of build tags, each for an additional configuration
	generated bool
	lib       string   // the version of the library to require, or a directory
	despite   []string // modules with run-time checks for the old type that the user has acknowledged
}

// load loads the module that contains opts.dir, and the modules that move with it. The caller must
// call close, even after an error.
func load(ctx context.Context, opts options) (*module, error) {
	m := &module{
		move:   move{target: opts.target, libraries: map[string]*library{}},
		goTool: goTool{ctx: ctx},
		source: source{
			files:  map[string]*file{},
			read:   map[string][]byte{},
			syntax: map[*token.File]*ast.File{},
			own:    map[string]bool{},
			texts:  map[string]map[string][]byte{},
			why:    map[string]string{},
		},
	}
	for _, l := range libraries[opts.target] {
		for _, path := range l.paths {
			m.libraries[path] = l
		}
	}
	if err := m.find(opts.dir); err != nil {
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
	// Files are added here because chosen is complete only after all configurations are loaded.
	for _, c := range m.configs {
		for _, pkg := range c.pkgs {
			// Skip a variant of this package that is compiled for another package's test, because
			// its function bodies are not loaded.
			if pkg.ForTest != "" && strings.TrimSuffix(pkg.PkgPath, "_test") != pkg.ForTest {
				continue
			}
			for _, path := range pkg.GoFiles {
				if !slices.Contains(pkg.CompiledGoFiles, path) {
					m.why[path] = "the file imports C" // cgo compiles a generated file in its place
				}
			}
			for i, syntax := range pkg.Syntax {
				m.addFile(c, pkg, pkg.CompiledGoFiles[i], syntax, opts.generated, chosen)
			}
		}
	}
	if len(m.files) > 0 {
		return m, m.firstStep()
	}
	for _, f := range slices.Concat(m.broken, m.apart) {
		return m, fmt.Errorf("no package of %s compiles: %s: %s", m.dir, f.File, f.Text)
	}
	return m, fmt.Errorf("%s has no packages", m.dir)
}

// find finds the module that contains dir, and the modules that move with it.
func (m *module) find(dir string) error {
	out, _, err := m.goCommand(dir, nil, "env", "-json", "GOMOD", "GOWORK", "GOVERSION")
	if err != nil {
		return err
	}
	var env map[string]string
	if err := json.Unmarshal([]byte(out), &env); err != nil {
		return err
	}
	mod, work := env["GOMOD"], env["GOWORK"]
	m.release = env["GOVERSION"]
	if mod == "" || mod == os.DevNull { // "" if GO111MODULE is off
		return errors.New("not in a module: no go.mod file found")
	}
	if work == "off" {
		work = ""
	}
	start, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	m.start, m.dir = realPath(start), realPath(filepath.Dir(mod))
	temp, err := os.MkdirTemp("", "migrate")
	if err != nil {
		return err
	}
	m.temp = realPath(temp) // go vet prints paths with links resolved
	return m.findModules(work)
}

// firstStep returns an error if a module is to move to the standard package, but has not yet moved to
// this library.
func (m *module) firstStep() error {
	used := ""
	for _, f := range m.files {
		for path := range f.pkg.Imports {
			if m.libraries[path] != nil {
				return nil
			}
			if slices.ContainsFunc(libraries[ours], func(l *library) bool { return slices.Contains(l.paths, path) }) {
				used = path
			}
		}
	}
	if used == "" || m.target == ours {
		return nil
	}
	return fmt.Errorf("the module uses %s: run the command without -to std first", used)
}

// An olderError means that the go command, or a module, is newer than the Go release that this
// command was built with.
type olderError struct {
	newer     string // what is newer
	toolchain string // the release that must build this command
}

// Error ends with the command that runs the right release, without the arguments.
func (e *olderError) Error() string {
	return fmt.Sprintf("%s, but this command was built with %s; run\n  GOTOOLCHAIN=%s go run %s/migrate@latest",
		e.newer, runtime.Version(), e.toolchain, ours)
}

// readModules reads the go.mod files. It returns an error if the go command, or a module, is newer than
// the Go release that this command was built with, because go/parser and go/types do not support newer
// source.
func (m *module) readModules() error {
	have := version.Lang(runtime.Version())
	if have != "" && version.Compare(version.Lang(m.release), have) > 0 {
		return &olderError{"the go command is " + m.release, m.release}
	}
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
			toolchain += ".0" // a toolchain name has three numbers
		}
		return &olderError{m.relative(f.Syntax.Name) + " needs go " + f.Go.Version, toolchain}
	}
	return nil
}

// close removes the temporary files.
func (m *module) close() {
	os.RemoveAll(m.temp) // does nothing if the path is empty
}

// patterns returns the patterns that match all packages of the modules.
func (m *module) patterns() []string {
	var list []string
	for _, dir := range m.dirs {
		list = append(list, dir+"/...")
	}
	return list
}

// loadMode loads the syntax and the types of the modules' packages. For imported packages it loads
// only the types, from the compiler's export data.
const loadMode = packages.LoadSyntax | packages.NeedModule | packages.NeedExportFile | packages.NeedForTest

// loadConfig loads all packages of the modules with one set of build tags. These are the packages
// that "./..." matches, and the packages in testdata directories that they import. It adds the files
// of the packages in opts.patterns to chosen.
func (m *module) loadConfig(tags string, opts options, chosen map[string]bool) (*config, error) {
	c := &config{known: map[*packages.Package]*checked{}}
	c.load = packages.Config{Context: m.ctx, Dir: m.dir, Env: m.env, Tests: true}
	if tags != "" { // an empty -tags flag would override the tags in GOFLAGS
		c.load.BuildFlags = []string{"-tags=" + tags}
	}
	patterns := m.patterns()
	all, reached, err := m.loadPackages(c, patterns)
	// Function bodies are loaded only for packages that a pattern matches, so the remaining packages
	// are added by path.
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
			m.syntax[c.fset.File(f.FileStart)] = f
		}
	}
	named, err := m.named(c, opts)
	if err != nil {
		return nil, err
	}
	// The named packages and the testdata packages that they import move, with their tests.
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

// loadPackages loads the packages that match patterns. It returns all packages by ID, and the paths
// of the modules' imported packages that no pattern matches.
func (m *module) loadPackages(
	c *config, patterns []string,
) (all map[string]*packages.Package, reached []string, err error) {
	c.fset, c.src, c.roots = token.NewFileSet(), map[string][]byte{}, nil
	var lock sync.Mutex // go/packages parses files concurrently
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
			// A path that is already a pattern is not returned again, so the loop in loadConfig stops.
			if pkg.ForTest == "" && !slices.Contains(loaded, pkg) && !slices.Contains(patterns, pkg.PkgPath) {
				reached = append(reached, pkg.PkgPath)
			}
		}
	})
	return all, reached, err
}

// isOwn reports whether a package is in one of the modules that move.
func (m *module) isOwn(pkg *packages.Package) bool {
	return pkg.Module != nil && slices.Contains(m.dirs, pkg.Module.Dir) && !strings.HasSuffix(pkg.ID, ".test")
}

// named returns the packages of a configuration that match opts.patterns, with their tests. If all
// packages of the main module are named, named also returns the packages of the modules that move
// with it.
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
		// For a directory that does not exist, go/packages returns a package without files.
		list = slices.DeleteFunc(list, func(pkg *packages.Package) bool { return len(pkg.GoFiles) == 0 })
		if len(list) == 0 && pattern != "./..." { // the default pattern may match nothing in a subdirectory
			return nil, fmt.Errorf("no package matches %s", pattern)
		}
		for _, pkg := range list {
			ids[pkg.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(c.roots), func(pkg *packages.Package) bool { return !ids[pkg.ID] }), nil
}

// addBroken records a package that did not compile before the move.
func (m *module) addBroken(pkg *packages.Package) {
	f := finding{
		File: pkg.ID,
		Text: "the package did not compile before the move: a package that it imports does not compile",
	}
	if len(pkg.Errors) > 0 {
		// The compiler prints the package path on the line before the message.
		message := strings.TrimPrefix(pkg.Errors[0].Msg, "# "+pkg.ID+"\n")
		f.Text = "the package did not compile before the move: " + strings.TrimSpace(message)
	}
	reaches := false // whether the package imports a library, directly or indirectly
	packages.Visit([]*packages.Package{pkg}, nil, func(pkg *packages.Package) {
		reaches = reaches || m.libraries[pkg.PkgPath] != nil
	})
	if !reaches {
		m.apart = append(m.apart, f)
		return
	}
	m.broken = append(m.broken, f)
	for _, path := range pkg.GoFiles {
		m.why[path] = "the file's package did not compile before the move"
	}
}

// addFile adds a file of a package. If a package has variants, the variant with the most files is
// used, because it has the most type information.
func (m *module) addFile(
	c *config, pkg *packages.Package, path string, syntax *ast.File, generated bool, chosen map[string]bool,
) {
	if f := m.files[path]; f != nil {
		if f.fset == c.fset && len(pkg.CompiledGoFiles) > len(f.pkg.CompiledGoFiles) {
			f.pkg, f.syntax = pkg, syntax
		}
		return
	}
	f := &file{path: path, src: c.src[path], fset: c.fset, syntax: syntax, pkg: pkg}
	switch {
	case !m.contains(path):
		f.frozen = "the file is a symbolic link to a file outside the module: " +
			"edit that file, or run the command in its module"
	case !chosen[path]:
		f.frozen = "the command line does not name the file's package"
	case ast.IsGenerated(syntax) && !generated:
		by, advice := "", "generate the file again, or use -generated"
		if match := generator.FindSubmatch(f.src); match != nil {
			by = string(match[1])
		}
		if by == " by ent" { // which runs code that imports the generated files
			advice = "use -generated, then generate the file again"
		}
		f.frozen = "generated" + by + ": " + advice
	}
	m.files[path], m.read[path] = f, f.src
}

// contains reports whether the file at path, with links resolved, is in one of the modules and
// outside vendor directories.
func (m *module) contains(path string) bool {
	path = realPath(path)
	dir := m.owner(path)
	return dir != "" && !isBelow(filepath.Join(dir, "vendor"), path)
}

// generator matches the comment that marks a generated file, and captures the generator's name.
var generator = regexp.MustCompile(`(?m)^// Code generated( by .*?)[.; ,]* DO NOT EDIT\.\r?$`)

// libraryOf returns the library that declares an object, or nil.
func (m *module) libraryOf(obj types.Object) *library {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	return m.libraries[obj.Pkg().Path()]
}

// movingType returns the library and the named type if t is a library type that moves, or a
// pointer to one.
func (m *module) movingType(t types.Type) (*library, *types.Named) {
	named := namedType(t)
	if named == nil {
		return nil, nil
	}
	l := m.libraryOf(named.Obj())
	if l == nil || !l.moves(named.Obj().Name()) {
		return nil, nil
	}
	return l, named
}

// libraryPaths returns the paths of the libraries that the code moves from.
func (m *module) libraryPaths() []string { return slices.Sorted(maps.Keys(m.libraries)) }

var (
	//go:embed internal/api/uuid/uuid.go
	ourAPI []byte
	//go:embed internal/api/std/uuid.go
	standardAPI []byte
)

// standIns contains packages with the same exported names as the targets. Code is type-checked with
// these packages if no loaded package imports the target yet.
var standIns = map[string][]byte{ours: ourAPI, standard: standardAPI}

// targetOf returns the package that the code moves to. If no loaded package imports it yet, targetOf
// returns its stand-in. The all argument contains the loaded packages by ID.
func (m *module) targetOf(c *config, all map[string]*packages.Package) (*types.Package, error) {
	if pkg := all[m.target]; pkg != nil {
		return c.complete(pkg)
	}
	standIn, err := parser.ParseFile(c.fset, m.target, standIns[m.target], parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := importer{}
	for _, spec := range standIn.Imports {
		path := importPath(spec)
		if pkg := all[path]; pkg != nil {
			imports[path], err = c.complete(pkg)
			if err != nil {
				return nil, err
			}
		}
	}
	// If the code uses a library, all contains the packages that the stand-in imports, because each
	// library imports them too. If it uses none, nothing moves, so errors about missing imports do not
	// matter.
	conf := types.Config{Importer: imports, Error: func(error) {}}
	target, _ := conf.Check(m.target, c.fset, []*ast.File{standIn}, nil)
	return target, nil
}

// complete returns the types of a package. It reads them from export data if no package of the
// modules imports the package directly.
func (c *config) complete(pkg *packages.Package) (*types.Package, error) {
	if pkg.Types.Complete() {
		return pkg.Types, nil
	}
	f, err := os.Open(pkg.ExportFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 go list -export returns the kind of archive that this function reads
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	// The export data must refer to the types of packages that are already loaded.
	view := map[string]*types.Package{}
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) { view[p.PkgPath] = p.Types })
	return gcexportdata.Read(r, c.fset, view, pkg.PkgPath)
}
