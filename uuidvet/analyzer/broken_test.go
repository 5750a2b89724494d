package analyzer_test

// The tests in this file alone prove that no check panics on a package that uses another package
// which does not type-check.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
)

// standardPackages loads the packages of the standard library that testdata imports.
var standardPackages = sync.OnceValues(func() (map[string]*types.Package, error) {
	sources, err := readSources()
	if err != nil {
		return nil, err
	}
	imported := make(map[string]bool)
	for _, files := range sources {
		for _, file := range files {
			for _, path := range file.imports {
				if _, ok := sources[path]; !ok && path != "gone" && path != "C" {
					imported[path] = true
				}
			}
		}
	}
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps}
	loaded, err := packages.Load(config, slices.Collect(maps.Keys(imported))...)
	if err != nil {
		return nil, err
	}
	found := make(map[string]*types.Package)
	for _, p := range loaded {
		found[p.PkgPath] = p.Types
	}
	return found, nil
})

// A sourceFile is a file in testdata.
type sourceFile struct {
	path    string
	text    []byte
	imports []string
}

func (f sourceFile) syntax(fset *token.FileSet) *ast.File {
	file, err := parser.ParseFile(fset, f.path, f.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	return file
}

// readSources reads the packages in testdata, by path.
var readSources = sync.OnceValues(func() (map[string][]sourceFile, error) {
	const root = "testdata/src"
	found := make(map[string][]sourceFile)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := sourceFile{path: path, text: text}
		for _, spec := range file.syntax(token.NewFileSet()).Imports {
			file.imports = append(file.imports, strings.Trim(spec.Path.Value, `"`))
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		dir = filepath.ToSlash(dir)
		found[dir] = append(found[dir], file)
		return err
	})
	return found, err
})

// A program is testdata after a change.
type program struct {
	fset     *token.FileSet
	sources  map[string][]sourceFile
	standard map[string]*types.Package
	change   func(path string, file *ast.File) // changes a file of a package before its types are checked
	lacks    string                            // a package that cannot be imported
	packages map[string]*checked
}

// A checked is a package of a program.
type checked struct {
	files  []*ast.File
	pkg    *types.Package
	info   *types.Info
	errors []types.Error
}

func newProgram(t *testing.T) *program {
	sources, err := readSources()
	if err != nil {
		t.Fatal(err)
	}
	standard, err := standardPackages()
	if err != nil {
		t.Fatal(err)
	}
	return &program{
		fset:     token.NewFileSet(),
		sources:  sources,
		standard: standard,
		change:   func(string, *ast.File) {},
		packages: make(map[string]*checked),
	}
}

// Import makes a program a types.Importer.
func (p *program) Import(path string) (*types.Package, error) {
	if path == p.lacks || p.sources[path] == nil && p.standard[path] == nil {
		return nil, fmt.Errorf("no package %s", path)
	}
	if p.sources[path] == nil {
		return p.standard[path], nil
	}
	return p.check(path).pkg, nil
}

// check checks the types of a package, which may have errors.
func (p *program) check(path string) *checked {
	if c := p.packages[path]; c != nil {
		return c
	}
	c := &checked{info: &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Instances:  make(map[*ast.Ident]types.Instance),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:     make(map[ast.Node]*types.Scope),
	}}
	p.packages[path] = c
	for _, source := range p.sources[path] {
		if strings.HasSuffix(source.path, "_test.go") {
			continue
		}
		file := source.syntax(p.fset)
		p.change(path, file)
		c.files = append(c.files, file)
	}
	config := types.Config{Importer: p, Error: func(err error) { c.errors = append(c.errors, err.(types.Error)) }}
	c.pkg, _ = config.Check(path, p.fset, c.files, c.info)
	return c
}

// run runs all checks on a package as if it had no errors of its own. It reports a panic as an
// error.
func (p *program) run(t *testing.T, path, change string) {
	for _, a := range analyzer.All() {
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%s panics on %s without %s: %v", a.Name, path, change, v)
				}
			}()
			if err := p.runOne(a, path, func(analysis.Diagnostic) {}); err != nil {
				t.Errorf("%s of %s without %s: %v", a.Name, path, change, err)
			}
		}()
	}
}

