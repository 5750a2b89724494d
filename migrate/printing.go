package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
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

// A verbUse is a verb with the text between it and %.
type verbUse struct {
	verb  rune
	flags string
}

// isHex reports whether one of the verbs is %x or %X.
func (a printedArg) isHex() bool {
	return slices.ContainsFunc(a.verbs, func(v verbUse) bool { return v.verb == 'x' || v.verb == 'X' })
}

// printers lists the packages whose variadic functions of any print with %v unless
// they have a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printedBy returns the values that a call prints: the variadic arguments of a function that has
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
	name, f := calledName(call), typeutil.Callee(info, call)
	var before types.TypeAndValue // the argument that may be a format
	if first > 0 {
		before = info.Types[call.Args[first-1]]
	}
	isConstant := before.Value != nil && before.Value.Kind() == constant.String
	switch {
	case isConstant && strings.Contains(constant.StringVal(before.Value), "%"):
		formatVerbs(constant.StringVal(before.Value), args)
		return args
	// A wrapper of Printf is called so, for go vet too.
	case !isConstant && first > 0 && name != nil && strings.HasSuffix(name.Name, "f") && isString(sig.Params().At(first-1).Type()):
		for i := range args {
			args[i].unknown = true
		}
		return args
	case f == nil || f.Pkg() == nil || !printers[f.Pkg().Path()]:
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

var (
	verbs = regexp.MustCompile(`(?s)%([-+# 0-9.*\[\]]*)(.)`)
	flags = regexp.MustCompile(`\[\d*\]?|.`)
)

// formatVerbs adds to each argument the verbs that a format has for it.
func formatVerbs(format string, args []printedArg) {
	next := 0
	for _, match := range verbs.FindAllStringSubmatch(format, -1) {
		v := verbUse{verb: []rune(match[2])[0]}
		for _, flag := range flags.FindAllString(match[1], -1) {
			switch {
			// An index is the number of the next argument, and those after it follow.
			case flag[0] == '[':
				n, _ := strconv.Atoi(strings.Trim(flag, "[]"))
				next = n - 1
				continue
			case flag == "*": // a width, which is a number
				next++
			}
			v.flags += flag
		}
		if v.verb == '%' {
			continue
		}
		if 0 <= next && next < len(args) {
			args[next].verbs = append(args[next].verbs, v)
		}
		next++
	}
}
