package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// dependencies holds the packages from other modules that the module imports, directly or
// indirectly.
type dependencies struct {
	m      *module
	pkgs   map[string]*packages.Package
	checks map[runtimeCheck]string // where the first check is
	offers bool                    // whether a package checks for a library's type, or has one in its API
	yaml   bool                    // whether the module imports a YAML package
	bson   bool                    // whether the module imports a BSON package
}

// A runtimeCheck is a module and a library whose types the module checks for at run time.
type runtimeCheck struct {
	module string
	lib    *library
}

// dependencies collects the packages from other modules that m imports.
func (m *module) dependencies() *dependencies {
	d := &dependencies{m: m, pkgs: map[string]*packages.Package{}, checks: map[runtimeCheck]string{}}
	for _, c := range m.configs {
		// Imported packages are visited first.
		packages.Visit(c.roots, nil, func(pkg *packages.Package) { d.add(c, pkg) })
	}
	d.yaml, d.bson = d.imported("yaml"), d.imported("bson")
	return d
}

func (d *dependencies) add(c *config, pkg *packages.Package) {
	if d.pkgs[pkg.PkgPath] != nil || pkg.Module != nil && slices.Contains(d.m.dirs, pkg.Module.Dir) {
		return
	}
	d.pkgs[pkg.PkgPath] = pkg
	for path, l := range d.m.libraries {
		if pkg.Imports[path] == nil || pkg.Module == nil {
			continue
		}
		for _, path := range pkg.GoFiles {
			key := runtimeCheck{pkg.Module.Path, l}
			if at := findCheck(path, l); at != "" && d.checks[key] == "" {
				d.checks[key] = pkg.PkgPath + " (" + at + ")"
				d.offers = true
			}
		}
		if types, err := c.complete(pkg); err == nil && pkg.Module.Path != path {
			mentions := func(text string) bool { return strings.Contains(text, path+".") }
			d.offers = d.offers || slices.ContainsFunc(slices.Collect(maps.Values(exports(types))), mentions)
		}
	}
}

// versionOf returns the version of a package's module.
func versionOf(pkg *packages.Package) string {
	switch m := pkg.Module; {
	case m == nil:
		return ""
	case m.Replace != nil && m.Replace.Version != "":
		return m.Replace.Version
	default:
		return m.Version
	}
}

// imported reports whether the module's code imports a package whose path contains a word, directly
// or indirectly. Tests count only with their own imports, because testify imports a YAML package.
func (d *dependencies) imported(word string) bool {
	pattern, found := regexp.MustCompile(`\b`+word+`\b`), false
	note := func(pkg *packages.Package) {
		found = found || d.pkgs[pkg.PkgPath] != nil && pattern.MatchString(pkg.PkgPath)
	}
	var code []*packages.Package
	for _, c := range d.m.configs {
		for _, root := range c.roots {
			if root.ForTest == "" {
				code = append(code, root)
			}
			for _, pkg := range root.Imports {
				note(pkg)
			}
		}
	}
	packages.Visit(code, nil, note)
	return found
}

// stops returns the reasons not to write: packages of this module that use an old type and import
// another module that checks for this type at run time. The other module would not recognize values
// of the new type. Modules in acknowledged are not reported.
func (d *dependencies) stops(p *plan, acknowledged []string) []finding {
	var found []finding
	for _, c := range d.m.configs {
		for _, pkg := range c.pkgs {
			for path := range pkg.Imports {
				other := d.pkgs[path]
				if other == nil || other.Module == nil || slices.Contains(acknowledged, other.Module.Path) {
					continue
				}
				for check, at := range d.checks {
					if check.module == other.Module.Path && d.m.hasValues(p, pkg, check.lib) {
						found = append(found, finding{
							File: pkg.PkgPath,
							Name: other.Module.Path,
							Text: "the module checks for types of " + check.lib.from + " at run time, in " + at +
								", and this package may pass values of the new type to it: move the module first, " +
								"or make sure that these values are safe and use -despite " + other.Module.Path,
						})
					}
				}
			}
		}
	}
	return found
}

// hasValues reports whether reflection finds one of a library's types in the value of any
// expression in a package.
func (m *module) hasValues(p *plan, pkg *packages.Package, l *library) bool {
	searched := map[types.Type]bool{} // most expressions share a few types
	for _, tv := range pkg.TypesInfo.Types {
		isOfLibrary := func(h held) bool { return h.lib == l }
		if !searched[tv.Type] && slices.ContainsFunc(m.holds(p, pkg.Fset, tv.Type, true), isOfLibrary) {
			return true
		}
		searched[tv.Type] = true
	}
	return false
}

// users returns findings for the packages that import a library. Packages in the same module get
// the same findings.
func (d *dependencies) users() []finding {
	var found []finding
	for _, pkg := range d.pkgs {
		for _, p := range d.m.libraryPaths() {
			if pkg.Module == nil || pkg.Module.Path == p || pkg.Imports[p] == nil {
				continue
			}
			text := "this dependency imports " + p
			if at := d.checks[runtimeCheck{pkg.Module.Path, d.m.libraries[p]}]; at != "" {
				text += " and checks for its types at run time, in " + at
			}
			found = append(found, finding{File: pkg.Module.Path, Text: text})
		}
	}
	return found
}

// findCheck returns the first place in a file that asserts a library type or passes it to package
// reflect. It returns "" if there is none.
func findCheck(path string, l *library) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	name := ""
	for _, spec := range f.Imports {
		if slices.Contains(l.paths, importPath(spec)) {
			name = specName(spec)
		}
	}
	// The file is parsed here without types, because function bodies in other modules are not
	// type-checked.
	for n := range ast.Preorder(f) {
		for _, e := range assertedTypes(n) {
			for n := range ast.Preorder(e) {
				if id, ok := n.(*ast.Ident); ok && id.Name == name {
					return filepath.Base(path) + ":" + strconv.Itoa(fset.Position(id.Pos()).Line)
				}
			}
		}
	}
	return ""
}

// frozenUsers returns the module's files that mention a library and must not be edited, with the
// reasons.
func (m *module) frozenUsers() []finding {
	var users []finding
	for path, f := range m.files {
		// The files that cgo generates are outside the modules, in the build cache.
		if f.frozen != "" && m.owner(path) != "" && m.mentionsLibrary(path) {
			users = append(users, finding{File: m.relative(path), Text: f.frozen})
		}
	}
	return users
}

// changedExports returns the exported names whose types have changed, each prefixed with its
// package path. It leaves out packages that other modules cannot import. A library's changelog
// should list these names.
func (m *module) changedExports(changed []*checked) []string {
	names := map[string]bool{}
	for _, ch := range changed {
		pkg := ch.orig
		if !isImportable(pkg) || pkg.ForTest != "" {
			continue
		}
		after := exports(ch.types)
		for name, text := range exports(pkg.Types) {
			if after[name] != text {
				names[pkg.PkgPath+"."+name] = true
			}
		}
	}
	return append([]string{}, slices.Sorted(maps.Keys(names))...) // in JSON, an empty list must be [], not null
}

// isImportable reports whether other modules can import a package.
func isImportable(pkg *packages.Package) bool {
	return pkg.Name != "main" && !slices.Contains(strings.Split(pkg.PkgPath, "/"), "internal")
}

// exports returns the types of a package's exported names. The names have forms such as Parse,
// Order.ID and Order.String.
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
		// Only the changed field or method is reported, because users of the type's other parts are
		// not affected.
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
