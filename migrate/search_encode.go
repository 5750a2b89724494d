package main

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// This file searches for values that encoders and databases receive.

// given notes a value that the row's package receives as an interface, if the value contains one of
// the row's types.
func (s *scout) given(e ast.Expr, t types.Type) {
	if types.IsInterface(t) && slices.ContainsFunc(s.holds(s.info.TypeOf(e)), s.counts) {
		s.row.near = true
		s.tell(e.Pos())
	}
}

// fields notes struct fields that have the row's tag and contain one of the row's types. It skips an
// embedded field that keeps its type because of its name.
func (s *scout) fields(st *ast.StructType) {
	if !s.row.tagged {
		return
	}
	for _, f := range st.Fields.List {
		t := s.info.TypeOf(f.Type)
		stays := len(f.Names) == 0 && s.m.staysEmbedded(s.file.pkg.Types, t)
		if stays || f.Tag == nil || !s.row.tag.MatchString(f.Tag.Value) {
			continue
		}
		differs := func(h held) bool {
			// A move to the standard library loses the method IsZero, and other moves gain it. Encoders
			// call it on the field itself, not on the elements of a slice.
			changesZero := s.isType(t, "") && hasMethod(h.typ, "IsZero") == (h.lib == superset)
			return h.direct && s.counts(h) && (!s.row.Zero || changesZero)
		}
		if slices.ContainsFunc(s.holds(t), differs) {
			s.tell(f.Pos())
		}
	}
}

// embedded notes embedded fields whose type is from a library.
func embedded(s *scout, n ast.Node) {
	st, ok := n.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		t := s.info.TypeOf(f.Type)
		if len(f.Names) == 0 && s.isType(t, "") && !s.m.staysEmbedded(s.file.pkg.Types, t) {
			s.tell(f.Pos())
		}
	}
}

// registered reports each library type that is registered with gob, which stores the type's import
// path.
func registered(s *scout, call *ast.CallExpr) {
	isRegister := qualifiedName(typeutil.Callee(s.info, call)) == "encoding/gob.Register"
	if isRegister && s.isType(s.info.TypeOf(call.Args[0]), "") {
		s.tell(call.Pos())
	}
}

// scanned notes pointers to UUIDs in calls to a Scan method.
func scanned(s *scout, call *ast.CallExpr) {
	if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Scan" {
		return
	}
	for _, e := range call.Args {
		if t := s.info.TypeOf(e); isPointer(t) && s.isType(t, "UUID") {
			s.tell(e.Pos())
		}
	}
}

// optionalField notes a field of ent whose column may be NULL, and whose Go type cannot be.
func optionalField(s *scout, call *ast.CallExpr) {
	methods := map[string]bool{} // what follows field.UUID in the chain; the last call is visited first
	for ok := true; ok && !s.chained[call]; {
		s.chained[call] = true
		if qualifiedName(typeutil.Callee(s.info, call)) == "entgo.io/ent/schema/field.UUID" {
			if methods["Optional"] && !methods["Nillable"] && s.isType(s.info.TypeOf(call.Args[1]), "UUID") {
				s.tell(call.Pos())
			}
			return
		}
		sel, isMethod := call.Fun.(*ast.SelectorExpr)
		if !isMethod {
			return
		}
		methods[sel.Sel.Name] = true
		call, ok = sel.X.(*ast.CallExpr)
	}
}
