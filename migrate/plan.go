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
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// A level specifies how much of a declaration is rewritten. If a declaration does not compile at
// one level, it is rewritten at a higher level, which changes less.
type level int

const (
	simplify level = iota // the rules apply, and dead error checks are removed
	careful               // the rules apply, and error checks are not removed
	keepOld               // the declaration is not rewritten
)

// A plan contains the declarations that are not fully rewritten, and the imports to add.
type plan struct {
	levels  map[place]level
	reasons map[place]string
	needs   map[need]bool // imports that the conversions need, in addition to those that the rules add
	changed bool

	hopeless string // the last error, if no change to the plan helps
}

// level returns the level of the declaration that contains pos in f.
func (p *plan) level(f *file, pos token.Pos) level {
	return p.levels[placeOf(f.fset, f.syntax, pos)]
}

// keep sets the level of a declaration to keepOld. It reports whether the level has changed.
func (p *plan) keep(at place, why string) bool { return p.raise(at, keepOld, why) }

// raise sets the level of a declaration if the new level is higher. It reports whether the level has
// changed.
func (p *plan) raise(at place, to level, why string) bool {
	if p.levels[at] >= to {
		return false
	}
	p.levels[at] = to
	p.reasons[at] = why
	p.changed = true
	return true
}

// A need is an import that must be added to a file.
type need struct{ file, imported string }

// A result is the outcome of applying the rules to the module at the levels of a plan.
type result struct {
	sources    map[string][]byte    // the new contents of changed files, by path
	kept       map[string][][]piece // by path, for each change in order: the pieces of code that the change kept
	plan       *plan
	done       map[string]int // the number of changes of each kind
	left       []finding
	simplified map[place]bool // declarations from which an error check was removed
	checked    []*checked     // the packages that contain or import changed files
}

// migrate rewrites as much code as will still compile. It applies all rules and type-checks the
// result. If declarations do not compile, it rewrites less of them and starts again.
func (m *module) migrate() (*result, error) {
	p := &plan{levels: map[place]level{}, reasons: map[place]string{}, needs: map[need]bool{}}
	for {
		// Type-checking a large module takes minutes and does not check for signals.
		if m.ctx.Err() != nil {
			return nil, context.Cause(m.ctx)
		}
		p.changed = false
		res := m.rewriteAll(p)
		if m.compiles(p, res) {
			return res, nil
		}
		if !p.changed {
			const problem = "the result does not compile, even if the package keeps the old library: %s"
			return nil, fmt.Errorf(problem, p.hopeless)
		}
	}
}

