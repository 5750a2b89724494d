package main

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// changedExports returns the exported names whose types have changed, with
// the paths of their packages, where other modules can import them. The
// changelog of a library must list these names.
func (m *module) changedExports(changed []*checked) []string {
	names := map[string]bool{}
	for _, ch := range changed {
		pkg := ch.orig
		if pkg.Name == "main" || pkg.ForTest != "" || slices.Contains(strings.Split(pkg.PkgPath, "/"), "internal") {
			continue
		}
		after := exports(ch.types)
		for name, text := range exports(pkg.Types) {
			if after[name] != text {
				names[pkg.PkgPath+"."+name] = true
			}
		}
	}
	list := slices.AppendSeq([]string{}, maps.Keys(names))
	slices.Sort(list)
	return list
}

// exports returns the types of the exported names of a package: Parse, Order.ID,
// Order.String.
func exports(p *types.Package) map[string]string {
	found := map[string]string{}
	for _, name := range p.Scope().Names() {
		if !token.IsExported(name) {
			continue
		}
		obj := p.Scope().Lookup(name)
		found[name] = types.TypeString(obj.Type(), nil)
		if t, ok := obj.(*types.TypeName); ok {
			found[name] = members(t, found)
		}
	}
	return found
}

// members adds the exported fields and methods of a type to those found, and
// returns the rest of the type.
func members(t *types.TypeName, found map[string]string) string {
	if t.IsAlias() {
		return types.TypeString(types.Unalias(t.Type()), nil)
	}
	if named, ok := t.Type().(*types.Named); ok {
		for method := range named.Methods() {
			if method.Exported() {
				found[t.Name()+"."+method.Name()] = types.TypeString(method.Type(), nil)
			}
		}
	}
	// A field or method is reported by itself: the type as a whole breaks nobody.
	switch u := t.Type().Underlying().(type) {
	case *types.Struct:
		for field := range u.Fields() {
			if field.Exported() {
				found[t.Name()+"."+field.Name()] = types.TypeString(field.Type(), nil)
			}
		}
		return "struct"
	case *types.Interface:
		for method := range u.ExplicitMethods() {
			found[t.Name()+"."+method.Name()] = types.TypeString(method.Type(), nil)
		}
		return "interface"
	default:
		return types.TypeString(u, nil)
	}
}
