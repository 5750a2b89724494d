package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
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
	needs   map[string]map[string]bool // the imports of files besides those of packages that they mention
	changed bool

	hopeless string // why nothing helps
}

func newPlan() *plan {
	return &plan{levels: map[place]level{}, reasons: map[place]string{}, needs: map[string]map[string]bool{}}
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

// need has a file import a package.
func (p *plan) need(file, imported string) {
	if p.needs[file] == nil {
		p.needs[file] = map[string]bool{}
	}
	p.changed = p.changed || !p.needs[file][imported]
	p.needs[file][imported] = true
}

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
	p := newPlan()
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
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := ch.info.Uses[id]; obj != nil {
				if at := m.placeAt(ch.fset, obj.Pos()); at.path != "" && m.files[at.path].frozen == "" {
					places = append(places, at)
				}
			}
		}
		return true
	})
	return places
}

// giveUp leaves the library in the packages that do not compile. If that changes nothing,
// it leaves the library everywhere.
func (m *module) giveUp(p *plan, changed []*checked) {
	for _, ch := range changed {
		if len(ch.errs) > 0 {
			for _, path := range ch.orig.CompiledGoFiles {
				m.keepFile(p, m.files[path], "its package would not compile: "+ch.errs[0].Msg)
			}
		}
	}
	if !p.changed {
		for _, f := range m.files {
			m.keepFile(p, f, "the module would not compile")
		}
	}
	for _, ch := range changed {
		for _, err := range ch.errs {
			p.hopeless = err.Error()
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
