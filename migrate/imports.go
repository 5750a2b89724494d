package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// importSpecs returns the imports of libraries and that of the target.
func (r *rewriter) importSpecs() (olds []*ast.ImportSpec, target *ast.ImportSpec) {
	for _, spec := range r.file.syntax.Imports {
		switch p := importPath(spec); {
		case p == r.m.target:
			target = spec
		case r.m.libraryAt(p) != nil:
			olds = append(olds, spec)
		}
	}
	return olds, target
}

// localName returns the name of the target in the file: the name that the file has already,
// or the name of a library, best the package's own name. A name that contains the library's
// name would be wrong.
func (r *rewriter) localName() string {
	olds, target := r.importSpecs()
	if target != nil {
		return specName(target)
	}
	names := []string{"uuid"}
	for _, spec := range olds {
		switch name := specName(spec); {
		case name == "uuid":
			return name
		case name != "_" && name != "." && !strings.Contains(name, r.m.libraryAt(importPath(spec)).name):
			names = append(names, name)
		}
	}
	return names[len(names)-1]
}

// importPath returns the path that a file imports.
func importPath(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
	return p
}

// imports makes the file import the packages that it mentions. It returns the imports that
// have no place beside an import of a library.
func (r *rewriter) imports() []newImport {
	olds, target := r.importSpecs()
	for need := range r.plan.needs {
		switch {
		case need.file != r.file.path:
		case need.imported == r.m.target:
			r.moved = true
		default:
			r.stays[r.m.libraryAt(need.imported)] = need.imported
		}
	}
	var added []newImport
	names := map[*library]string{} // of libraries in the file, afterwards
	replaced := target != nil || !r.moved
	for _, spec := range olds {
		p := importPath(spec)
		l, name := r.m.libraryAt(p), specName(spec)
		if name == "_" || name == "." {
			r.report(spec.Pos(), p, "it is imported with the name "+name)
			continue
		}
		switch {
		case !replaced && r.moved && name == r.name:
			replaced = true
			// A name that only told the name of the package apart from its path is removed.
			if spec.Name != nil && name == "uuid" && path.Base(p) != name {
				r.replace(spec.Pos(), spec.Path.Pos(), "")
			}
			r.replace(spec.Path.Pos(), spec.Path.End(), strconv.Quote(r.m.target))
			if r.stays[l] != "" {
				names[l] = r.alias(l)
				r.addImport(spec, names[l], p)
			}
		case r.stays[l] != "":
			names[l] = name
		case r.moved || len(r.edits) > 0:
			r.removeStmt(importNode(r.file.syntax, spec))
		}
	}
	if !replaced {
		added = append(added, newImport{r.name, r.m.target})
	}
	for l, p := range r.stays {
		if names[l] == "" {
			names[l] = r.alias(l)
			added = append(added, newImport{names[l], p})
		}
		for _, q := range r.rename[l] {
			if q.Name != names[l] {
				r.replace(q.Pos(), q.End(), names[l])
			}
		}
	}
	for i, e := range r.edits {
		for l, name := range names {
			e.text = strings.ReplaceAll(e.text, old(l), name)
		}
		r.edits[i] = e
	}
	return added
}

// A newImport is an import that a file did not have.
type newImport struct{ name, path string }

// specName returns the name under which a file knows an imported package.
func specName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return "uuid" // the name of all these packages
}

// addImport imports a package beside another one.
func (r *rewriter) addImport(spec *ast.ImportSpec, name, path string) {
	text := fmt.Sprintf("\n\t%s %q", name, path)
	if d, ok := importNode(r.file.syntax, spec).(*ast.GenDecl); ok && !d.Lparen.IsValid() {
		r.insert(spec.Pos(), "(\n\t")
		text += "\n)"
	}
	r.insert(spec.End(), text)
}

// importNode returns the declaration of an import that is declared alone, or
// else the import.
func importNode(f *ast.File, spec *ast.ImportSpec) ast.Node {
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && len(d.Specs) == 1 && d.Specs[0] == spec {
			return d
		}
	}
	return spec
}

// alias returns a name for a library that the file does not use otherwise.
func (r *rewriter) alias(l *library) string {
	used := map[string]bool{r.name: true}
	for _, f := range r.file.pkg.Syntax {
		for n := range ast.Preorder(f) {
			if id, ok := n.(*ast.Ident); ok {
				pkg, isPackage := r.info.ObjectOf(id).(*types.PkgName)
				isItsName := isPackage && slices.Contains(l.paths, pkg.Imported().Path())
				used[id.Name] = used[id.Name] || !isItsName
			}
		}
	}
	name := l.name
	for used[name] {
		name += "uuid"
	}
	return name
}

// old stands for the name of a library in a file until imports has chosen it.
func old(l *library) string { return "\x00" + l.name + "\x00" }
