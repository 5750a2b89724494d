package main

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// texts rewrites printed values whose output would change, so the code prints the same as before.
func (r *rewriter) texts() {
	for n := range ast.Preorder(r.file.syntax) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, arg := range printedBy(r.info, call) {
			l, named := r.m.movingType(r.info.TypeOf(arg.expr))
			if l == nil || r.isRemoved(arg.expr) || r.plan.level(r.file, arg.expr.Pos()) == keepOld {
				continue
			}
			// A UUID without a Format method prints as before. A value that prints differently in
			// this library, such as a Version or a Domain, is converted to its old type.
			switch name := named.Obj().Name(); {
			case name == "UUID":
				if hasMethod(named, "Format") {
					r.formatted(arg, l, named)
				}
			case hasOldText(l, name) && arg.has("svqxX"):
				x := l.rule(name + ".String")
				r.printOld(arg, l, named, x.old, x.note)
			}
		}
	}
}

// formatted preserves the output of a UUID whose old type has a Format method. With %s, %q and %v
// without flags, the new type prints the same. The table's "flags" row covers flags. With %x, the
// new type would print the bytes of its string, so the argument becomes a [16]byte.
func (r *rewriter) formatted(arg printedArg, l *library, named *types.Named) {
	// Package fmt handles %T and %p before it calls Format.
	other := slices.IndexFunc(arg.verbs, func(v verbUse) bool { return !strings.ContainsRune("svqTp", v.verb) })
	if other < 0 {
		return
	}
	v := arg.verbs[other]
	// A pointer is not converted to [16]byte, because it may be nil, which prints as <nil>. Verbs
	// other than %x and %X would print a [16]byte as numbers. The old Format method ignores flags, but
	// fmt applies them to a [16]byte.
	if arg.has("xX") && len(arg.verbs) == 1 && v.flags == "" && !isPointer(r.info.TypeOf(arg.expr)) {
		r.wrap(arg.expr, "[16]byte(", ")")
		r.res.done["%"+string(v.verb)+" of [16]byte"]++
		return
	}
	r.printOld(arg, l, named, "UUID.Format", "%"+v.flags+string(v.verb)+": UUIDs in this library have no Format method")
}

// printOld converts a printed value to the library's type and reports the reason.
func (r *rewriter) printOld(arg printedArg, l *library, named *types.Named, what, why string) {
	typ := old(l) + "." + named.Obj().Name()
	if isPointer(r.info.TypeOf(arg.expr)) {
		typ = "*" + typ
	}
	r.wrap(arg.expr, operator(typ)+"(", ")")
	r.stays[l] = named.Obj().Pkg().Path()
	r.report(arg.expr.Pos(), what, why)
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// A printedArg is an argument that a call prints with verbs of package fmt.
type printedArg struct {
	expr    ast.Expr
	verbs   []verbUse
	unknown bool // whether the format is not constant
}

// A verbUse is a verb with the flags between % and the verb.
type verbUse struct {
	verb  rune
	flags string
}

// has reports whether one of the argument's verbs is in list.
func (a printedArg) has(list string) bool {
	return slices.ContainsFunc(a.verbs, func(v verbUse) bool { return strings.ContainsRune(list, v.verb) })
}

// printers lists packages whose functions with ...any arguments print them with %v, unless the
// function has a format.
var printers = map[string]bool{"fmt": true, "log": true, "log/slog": true, "testing": true}

// printedBy returns the variadic arguments that a call prints. The called function either has a
// format before these arguments or is in one of the packages in printers.
func printedBy(info *types.Info, call *ast.CallExpr) []printedArg {
	sig, ok := under(info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() {
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
	name, f := nameOf(call.Fun), typeutil.Callee(info, call)
	format, isConstant, takesFormat := "", false, false
	if first > 0 {
		format, isConstant = constantText(info, call.Args[first-1])
		basic, ok := sig.Params().At(first - 1).Type().Underlying().(*types.Basic)
		takesFormat = ok && basic.Info()&types.IsString != 0
	}
	switch {
	case strings.Contains(format, "%"):
		formatVerbs(format, args)
	// The name of a Printf wrapper ends in f, a convention that go vet also uses.
	case !isConstant && takesFormat && name != nil && strings.HasSuffix(name.Name, "f"):
		for i := range args {
			args[i].unknown = true
		}
	case f == nil || f.Pkg() == nil || !printers[f.Pkg().Path()]:
		return nil
	default:
		for i := range args {
			args[i].verbs = []verbUse{{verb: 'v'}}
		}
	}
	return args
}

var (
	verbs = regexp.MustCompile(`(?s)%([-+# 0-9.*\[\]]*)(.)`)
	flags = regexp.MustCompile(`\[\d*\]?|.`)
)

// formatVerbs adds the verbs in a format to the arguments that they print.
func formatVerbs(format string, args []printedArg) {
	next := 0
	for _, match := range verbs.FindAllStringSubmatch(format, -1) {
		v := verbUse{verb: []rune(match[2])[0]}
		for _, flag := range flags.FindAllString(match[1], -1) {
			switch {
			// An index such as [2] selects the next argument, and later verbs continue after it.
			case flag[0] == '[':
				n, _ := strconv.Atoi(strings.Trim(flag, "[]"))
				next = n - 1
				continue
			case flag == "*": // a width or precision, which is an argument of its own
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
