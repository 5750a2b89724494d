package analyzer

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// own is the path of the package that declares ID[T], Kind, Binary, GUID and Mask.
const own = "github.com/seed-8298af95/uuid"

// The paths of the other UUID packages.
const (
	google   = "github.com/google/uuid"
	gofrs    = "github.com/gofrs/uuid" // later versions end in /v3 and so on
	satori   = "github.com/satori/go.uuid"
	standard = "uuid"
)

// isUUIDPackage reports whether a path is that of a UUID package.
func isUUIDPackage(path string) bool {
	switch path {
	case own, google, gofrs, satori, standard:
		return true
	}
	return strings.HasPrefix(path, gofrs+"/v")
}

// A set is a set of names.
type set map[string]bool

// setOf returns the set of the words in a text.
func setOf(text string) set {
	s := make(set)
	for word := range strings.FieldsSeq(text) {
		s[word] = true
	}
	return s
}

// A name is the name of a function, method or type, with the path of its package.
type name struct{ path, name string }

// nameOf returns the name of a type, or the zero name.
func nameOf(t types.Type) name {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return name{}
	}
	return name{named.Obj().Pkg().Path(), named.Obj().Name()}
}

// callee returns the name of the function or method that n calls, or the zero name.
func (p *pass) callee(n ast.Node) name {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return name{}
	}
	f, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
	if !ok || f.Pkg() == nil {
		return name{}
	}
	return name{f.Pkg().Path(), f.Name()}
}

// callsUUID reports whether n calls a function of a UUID package with one of the names.
func (p *pass) callsUUID(n ast.Node, names set) bool {
	f := p.callee(n)
	return isUUIDPackage(f.path) && names[f.name]
}

// isConversion reports whether a call converts its argument to a type.
func (p *pass) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType()
}

// signature returns the type of the function that a call calls, or nil.
func (p *pass) signature(call *ast.CallExpr) *types.Signature {
	t, _ := p.typeOf(call.Fun).(*types.Signature)
	return t
}

// receiver returns the x of a call of x.f, or nil.
func receiver(call *ast.CallExpr) ast.Expr {
	if f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return f.X
	}
	return nil
}

// isBlank reports whether an expression is the blank identifier.
func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// isWhole reports whether a slice expression is x[:].
func isWhole(slice *ast.SliceExpr) bool { return slice.Low == nil && slice.High == nil }

// contains reports whether n contains a node for which matches is true.
func contains[N ast.Node](n ast.Node, matches func(N) bool) bool {
	for n := range ast.Preorder(n) {
		if n, ok := n.(N); ok && matches(n) {
			return true
		}
	}
	return false
}
