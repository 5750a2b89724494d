package main

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// This file finds the library types inside other types.

// A held describes a library type inside another type.
type held struct {
	lib     *library
	typ     *types.Named
	name    string
	pointer bool // whether the library's type is behind a pointer
	direct  bool // whether no struct or generic type contains the library's type
}

// holds returns the library types that reflection finds in a value of type t. It leaves out
// libraries to which the row does not apply.
func (s *scout) holds(t types.Type) []held {
	all := s.m.holds(s.plan, s.file.fset, t, false)
	return slices.DeleteFunc(all, func(h held) bool { return !slices.Contains(s.row.From, h.lib.from) })
}

// holds returns the library types that reflection finds in a value of type t. It leaves out types
// that do not move. If unexported is true, it includes unexported fields: reflection can see
// their types, but cannot call their methods.
func (m *module) holds(p *plan, fset *token.FileSet, t types.Type, unexported bool) []held {
	var all []held
	seen := map[types.Type]bool{}
	var walk func(t types.Type, h held)
	walk = func(t types.Type, h held) {
		t = types.Unalias(t)
		if t == nil || seen[t] {
			return
		}
		if n, ok := t.(*types.Named); ok {
			if l, _ := m.movingType(n); l != nil {
				h.lib, h.typ, h.name = l, n, n.Obj().Name()
				all = append(all, h)
				return
			}
			for arg := range n.TypeArgs().Types() {
				walk(arg, held{})
			}
			if n.Obj().Pkg() == nil || !m.own[n.Obj().Pkg().Path()] || !m.canChange(p, m.placeAt(fset, n.Obj().Pos())) {
				return // the type does not change
			}
		}
		seen[t] = true
		if u, ok := t.Underlying().(*types.Map); ok {
			walk(u.Key(), held{direct: h.direct})
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem(), held{pointer: true, direct: h.direct})
		case *types.Chan: // encoders do not read channels
		case container:
			walk(u.Elem(), held{direct: h.direct})
		case *types.Struct:
			for f := range u.Fields() {
				stays := f.Embedded() && m.staysEmbedded(f.Pkg(), f.Type())
				if (f.Exported() || f.Embedded() || unexported) && !stays {
					walk(f.Type(), held{})
				}
			}
		}
	}
	walk(t, held{direct: true})
	return all
}

// A container is a type with an element type: a pointer, slice, array, map or channel.
type container interface{ Elem() types.Type }

// isType reports whether t is the named type from the row's library, or a pointer to it. An empty
// name matches every type that moves.
func (s *scout) isType(t types.Type, name string) bool {
	l, named := s.m.movingType(t)
	return l != nil && s.library(named.Obj()) == l && (name == "" || named.Obj().Name() == name)
}

// counts reports whether the row applies to a type that holds returned.
func (s *scout) counts(h held) bool {
	names := s.row.TypeNames()
	return slices.Contains(names, h.name) || h.pointer && slices.Contains(names, "*"+h.name)
}

// mayBe reports whether a value of type t may be, or may contain, a UUID with a method of this name.
// This is possible if t is an interface or a type parameter that the UUID type of the row's library
// implements.
func (s *scout) mayBe(t types.Type, method string) bool {
	seen := map[types.Type]bool{} // type T []T contains itself
	c, ok := t.Underlying().(container)
	for ; ok && !seen[t]; c, ok = t.Underlying().(container) {
		seen[t], t = true, c.Elem()
	}
	u, ok := t.Underlying().(*types.Interface)
	// A UUID does not implement most interfaces, and it does not satisfy a constraint such as ~int.
	return ok && slices.ContainsFunc(typeutil.Dependencies(s.file.pkg.Types), func(p *types.Package) bool {
		obj := p.Scope().Lookup("UUID")
		return s.library(obj) != nil && hasMethod(obj.Type(), method) && types.Implements(obj.Type(), u)
	})
}
