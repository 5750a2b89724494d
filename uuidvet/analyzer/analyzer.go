// Package analyzer finds wrong uses of UUIDs that compile, and mostly run without an error. It knows
// the types of the standard package uuid, google/uuid, gofrs/uuid, satori/go.uuid and
// github.com/seed-8298af95/uuid.
package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"log"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
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
	nodes *inspector.Inspector
	known map[any]any // what memo remembers, by question
}

// unread has the packages that do not type-check, which one line tells, and not one of each check.
var unread sync.Map

func check(name, page, finds string, runs ...func(*pass)) *analysis.Analyzer {
	requires := []*analysis.Analyzer{inspect.Analyzer}
	return &analysis.Analyzer{Name: name, Doc: "report " + finds, URL: page, Requires: requires, RunDespiteErrors: true, Run: func(driver *analysis.Pass) (any, error) {
		if len(driver.TypeErrors) > 0 {
			if _, told := unread.LoadOrStore(driver.Pkg.Path(), true); !told {
				log.Printf("%s does not type-check, so it is not read", driver.Pkg.Path())
			}
			return nil, nil
		}
		p := &pass{driver, driver.ResultOf[inspect.Analyzer].(*inspector.Inspector), make(map[any]any)}
		for _, run := range runs {
			run(p)
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

// contains reports whether a node has one for which matches is true.
func contains[N ast.Node](n ast.Node, matches func(N) bool) bool {
	for n := range ast.Preorder(n) {
		if n, ok := n.(N); ok && matches(n) {
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

// form returns the form of an expression.
func (p *pass) form(e ast.Expr) form {
	origin, t := p.origin(e), p.TypesInfo.TypeOf(e)
	slice, isSlice := origin.(*ast.SliceExpr)
	if isSlice && slice.Low == nil && slice.High == nil && is16(deref(p.TypesInfo.TypeOf(slice.X))) || p.callsUUID(origin, "Bytes MarshalBinary") {
		return asSlice
	}
	if types.IsInterface(t) {
		t = cmp.Or(p.TypesInfo.TypeOf(origin), t)
	}
	return p.formOf(t)
}

// callee returns the name of the function or method that a call calls.
func (p *pass) callee(n ast.Node) name {
	if call, ok := n.(*ast.CallExpr); ok {
		if f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok && f.Pkg() != nil {
			return name{f.Pkg().Path(), f.Name()}
		}
	}
	return name{}
}

// receiver returns the x of a call of x.f, or nil.
func receiver(call *ast.CallExpr) ast.Expr {
	if f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return f.X
	}
	return nil
}

// callsUUID reports whether a node calls a function of a package of UUIDs that has one of the names.
func (p *pass) callsUUID(n ast.Node, names string) bool {
	f := p.callee(n)
	return isUUIDPackage(f.path) && has(names, f.name)
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}

// settings returns what local variables and fields are set to, in the order of the text. It has nothing of
// variables of the package, because functions and files have no order.
func (p *pass) settings() map[types.Object][]ast.Expr {
	settings := make(map[types.Object][]ast.Expr)
	for c := range p.nodes.Root().Preorder((*ast.Ident)(nil)) {
		v, ok := p.TypesInfo.ObjectOf(c.Node().(*ast.Ident)).(*types.Var)
		for c.ParentEdgeKind() == edge.SelectorExpr_Sel || c.ParentEdgeKind() == edge.ParenExpr_X {
			c = c.Parent()
		}
		if value := setting(c); value != nil && ok && v.Kind() != types.PackageVar {
			settings[v] = append(settings[v], value)
		}
	}
	for _, values := range settings {
		slices.SortStableFunc(values, func(a, b ast.Expr) int { return cmp.Compare(a.End(), b.End()) })
	}
	return settings
}

// setting returns what the variable or field at c is set to there: an expression, the call whose first
// result it is, or a BadExpr if that is not known. It returns nil if c sets nothing. Uses after the end of
// the expression find the value.
func setting(c cursor) ast.Expr {
	parent := c.Parent().Node()
	switch role, i := c.ParentEdge(); role {
	case edge.AssignStmt_Lhs:
		if n := parent.(*ast.AssignStmt); i < len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
			return &ast.ParenExpr{X: n.Rhs[i], Rparen: n.End() - 1} // all values are read before one is set
		}
	case edge.ValueSpec_Names:
		if n := parent.(*ast.ValueSpec); i < len(n.Values) {
			return n.Values[i]
		}
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		x := parent.(*ast.RangeStmt).X
		return &ast.IndexExpr{X: x, Index: ast.NewIdent("_"), Rbrack: x.End()}
	default:
		if n, ok := parent.(*ast.UnaryExpr); !ok || n.Op != token.AND { // whoever gets the pointer may set it
			return nil
		}
	}
	return &ast.BadExpr{To: parent.End()}
}

// origin follows local variables, and fields of composite literals, to the expression that they were
// last set to, and a pointer to what it points to. It returns the expression at which this ends.
func (p *pass) origin(e ast.Expr) ast.Expr { return memo(p, e, p.follow) }

func (p *pass) follow(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	settings := memo(p, p, (*pass).settings)
	switch x := e.(type) {
	case *ast.Ident:
		values := settings[p.TypesInfo.ObjectOf(x)]
		// Each step goes back in the text, so there is an end.
		before, _ := slices.BinarySearchFunc(values, x.Pos()+1, func(e ast.Expr, pos token.Pos) int { return cmp.Compare(e.End(), pos) })
		if before > 0 && !is[*ast.BadExpr](values[before-1]) {
			return p.origin(values[before-1])
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		literal, ok := p.origin(x.X).(*ast.CompositeLit)
		for i := 0; ok && settings[p.TypesInfo.ObjectOf(x.Sel)] == nil && i < len(literal.Elts); i++ {
			if pair, ok := literal.Elts[i].(*ast.KeyValueExpr); ok && types.ExprString(pair.Key) == x.Sel.Name {
				return p.origin(pair.Value)
			}
		}
	}
	return e
}

// constant returns the value of a constant expression, or nil. That of a string is a string, and that of
// an int an int64.
func (p *pass) constant(e ast.Expr) any { return constant.Val(p.TypesInfo.Types[e].Value) }

// passOn has the functions whose result is made of the ID or the text in their first argument, and
// begins with it.
var passOn = map[string]string{
	"encoding/hex": "EncodeToString",
	"net/url":      "PathUnescape QueryUnescape",
	"strings":      "Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix",
}

// A sourceOf is a key of memo that keeps sources apart from origins.
type sourceOf struct{ ast.Expr }

// source is like origin, and also follows the functions in passOn, conversions and x[:] to their arguments.
func (p *pass) source(e ast.Expr) ast.Expr {
	return memo(p, sourceOf{e}, func(sourceOf) ast.Expr {
		e, f := p.origin(e), p.callee(p.origin(e))
		call, isCall := e.(*ast.CallExpr)
		slice, isSlice := e.(*ast.SliceExpr)
		if isSlice && slice.Low == nil && slice.High == nil {
			return p.source(slice.X)
		} else if isCall && len(call.Args) > 0 && (has(passOn[f.path], f.name) || p.callsUUID(e, "Must Encode") || p.isConversion(call)) {
			return p.source(call.Args[0])
		}
		return e
	})
}
