package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// goVersion notes what a higher language version changes for the module in dir.
func (m *module) goVersion(dir, from, to string) []finding {
	if from == "" || version.Lang("go"+from) == version.Lang("go"+to) {
		return nil
	}
	text := fmt.Sprintf("the go line goes from %s to %s, which the target needs; it sets the defaults of GODEBUG too", from, to)
	if versionLess(from, "1.22") {
		text += "; since 1.22 each iteration of a loop has variables of its own"
	}
	found := []finding{{File: m.relative(filepath.Join(dir, "go.mod")), Text: text}}
	if versionLess(from, "1.24") {
		found = append(found, m.variableFormats()...)
	}
	return found
}

// variableFormats notes what go vet refuses, and with it go test, from the
// language version 1.24 on.
func (m *module) variableFormats() []finding {
	var found []finding
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		f := m.files[path]
		if !m.contains(path) {
			continue
		}
		s := &scout{m: m, file: f, info: f.pkg.TypesInfo}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && s.hasVariableFormat(call) {
				s.note(call.Pos(), "format", "go vet, which go test runs, refuses a format that is no constant and has no arguments, since 1.24")
			}
			return true
		})
		found = append(found, s.found...)
	}
	return found
}

func (s *scout) hasVariableFormat(call *ast.CallExpr) bool {
	if !isPrinter(s.info, call) {
		return false
	}
	sig, ok := under(s.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || !sig.Variadic() || sig.Params().Len() != len(call.Args)+1 || len(call.Args) == 0 {
		return false
	}
	format := call.Args[len(call.Args)-1]
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr) // of a printer
	return strings.HasSuffix(sel.Sel.Name, "f") && s.info.Types[format].Value == nil
}