// compiles adds conversions at the module's boundaries and type-checks the result of the rules. If
// the module does not compile after this, compiles changes the plan and returns false.
func (m *module) compiles(p *plan, res *result) bool {
	const maxPasses = 20 // a conversion can make another conversion around it necessary
	var changed []*checked
	for range maxPasses {
		boundaries := map[string]*boundary{} // the map removes duplicates: a package and its test variant share files
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
			res.apply(path, b.src, b.edits)
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

// blame raises the level of the declaration that contains a type error. If the level is already the
// highest, blame raises the levels of the declarations that the code at the error mentions. The
// levels argument contains the levels before this round of errors.
func (m *module) blame(p *plan, levels map[place]level, ch *checked, err types.Error, res *result) {
	f := m.fileAt(ch.fset, err.Pos)
	if f == nil {
		return
	}
	at := placeOf(ch.fset, f, err.Pos)
	text, _, _ := strings.Cut(err.Msg, "\n")
	why := "the new code would not compile: " + text
	switch {
	case m.files[at.path].frozen != "" || levels[at] == keepOld:
		// A declaration that is mentioned closer to the error is more likely to be the cause.
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

// mentioned returns the places of the module's declarations that identifiers in n refer to.
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

// giveUp keeps the library in all packages that do not compile.
func (m *module) giveUp(p *plan, changed []*checked) {
	for _, ch := range changed {
		if len(ch.errs) == 0 {
			continue
		}
		p.hopeless = ch.errs[0].Error()
		for _, path := range ch.orig.CompiledGoFiles {
			for i := range units(m.files[path].syntax) {
				p.keep(place{path, i}, "the package would not compile with the new type: "+ch.errs[0].Msg)
			}
		}
	}
}

// placeAt returns the module's declaration that contains pos, or the zero place.
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

// textOf returns the contents of a file after the changes.
func (m *module) textOf(path string, changes map[string][]byte) []byte {
	if src, ok := changes[path]; ok {
		return src
	}
	if f := m.files[path]; f != nil {
		return f.src
	}
	src, _ := os.ReadFile(path) // a file that exists, but is not loaded, such as go.mod
	return src
}

// fileAt returns the module's file that contains pos, or nil.
func (m *module) fileAt(fset *token.FileSet, pos token.Pos) *ast.File {
	if tf := fset.File(pos); tf != nil && m.files[tf.Name()] != nil {
		return m.syntax[tf]
	}
	return nil
}

// checked is the result of the last type-check of a package.
type checked struct {
	orig  *packages.Package
	fset  *token.FileSet
	src   map[string][]byte
	files []*ast.File
	types *types.Package
	info  *types.Info
	errs  []types.Error
}

// minGo contains the lowest language version that each target supports.
var minGo = map[string]string{ours: "go1.25", standard: "go1.27"}

// leastGo returns the lowest version that a go line can have.
func (m *module) leastGo() string { return strings.TrimPrefix(minGo[m.target], "go") + ".0" }

// check type-checks each package that contains a file in sources or imports a changed package. It
// returns these packages with imported packages first.
func (c *config) check(m *module, sources map[string][]byte) []*checked {
	var changed []*checked
	now := map[*types.Package]*types.Package{} // the changed packages, keyed by the original packages
	for _, pkg := range c.pkgs {
		if ch := c.checkPackage(m, pkg, sources, now); ch != nil {
			now[pkg.Types] = ch.types
			changed = append(changed, ch)
		}
	}
	return changed
}

// checkPackage type-checks a package. It returns nil if neither the package nor its imports have
// changed.
func (c *config) checkPackage(
	m *module, pkg *packages.Package, sources map[string][]byte, now map[*types.Package]*types.Package,
) *checked {
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
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}}
	c.parse(m, ch)
	conf := types.Config{
		Importer:  imports,
		Sizes:     pkg.TypesSizes,
		GoVersion: m.languageVersion(pkg),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && !strings.HasPrefix(e.Msg, "\t") { // a tab starts a continuation of the last error
				ch.errs = append(ch.errs, e)
			}
		},
	}
	ch.types, _ = conf.Check(pkg.PkgPath, ch.fset, ch.files, ch.info)
	c.known[pkg] = ch
	return ch
}

// imports returns the packages that a package may import, and whether one of them has changed. The
// now argument contains the changed packages.
func (c *config) imports(
	m *module, pkg *packages.Package, now map[*types.Package]*types.Package,
) (imports importer, changed bool) {
	imports = importer{m.target: c.target, "unsafe": types.Unsafe}
	for _, p := range typeutil.Dependencies(pkg.Types) {
		if m.libraries[p.Path()] != nil {
			imports[p.Path()] = p // pkg may use the library's types without importing it
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

// parse parses the files of a package. The parser may report a syntax error after the declaration
// that causes it, so every declaration in the file gets the error.
func (c *config) parse(m *module, ch *checked) {
	for _, path := range ch.orig.CompiledGoFiles {
		const mode = parser.ParseComments | parser.SkipObjectResolution
		f, err := parser.ParseFile(ch.fset, path, m.textOf(path, ch.src), mode)
		if err != nil {
			for _, decl := range f.Decls {
				ch.errs = append(ch.errs, types.Error{Fset: ch.fset, Pos: decl.Pos(), Msg: err.Error()})
			}
		}
		ch.files = append(ch.files, f)
		m.syntax[ch.fset.File(f.FileStart)] = f
	}
}

// languageVersion returns a package's language version after the move. It is limited to the version
// that go/types supports.
func (m *module) languageVersion(pkg *packages.Package) string {
	v := "go" + pkg.Module.GoVersion
	if version.Compare(v, minGo[m.target]) < 0 {
		v = minGo[m.target]
	}
	if own := version.Lang(runtime.Version()); own != "" && version.Compare(v, own) > 0 {
		return own
	}
	return v
}

// isCurrent reports whether the last type-check of a package used the same files and imports.
func (ch *checked) isCurrent(src map[string][]byte, imports importer) bool {
	isOther := func(p *types.Package) bool { return imports[p.Path()] != p }
	return maps.EqualFunc(src, ch.src, bytes.Equal) && !slices.ContainsFunc(ch.types.Imports(), isOther)
}

// An importer contains the packages that a package may import, by path.
type importer map[string]*types.Package

func (imports importer) Import(path string) (*types.Package, error) {
	if p := imports[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %q was loaded", path)
}

// A place is a declaration in a file, or an entry in a var or type block. It is the unit that is
// rewritten or kept.
type place struct {
	path string
	unit int // the index in the slice that units returns
}

// units returns the nodes of a file's places, in source order.
func units(f *ast.File) []ast.Node {
	var list []ast.Node
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		switch {
		case !ok, d.Tok == token.CONST: // a const entry may repeat the previous entry's expression
			list = append(list, decl)
		case d.Tok != token.IMPORT:
			for _, spec := range d.Specs {
				list = append(list, spec)
			}
		}
	}
	return list
}

// unitAt returns the node of the place in a file that contains pos.
func unitAt(fset *token.FileSet, f *ast.File, pos token.Pos) ast.Node {
	return units(f)[placeOf(fset, f, pos).unit]
}

// placeOf returns the place in a file that contains pos. A position between two places, such as that
// of an import, gets the next place.
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

// relative returns a path as the report prints it.
func (m *module) relative(path string) string {
	if rel, err := filepath.Rel(m.dir, path); err == nil && m.owner(path) != "" {
		return filepath.ToSlash(rel)
	}
	return path
}
