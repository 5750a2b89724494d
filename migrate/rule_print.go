package main

import (
	"go/types"
	"strings"
)

// texts keeps the text of values that print in another way here.
func (r *rewriter) texts() {
	for arg := range printed(r.info, r.file.syntax) {
		l, named := r.m.movingType(r.info.TypeOf(arg.expr))
		if l == nil || r.isRemoved(arg.expr) || r.plan.level(r.file, arg.expr.Pos()) == keepOld {
			continue
		}
		switch name := named.Obj().Name(); {
		case name == "UUID":
			if hasMethod(named, "Format") {
				r.formatted(arg, l, named)
			}
		case hasOldText(l, name) && strings.ContainsRune("svqxX", arg.verb):
			x := l.rule(name + ".String")
			r.printOld(arg, l, named, x.old, x.note)
		}
	}
}

// formatted keeps what a Format method makes of a UUID. Package fmt makes the
// same of %s, %q and %v, and of 16 bytes with %x.
func (r *rewriter) formatted(arg printedArg, l *library, named *types.Named) {
	_, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer)
	switch {
	case strings.ContainsRune("svqTp", arg.verb):
	case strings.ContainsRune("xX", arg.verb) && arg.flag == "":
		before := "[16]byte("
		if isPointer {
			before += "*"
		}
		r.wrap(arg.expr, before, ")")
		r.notes.done["%"+string(arg.verb)+" of [16]byte"]++
	default:
		r.printOld(arg, l, named, "UUID.Format", "%"+arg.flag+string(arg.verb)+": fmt prints a UUID without a Format method here")
	}
}

// printOld converts what is printed to the library's type.
func (r *rewriter) printOld(arg printedArg, l *library, named *types.Named, what, why string) {
	before := old(l) + "." + named.Obj().Name() + "("
	if _, isPointer := types.Unalias(r.info.TypeOf(arg.expr)).(*types.Pointer); isPointer {
		before = "(*" + old(l) + "." + named.Obj().Name() + ")("
	}
	r.wrap(arg.expr, before, ")")
	r.stays[l] = named.Obj().Pkg().Path()
	r.notes.left = append(r.notes.left, r.finding(arg.expr.Pos(), what, why))
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
