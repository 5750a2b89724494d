package analyzer

import (
	"go/ast"
	"go/types"
)

// slog is the path of the package whose loggers print through a handler.
const slog = "log/slog"

// The functions and methods of log/slog.
var (
	logs        = setOf("Debug Info Warn Error Log LogAttrs With DebugContext InfoContext WarnContext ErrorContext")
	textHandler = setOf("NewTextHandler")
	newLogger   = setOf("New")
	sameHandler = setOf("With WithGroup WithAttrs")
	defaultLog  = setOf("Default")
	defaultSet  = setOf("SetDefault")
	attrOfAny   = setOf("Any")
	attrOfGroup = setOf("Group")
)

// loggedMethods contains the methods that slog calls to find out what to log of a value.
var loggedMethods = []string{"LogValue", "MarshalText"}

// callsSlog reports whether n calls a function or method of log/slog with one of the names.
func (p *pass) callsSlog(n ast.Node, names set) bool {
	f := p.callee(n)
	return f.path == slog && names[f.name]
}

// logged returns the values that a call logs as text, which package fmt prints with %+v. It leaves out values whose
// types decide what is logged.
func (p *pass) logged(call *ast.CallExpr) (values []ast.Expr) {
	if !p.callsSlog(call, logs) {
		return nil
	}
	t := p.signature(call)
	if t == nil || !t.Variadic() || call.Ellipsis.IsValid() {
		return nil
	}
	first := t.Params().Len() - 1
	if first > len(call.Args) || !p.logsText(call) {
		return nil
	}
	return p.loggedValues(call.Args[first:])
}

// loggedValues returns the values in the arguments of a logger. For the functions Any and Group, these are the values
// that are passed to them.
func (p *pass) loggedValues(args []ast.Expr) (values []ast.Expr) {
	for _, arg := range args {
		call, isCall := ast.Unparen(arg).(*ast.CallExpr)
		switch {
		case isCall && p.callsSlog(call, attrOfAny) && len(call.Args) == 2:
			values = append(values, p.loggedValues(call.Args[1:])...)
		case isCall && p.callsSlog(call, attrOfGroup) && len(call.Args) > 0:
			values = append(values, p.loggedValues(call.Args[1:])...)
		case !saysWhatIsLogged(p.typeOf(arg)):
			values = append(values, arg)
		}
	}
	return values
}

// saysWhatIsLogged reports whether slog calls a method of a value of type t for its text.
func saysWhatIsLogged(t types.Type) bool {
	for _, name := range loggedMethods {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}

// logsText reports whether the source shows that a call logs text: it calls a logger with a TextHandler, or the default
// logger if the package does not set another one.
func (p *pass) logsText(call *ast.CallExpr) bool {
	logger := receiver(call)
	if id, ok := logger.(*ast.Ident); ok {
		if _, isPackage := p.TypesInfo.Uses[id].(*types.PkgName); isPackage {
			return p.isDefaultText()
		}
	}
	return logger != nil && p.isText(logger)
}

// isText reports whether an expression is a TextHandler or a logger with one.
func (p *pass) isText(e ast.Expr) bool { return memo(p.texts, e, p.findText) }

func (p *pass) findText(e ast.Expr) bool {
	call, ok := p.valueOf(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch {
	case p.callsSlog(call, textHandler):
		return true
	case p.callsSlog(call, newLogger):
		return len(call.Args) == 1 && p.isText(call.Args[0])
	case p.callsSlog(call, defaultLog):
		return p.isDefaultText()
	case p.callsSlog(call, sameHandler):
		from := receiver(call)
		return from != nil && p.isText(from)
	}
	return false
}

// isDefaultText reports whether the default logger logs text. It does unless the package sets another default logger.
func (p *pass) isDefaultText() bool {
	if p.defaultText == unknown {
		p.defaultText = yes
		for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if p.callsSlog(call, defaultSet) && len(call.Args) == 1 && !p.isText(call.Args[0]) {
				p.defaultText = no
			}
		}
	}
	return p.defaultText == yes
}
