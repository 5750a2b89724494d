package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A rewriter applies the rules to one file.
type rewriter struct {
	editor
	m    *module
	plan *plan
	res  *result
	file *file
	info *types.Info

	refs    map[*ast.Ident]*ref // the mentions of library names, keyed by identifier
	removed []ast.Node
	kept    map[place]bool // declarations for which keep has reported a reason
	targets map[ast.Expr]types.Type
	helpers []string

	name   string              // the target's package name in the file
	moved  bool                // whether the new file mentions the target
	stays  map[*library]string // the libraries that the new file mentions, with their paths
	rename map[*library][]*ast.Ident
}

// A ref is a mention of a library's exported name.
type ref struct {
	cur  inspector.Cursor // the whole expression, such as uuid.New or id.String
	at   inspector.Cursor // the call, or cur if the name is not called
	call *ast.CallExpr    // nil if the name is not called
	expr ast.Expr
	qual *ast.Ident // the package name before the dot, or nil
	id   *ast.Ident
	recv ast.Expr // the receiver of a method
	obj  types.Object
	lib  *library
	rule rule
	skip bool // whether the rewrite of another mention covers this mention
}

// rewrite applies the rules to a file and stores the new contents in res.
func (m *module) rewrite(f *file, p *plan, res *result) *rewriter {
	r := &rewriter{
		editor: editor{fset: f.fset, src: f.src},
		m:      m, plan: p, res: res, file: f, info: f.pkg.TypesInfo,
		refs:    map[*ast.Ident]*ref{},
		kept:    map[place]bool{},
		targets: map[ast.Expr]types.Type{},
		stays:   map[*library]string{},
		rename:  map[*library][]*ast.Ident{},
	}
	r.name = r.localName()
	for _, s := range sites(r.info, f.syntax) {
		r.targets[s.expr] = s.target
	}
	var refs []*ref
	for cur := range inspector.New([]*ast.File{f.syntax}).Root().Preorder((*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		if x := r.ref(cur); x != nil {
			r.refs[x.id] = x
			refs = append(refs, x)
		}
	}
	for _, x := range refs {
		if x.skip || r.isRemoved(x.id) {
			continue
		}
		switch {
		case p.level(f, x.id.Pos()) == keepOld:
			r.keep(x)
		case x.qual == nil && x.recv == nil: // both are nil only with a dot import
			r.leave(x, "the file uses a dot import for the package")
		default:
			x.rule.how(r, x)
		}
	}
	r.texts()
	added := r.imports()
	if len(r.edits) > 0 || len(added) > 0 || len(r.helpers) > 0 {
		res.apply(f.path, f.src, r.edits)
		for _, imp := range added {
			res.reformat(f.path, withImport(res.sources[f.path], imp))
		}
	}
	return r
}

// ref returns the mention if the node at cur is a selector or an identifier that refers to a
// library's name. Otherwise it returns nil.
func (r *rewriter) ref(cur inspector.Cursor) *ref {
	x := &ref{cur: cur, at: cur}
	switch n := cur.Node().(type) {
	case *ast.SelectorExpr:
		x.expr, x.id, x.recv = n, n.Sel, n.X
		q, _ := n.X.(*ast.Ident)
		if _, ok := r.info.Uses[q].(*types.PkgName); ok {
			x.qual, x.recv = q, nil
		}
	case *ast.Ident:
		if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
			return nil
		}
		x.expr, x.id = n, n
	}
	x.obj = r.info.Uses[x.id]
	x.lib = r.m.libraryOf(x.obj)
	_, isPackage := x.obj.(*types.PkgName)
	v, isVar := x.obj.(*types.Var)
	// Struct fields keep their names.
	if x.lib == nil || isPackage || isVar && v.IsField() {
		return nil
	}
	x.rule = x.lib.rule(ruleName(x.obj))
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && call.Fun == x.expr {
		x.call, x.at = call, cur.Parent()
	}
	return x
}

// ruleName returns an object's name as rules.go spells it, such as UUID.Bytes.
func ruleName(obj types.Object) string {
	if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
		return typeName(f.Signature().Recv().Type()) + "." + f.Name()
	}
	return obj.Name()
}

