package analyzer

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// printers contains the packages whose functions print at once, and keep no argument.
var printers = setOf("fmt log testing")

// A directive is what prints an argument: a verb of package fmt, with its flags.
type directive struct {
	flags string
	verb  rune
}

// A printing is an argument that a call prints.
type printing struct {
	arg        ast.Expr
	by         directive
	isNumbered bool // the format numbers arguments, and may print one twice
}

// forEachPrinted returns a run that calls f for each argument that package fmt prints in a call of a
// function like fmt.Printf or fmt.Print.
func forEachPrinted(f func(p *pass, call cursor, printed printing)) func(*pass) {
	return forEach(func(p *pass, c cursor, call *ast.CallExpr) {
		for _, printed := range p.printed(call) {
			f(p, c, printed)
		}
	})
}

// printed returns the arguments that a call prints.
func (p *pass) printed(call *ast.CallExpr) []printing {
	t := p.signature(call)
	if t == nil || !t.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < t.Params().Len() {
		return nil
	}
	f, first := p.callee(call), t.Params().Len()-1
	args := call.Args[first:]
	isAny := types.IsInterface(elem(t.Params().At(first).Type()))
	isScan := strings.Contains(f.name, "can") // such as fmt.Sscan
	switch {
	case isScan, f.name == "":
		return nil
	case isAny && first > 0 && strings.HasSuffix(f.name, "f"):
		return formatted(p.constantString(call.Args[first-1]), args)
	case printers[f.path]:
		list := make([]printing, len(args))
		for i, arg := range args {
			list[i] = printing{arg: arg, by: directive{verb: 'v'}}
		}
		return list
	}
	return nil
}

// formatted returns the arguments that a format prints. As in package fmt, a directive such as
// %-8.3v prints the next argument and %[2]v the second one, and each * is an argument itself.
func formatted(format string, args []ast.Expr) (list []printing) {
	next, isNumbered := 0, false
	for {
		_, rest, found := strings.Cut(format, "%")
		if !found {
			return list
		}
		flags := rest[:len(rest)-len(strings.TrimLeft(rest, "#0+- "))]
		rest = rest[len(flags):]
		for isPart := true; isPart; { // the width, the precision and the number of the argument
			rest = strings.TrimLeft(rest, "0123456789.")
			number, after, isIndex := strings.Cut(rest, "]")
			switch {
			case strings.HasPrefix(rest, "*"):
				next++
				rest = rest[1:]
			case strings.HasPrefix(rest, "[") && isIndex:
				n, err := strconv.Atoi(number[1:])
				if err != nil {
					return list
				}
				next, rest, isNumbered = n-1, after, true
			default:
				isPart = false
			}
		}
		verb, size := utf8.DecodeRuneInString(rest)
		format = rest[size:]
		if verb == '%' {
			continue
		}
		if next < 0 || next >= len(args) || size == 0 {
			return list
		}
		list = append(list, printing{args[next], directive{flags, verb}, isNumbered})
		next++
	}
}