// runOne runs a check on a package.
func (p *program) runOne(a *analysis.Analyzer, path string, report func(analysis.Diagnostic)) error {
	c := p.check(path)
	_, err := a.Run(&analysis.Pass{
		Analyzer:  a,
		Fset:      p.fset,
		Files:     c.files,
		Pkg:       c.pkg,
		TypesInfo: c.info,
		ResultOf:  map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New(c.files)},
		Report:    report,
	})
	return err
}

// TestBrokenDependency runs all checks on a package that uses values of unknown types wherever a check
// asks for a type. The types are unknown because the package that it imports lacks a type, a function, a
// method, a field, and a whole package.
func TestBrokenDependency(t *testing.T) {
	p := newProgram(t)
	if errors := p.check("broken/lacks").errors; len(errors) == 0 {
		t.Error("package lacks has no type errors")
	}
	if errors := p.check("broken/uses").errors; len(errors) > 0 {
		t.Errorf("package uses has type errors, so drivers do not read it: %v", errors)
	}
	p.run(t, "broken/uses", "what package lacks does not have")
	p.run(t, "broken/lacks", "what it does not have")
}

// TestLackingDependencies removes each declaration, method and field of the packages that testdata
// imports, and each of the packages, and runs all checks.
func TestLackingDependencies(t *testing.T) {
	sources := newProgram(t).sources
	for path := range sources {
		if strings.HasPrefix(path, "uuid") && path != "uuid" || strings.HasPrefix(path, "broken") {
			continue // a package for a check
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t)
			p.lacks = path
			p.runAll(t, path, path)
			for i, more := 0, true; more; i++ {
				p := newProgram(t)
				removed := ""
				p.change = func(changed string, file *ast.File) {
					if changed == path {
						removed = removeNth(file, i)
					}
				}
				p.check(path)
				more = removed != ""
				if more {
					p.runAll(t, path, path+"."+removed)
				}
			}
		})
	}
}

// TestRandomRemovals removes many declarations, methods and fields of the packages that testdata
// imports, and runs all checks.
func TestRandomRemovals(t *testing.T) {
	for seed := range uint64(100) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 0))
			p := newProgram(t)
			p.change = func(path string, file *ast.File) {
				if strings.HasPrefix(path, "uuid") && path != "uuid" {
					return
				}
				for range r.IntN(4) {
					removeNth(file, r.IntN(40))
				}
			}
			p.runAll(t, "", "random declarations")
		})
	}
}

// runAll runs all checks on the packages of the checks that import a package, or if it is "" on all of
// them.
func (p *program) runAll(t *testing.T, imported, change string) {
	for path := range p.sources {
		isOfCheck := strings.HasPrefix(path, "uuid") && path != "uuid"
		if isOfCheck && (imported == "" || p.imports(path, imported)) {
			p.run(t, path, change)
		}
	}
}

// imports reports whether a package imports another one, perhaps by a third one.
func (p *program) imports(path, imported string) bool {
	for _, source := range p.sources[path] {
		for _, spec := range source.imports {
			if spec == imported || p.imports(spec, imported) {
				return true
			}
		}
	}
	return false
}

// removeNth removes the nth declaration, method or field of a file, and returns its name, or "" if
// there are fewer.
func removeNth(file *ast.File, n int) (removed string) {
	// isNth reports whether this is the one to remove.
	isNth := func(name string) bool {
		n--
		if n == -1 {
			removed = name
		}
		return n == -1
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		f, ok := decl.(*ast.FuncDecl)
		return ok && isNth(f.Name.Name)
	})
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			return false
		}
		group.Specs = slices.DeleteFunc(group.Specs, func(spec ast.Spec) bool {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return isNth(spec.Name.Name)
			case *ast.ValueSpec:
				return isNth(spec.Names[0].Name)
			}
			return false
		})
		return len(group.Specs) == 0
	})
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.StructType:
			removeField(n.Fields, isNth)
		case *ast.InterfaceType:
			removeField(n.Methods, isNth)
		}
	}
	return removed
}

func removeField(fields *ast.FieldList, isNth func(name string) bool) {
	fields.List = slices.DeleteFunc(fields.List, func(field *ast.Field) bool {
		name := types.ExprString(field.Type)
		if len(field.Names) > 0 {
			name = field.Names[0].Name
		}
		return isNth(name)
	})
}
