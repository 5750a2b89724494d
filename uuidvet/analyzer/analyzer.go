// Package analyzer finds wrong uses of UUIDs that compile, and mostly run without an error. It knows
// the types of the standard package uuid, google/uuid, gofrs/uuid, satori/go.uuid and
// github.com/seed-8298af95/uuid.
package analyzer

import (
	"go/ast"
	"go/types"
	"log"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

const site = "https://github.com/seed-8298af95/uuid/blob/main/"

// All returns the analyzers, each with the page that shows what its mistake does. They use no facts,
// so no driver has to analyze the dependencies of a package.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		check("uuidkey", site+"integration/frameworks/README.md#gorm-with-16-byte-ids", keys, "an ID that is the only condition of a gorm query"),
		check("uuidlist", site+"integration/frameworks/README.md#query-builders-with-16-byte-ids", lists, "an ID that a query builder takes for a list of 16 numbers"),
		check("uuidcolumn", site+"integration/frameworks/README.md#gorm-with-text-for-a-16-byte-column", columns, "a 16-byte column for an ID that is stored as text"),
		check("uuidhook", site+"docs/storing.md#gorm", hooks, "a gorm hook that replaces the ID of a row"),
		check("uuidrequest", site+"docs/requests.md#reading-an-id", requests, "text of a request that is parsed without a look at the error"),
		check("uuiderror", site+"docs/requests.md#reading-an-id", answers, "a parser's error that is answered without a return"),
		check("uuidlabel", site+"uuidvet/README.md#labels", labels, "a label that is only the time of a version 7 ID"),
		check("uuidhex", site+"docs/moving.md#from-googleuuid-gofrsuuid-and-satorigouuid", hexes, "a format that prints the hexadecimal form of an ID's text"),
		check("uuidmask", site+"docs/masks.md#what-a-mask-does-not-cover", masks, "a format that prints the bytes of a masked ID"),
		check("uuidomitempty", site+"integration/README.md#encoders", omitted, "omitempty on an ID, which encoding/json never omits"),
		check("uuidkind", "https://pkg.go.dev/"+own+"#Kind", kinds, "an IDKind that panics, or shows what a Mask hides"),
		check("uuidconvert", "https://pkg.go.dev/"+own+"#GUID", conversions, "a conversion that makes another ID of an ID"),
	}
}

// A pass is the run of one check on one package.
type pass struct {
	*analysis.Pass
	nodes    *inspector.Inspector
	settings map[types.Object][]ast.Expr
	origins  map[ast.Expr]ast.Expr
	client   map[ast.Expr]bool                // whether it is text of a request
	kinds    map[*types.Func]kind             // what the methods IDKind return
	files    map[string]map[int]*ast.FuncDecl // the functions of files that were read for kinds, by line
	shown    map[shown]bool                   // whether it has the bytes of a masked ID
}

// unread has the packages that do not type-check, which one line tells, and not one of each check.
var unread sync.Map

func check(name, page string, run func(*pass), finds string) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: name, Doc: "report " + finds, URL: page, RunDespiteErrors: true}
	a.Requires = []*analysis.Analyzer{inspect.Analyzer}
	a.Run = func(p *analysis.Pass) (any, error) {
		if len(p.TypeErrors) > 0 {
			if _, told := unread.LoadOrStore(p.Pkg.Path(), true); !told {
				log.Printf("%s does not type-check, so it is not read", p.Pkg.Path())
			}
			return nil, nil
		}
		pass := &pass{p, p.ResultOf[inspect.Analyzer].(*inspector.Inspector), make(map[types.Object][]ast.Expr),
			make(map[ast.Expr]ast.Expr), make(map[ast.Expr]bool), make(map[*types.Func]kind), make(map[string]map[int]*ast.FuncDecl), make(map[shown]bool)}
		pass.findSettings()
		run(pass)
		return nil, nil
	}
	return a
}

// report reports a node. A fix inserts a text before the node and one after it. There is one only if no
// other would be right.
func (p *pass) report(n ast.Node, message string, fix ...string) {
	d := analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Message: message + " (" + p.Analyzer.URL + ")"}
	if fix != nil {
		edits := []analysis.TextEdit{{Pos: n.Pos(), End: n.Pos(), NewText: []byte(fix[0])}, {Pos: n.End(), End: n.End(), NewText: []byte(fix[1])}}
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
	}
	p.Report(d)
}

// A name is that of a function, method or type, with the path of its package.
type name struct{ path, name string }

// nameOf returns the name of a type.
func nameOf(t types.Type) name {
	if t, ok := types.Unalias(t).(*types.Named); ok && t.Obj().Pkg() != nil {
		return name{t.Obj().Pkg().Path(), t.Obj().Name()}
	}
	return name{}
}

// has reports whether a list of words has a word.
func has(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// contains reports whether a node has one for which is is true.
func contains[N ast.Node](n ast.Node, is func(N) bool) bool {
	for n := range ast.Preorder(n) {
		if n, ok := n.(N); ok && is(n) {
			return true
		}
	}
	return false
}

// memo returns what f returns for a key, and asks f once. While f runs, it returns the zero value.
func memo[K comparable, V any](known map[K]V, key K, f func(K) V) V {
	v, ok := known[key]
	if !ok {
		known[key] = v
		v = f(key)
		known[key] = v
	}
	return v
}
