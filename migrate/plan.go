package main

import (
	"bytes"
	"context"
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

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// A level tells how much is rewritten in a declaration. A declaration that does not compile
// at one level is tried at the next level.
type level int

const (
	simplify level = iota // the rules apply, and dead error checks are removed
	careful               // the rules apply, and error checks are not removed
	keepOld               // the declaration is not rewritten
)

// A plan has the declarations that are not fully rewritten, and imports to add.
type plan struct {
	levels  map[place]level
	reasons map[place]string
	needs   map[need]bool // besides the imports of packages that the files mention
	changed bool

	hopeless string // why nothing helps
}

// level returns the level of the declaration of f that pos is in.
func (p *plan) level(f *file, pos token.Pos) level {
	return p.levels[placeOf(f.fset, f.syntax, pos)]
}

// keep leaves the library in a declaration. It reports whether that is new.
func (p *plan) keep(at place, why string) bool { return p.raise(at, keepOld, why) }

// raise sets the level of a declaration, if that is more than it was.
func (p *plan) raise(at place, to level, why string) bool {
	if p.levels[at] >= to {
		return false
	}
	p.levels[at] = to
	p.reasons[at] = why
	p.changed = true
	return true
}

// A need is an import that a file needs.
type need struct{ file, imported string }

// A result is the module after a rewrite, with the changed contents of its files.
type result struct {
	sources    map[string][]byte // of the files that change
	plan       *plan
	done       map[string]int // the number of each rewriting
	left       []finding
	simplified map[place]bool // where error checks went
	checked    []*checked     // the packages with these files, or with packages that have them
}

// migrate rewrites as much as still compiles. It applies all rules, type-checks the result, leaves
// the library in the declarations that do not compile, and starts again.
func (m *module) migrate() (*result, error) {
	p := &plan{levels: map[place]level{}, reasons: map[place]string{}, needs: map[need]bool{}}
	for {
		// Checking a big module takes minutes, and nothing else in it heeds a signal.
		if m.ctx.Err() != nil {
			return nil, context.Cause(m.ctx)
		}
		p.changed = false
		res := m.rewriteAll(p)
		if m.compiles(p, res) {
			return res, nil
		}
		if !p.changed {
			return nil, fmt.Errorf("cannot type-check the module as it is: %s", p.hopeless)
		}
	}
}

// compiles type-checks the module after the rules and converts at its boundaries. If the module
// then does not compile, compiles changes the plan and returns false.
func (m *module) compiles(p *plan, res *result) bool {
	const maxPasses = 20 // each conversion can uncover others around it
	var changed []*checked
	for range maxPasses {
		boundaries := map[string]*boundary{} // a package and its tests have the same files
		changed = nil
		for _, c := range m.configs {
			for _, ch := range c.check(m, res.sources) {
				changed = append(changed, ch)
				for _, f := range ch.files {
					if b := m.settle(c, ch, f, p); b != nil && len(b.edits) > 0 {
						boundaries[b.path] = b
					}
				}
			}
		}
		if p.changed {
			return false
		}
		if len(boundaries) == 0 {
			break
		}
		for path, b := range boundaries {
			res.sources[path] = apply(b.src, b.edits)
			for what, n := range b.done {
				res.done[what] += n
			}
		}
	}
	ok := true
	res.checked = changed
	levels := maps.Clone(p.levels)
	for _, ch := range changed {
		for _, err := range ch.errs {
			ok = false
			m.blame(p, levels, ch, err, res)
		}
	}
	if !ok && !p.changed {
		m.giveUp(p, changed)
	}
	return ok
}

// blame raises the level of the declaration that does not compile. If that declaration cannot change
// further, blame raises the levels of the declarations that are mentioned at the error. levels has the
// levels at which the declarations did not compile.
func (m *module) blame(p *plan, levels map[place]level, ch *checked, err types.Error, res *result) {
	f := m.fileAt(ch.fset, err.Pos)
	if f == nil {
		return
	}
	at := placeOf(ch.fset, f, err.Pos)
	text, _, _ := strings.Cut(err.Msg, "\n")
	why := "it would not compile: " + text
	switch {
	case m.files[at.path].frozen != "" || levels[at] == keepOld:
		// The nearer it is mentioned the more likely it is the reason.
		path, _ := astutil.PathEnclosingInterval(f, err.Pos, err.Pos)
		for _, n := range path {
			raised := false
			for _, other := range m.mentioned(ch, n) {
				raised = p.keep(other, why) || raised
			}
			if raised {
				return
			}
		}
	case res.simplified[at] && levels[at] == simplify:
		p.raise(at, careful, why)
	default:
		p.keep(at, why)
	}
}

// mentioned returns the declarations of the module that are mentioned in n.
func (m *module) mentioned(ch *checked, n ast.Node) []place {
	var places []place
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok && ch.info.Uses[id] != nil {
			if at := m.placeAt(ch.fset, ch.info.Uses[id].Pos()); at.path != "" && m.files[at.path].frozen == "" {
				places = append(places, at)
			}
		}
	}
	return places
}

// giveUp leaves the library in the packages that do not compile. If that changes nothing,
// it leaves the library everywhere.
func (m *module) giveUp(p *plan, changed []*checked) {
	for _, ch := range changed {
		for _, err := range ch.errs[:min(1, len(ch.errs))] {
			p.hopeless = err.Error()
			for _, path := range ch.orig.CompiledGoFiles {
				m.keepFile(p, m.files[path], "its package would not compile: "+err.Msg)
			}
		}
	}
	if !p.changed {
		for _, f := range m.files {
			m.keepFile(p, f, "the module would not compile")
		}
	}
}

func (m *module) keepFile(p *plan, f *file, why string) {
	for i := range units(f.syntax) {
		p.keep(place{f.path, i}, why)
	}
}

// placeAt returns the declaration of the module at pos, or the zero place.
func (m *module) placeAt(fset *token.FileSet, pos token.Pos) place {
	if f := m.fileAt(fset, pos); f != nil {
		return placeOf(fset, f, pos)
	}
	return place{}
}

// canChange reports whether a declaration can be rewritten.
func (m *module) canChange(p *plan, at place) bool {
	f := m.files[at.path]
	return f != nil && f.frozen == "" && p.levels[at] != keepOld
}

// fileAt returns the file of the module at pos, or nil.
func (m *module) fileAt(fset *token.FileSet, pos token.Pos) *ast.File {
	tf := fset.File(pos)
	for _, c := range m.configs {
		if f := c.syntax[tf]; f != nil && m.files[tf.Name()] != nil {
			return f
		}
	}
	return nil
}

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
