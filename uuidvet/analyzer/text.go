package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
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

// isParsed reports whether an expression is the result of a parser, and is not in a test.
func (p *pass) isParsed(e ast.Expr) bool {
	return p.callsUUID(e, parsers) && len(e.(*ast.CallExpr).Args) == 1 && !strings.HasSuffix(p.Fset.Position(e.Pos()).Filename, "_test.go")
}

// isNilOnError reports whether a parser returns Nil with its error. Those of google/uuid, gofrs/uuid
// and satori/go.uuid return the digits before the first wrong one.
func (p *pass) isNilOnError(call *ast.CallExpr) bool { return has(own+" uuid", p.callee(call).path) }

func requests(p *pass) {
	checked, asked := make(map[string]bool), make(map[string]bool)
	for c := range p.nodes.Root().Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil)) {
		if isAsked(c) {
			asked[p.key(c.Node().(ast.Expr))] = true
		}
	}
	for c := range p.nodes.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		assign, _ := c.Parent().Node().(*ast.AssignStmt)
		switch {
		case !p.isParsed(call), !p.isClientText(call.Args[0]), checked[p.key(p.source(call.Args[0]))]:
		case p.callsUUID(call, "MustParse"), p.callsUUID(c.Parent().Node(), "Must"):
			p.report(call, "text of the client that is not a UUID is a panic here; call Parse, and check its error")
		case assign == nil || len(assign.Lhs) != 2 || !isBlank(assign.Lhs[1]):
		case !p.isNilOnError(call):
			p.report(call, "text of the client that is not a UUID becomes an ID of its first digits here, or Nil; check the error")
		case !asked[p.key(assign.Lhs[0])]:
			p.report(call, "text of the client that is not a UUID becomes the Nil UUID here; check the error")
		}
		isChecked := answer.MatchString(fmt.Sprint(p.TypesInfo.TypeOf(call))) && (assign == nil || !isBlank(assign.Lhs[len(assign.Lhs)-1]))
		for i := 0; isChecked && i < len(call.Args); i++ {
			if p.isClientText(call.Args[i]) {
				checked[p.key(p.source(call.Args[i]))] = true
			}
		}
	}
}

// answer matches the types of the results of a function that may check its arguments: the last is an error
// or a bool.
var answer = regexp.MustCompile(`^(\(.* )?(error|bool)\)?$`)

func isBlank(e ast.Expr) bool { return types.ExprString(e) == "_" }

// isClientText reports whether an expression is text of a request.
func (p *pass) isClientText(e ast.Expr) bool {
	return memo(p, e, func(e ast.Expr) bool {
		switch e := p.source(e).(type) {
		case *ast.CallExpr:
			f := p.callee(e)
			return has("github.com/go-chi/chi github.com/go-chi/chi/v5", f.path) && f.name == "URLParam" || p.isClientText(e.Fun)
		case *ast.SelectorExpr:
			t := p.TypesInfo.TypeOf(e.X) // nil for the name of a package
			return t != nil && (has(clientText[nameOf(deref(t))], e.Sel.Name) || p.isClientText(e.X))
		case *ast.IndexExpr:
			return p.isClientText(e.X)
		}
		return false
	})
}

// key returns a key that expressions share if they are alike, and name the same variables.
func (p *pass) key(e ast.Expr) string {
	key := []any{types.ExprString(e)}
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) != nil {
			key = append(key, p.TypesInfo.ObjectOf(id).Pos())
		}
	}
	return fmt.Sprintln(key...)
}

// isAsked reports whether a variable or field is compared, or asked whether it is Nil.
func isAsked(c cursor) bool {
	for c.ParentEdgeKind() == edge.ParenExpr_X {
		c = c.Parent()
	}
	selector, ok := c.Parent().Node().(*ast.SelectorExpr)
	return is[*ast.BinaryExpr](c.Parent().Node()) || c.ParentEdgeKind() == edge.SwitchStmt_Tag || ok && has("IsNil IsZero", selector.Sel.Name)
}

// answers reports an if that answers the error of a parser, after which the function goes on with the
// ID or its text.
func answers(p *pass, c cursor, n *ast.IfStmt) {
	assign, _ := n.Init.(*ast.AssignStmt)
	if before, ok := c.PrevSibling(); ok && assign == nil {
		assign, _ = before.Node().(*ast.AssignStmt)
	}
	if assign == nil || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || !p.isParsed(assign.Rhs[0]) {
		return
	}
	var block ast.Stmt
	switch text := types.ExprString(assign.Lhs[1]); types.ExprString(n.Cond) {
	case text + " != nil":
		block = n.Body
	case text + " == nil":
		block = n.Else
	}
	id, _ := assign.Lhs[1].(*ast.Ident)
	err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if ok && err.Kind() == types.LocalVar && is[*ast.BlockStmt](block) && onlyAnswers(block) && p.goesOn(c, assign) {
		p.report(n, "the error is answered here, but the function goes on with the ID or its text; return after the answer")
	}
}

