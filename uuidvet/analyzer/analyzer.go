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
		check("uuidkey", site+"integration/frameworks/README.md#gorm-with-16-byte-ids", "an ID that is the only condition of a gorm query", on(keys)),
		check("uuidlist", site+"integration/frameworks/README.md#query-builders-with-16-byte-ids", "an ID that a query builder takes for a list of 16 numbers", on(lists), on(equals)),
		check("uuidcolumn", site+"integration/frameworks/README.md#gorm-with-text-for-a-16-byte-column", "a 16-byte column for an ID that is stored as text", on(columns)),
		check("uuidhook", site+"docs/storing.md#gorm", "a gorm hook that replaces the ID of a row", hooks),
		check("uuidrequest", site+"docs/requests.md#reading-an-id", "text of a request that is parsed without a look at the error", requests),
		check("uuiderror", site+"docs/requests.md#reading-an-id", "a parser's error that is answered without a return", on(answers)),
		check("uuidlabel", site+"uuidvet/README.md#labels", "a label that is only the time of a version 7 ID", on(starts), on(parts)),
		check("uuidhex", site+"docs/moving.md#from-googleuuid-gofrsuuid-and-satorigouuid", "a format that prints the hexadecimal form of an ID's text", printed(hexes)),
		check("uuidmask", site+"docs/masks.md#what-a-mask-does-not-cover", "a format that prints the bytes of a masked ID", printed(masks), on(hides)),
		check("uuidomitempty", site+"integration/README.md#encoders", "omitempty on an ID, which encoding/json never omits", on(omitted)),
		check("uuidkind", "https://pkg.go.dev/"+own+"#Kind", "an IDKind that panics, or shows what a Mask hides", on(prefixes), on(pointers), on(hidden)),
		check("uuidconvert", "https://pkg.go.dev/"+own+"#GUID", "a conversion that makes another ID of an ID", on(conversions)),
	}
}

// A pass is the run of one check on one package.
type pass struct {
	*analysis.Pass
	nodes    *inspector.Inspector
	settings map[types.Object][]ast.Expr
	known    map[any]any // what memo remembers, by question
}

// unread has the packages that do not type-check, which one line tells, and not one of each check.
var unread sync.Map

func check(name, page, finds string, run ...func(*pass)) *analysis.Analyzer {
	requires := []*analysis.Analyzer{inspect.Analyzer}
	return &analysis.Analyzer{Name: name, Doc: "report " + finds, URL: page, Requires: requires, RunDespiteErrors: true, Run: func(p *analysis.Pass) (any, error) {
		if len(p.TypeErrors) > 0 {
			if _, told := unread.LoadOrStore(p.Pkg.Path(), true); !told {
				log.Printf("%s does not type-check, so it is not read", p.Pkg.Path())
			}
			return nil, nil
		}
		pass := &pass{p, p.ResultOf[inspect.Analyzer].(*inspector.Inspector), make(map[types.Object][]ast.Expr), make(map[any]any)}
		pass.findSettings()
		for _, run := range run {
			run(pass)
		}
		return nil, nil
	}}
}

// A cursor is a node with its place in the file.
type cursor = inspector.Cursor

// on returns a run that calls f for each node of a type.
func on[N ast.Node](f func(*pass, cursor, N)) func(*pass) {
	return func(p *pass) {
		for c := range p.nodes.Root().Preorder(*new(N)) {
			f(p, c, c.Node().(N))
		}
	}
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

// is reports whether the type of a value is T.
func is[T any](v any) bool { _, ok := v.(T); return ok }

// contains reports whether a node has one for which is is true.
func contains[N ast.Node](n ast.Node, is func(N) bool) bool {
	for n := range ast.Preorder(n) {
		if n, ok := n.(N); ok && is(n) {
			return true
		}
	}
	return false
}

// A question is a key, and the type of the answer.
type question[K comparable, V any] struct{ key K }

// memo returns what f returns for a key, and asks f once. While f runs, it returns the zero value.
func memo[K comparable, V any](p *pass, key K, f func(K) V) V {
	q := question[K, V]{key}
	if _, ok := p.known[q]; !ok {
		p.known[q] = nil
		p.known[q] = f(key)
	}
	v, _ := p.known[q].(V)
	return v
}
