package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"iter"

	"golang.org/x/tools/go/types/typeutil"
)

// A printedArg is a value that is printed with a verb of package fmt.
type printedArg struct {
	expr ast.Expr
	verb rune
	flag string // what stands between % and the verb
}

// printers are packages whose variadic functions of any print with %v unless
// they have a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printed yields what the calls of a file print: those of a function with a
// constant format before its variadic arguments, and those of printers.
func printed(info *types.Info, f *ast.File) iter.Seq[printedArg] {
	return func(yield func(printedArg) bool) {
		for n := range ast.Preorder(f) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				continue
			}
			sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
			if !ok || !sig.Variadic() || info.Types[call.Fun].IsType() || call.Ellipsis.IsValid() {
				continue
			}
			first := sig.Params().Len() - 1
			rest, ok := sig.Params().At(first).Type().(*types.Slice)
			if !ok || !types.IsInterface(rest.Elem()) || len(call.Args) <= first {
				continue
			}
			verbs, hasFormat := formatOf(info, call, first)
			if !hasFormat && !isPrinter(info, call) {
				continue
			}
			for i, e := range call.Args[first:] {
				arg := printedArg{expr: e, verb: 'v'}
				if hasFormat {
					if i >= len(verbs) {
						break
					}
					arg.verb, arg.flag = verbs[i].verb, verbs[i].flag
				}
				if !yield(arg) {
					return
				}
			}
		}
	}
}

// isPrinter reports whether a call calls a function or a method of printers.
func isPrinter(info *types.Info, call *ast.CallExpr) bool {
	f := typeutil.Callee(info, call)
	return f != nil && f.Pkg() != nil && printers[f.Pkg().Path()]
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
