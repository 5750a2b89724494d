package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"iter"
)

// A printing is a call that prints its arguments.
type printing struct {
	call *ast.CallExpr
	args []printedArg
}

// A printedArg is a value that is printed with a verb of package fmt.
type printedArg struct {
	expr ast.Expr
	verb rune
	flag string // what stands between % and the verb
}

// printers are packages whose variadic functions of any print with %v unless
// they have a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printed yields the calls of a file that print: those of a function with a
// constant format before its variadic arguments, and those of printers.
func printed(info *types.Info, f *ast.File) iter.Seq[printing] {
	return func(yield func(printing) bool) {
		stopped := false
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || stopped {
				return !stopped
			}
			sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
			if !ok || !sig.Variadic() || info.Types[call.Fun].IsType() || call.Ellipsis.IsValid() {
				return true
			}
			first := sig.Params().Len() - 1
			rest, ok := sig.Params().At(first).Type().(*types.Slice)
			if !ok || !types.IsInterface(rest.Elem()) || len(call.Args) <= first {
				return true
			}
			p := printing{call: call}
			args := call.Args[first:]
			if verbs, ok := formatOf(info, call, first); ok {
				for i, v := range verbs {
					if i < len(args) {
						p.args = append(p.args, printedArg{args[i], v.verb, v.flag})
					}
				}
			} else if isPrinter(info, call) {
				for _, e := range args {
					p.args = append(p.args, printedArg{e, 'v', ""})
				}
			}
			if len(p.args) > 0 {
				stopped = !yield(p)
			}
			return !stopped
		})
	}
}

// isPrinter reports whether a call calls a function or a method of printers.
func isPrinter(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && printers[f.Pkg().Path()]
}

// formatOf returns the verbs of the constant format before the argument first.
func formatOf(info *types.Info, call *ast.CallExpr, first int) ([]printedArg, bool) {
	if first == 0 {
		return nil, false
	}
	v := info.Types[call.Args[first-1]].Value
	if v == nil || v.Kind() != constant.String {
		return nil, false
	}
	verbs := formatVerbs(constant.StringVal(v))
	return verbs, len(verbs) > 0
}

// formatVerbs returns the verbs of a format in the order of the arguments. It
// stops at an explicit argument index.
func formatVerbs(format string) []printedArg {
	var verbs []printedArg
	runes := []rune(format)
	for i := 0; i < len(runes); i++ {
		if runes[i] != '%' {
			continue
		}
		start := i + 1
		for i++; i < len(runes) && isFlag(runes[i]); i++ {
			if runes[i] == '*' {
				verbs = append(verbs, printedArg{verb: '*'})
			}
		}
		if i == len(runes) || runes[i] == '[' {
			break
		}
		if runes[i] != '%' {
			verbs = append(verbs, printedArg{verb: runes[i], flag: string(runes[start:i])})
		}
	}
	return verbs
}

// isFlag reports whether r can stand between % and the verb.
func isFlag(r rune) bool {
	switch r {
	case '+', '-', '#', ' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '*':
		return true
	}
	return false
}
