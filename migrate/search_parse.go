package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"

	"github.com/seed-8298af95/uuid/migrate/differences"
)

// This file searches for text that parsers read.

// ignoredErrors notes calls to parsers whose error is assigned to the blank identifier. It skips a
// constant that is a UUID.
func ignoredErrors(s *scout, n ast.Node) {
	var targets, values []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		targets, values = n.Lhs, n.Rhs
	case *ast.ValueSpec:
		values = n.Values
		for _, name := range n.Names {
			targets = append(targets, name)
		}
	}
	if len(targets) != 2 || len(values) != 1 || isBlank(targets[0]) || !isBlank(targets[1]) {
		return
	}
	call, ok := ast.Unparen(values[0]).(*ast.CallExpr)
	if !ok || !s.mentioned(nameOf(call.Fun)) {
		return
	}
	if text, _ := constantText(s.info, call.Args[0]); !accepted[s.m.target].MatchString(text) {
		s.tell(call.Pos())
	}
}

// parsedText notes calls to parsers. If the row is sure, it notes constant strings that only one of
// the packages accepts. Otherwise it notes input that is not constant.
func parsedText(s *scout, n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		if !s.mentioned(n) {
			return
		}
		call := s.calls[n]
		if call == nil {
			// A parser that is used as a value receives its input later, so the input is not
			// constant.
			if !s.row.Sure {
				s.tell(n.Pos())
			}
			return
		}
		text, isConstant := constantText(s.info, call.Args[0])
		from := s.library(s.info.Uses[n]).from
		differs := !isConstant || accepted[from].MatchString(text) != accepted[s.m.target].MatchString(text)
		if s.row.Sure == isConstant && differs {
			s.tell(call.Pos())
		}
	case *ast.CallExpr:
		if s.row.Sure {
			return
		}
		// A function with a parameter of type encoding.TextUnmarshaler parses the UUID later, as
		// flag.TextVar does.
		argumentSites(s.info, n, func(e ast.Expr, t types.Type) {
			if types.TypeString(t, nil) == "encoding.TextUnmarshaler" && s.isType(s.info.TypeOf(e), "UUID") {
				s.tell(e.Pos())
			}
		})
	}
}

// constantText returns the constant string of an expression, or of the operand of a conversion such
// as []byte("text").
func constantText(info *types.Info, e ast.Expr) (string, bool) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() {
		e = call.Args[0]
	}
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

const (
	hyphenated = `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`
	plain      = `([0-9A-Fa-f]{32}|` + hyphenated + `)`
)

var (
	hereForms  = regexp.MustCompile(`^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`)
	gofrsForms = regexp.MustCompile(`^((urn:uuid:)?` + plain + `|\{` + plain + `\})$`)
)

// accepted contains a pattern for the input that each package accepts.
var accepted = map[string]*regexp.Regexp{
	differences.Google: regexp.MustCompile(
		`(?s)^([0-9A-Fa-f]{32}|(?i:urn:uuid:)?` + hyphenated + `|.` + hyphenated + `.)$`),
	differences.Gofrs:  gofrsForms,
	differences.Satori: gofrsForms,
	differences.Here:   hereForms,
	ours:               hereForms,
	standard:           regexp.MustCompile(`^([0-9A-Fa-f]{32}|(urn:uuid:)?` + hyphenated + `|\{` + hyphenated + `\})$`),
}
