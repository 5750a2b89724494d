package analyzer

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// A pass is the run of one check on one package. Its methods answer questions about the code. It remembers the answers
// to questions that are asked often.
type pass struct {
	*analysis.Pass
	root cursor

	assignments  map[types.Object][]assignment // by assignmentsOf, which fills it at once
	origins      map[ast.Expr]ast.Expr         // by origin
	sources      map[ast.Expr]ast.Expr         // by source
	clientTexts  map[ast.Expr]bool             // by isClientText
	messages     map[ast.Expr]bool             // by isMessage
	plainCalls   map[*ast.CallExpr]bool        // by isPlain
	kinds        map[*types.Func]kind          // by kindOf
	files        map[string]sourceFile         // by fileOf
	shown        map[shown]bool                // by shows
	servedParams map[*types.Var]bool           // by served, which fills it at once
	routedUUIDs  map[string]bool               // by isRoutedUUID, which fills it at once
	ruledUUIDs   map[*types.Func]set           // by isRuledUUID
	endless      map[*ast.FuncDecl]bool        // by neverReturns
	storing      map[*ast.FuncDecl]bool        // by callKeeps
	declarations map[*types.Func]*ast.FuncDecl // by declarationHere, which fills it at once
	texts        map[ast.Expr]bool             // by isText
	defaultText  answer                        // by isDefaultText
}

func newPass(p *analysis.Pass) *pass {
	return &pass{
		Pass:        p,
		root:        p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(),
		origins:     make(map[ast.Expr]ast.Expr),
		sources:     make(map[ast.Expr]ast.Expr),
		clientTexts: make(map[ast.Expr]bool),
		messages:    make(map[ast.Expr]bool),
		plainCalls:  make(map[*ast.CallExpr]bool),
		kinds:       make(map[*types.Func]kind),
		files:       make(map[string]sourceFile),
		shown:       make(map[shown]bool),
		endless:     make(map[*ast.FuncDecl]bool),
		storing:     make(map[*ast.FuncDecl]bool),
		ruledUUIDs:  make(map[*types.Func]set),
		texts:       make(map[ast.Expr]bool),
	}
}

// memo returns known[key]. The first time, it computes the value with f. While f runs, memo returns
// the zero value for the key, so a recursion ends.
func memo[K comparable, V any](known map[K]V, key K, f func(K) V) V {
	if v, ok := known[key]; ok {
		return v
	}
	var zero V
	known[key] = zero
	v := f(key)
	known[key] = v
	return v
}

// A cursor is a node with its place in the file.
type cursor = inspector.Cursor

// forEach returns a run that calls f for each node of type N.
func forEach[N ast.Node](f func(*pass, cursor, N)) func(*pass) {
	return func(p *pass) {
		var zero N
		for c := range p.root.Preorder(zero) {
			f(p, c, c.Node().(N))
		}
	}
}

// inOrder returns a run that performs several runs in order.
func inOrder(runs ...func(*pass)) func(*pass) {
	return func(p *pass) {
		for _, run := range runs {
			run(p)
		}
	}
}

// report reports a node.
func (p *pass) report(n ast.Node, message string) { p.reportFix(n, message, nil) }

// A fix inserts a text before a node and one after it.
type fix struct{ before, after string }

// reportFix is like report, and suggests a fix unless it is nil. A check suggests a fix only if no
// other correction could be right.
func (p *pass) reportFix(n ast.Node, message string, f *fix) {
	d := analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Message: message + " (" + p.Analyzer.URL + ")"}
	if f != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message: message,
			TextEdits: []analysis.TextEdit{
				{Pos: n.Pos(), End: n.Pos(), NewText: []byte(f.before)},
				{Pos: n.End(), End: n.End(), NewText: []byte(f.after)},
			},
		}}
	}
	p.Report(d)
}

// typeOf returns the type of an expression. If the type is not known, typeOf returns the invalid
// type, which has no methods, fields or elements. Types are unknown even in a package without type
// errors if it uses a value of another package that has some.
func (p *pass) typeOf(e ast.Expr) types.Type {
	if t := p.TypesInfo.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}
