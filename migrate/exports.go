package main

import (
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
	add := func(prefix string, obj types.Object) {
		if obj.Exported() {
			found[prefix+obj.Name()] = types.TypeString(obj.Type(), nil)
		}
	}
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		add("", obj)
		t, ok := obj.(*types.TypeName)
		if !ok || !obj.Exported() {
			continue
		}
		if t.IsAlias() {
			found[name] = types.TypeString(types.Unalias(t.Type()), nil)
			continue
		}
		if named, ok := t.Type().(*types.Named); ok {
			for method := range named.Methods() {
				add(name+".", method)
			}
		}
		// A field or method is reported by itself: the type as a whole breaks nobody.
		switch u := t.Type().Underlying().(type) {
		case *types.Struct:
			for field := range u.Fields() {
				add(name+".", field)
			}
		case *types.Interface:
			for method := range u.ExplicitMethods() {
				add(name+".", method)
			}
		default:
			found[name] = types.TypeString(u, nil)
		}
	}
	return found
}
