package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A printedArg is a value that a call prints with verbs of package fmt.
type printedArg struct {
	expr    ast.Expr
	verbs   []verbUse
	unknown bool // whether the format is not constant
}

// A verbUse is a verb with what stands between it and %.
type verbUse struct {
	verb  rune
	flags string
}

// isHex reports whether one of the verbs is %x or %X.
func (a printedArg) isHex() bool {
	for _, v := range a.verbs {
		if v.verb == 'x' || v.verb == 'X' {
			return true
		}
	}
	return false
}

// printers are packages whose variadic functions of any print with %v unless
// they have a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printedBy returns what a call prints: the variadic arguments of a function that has
// a format before them, and those of printers.
func printedBy(info *types.Info, call *ast.CallExpr) []printedArg {
	sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || !sig.Variadic() || info.Types[call.Fun].IsType() || call.Ellipsis.IsValid() {
		return nil
	}
	first := sig.Params().Len() - 1
	rest, ok := sig.Params().At(first).Type().(*types.Slice)
	if !ok || !types.IsInterface(rest.Elem()) || len(call.Args) <= first {
		return nil
	}
	args := make([]printedArg, len(call.Args)-first)
	for i := range args {
		args[i].expr = call.Args[first+i]
	}
	name := calledName(call)
	switch format, isFormat := formatOf(info, call, first); {
	case isFormat && format != "":
		formatVerbs(format, args)
		return args
	// A wrapper of Printf is called so, for go vet too.
	case !isFormat && first > 0 && name != nil && strings.HasSuffix(name.Name, "f") && isString(sig.Params().At(first-1).Type()):
		for i := range args {
			args[i].unknown = true
		}
		return args
	case !isPrinter(info, call):
		return nil
	}
	for i := range args {
		args[i].verbs = []verbUse{{verb: 'v'}}
	}
	return args
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// isPrinter reports whether a call calls a function or a method of printers.
func isPrinter(info *types.Info, call *ast.CallExpr) bool {
	f := typeutil.Callee(info, call)
	return f != nil && f.Pkg() != nil && printers[f.Pkg().Path()]
}

// formatOf returns the constant text before the argument first, empty if it has no
// verb.
func formatOf(info *types.Info, call *ast.CallExpr, first int) (string, bool) {
	if first == 0 {
		return "", false
	}
	v := info.Types[call.Args[first-1]].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	text := constant.StringVal(v)
	if !strings.Contains(text, "%") {
		return "", true
	}
	return text, true
}

// formatVerbs adds to each argument the verbs that a format has for it.
func formatVerbs(format string, args []printedArg) {
	runes := []rune(format)
	next := 0
	add := func(v verbUse) {
		if 0 <= next && next < len(args) {
			args[next].verbs = append(args[next].verbs, v)
		}
		next++
	}
	for i := 0; i < len(runes); i++ {
		if runes[i] != '%' {
			continue
		}
		var flags []rune
		for i++; i < len(runes) && strings.ContainsRune("+-# 0123456789.*[", runes[i]); i++ {
			switch runes[i] {
			case '*':
				add(verbUse{verb: '*'})
			case '[':
				// An index says which argument is next, and those after it follow.
				start := i + 1
				for i < len(runes) && runes[i] != ']' {
					i++
				}
				n, _ := strconv.Atoi(string(runes[start:min(i, len(runes))]))
				next = n - 1
				continue
			}
			flags = append(flags, runes[i])
		}
		if i < len(runes) && runes[i] != '%' {
			add(verbUse{runes[i], string(flags)})
		}
	}
}