// qualifiedName returns an object's name with its package path, such as "reflect.TypeOf". It
// returns "" if the object has no package. For a method, the name does not include the receiver
// type.
func qualifiedName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// typeName returns the name of t, or of the type that t points to. It returns "" if the type has no
// name.
func typeName(t types.Type) string {
	if named := namedType(t); named != nil {
		return named.Obj().Name()
	}
	return ""
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// namedType returns t, or the type that t points to, if it is a named type. Otherwise it returns
// nil.
func namedType(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// nameOf returns an expression's identifier, or the last identifier of a selector. It returns nil
// for other expressions.
func nameOf(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// removeStmt removes a statement and its line.
func (r *rewriter) removeStmt(n ast.Node) {
	r.remove(n)
	r.removed = append(r.removed, n)
}

func (r *rewriter) isRemoved(n ast.Node) bool {
	return slices.ContainsFunc(r.removed, func(gone ast.Node) bool {
		return gone.Pos() <= n.Pos() && n.End() <= gone.End()
	})
}

// move changes a mention to the target's name.
func (r *rewriter) move(x *ref, name string) {
	if x.id.Name != name {
		r.replace(x.id.Pos(), x.id.End(), name)
	}
	if x.qual != nil {
		r.moved = true
		if x.qual.Name != r.name {
			r.replace(x.qual.Pos(), x.qual.End(), r.name)
		}
	}
	r.done(x, name)
}

// become replaces a mention and its package name with text.
func (r *rewriter) become(x *ref, text string) {
	r.replace(x.expr.Pos(), x.expr.End(), text)
	if strings.Contains(text, r.name+".") {
		r.moved = true
	}
	r.done(x, text)
}

// stay leaves a mention unchanged, so the file keeps the library's import.
func (r *rewriter) stay(x *ref) {
	if x.qual != nil {
		r.stays[x.lib] = x.obj.Pkg().Path()
		r.rename[x.lib] = append(r.rename[x.lib], x.qual)
	}
}

// keep leaves a mention unchanged because the plan keeps its declaration. At the first mention in a
// declaration, keep reports the reason.
func (r *rewriter) keep(x *ref) {
	// The note is useful here too. A method needs none, because its receiver keeps the old type.
	if x.rule.new == "" && x.rule.note != "" && x.recv == nil {
		r.leave(x, x.rule.note)
	} else {
		r.stay(x)
	}
	at := placeOf(r.file.fset, r.file.syntax, x.id.Pos())
	if !r.kept[at] {
		r.kept[at] = true
		r.report(x.id.Pos(), declName(units(r.file.syntax)[at.unit]), r.plan.reasons[at])
	}
}

// declName returns the kind and the name of a unit.
func declName(unit ast.Node) string {
	switch n := unit.(type) {
	case *ast.FuncDecl:
		return "func " + n.Name.Name
	case *ast.TypeSpec:
		return "type " + n.Name.Name
	case *ast.ValueSpec:
		return "var " + n.Names[0].Name
	}
	return "const " + unit.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Names[0].Name
}

// leave leaves a mention unchanged and reports the reason.
func (r *rewriter) leave(x *ref, why string) {
	r.stay(x)
	r.report(x.id.Pos(), x.rule.old, why)
}

// done counts a mention that has been changed to name.
func (r *rewriter) done(x *ref, name string) {
	if name == x.rule.old || strings.HasSuffix(x.rule.old, "."+name) {
		r.res.done[x.rule.old]++
	} else {
		r.res.done[x.rule.old+" -> "+name]++
	}
}

// report records a place that the user must edit by hand.
func (r *rewriter) report(pos token.Pos, name, text string) {
	r.res.left = append(r.res.left, r.m.findingAt(r.file, pos, name, text))
}

// toOld converts the receiver of a method to the library's type because the new type does not have
// the method.
func (r *rewriter) toOld(x *ref) {
	sel := r.info.Selections[x.expr.(*ast.SelectorExpr)]
	name := typeName(x.obj.(*types.Func).Signature().Recv().Type())
	if sel.Kind() == types.MethodExpr || r.isConversionToOld(x.recv) {
		r.skipTypes(x.recv)
		return
	}
	r.stays[x.lib] = x.obj.Pkg().Path()
	star, path := receiver(sel)
	typ := old(x.lib) + "." + name
	if isPointer(x.obj.(*types.Func).Signature().Recv().Type()) {
		typ = "*" + typ
		star = map[string]string{"": "&", "*": ""}[star] // the method needs a pointer
	}
	r.wrap(x.recv, operator(typ)+"("+star, path+")")
}

// receiver returns the code to put before and after the receiver expression of a method call, so
// the result has the type that declares the method. The path result selects the embedded fields
// that lead to this type. The star result is "*" if the last field is a pointer, or if there are no
// embedded fields and the receiver is a pointer.
func receiver(sel *types.Selection) (star, path string) {
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		path += "." + f.Name()
		t = f.Type()
	}
	if isPointer(t) {
		star = "*"
	}
	return star, path
}

// isConversionToOld reports whether e is a conversion to a library type.
func (r *rewriter) isConversionToOld(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !r.info.Types[call.Fun].IsType() {
		return false
	}
	named := namedType(r.info.TypeOf(call.Fun))
	return named != nil && r.m.libraryOf(named.Obj()) != nil
}

// skipTypes keeps the library's types in a conversion's type or in a method expression.
func (r *rewriter) skipTypes(e ast.Expr) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		e = call.Fun
	}
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok && r.refs[id] != nil && r.refs[id].qual != nil {
			r.refs[id].skip = true
			r.stay(r.refs[id])
		}
	}
}

