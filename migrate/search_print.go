package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// This file searches for text of UUIDs that changes.

// hexadecimal notes operands of %x and %X that contain a UUID with a Format method. If the row is
// sure, it notes only operands whose static type proves this. Otherwise it notes operands that may
// contain such a UUID: interfaces, type parameters, and operands of a format that is not constant.
// The rewriter has already fixed operands that are UUIDs themselves.
func hexadecimal(s *scout, call *ast.CallExpr) {
	for _, arg := range printedBy(s.info, call) {
		t := s.info.TypeOf(arg.expr)
		if !arg.has("xX") && !arg.unknown || t == nil || !arg.unknown && s.isType(t, "UUID") {
			continue
		}
		holds := slices.ContainsFunc(s.holds(t), func(h held) bool {
			// The old NullUUID is printed as a struct, and the new one has a String method.
			return h.name == "UUID" && hasMethod(h.typ, "Format") || h.name == "NullUUID"
		})
		if s.row.Sure == (holds && !arg.unknown) && (holds || s.mayBe(t, "Format")) {
			s.tell(arg.expr.Pos())
		}
	}
}

// formatFlags notes UUIDs that are printed with %s, %v or %q and flags, because a Format method
// handles flags differently from fmt.
func formatFlags(s *scout, call *ast.CallExpr) {
	for _, arg := range printedBy(s.info, call) {
		t := s.info.TypeOf(arg.expr)
		if s.isType(t, "UUID") && hasMethod(t, "Format") && slices.ContainsFunc(arg.verbs, func(v verbUse) bool {
			return v.flags != "" && strings.ContainsRune("svq", v.verb)
		}) {
			s.tell(arg.expr.Pos())
		}
	}
}

var loggers = regexp.MustCompile(`^fmt$|\blog\b|\bslog\b|\bzap\b|zerolog|logrus|\blogr\b`)

// printedForms notes values that print in a different form after the move. An argument that the
// rewriter converts to the old type prints as before and is not noted.
func printedForms(s *scout, call *ast.CallExpr) {
	obj := typeutil.Callee(s.info, call)
	isLogger := obj != nil && obj.Pkg() != nil && loggers.MatchString(obj.Pkg().Path())
	printed := map[ast.Expr]bool{}
	for _, arg := range printedBy(s.info, call) {
		printed[arg.expr] = true
	}
	// The called function prints an argument with the argument's methods only if the parameter has an
	// interface type.
	argumentSites(s.info, call, func(e ast.Expr, t types.Type) {
		if !types.IsInterface(t) || !isLogger && !printed[e] {
			return
		}
		for _, h := range s.holds(s.info.TypeOf(e)) {
			// The rewriter converts a printed argument only if its own type is the library's type.
			converted := printed[e] && s.isType(s.info.TypeOf(e), h.name)
			if h.name == "NullUUID" || hasOldText(h.lib, h.name) && !converted {
				s.tell(e.Pos())
			}
		}
	})
}

// hasOldText reports whether the target has no counterpart to a library type's String method.
func hasOldText(l *library, name string) bool {
	r := l.rule(name + ".String")
	return r.new == "" && r.note != l.others // without a rule, the type has no String method
}

// cutText notes slices that keep the start of a UUID, or of text or bytes that the library returns.
func cutText(s *scout, n ast.Node) {
	cut, ok := n.(*ast.SliceExpr)
	if !ok || cut.High == nil {
		return
	}
	if low := cut.Low; low != nil {
		if v := s.info.Types[low].Value; v == nil || constant.Sign(v) != 0 {
			return
		}
	}
	call, isCall := ast.Unparen(cut.X).(*ast.CallExpr)
	if s.isType(s.info.TypeOf(cut.X), "UUID") || isCall && s.library(typeutil.Callee(s.info, call)) != nil {
		s.tell(cut.Pos())
	}
}
