package main

import (
	"go/ast"
	"go/types"
)

// tidy removes conversions to the type that a value has, and imports that
// nothing uses.
func (b *boundary) tidy() {
	used := map[types.Object]bool{}
	for _, obj := range b.ch.info.Uses {
		used[obj] = true
	}
	for _, spec := range b.file.Imports {
		obj := b.ch.info.Implicits[spec]
		if spec.Name != nil {
			obj = b.ch.info.Defs[spec.Name]
		}
		if name, ok := obj.(*types.PkgName); ok && name.Name() != "_" && name.Name() != "." && !used[name] {
			b.remove(importNode(b.file, spec))
		}
	}
	// Conversions that an earlier pass needed may need none after a later one.
	for n := range ast.Preorder(b.file) {
		if e, ok := n.(ast.Expr); ok && !b.converted[e] {
			call := b.conversion(e)
			if call != nil && b.isSpelled(call.Fun) && types.Identical(b.ch.info.TypeOf(call.Fun), b.ch.info.TypeOf(call.Args[0])) {
				b.unwrap(call, call.Args[0])
			}
		}
	}
}

// isSpelled reports whether a type is written with the name of its package. The code
// base's own aliases are not.
func (b *boundary) isSpelled(e ast.Expr) bool {
	e = ast.Unparen(e)
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := b.ch.info.Uses[sel.Sel]
	return obj != nil && (obj.Pkg() == b.c.target || b.m.libraryOf(obj.Pkg()) != nil)
}
