package analyzer

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// clientText has the types of requests, with the fields and methods that have text of the client.
var clientText = map[name]string{
	{"net/http", "Request"}:                    "PathValue FormValue PostFormValue Form PostForm URL Header Cookie RequestURI Host",
	{"github.com/gin-gonic/gin", "Context"}:    "Param Params Query DefaultQuery GetQuery QueryArray PostForm DefaultPostForm GetPostForm GetHeader Cookie",
	{"github.com/labstack/echo/v4", "Context"}: "Param QueryParam QueryParams QueryString FormValue Cookie",
	{"github.com/labstack/echo/v5", "Context"}: "Param ParamOr QueryParam QueryParamOr QueryParams QueryString FormValue FormValueOr Cookie",
	{"github.com/gofiber/fiber/v2", "Ctx"}:     "Params Query Queries FormValue Get GetReqHeaders Cookies Path OriginalURL",
	{"github.com/gofiber/fiber/v3", "Ctx"}:     "Params Query Queries FormValue Get GetReqHeaders Cookies Path OriginalURL",
}

// parsers has the functions of packages of UUIDs that parse text.
const parsers = "MustParse Parse ParseBytes ParseStrict ParseID FromString"

func requests(p *pass) {
	for function := range p.nodes.Root().Preorder((*ast.FuncDecl)(nil)) {
		for c := range function.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if p.callsUUID(call, parsers) && len(call.Args) == 1 && p.isClientText(call.Args[0]) && !p.isChecked(function, call) {
				p.parsed(function, c.Parent().Node(), call)
			}
		}
	}
}

// parsed reports a call that parses text of a request, if the node around it makes it a mistake.
func (p *pass) parsed(function inspector.Cursor, around ast.Node, call *ast.CallExpr) {
	outer, _ := around.(*ast.CallExpr)
	assign, _ := around.(*ast.AssignStmt)
	switch {
	case strings.HasSuffix(p.Fset.Position(call.Pos()).Filename, "_test.go"):
	case p.callsUUID(call, "MustParse"), outer != nil && p.callsUUID(outer, "Must"):
		p.report(call, "text of the client that is not a UUID is a panic here; call Parse, and check its error")
	case assign != nil && p.looksAtNil(function, assign.Lhs[0]):
	case assign != nil && len(assign.Lhs) == 2 && isBlank(assign.Lhs[1]):
		p.report(call, "text of the client that is not a UUID becomes the Nil UUID here; check the error")
	}
}

// isClientText reports whether an expression is text of a request.
func (p *pass) isClientText(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.CallExpr:
		if from := p.passedOn(e); from != nil {
			return p.isClientText(from)
		}
		return p.callee(e) == name{"github.com/go-chi/chi/v5", "URLParam"} || p.isClientText(e.Fun)
	case *ast.SelectorExpr:
		t := p.TypesInfo.TypeOf(e.X) // nil for the name of a package
		return t != nil && (has(clientText[nameOf(deref(t))], e.Sel.Name) || p.isClientText(e.X))
	case *ast.IndexExpr:
		return p.isClientText(e.X)
	}
	return false
}

// isChecked reports whether a function calls another one with the same text before, and looks at the
// error or bool that it returns.
func (p *pass) isChecked(function inspector.Cursor, call *ast.CallExpr) bool {
	isText := func(e ast.Expr) bool { return types.ExprString(e) == types.ExprString(call.Args[0]) }
	for c := range function.Preorder((*ast.CallExpr)(nil)) {
		check := c.Node().(*ast.CallExpr)
		t := p.TypesInfo.TypeOf(check)
		if results, ok := t.(*types.Tuple); ok && results.Len() > 0 {
			t = results.At(results.Len() - 1).Type()
		}
		assign, ok := c.Parent().Node().(*ast.AssignStmt)
		isIgnored := ok && isBlank(assign.Lhs[len(assign.Lhs)-1])
		if check.Pos() < call.Pos() && !isIgnored && has("bool error", t.String()) && slices.ContainsFunc(check.Args, isText) {
			return true
		}
	}
	return false
}

// looksAtNil reports whether a function compares an ID, or asks whether it is Nil.
func (p *pass) looksAtNil(function inspector.Cursor, id ast.Expr) bool {
	for c := range function.Preorder((*ast.Ident)(nil)) {
		_, isCompared := c.Parent().Node().(*ast.BinaryExpr)
		selector, ok := c.Parent().Node().(*ast.SelectorExpr)
		isAsked := isCompared || ok && has("IsNil IsZero", selector.Sel.Name)
		if isAsked && p.objectOf(c.Node().(ast.Expr)) == p.objectOf(id) {
			return true
		}
	}
	return false
}

// The start of a version 7 ID is only its time up to these lengths. Programs read all six bytes of the
// time on purpose.
const timeDigits, timeBytes = len("xxxxxxxx-xxxx"), 5

