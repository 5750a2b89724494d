package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// packages are the directories whose files are mutated.
var packages = []string{".", "cmd/uuid"}

// mutationsByKind returns all mutations by kind of the files that are not tests.
func mutationsByKind(root string) ([]mutation, error) {
	var mutations []mutation
	for _, dir := range packages {
		entries, err := os.ReadDir(filepath.Join(root, dir))
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			file := filepath.ToSlash(filepath.Join(dir, entry.Name()))
			isGo := strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go")
			if !isGo && !strings.HasSuffix(file, ".s") {
				continue
			}
			source, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				return nil, err
			}
			if !isGo {
				mutations = append(mutations, ofAssembly(file, source)...)
				continue
			}
			ofFile, err := ofGo(file, source)
			if err != nil {
				return nil, err
			}
			mutations = append(mutations, ofFile...)
		}
	}
	return mutations, nil
}

// A walker collects the mutations of one Go file.
type walker struct {
	file        string
	source      []byte
	tokens      *token.FileSet
	function    string
	first, last int
	results     *ast.FieldList // of the function that encloses the node
	mutations   []mutation
}

// ofGo returns the mutations of a Go file.
func ofGo(file string, source []byte) ([]mutation, error) {
	w := walker{file: file, source: source, tokens: token.NewFileSet()}
	tree, err := parser.ParseFile(w.tokens, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, decl := range tree.Decls {
		w.function, w.results, w.first, w.last = "-", nil, 0, 0
		if f, ok := decl.(*ast.FuncDecl); ok {
			w.function, w.results = f.Name.Name, f.Type.Results
			w.first, w.last = w.tokens.Position(f.Pos()).Line, w.tokens.Position(f.End()).Line
		} else if decl.(*ast.GenDecl).Tok == token.IMPORT {
			continue
		}
		w.walk(decl)
	}
	return w.mutations, nil
}

// add adds a mutation that puts text in the place of what is from one position to
// another.
func (w *walker) add(from, to token.Pos, text string) {
	start, end := w.tokens.Position(from).Offset, w.tokens.Position(to).Offset
	m := newMutation(w.file, w.function, w.source, start, end, text)
	m.first, m.last = w.first, w.last
	w.mutations = append(w.mutations, m)
}

// text returns the source of a node.
func (w *walker) text(n ast.Node) string {
	return string(w.source[w.tokens.Position(n.Pos()).Offset:w.tokens.Position(n.End()).Offset])
}

// operator adds the mutations that put others in the place of an operator.
func (w *walker) operator(at token.Pos, op token.Token, others ...token.Token) {
	for _, other := range others {
		w.add(at, at+token.Pos(len(op.String())), other.String())
	}
}

// walk adds the mutations of a node and of all below it.
func (w *walker) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			results := w.results
			w.results = n.Type.Results
			w.walk(n.Body)
			w.results = results
			return false
		case *ast.StructType, *ast.InterfaceType:
			// Field tags are no code. A literal there is the length of an array that pads.
			return false
		case *ast.BinaryExpr:
			w.operator(n.OpPos, n.Op, binary[n.Op]...)
		case *ast.AssignStmt:
			w.operator(n.TokPos, n.Tok, assignments[n.Tok]...)
		case *ast.IncDecStmt:
			w.operator(n.TokPos, n.Tok, assignments[n.Tok]...)
		case *ast.UnaryExpr:
			if slices.Contains([]token.Token{token.NOT, token.SUB, token.XOR}, n.Op) {
				w.add(n.Pos(), n.End(), w.text(n.X))
			}
		case *ast.IfStmt:
			w.negate(n.Cond)
		case *ast.ForStmt:
			w.negate(n.Cond)
		case *ast.BasicLit:
			if n.Kind == token.INT || n.Kind == token.CHAR {
				w.add(n.Pos(), n.End(), "("+n.Value+"+1)")
				w.add(n.Pos(), n.End(), "("+n.Value+"-1)")
			}
		case *ast.Ident:
			if opposite := map[string]string{"true": "false", "false": "true"}[n.Name]; opposite != "" {
				w.add(n.Pos(), n.End(), opposite)
			}
		case *ast.ReturnStmt:
			w.dropError(n)
		case *ast.BlockStmt:
			w.leaveOut(n.List)
		case *ast.CaseClause:
			w.leaveOut(n.Body)
		case *ast.CommClause:
			w.leaveOut(n.Body)
		}
		return true
	})
}

// Of a comparison, the boundary and the direction change.
var binary = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GTR},
	token.LEQ: {token.LSS, token.GEQ},
	token.GTR: {token.GEQ, token.LSS},
	token.GEQ: {token.GTR, token.LEQ},
	token.EQL: {token.NEQ},
	token.NEQ: {token.EQL},

	token.LAND: {token.LOR},
	token.LOR:  {token.LAND},

	token.ADD:     {token.SUB},
	token.SUB:     {token.ADD},
	token.MUL:     {token.QUO},
	token.QUO:     {token.MUL},
	token.REM:     {token.MUL},
	token.SHL:     {token.SHR},
	token.SHR:     {token.SHL},
	token.AND:     {token.OR},
	token.OR:      {token.AND},
	token.XOR:     {token.OR},
	token.AND_NOT: {token.AND},
}

var assignments = map[token.Token][]token.Token{
	token.INC:            {token.DEC},
	token.DEC:            {token.INC},
	token.ADD_ASSIGN:     {token.SUB_ASSIGN},
	token.SUB_ASSIGN:     {token.ADD_ASSIGN},
	token.MUL_ASSIGN:     {token.QUO_ASSIGN},
	token.QUO_ASSIGN:     {token.MUL_ASSIGN},
	token.REM_ASSIGN:     {token.MUL_ASSIGN},
	token.SHL_ASSIGN:     {token.SHR_ASSIGN},
	token.SHR_ASSIGN:     {token.SHL_ASSIGN},
	token.AND_ASSIGN:     {token.OR_ASSIGN},
	token.OR_ASSIGN:      {token.AND_ASSIGN},
	token.XOR_ASSIGN:     {token.OR_ASSIGN},
	token.AND_NOT_ASSIGN: {token.AND_ASSIGN},
}

// negate negates a condition that has no operator to change.
func (w *walker) negate(cond ast.Expr) {
	switch cond.(type) {
	case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
		w.add(cond.Pos(), cond.Pos(), "!")
	}
}

// dropError returns nil in the place of an error.
func (w *walker) dropError(n *ast.ReturnStmt) {
	if w.results == nil || len(n.Results) == 0 {
		return
	}
	results := w.results.List
	if kind, ok := results[len(results)-1].Type.(*ast.Ident); !ok || kind.Name != "error" {
		return
	}
	last := n.Results[len(n.Results)-1]
	if name, ok := last.(*ast.Ident); ok && name.Name == "nil" || len(n.Results) < w.results.NumFields() {
		return
	}
	w.add(last.Pos(), last.End(), "nil")
}

// leaveOut leaves out each statement that has an effect.
func (w *walker) leaveOut(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt, *ast.BranchStmt:
		case *ast.ReturnStmt:
			if s == list[len(list)-1] && len(list) > 1 && len(s.Results) > 0 {
				continue // mostly the end of a function
			}
		default:
			continue
		}
		w.add(s.Pos(), s.End(), "")
	}
}
