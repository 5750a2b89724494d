package analyzer

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// printers contains the packages whose functions print at once, and keep no argument.
var printers = setOf("fmt log testing")

// forEachPrinted returns a run that calls f for each argument that package fmt prints in a call of a
// function like fmt.Printf or fmt.Print, with its verb.
func forEachPrinted(f func(p *pass, c cursor, verb string, arg ast.Expr)) func(*pass) {
	return forEach(func(p *pass, c cursor, call *ast.CallExpr) {
		t := p.signature(call)
		if t == nil || !t.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < t.Params().Len() {
			return
		}
		args := call.Args[t.Params().Len()-1:]
		for i, verb := range p.verbs(call, t, len(args)) {
			f(p, c, verb, args[i])
		}
	})
}

// directive matches what stands for one argument in a format, such as %-8x, and its verb. The verb
// is * or [ if the next argument is not printed there.
var directive = regexp.MustCompile(`%[-+# 0]*\d*(?:\.\d*)?(.)`)

// verbs returns the verbs with which a call prints the first of its n last arguments.
func (p *pass) verbs(call *ast.CallExpr, t *types.Signature, n int) (verbs []string) {
	if !p.isPrintf(call, t) {
		if !printers[p.callee(call).path] {
			return nil
		}
		for range n {
			verbs = append(verbs, "v")
		}
		return verbs
	}
	format := p.constantString(call.Args[t.Params().Len()-2])
	format = strings.ReplaceAll(format, "%%", "")
	for _, match := range directive.FindAllStringSubmatch(format, n) {
		verb := match[1]
		if verb == "*" || verb == "[" {
			break
		}
		verbs = append(verbs, verb)
	}
	return verbs
}

// isPrintf reports whether a variadic function takes a format before its last arguments.
func (p *pass) isPrintf(call *ast.CallExpr, t *types.Signature) bool {
	name, last := p.callee(call).name, t.Params().Len()-1
	return last > 0 && types.IsInterface(elem(t.Params().At(last).Type())) &&
		strings.HasSuffix(name, "f") && !strings.HasSuffix(name, "canf")
}