func labels(p *pass) {
	const found = "the start of a version 7 ID is only its time, so IDs made at about the same time share it; use the end"
	for n := range p.nodes.PreorderSeq((*ast.SliceExpr)(nil), (*ast.IndexExpr)(nil)) {
		switch n := n.(type) {
		case *ast.SliceExpr:
			limit := timeDigits
			if p.form(n.X) == asSlice || is16(p.TypesInfo.TypeOf(n.X)) {
				limit = timeBytes
			}
			high, _ := strconv.Atoi(p.constant(n.High))
			if (n.Low == nil || p.constant(n.Low) == "0") && 0 < high && high <= limit && p.fromV7(n.X) {
				p.report(n, found)
			}
		case *ast.IndexExpr:
			parts, ok := p.origin(n.X).(*ast.CallExpr)
			if ok && p.constant(n.Index) == "0" && p.callee(parts).path == "strings" && p.fromV7(parts) {
				p.report(n, found)
			}
		}
	}
}

func isBlank(e ast.Expr) bool { return types.ExprString(e) == "_" }

// fromV7 reports whether an expression is an ID that NewV7 or NewID made in the same function, or its
// bytes or text.
func (p *pass) fromV7(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.SliceExpr:
		return e.Low == nil && e.High == nil && p.fromV7(e.X)
	case *ast.CallExpr:
		if from := p.passedOn(e); from != nil {
			return p.fromV7(from)
		}
		isMade := p.callsUUID(e, "NewV7 NewV7At NewV7AtTime NewV7FromReader NewID")
		method, ok := e.Fun.(*ast.SelectorExpr)
		isPlain := ok && (p.callsUUID(e, "UUID") || p.callsUUID(e, "String") && p.isOpen(deref(p.TypesInfo.TypeOf(method.X))))
		return isMade || isPlain && p.fromV7(method.X)
	}
	return false
}

// isOpen reports whether the text of t shows the ID: t is no ID[T], or one whose T has no Mask.
func (p *pass) isOpen(t types.Type) bool {
	kind := p.kindOf(identified(t))
	return identified(t) == nil || kind.isKnown && !kind.isMasked
}

// verb matches a directive of a format that needs no other argument, and its verb.
var verb = regexp.MustCompile(`%[-+# 0]*\d*(?:\.\d*)?(.)`)

// printed calls f for each argument that package fmt prints in a call of a function like fmt.Printf or
// fmt.Print, with its verb.
func (p *pass) printed(f func(verb string, arg ast.Expr)) {
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		callee, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
		if !ok || callee.Pkg() == nil || !callee.Signature().Variadic() || call.Ellipsis.IsValid() {
			continue
		}
		params := callee.Signature().Params()
		first := params.Len() - 1
		if !types.IsInterface(params.At(first).Type().(*types.Slice).Elem()) || len(call.Args) <= first {
			continue
		}
		args := call.Args[first:]
		var verbs [][]string
		if strings.HasSuffix(callee.Name(), "f") && first > 0 {
			verbs = verb.FindAllStringSubmatch(p.constant(call.Args[first-1]), -1)
		} else if has("fmt log testing", callee.Pkg().Path()) {
			verbs = slices.Repeat([][]string{{"%v", "v"}}, len(args))
		}
		for _, v := range verbs {
			if v[1] == "*" || v[1] == "[" || len(args) == 0 {
				break
			} else if v[1] != "%" {
				f(v[1], args[0])
				args = args[1:]
			}
		}
	}
}

func hexes(p *pass) {
	p.printed(func(verb string, arg ast.Expr) {
		t := p.TypesInfo.TypeOf(arg)
		if !strings.EqualFold(verb, "x") || !isID(t) || method(deref(t), "Format") != nil {
			return
		}
		var fix []analysis.TextEdit
		if p.TypesInfo.Types[arg].Addressable() || t != deref(t) {
			fix = append(fix, analysis.TextEdit{Pos: arg.End(), End: arg.End(), NewText: []byte("[:]")})
		}
		p.report(arg, "%"+verb+" prints 72 digits here, the hexadecimal form of the ID's text; write id[:]", fix...)
	})
}

func masks(p *pass) {
	p.printed(func(verb string, arg ast.Expr) {
		if verb != "T" && verb != "p" && p.showsMasked(deref(p.TypesInfo.TypeOf(arg)), true, 0) {
			p.report(arg, "this prints the plain bytes of the masked ID in an unexported field; export the field, or give the struct a String method")
		}
	})
}

// showsMasked reports whether package fmt, which calls no methods of what it finds in an unexported
// field, shows the bytes of a masked ID in a value, at most five levels deep.
func (p *pass) showsMasked(t types.Type, exported bool, depth int) bool {
	if p.kindOf(identified(t)).isMasked {
		return !exported
	}
	if exported && (method(t, "Format") != nil || method(t, "Error") != nil || method(t, "String") != nil) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if depth < 4 && p.showsMasked(field.Type(), exported && field.Exported(), depth+1) {
				return true
			}
		}
	case *types.Pointer: // fmt prints its address
	case interface{ Elem() types.Type }:
		return depth < 4 && p.showsMasked(t.Elem(), exported, depth+1)
	}
	return false
}