// keeping matches the names of functions that do not return, or that keep an error for later.
var keeping = regexp.MustCompile(`(?i)(panic|fatal|exit|failnow|skip|add|append|collect|join|push|record)\w*$|\.(arg|raise)error$`)

// ending matches a statement that calls a function which mostly does not return.
var ending = regexp.MustCompile(`(?i)^(\w+\.)*(die|usage|check|must)\w*\(`)

// onlyAnswers reports whether a block calls functions, and leaves nothing behind.
func onlyAnswers(block ast.Node) bool {
	leaves := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.SendStmt, *ast.IncDecStmt:
			return true
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE
		case *ast.UnaryExpr:
			return n.Op == token.AND && is[*ast.Ident](n.X)
		case *ast.ExprStmt:
			return ending.MatchString(types.ExprString(n.X))
		case *ast.CallExpr:
			return keeping.MatchString(types.ExprString(n.Fun))
		}
		return false
	}
	return !contains(block, leaves) && contains(block, func(*ast.CallExpr) bool { return true })
}

// goesOn reports whether a statement after an if uses the ID or its text, and neither it nor one before it
// uses the error. The search ends where the ID or its text is set. If there is an else, the text may be
// that of both branches, so only the ID counts. For a parser that returns Nil with its error, a look at Nil
// is enough. goesOn reads statements that begin in the next 2000 bytes, so that time is linear.
func (p *pass) goesOn(c cursor, assign *ast.AssignStmt) bool {
	call := assign.Rhs[0].(*ast.CallExpr)
	ids, end := []ast.Expr{assign.Lhs[0], call.Args[0]}, c.Node().End()+2000
	if c.Node().(*ast.IfStmt).Else != nil {
		ids = ids[:1]
	}
	for s, ok := c.NextSibling(); ok && s.Node().Pos() < end; s, ok = s.NextSibling() {
		if err, ok := p.first(s, assign.Lhs[1]); ok && err.ParentEdgeKind() != edge.AssignStmt_Lhs {
			return false
		}
		if use, ok := p.first(s, ids...); ok {
			isText := p.key(use.Node().(ast.Expr)) == p.key(call.Args[0])
			return use.ParentEdgeKind() != edge.AssignStmt_Lhs && !(isAsked(use) && (isText || p.isNilOnError(call)))
		}
	}
	return false
}

// first returns the first expression in a statement that is like one of these.
func (p *pass) first(s cursor, these ...ast.Expr) (cursor, bool) {
	for c := range s.Preorder() {
		for _, this := range these {
			e, ok := c.Node().(ast.Expr)
			if ok && e.End()-e.Pos() == this.End()-this.Pos() && !isBlank(e) && p.key(e) == p.key(this) {
				return c, true
			}
		}
	}
	return s, false
}

const onlyTime = "the start of a version 7 ID is only its time, so IDs made at about the same time share it; use the end"

// starts reports slices that end with the time. Programs read all six bytes of the time on purpose.
func starts(p *pass, _ cursor, n *ast.SliceExpr) {
	limit := len("xxxxxxxx-xxxx")
	if p.form(n.X) == asSlice || is16(deref(p.TypesInfo.TypeOf(n.X))) {
		limit = 5
	}
	high, _ := p.constant(n.High).(int64)
	if (n.Low == nil || p.constant(n.Low) == int64(0)) && 0 < high && high <= int64(limit) && p.isMade(version7, n.X) {
		p.report(n, onlyTime)
	}
}

func parts(p *pass, _ cursor, n *ast.IndexExpr) {
	if p.constant(n.Index) == int64(0) && p.callee(p.origin(n.X)).path == "strings" && p.isMade(version7, n.X) {
		p.report(n, onlyTime)
	}
}

// version7 has the functions that make version 7.
const version7 = "NewV7 NewV7At NewV7AtTime NewV7FromReader NewID"

// others has the functions that make another version.
const others = "New NewRandom NewUUID NewMD5 NewSHA1 NewV1 NewV1At NewV2 NewV3 NewV4 NewV5 NewV6 NewV6At NewV8"

// isMade reports whether an expression is an ID that one of the functions made in the same function,
// or its bytes or text.
func (p *pass) isMade(by string, e ast.Expr) bool {
	call, ok := p.source(e).(*ast.CallExpr)
	if !ok || p.callsUUID(call, by) {
		return ok
	}
	from := receiver(call)
	return (p.callsUUID(call, "UUID") || p.callsUUID(call, "String") && p.isOpen(deref(p.TypesInfo.TypeOf(from)))) && p.isMade(by, from)
}

// isOpen reports whether the text of t shows the ID: t is no ID[T], or one whose T has no Mask.
func (p *pass) isOpen(t types.Type) bool {
	k := p.kindOf(identified(t))
	return identified(t) == nil || k.isKnown() && !k.isMasked()
}

