package main

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// texts makes values that this library prints differently print the same text as before.
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
			// A UUID prints the same text. A value that prints as a number in this library retains its old type.
			switch name := named.Obj().Name(); {
			case name == "UUID":
				if hasMethod(named, "Format") {
					r.formatted(arg, l, named)
				}
			case hasOldText(l, name) && slices.ContainsFunc(arg.verbs, func(v verbUse) bool { return strings.ContainsRune("svqxX", v.verb) }):
				x := l.rule(name + ".String")
				r.printOld(arg, l, named, x.old, x.note)
			}
		}
	}
}

// formatted preserves the text that a Format method makes of a UUID. Package fmt makes the
// same text for %s, %q and %v, and for 16 bytes with %x.
func (r *rewriter) formatted(arg printedArg, l *library, named *types.Named) {
	other := slices.IndexFunc(arg.verbs, func(v verbUse) bool { return !strings.ContainsRune("svqTp", v.verb) })
	if other < 0 {
		return
	}
	v := arg.verbs[other]
	_, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer)
	// A pointer may be nil, which prints as <nil>, and [16]byte is no text for other verbs.
	if arg.isHex() && len(arg.verbs) == 1 && v.flags == "" && !isPointer {
		r.wrap(arg.expr, "[16]byte(", ")")
		r.res.done["%"+string(v.verb)+" of [16]byte"]++
		return
	}
	r.printOld(arg, l, named, "UUID.Format", "%"+v.flags+string(v.verb)+": fmt prints a UUID without a Format method here")
}

// printOld converts a printed value to the library's type.
func (r *rewriter) printOld(arg printedArg, l *library, named *types.Named, what, why string) {
	before := old(l) + "." + named.Obj().Name() + "("
	if _, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer); isPointer {
		before = "(*" + old(l) + "." + named.Obj().Name() + ")("
	}
	r.wrap(arg.expr, before, ")")
	r.stays[l] = named.Obj().Pkg().Path()
	r.report(arg.expr.Pos(), what, why)
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
