package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// This file searches for code that refers to types, methods and paths at run time.

// methodByName notes calls to reflect's MethodByName with a name that matches the row's pattern for
// templates.
func methodByName(s *scout, call *ast.CallExpr) {
	if len(call.Args) == 1 && qualifiedName(typeutil.Callee(s.info, call)) == "reflect.MethodByName" {
		if name, ok := constantText(s.info, call.Args[0]); ok && s.row.text.MatchString("{{."+name+"}}") {
			s.tell(call.Pos())
		}
	}
}

// oldPath notes a library's path, with or without the host name, in a string or a comment.
func oldPath(s *scout, n ast.Node) {
	switch n := n.(type) {
	case *ast.File:
		for _, group := range n.Comments {
			for _, c := range group.List {
				if s.paths.MatchString(c.Text) {
					s.tell(c.Pos())
				}
			}
		}
	case *ast.BasicLit:
		// An import is not noted, because go/types records no value for its path.
		if text, ok := constantText(s.info, n); ok && s.paths.MatchString(text) {
			s.tell(n.Pos())
		}
	}
}

// dynamicTypes notes run-time checks that a value of the old type from another module would no
// longer pass. Such checks are assertions, type switches and calls to package reflect. Functions
// that are passed as interface values are noted too, because reflection may call them.
func dynamicTypes(s *scout, n ast.Node) {
	// If no other code supplies values of the old type, all values have the new type, and the
	// checks pass as before.
	for _, e := range assertedTypes(n) {
		if s.names(s.info.TypeOf(e)) && (s.foreign || s.isOffered(n.Pos())) {
			s.tell(e.Pos())
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok || !s.foreign {
		return
	}
	argumentSites(s.info, call, func(e ast.Expr, target types.Type) {
		_, isFunction := under(s.info.TypeOf(e)).(*types.Signature)
		if isFunction && types.IsInterface(target) && s.names(s.info.TypeOf(e)) {
			s.tell(e.Pos())
		}
	})
}

// names reports whether a type is a library's, or is made of one: a pointer, slice, array, map, channel
// or function.
func (s *scout) names(t types.Type) bool {
	if s.isType(t, "") {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Map:
		return s.names(t.Key()) || s.names(t.Elem())
	case container:
		return s.names(t.Elem())
	case *types.Signature:
		named := func(v *types.Var) bool { return s.names(v.Type()) }
		return slices.ContainsFunc(slices.Collect(t.Params().Variables()), named) ||
			slices.ContainsFunc(slices.Collect(t.Results().Variables()), named)
	}
	return false
}

// isOffered reports whether other modules can pass a value of the old type to the declaration that
// contains pos.
func (s *scout) isOffered(pos token.Pos) bool {
	if !isImportable(s.file.pkg) || strings.HasSuffix(s.file.path, "_test.go") {
		return false
	}
	switch unit := unitAt(s.file.fset, s.file.syntax, pos).(type) {
	case *ast.FuncDecl:
		sig := s.info.Defs[unit.Name].(*types.Func).Signature()
		receives := sig.Recv() != nil && s.accepts(sig.Recv()) ||
			slices.ContainsFunc(slices.Collect(sig.Params().Variables()), s.accepts)
		return unit.Name.IsExported() && receives
	case *ast.ValueSpec:
		return slices.ContainsFunc(unit.Names, (*ast.Ident).IsExported)
	}
	return false
}

// accepts reports whether other modules can put a value of the old type into a variable or, if the
// module declares its type, into one of its exported fields.
func (s *scout) accepts(v *types.Var) bool {
	if s.mayBe(v.Type(), "String") {
		return true
	}
	named := namedType(v.Type())
	if named == nil || named.Obj().Pkg() == nil || !s.m.own[named.Obj().Pkg().Path()] {
		return false
	}
	fields, ok := named.Underlying().(*types.Struct)
	for i := 0; ok && i < fields.NumFields(); i++ {
		if f := fields.Field(i); f.Exported() && s.mayBe(f.Type(), "String") {
			return true
		}
	}
	return false
}

// assertedTypes returns the type expressions in an assertion, a type switch or reflect.TypeFor, or
// the value passed to reflect.TypeOf. It returns nil for other nodes.
func assertedTypes(n ast.Node) []ast.Expr {
	var list []ast.Expr
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			list = append(list, n.Type)
		}
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List {
			list = append(list, clause.(*ast.CaseClause).List...)
		}
	case *ast.CallExpr:
		// The package is recognized by its name because files in other modules are not
		// type-checked.
		fun := ast.Unparen(n.Fun)
		index, isFor := fun.(*ast.IndexExpr)
		if isFor {
			fun = index.X
		}
		sel, ok := fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Type") {
			return nil
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Name == "reflect" {
			list = append(list, n.Args...)
			if isFor {
				list = append(list, index.Index)
			}
		}
	}
	return list
}
