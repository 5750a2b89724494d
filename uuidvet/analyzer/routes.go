package analyzer

import (
	"go/ast"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// mux is the path of the router whose patterns can have regular expressions.
const mux = "github.com/gorilla/mux"

// takesPattern contains the methods of mux that take patterns with variables.
var takesPattern = setOf("Handle HandleFunc Path PathPrefix Host Queries")

// isRoutedUUID reports whether a text is a variable of mux that can only be a UUID, because every pattern in
// this package that has the variable gives it a regular expression that matches nothing else. A handler may
// also belong to a route in a package that imports this one, whose patterns are not known here.
func (p *pass) isRoutedUUID(text ast.Expr) bool {
	index, ok := p.source(text).(*ast.IndexExpr)
	if !ok || p.callee(p.source(index.X)) != (name{mux, "Vars"}) {
		return false
	}
	if p.routedUUIDs == nil {
		p.routedUUIDs = p.findRoutedUUIDs()
	}
	return p.routedUUIDs[p.constantString(index.Index)]
}

// findRoutedUUIDs returns the variables in the patterns of this package, and whether they can only be UUIDs.
func (p *pass) findRoutedUUIDs() map[string]bool {
	found := make(map[string]bool)
	for c := range p.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		f := p.callee(call)
		if f.path != mux || !takesPattern[f.name] {
			continue
		}
		for _, arg := range call.Args {
			for variable, expression := range variablesOf(p.patternOf(arg)) {
				isUUID, isKnown := found[variable]
				found[variable] = (isUUID || !isKnown) && matchesOnlyUUIDs(expression)
			}
		}
	}
	return found
}

// patternOf returns a pattern with .* for each part that is not constant, and for a call with the patterns of
// the arguments: .*/users/{id} for base+"/users/{id}" and for path.Join(base, "/users/{id}").
func (p *pass) patternOf(e ast.Expr) string {
	if p.TypesInfo.Types[e].Value != nil {
		return p.constantString(e)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return p.patternOf(e.X) + p.patternOf(e.Y)
	case *ast.CallExpr:
		var pattern strings.Builder
		for _, arg := range e.Args {
			pattern.WriteString(p.patternOf(arg))
		}
		return pattern.String()
	}
	return ".*"
}

// variablesOf returns the variables of a pattern with their regular expressions: id with [0-9]+ if the
// pattern is /users/{id:[0-9]+}.
func variablesOf(pattern string) map[string]string {
	found := make(map[string]string)
	for {
		_, rest, ok := strings.Cut(pattern, "{")
		if !ok {
			return found
		}
		end := closingBrace(rest)
		variable, expression, _ := strings.Cut(rest[:end], ":")
		found[variable] = expression
		pattern = rest[end:]
	}
}

// closingBrace returns the index of the brace that closes one before the text, or the length of the text.
func closingBrace(text string) int {
	depth := 1
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(text)
}

// canonicalForm is the form of a UUID, with a 0 for each hexadecimal digit.
const canonicalForm = "00000000-0000-0000-0000-000000000000"

// matchesOnlyUUIDs reports whether a regular expression matches UUIDs in the canonical form, and no other
// text. It follows all paths through the compiled expression at once, because samples of text would not show
// that "me" is an alternative to a UUID.
func matchesOnlyUUIDs(expression string) bool {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return false
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return false
	}
	steps := nextSteps(prog, []uint32{uint32(prog.Start)})
	for _, want := range canonicalForm {
		var after []uint32
		for _, step := range steps {
			if !matchesOnly(step, want) {
				return false
			}
			after = append(after, step.Out)
		}
		steps = nextSteps(prog, after)
	}
	for _, step := range steps {
		if step.Op != syntax.InstMatch {
			return false
		}
	}
	return len(steps) > 0
}

// nextSteps returns the instructions that match a character or end the match, and that the program can
// reach from others without matching a character.
func nextSteps(prog *syntax.Prog, from []uint32) (steps []*syntax.Inst) {
	seen := make(map[uint32]bool)
	for len(from) > 0 {
		last := len(from) - 1
		pc := from[last]
		from = from[:last]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		inst := &prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			from = append(from, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			from = append(from, inst.Out)
		case syntax.InstFail:
			// No text matches on this path.
		default:
			steps = append(steps, inst)
		}
	}
	return steps
}

// matchesOnly reports whether an instruction matches a character of the canonical form, and no other.
func matchesOnly(inst *syntax.Inst, want rune) bool {
	isBeyond := func(r rune) bool { return r > unicode.MaxASCII }
	if inst.Op == syntax.InstMatch || slices.ContainsFunc(inst.Rune, isBeyond) {
		return false
	}
	for r := range rune(unicode.MaxASCII + 1) {
		isWanted := r == want || want == '0' && unicode.Is(unicode.ASCII_Hex_Digit, r)
		if inst.MatchRune(r) && !isWanted {
			return false
		}
	}
	return true
}
