package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// isRuledUUID reports whether a text is a field of a message with a rule that refuses text which is no UUID. An
// interceptor that is installed elsewhere checks the rules before the method of the service runs. A rule of
// protoc-gen-validate is in generated code; of protovalidate, it is only known that a file has rules.
func (p *pass) isRuledUUID(text ast.Expr) bool {
	message, getter := p.messageOf(text)
	if message == nil {
		return false
	}
	named, ok := types.Unalias(deref(p.typeOf(message))).(*types.Named)
	if !ok {
		return false
	}
	if slices.ContainsFunc(p.fileOf(named.Obj()).imports, isProtovalidate) {
		return true
	}
	validate := method(named, "Validate")
	return validate != nil && memo(p.ruledUUIDs, validate, p.findRuledUUIDs)[getter]
}

// isProtovalidate reports whether a path is that of the package that files with rules of protovalidate import.
// It depends on who generates the code. The import is blank, so the types of the package do not show it.
func isProtovalidate(path string) bool { return strings.HasSuffix(path, "/buf/validate") }

// messageOf returns the message that has a text in a field, or in a list in a field, and the name of the
// getter of the field.
func (p *pass) messageOf(text ast.Expr) (message ast.Expr, getter string) {
	switch e := p.source(text).(type) {
	case *ast.IndexExpr:
		return p.messageOf(e.X)
	case *ast.StarExpr:
		return p.messageOf(e.X)
	case *ast.Ident:
		last, ok := p.lastAssignment(e)
		if ok && last.list != nil {
			return p.messageOf(last.list)
		}
	case *ast.CallExpr:
		return p.fieldOfMessage(e.Fun)
	case *ast.SelectorExpr:
		return p.fieldOfMessage(e)
	}
	return nil, ""
}

// fieldOfMessage is like messageOf, for x.Field and x.GetField.
func (p *pass) fieldOfMessage(e ast.Expr) (message ast.Expr, getter string) {
	field, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || !p.isMessage(field.X) {
		return nil, ""
	}
	return field.X, "Get" + strings.TrimPrefix(field.Sel.Name, "Get")
}

// findRuledUUIDs returns the getters of the fields that must be UUIDs, as the method Validate that
// protoc-gen-validate generates shows, or the method in the same file that Validate calls.
func (p *pass) findRuledUUIDs(validate *types.Func) set {
	found := make(set)
	message := nameOf(deref(validate.Signature().Recv().Type())).name
	for _, decl := range p.fileOf(validate).functions {
		if decl.Recv == nil || strings.TrimPrefix(types.ExprString(decl.Recv.List[0].Type), "*") != message {
			continue
		}
		for n := range ast.Preorder(decl) {
			switch n := n.(type) {
			case *ast.CallExpr:
				found[calledMethod(checkedUUID(n))] = true // "" for another call
			case *ast.RangeStmt:
				isItem := func(call *ast.CallExpr) bool {
					item, ok := checkedUUID(call).(*ast.Ident)
					value, isNamed := n.Value.(*ast.Ident)
					return ok && isNamed && item.Name == value.Name
				}
				if contains(n.Body, isItem) {
					found[calledMethod(n.X)] = true
				}
			}
		}
	}
	return found
}

// checkedUUID returns the argument of a call of the method _validateUuid of protoc-gen-validate, or nil.
func checkedUUID(call *ast.CallExpr) ast.Expr {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "_validateUuid" || len(call.Args) != 1 {
		return nil
	}
	return call.Args[0]
}

// calledMethod returns the name of the method that an expression calls, or "". A nil e calls none.
func calledMethod(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return f.Sel.Name
}