// helper adds a helper to the package if necessary, and returns the helper's name.
func (r *rewriter) helper(name string) string {
	name = r.m.helperName(r.file, name)
	r.helpers = append(r.helpers, name)
	r.moved = true
	r.res.done["helper "+name]++
	return name
}

// importSpecs returns the file's imports of libraries, and its import of the target, or nil.
func (r *rewriter) importSpecs() (olds []*ast.ImportSpec, target *ast.ImportSpec) {
	for _, spec := range r.file.syntax.Imports {
		switch p := importPath(spec); {
		case p == r.m.target:
			target = spec
		case r.m.libraries[p] != nil:
			olds = append(olds, spec)
		}
	}
	return olds, target
}

// localName returns the target's package name in the file. If the file does not import the target
// yet, it uses the local name of a library, preferably uuid. It does not use a local name such as
// googleuuid, which would name the target after the library.
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
		case name != "_" && name != "." && !strings.Contains(name, r.m.libraries[importPath(spec)].name):
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

// imports adds, replaces and removes imports, so the file imports the packages that it mentions. It
// returns new imports that cannot be added next to a library's import.
func (r *rewriter) imports() []newImport {
	olds, target := r.importSpecs()
	for need := range r.plan.needs {
		switch {
		case need.file != r.file.path:
		case need.imported == r.m.target:
			r.moved = true
		default:
			r.stays[r.m.libraries[need.imported]] = need.imported
		}
	}
	var added []newImport
	names := map[*library]string{}        // the libraries' names in the new file
	replaced := target != nil || !r.moved // whether the new file needs no further import of the target
	for _, spec := range olds {
		p := importPath(spec)
		l, name := r.m.libraries[p], specName(spec)
		if name == "_" || name == "." {
			r.report(spec.Pos(), p, "the import uses the name "+name)
			continue
		}
		switch {
		case !replaced && name == r.name:
			replaced = true
			// The target's path ends in uuid, so the local name uuid is redundant. If it was already
			// redundant before, the user chose it.
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
		default: // the file no longer mentions the library
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

// A newImport is an import that is added to a file.
type newImport struct{ name, path string }

// specName returns the local name of an imported package.
func specName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return "uuid" // all UUID packages have this name
}

// addImport adds an import after the import spec.
func (r *rewriter) addImport(spec *ast.ImportSpec, name, path string) {
	text := fmt.Sprintf("\n\t%s %q", name, path)
	if d, ok := importNode(r.file.syntax, spec).(*ast.GenDecl); ok && !d.Lparen.IsValid() {
		r.insert(spec.Pos(), "(\n\t")
		text += "\n)"
	}
	r.insert(spec.End(), text)
}

// importNode returns the import declaration if spec is its only import. Otherwise it returns spec.
func importNode(f *ast.File, spec *ast.ImportSpec) ast.Node {
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && len(d.Specs) == 1 && d.Specs[0] == spec {
			return d
		}
	}
	return spec
}

// alias returns a local name for a library. Nothing else in the package has this name.
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

// old returns a placeholder for a library's local name. The name is not known yet, so
// rewriter.imports replaces the placeholder later.
func old(l *library) string { return "\x00" + l.name + "\x00" }
