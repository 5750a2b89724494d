package analyzer

import (
	"go/ast"
	"go/types"
	"strings"
)

// isMessage reports whether an expression is a message that a client of gRPC sent, or a part of one.
func (p *pass) isMessage(e ast.Expr) bool { return memo(p.messages, e, p.findMessage) }

func (p *pass) findMessage(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.Ident:
		if last, ok := p.lastAssignment(e); ok {
			return last.list != nil && p.isMessage(last.list)
		}
		v, ok := p.TypesInfo.ObjectOf(e).(*types.Var)
		return ok && v.Kind() == types.ParamVar && p.served(v) && isStructPointer(v.Type())
	case *ast.SelectorExpr:
		selection := p.TypesInfo.Selections[e]
		return selection != nil && selection.Kind() == types.FieldVal && p.isMessage(e.X)
	case *ast.CallExpr:
		f, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok || len(e.Args) > 0 {
			return false
		}
		isGetter := strings.HasPrefix(f.Sel.Name, "Get")
		return isGetter && p.isMessage(f.X) || f.Sel.Name == "Recv" && p.isStream(f.X)
	case *ast.IndexExpr:
		return p.isMessage(e.X)
	case *ast.StarExpr:
		return p.isMessage(e.X)
	case *ast.TypeAssertExpr:
		return p.isMessage(e.X)
	}
	return false
}

// isStream reports whether an expression is the stream of messages that a client of gRPC sends.
func (p *pass) isStream(e ast.Expr) bool {
	id, ok := p.origin(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && v.Kind() == types.ParamVar && p.served(v)
}

// isStructPointer reports whether t is a pointer to a struct, as all messages are.
func isStructPointer(t types.Type) bool {
	_, isStruct := deref(t).Underlying().(*types.Struct)
	return isPointer(t) && isStruct
}

// served reports whether a variable is a parameter of a method that serves a client of gRPC.
func (p *pass) served(v *types.Var) bool {
	if p.servedParams == nil {
		p.servedParams = p.findServedParams()
	}
	return p.servedParams[v]
}

func (p *pass) findServedParams() map[*types.Var]bool {
	found := make(map[*types.Var]bool)
	services := make(map[*types.Package][]*types.Interface)
	for c := range p.root.Preorder((*ast.FuncDecl)(nil)) {
		f, ok := p.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok || f.Signature().Recv() == nil || !f.Exported() {
			continue
		}
		if p.isServed(f, services) {
			for param := range f.Signature().Params().Variables() {
				found[param] = true
			}
		}
	}
	return found
}

// isServed reports whether a method is one of a service: of an interface that a function such as
// RegisterUsersServer takes. That function is in the package of a parameter, or in one that this package
// imports. services remembers what is found in a package.
func (p *pass) isServed(method *types.Func, services map[*types.Package][]*types.Interface) bool {
	t := deref(method.Signature().Recv().Type())
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return false
	}
	packages := append([]*types.Package{p.Pkg}, p.Pkg.Imports()...)
	for param := range method.Signature().Params().Variables() {
		if named, ok := types.Unalias(deref(param.Type())).(*types.Named); ok && named.Obj().Pkg() != nil {
			packages = append(packages, named.Obj().Pkg())
		}
	}
	for _, pkg := range packages {
		for _, service := range memo(services, pkg, findServices) {
			obj, _, _ := types.LookupFieldOrMethod(service, false, method.Pkg(), method.Name())
			if obj != nil && types.Implements(types.NewPointer(t), service) {
				return true
			}
		}
	}
	return false
}

// findServices returns the interfaces of the services in a package.
func findServices(pkg *types.Package) (services []*types.Interface) {
	for _, name := range pkg.Scope().Names() {
		if !strings.HasPrefix(name, "Register") || !strings.HasSuffix(name, "Server") {
			continue
		}
		register, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || register.Signature().Params().Len() != 2 {
			continue
		}
		service, ok := register.Signature().Params().At(1).Type().Underlying().(*types.Interface)
		if ok {
			services = append(services, service)
		}
	}
	return services
}