// directive matches what stands for one argument in a format, such as %-8x, and its verb. The verb is * or [
// if the next argument is not printed there.
var directive = regexp.MustCompile(`%[-+# 0]*\d*(?:\.\d*)?(.)`)

// printed returns a run that calls f for each argument that package fmt prints in a call of a function
// like fmt.Printf or fmt.Print, with its verb.
func printed(f func(p *pass, c cursor, verb string, arg ast.Expr)) func(*pass) {
	return on(func(p *pass, c cursor, call *ast.CallExpr) {
		callee := p.callee(call)
		t, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
		if !ok || !t.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < t.Params().Len() {
			return
		}
		first, format := t.Params().Len()-1, ""
		if types.IsInterface(elem(t.Params().At(first).Type())) && first > 0 && strings.HasSuffix(callee.name, "f") && !strings.HasSuffix(callee.name, "canf") {
			format, _ = p.constant(call.Args[first-1]).(string)
		} else if has(printers, callee.path) {
			format = strings.Repeat("%v", len(call.Args)-first)
		}
		for i, v := range directive.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), len(call.Args)-first) {
			if v[1] == "*" || v[1] == "[" {
				break
			}
			f(p, c, v[1], call.Args[first+i])
		}
	})
}

// printers has the packages whose functions print at once, and keep no argument.
const printers = "fmt log testing"

func hexes(p *pass, c cursor, verb string, arg ast.Expr) {
	t := p.TypesInfo.TypeOf(arg)
	if !strings.EqualFold(verb, "x") || !isID(t) || method(deref(t), "Format") != nil || !p.isOpen(deref(t)) {
		return
	}
	// A pointer may be nil, and what prints later may find another ID in the variable.
	var fix []string
	isLater := c.ParentEdgeKind() == edge.DeferStmt_Call || c.ParentEdgeKind() == edge.GoStmt_Call
	if !isLater && has(printers, p.callee(c.Node()).path) && t == deref(t) && p.TypesInfo.Types[arg].Addressable() {
		fix = []string{"", "[:]"}
		if is[*ast.StarExpr](arg) {
			fix = []string{"(", ")[:]"}
		}
	}
	p.report(arg, "%"+verb+" prints 72 digits here, the hexadecimal form of the ID's text; write id[:]", fix...)
}

func masks(p *pass, _ cursor, verb string, arg ast.Expr) {
	if verb != "T" && verb != "p" && p.showsMasked(shown{t: p.TypesInfo.TypeOf(arg)}) {
		p.report(arg, "this prints the plain bytes of the masked ID in an unexported field; export the field, or give the struct a String method")
	}
}

func hides(p *pass, _ cursor, call *ast.CallExpr) {
	if p.callee(call) == (name{own, "Hide"}) && p.isMade(others, call.Args[0]) {
		p.report(call, "Hide is for version 7, and returns an error for this ID; make it with NewV7")
	}
}

// A shown is a value that package fmt prints, perhaps inside of another one.
type shown struct {
	t                    types.Type
	isUnexported, isPart bool
}

// showsMasked reports whether package fmt, which calls no methods of what it finds in an unexported
// field, shows the bytes of a masked ID in a value.
func (p *pass) showsMasked(v shown) bool {
	switch methods := types.NewMethodSet(v.t); {
	case p.kindOf(identified(v.t)).isMasked():
		return v.isUnexported
	case !v.isUnexported && (methods.Lookup(nil, "Format") != nil || methods.Lookup(nil, "Error") != nil || methods.Lookup(nil, "String") != nil):
		return false
	}
	shows := func(part shown) bool { return memo(p, part, p.showsMasked) }
	switch t := v.t.Underlying().(type) {
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), func(f *types.Var) bool {
			return shows(shown{f.Type(), v.isUnexported || !f.Exported(), true})
		})
	case *types.Map:
		return shows(shown{t.Key(), v.isUnexported, true}) || shows(shown{t.Elem(), v.isUnexported, true})
	case *types.Pointer: // of a part, fmt prints the address, like that of a channel
		return !v.isPart && shows(shown{t.Elem(), v.isUnexported, true})
	case *types.Chan:
	case interface{ Elem() types.Type }:
		return shows(shown{t.Elem(), v.isUnexported, true})
	}
	return false
}

func omitted(p *pass, c cursor, field *ast.Field) {
	options := strings.Split(tagOf(field).Get("json"), ",")[1:]
	for c := range c.Enclosing((*ast.File)(nil)) {
		// Generators write omitempty on all fields, and nobody edits the result. People edit what cgo copies.
		file := c.Node().(*ast.File)
		isEdited := !ast.IsGenerated(file) || strings.HasPrefix(file.Comments[0].Text(), "Code generated by cmd/cgo")
		if isEdited && slices.Contains(options, "omitempty") && !slices.Contains(options, "omitzero") && is16(p.TypesInfo.TypeOf(field.Type)) {
			p.report(field.Tag, "omitempty never omits 16 bytes, even if all are zero; delete it, or write omitzero (Go 1.24) to omit a Nil ID")
		}
	}
}
