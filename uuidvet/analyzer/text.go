package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
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

// isParsed reports whether a call parses text, and is not in a test.
func (p *pass) isParsed(call *ast.CallExpr) bool {
	return p.callsUUID(call, parsers) && len(call.Args) == 1 && !strings.HasSuffix(p.Fset.Position(call.Pos()).Filename, "_test.go")
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
		outer, _ := c.Parent().Node().(*ast.CallExpr)
		assign, _ := c.Parent().Node().(*ast.AssignStmt)
		switch {
		case !p.isParsed(call), !p.isClientText(call.Args[0]), checked[p.key(call.Args[0])], checked[p.key(p.origin(call.Args[0]))]:
		case p.callsUUID(call, "MustParse"), outer != nil && p.callsUUID(outer, "Must"):
			p.report(call, "text of the client that is not a UUID is a panic here; call Parse, and check its error")
		case assign == nil || len(assign.Lhs) != 2 || !isBlank(assign.Lhs[1]):
		case !p.isNilOnError(call):
			p.report(call, "text of the client that is not a UUID becomes an ID of its first digits here, or Nil; check the error")
		case !asked[p.key(assign.Lhs[0])]:
			p.report(call, "text of the client that is not a UUID becomes the Nil UUID here; check the error")
		}
		p.checks(call, assign, checked)
	}
}

func isBlank(e ast.Expr) bool { return types.ExprString(e) == "_" }

// isClientText reports whether an expression is text of a request.
func (p *pass) isClientText(e ast.Expr) bool {
	return memo(p.client, e, func(e ast.Expr) bool {
		switch e := p.origin(e).(type) {
		case *ast.CallExpr:
			if from := p.passedOn(e); from != nil {
				return p.isClientText(from)
			}
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

// checks adds the texts that a call checks: the arguments of a function whose last result, an error or a
// bool, is not ignored.
func (p *pass) checks(call *ast.CallExpr, assign *ast.AssignStmt, checked map[string]bool) {
	t := p.TypesInfo.TypeOf(call)
	if results, ok := t.(*types.Tuple); ok && results.Len() > 0 {
		t = results.At(results.Len() - 1).Type()
	}
	isIgnored := assign != nil && isBlank(assign.Lhs[len(assign.Lhs)-1])
	for i := 0; t != nil && !isIgnored && has("bool error", t.String()) && i < len(call.Args); i++ {
		switch origin := p.origin(call.Args[i]).(type) {
		case *ast.FuncLit, *ast.CompositeLit: // no text, and may be long
		default:
			checked[p.key(call.Args[i])], checked[p.key(origin)] = true, true
		}
	}
}

// isAsked reports whether a variable or field is compared, or asked whether it is Nil.
func isAsked(c inspector.Cursor) bool {
	for c.ParentEdgeKind() == edge.ParenExpr_X {
		c = c.Parent()
	}
	_, isCompared := c.Parent().Node().(*ast.BinaryExpr)
	selector, ok := c.Parent().Node().(*ast.SelectorExpr)
	return isCompared || c.ParentEdgeKind() == edge.SwitchStmt_Tag || ok && has("IsNil IsZero", selector.Sel.Name)
}

// answers reports an if that answers the error of a parser, after which the function goes on with the
// ID or its text.
func answers(p *pass) {
	for c := range p.nodes.Root().Preorder((*ast.IfStmt)(nil)) {
		n := c.Node().(*ast.IfStmt)
		assign, _ := n.Init.(*ast.AssignStmt)
		if before, ok := c.PrevSibling(); ok && assign == nil {
			assign, _ = before.Node().(*ast.AssignStmt)
		}
		cond, ok := n.Cond.(*ast.BinaryExpr)
		if !ok || assign == nil || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
			continue
		}
		call, isCall := assign.Rhs[0].(*ast.CallExpr)
		err, isVar := p.objectOf(assign.Lhs[1]).(*types.Var)
		block, _ := n.Else.(*ast.BlockStmt)
		if cond.Op == token.NEQ {
			block = n.Body
		}
		isOwn := isCall && p.isParsed(call) && isVar && err.Kind() == types.LocalVar && p.objectOf(cond.X) == err && types.ExprString(cond.Y) == "nil"
		if isOwn && block != nil && onlyAnswers(block) && p.goesOn(c, assign, call) {
			p.report(n, "the error is answered here, but the function goes on with the ID or its text; return after the answer")
		}
	}
}

// keeping matches the names of functions that do not return, or that keep an error for later.
var keeping = regexp.MustCompile(`(?i)(panic|fatal|exit|failnow|skip|add|append|collect|join|push|record)\w*$|\.(arg|raise)error$`)

// ending matches a statement that calls a function which mostly does not return.
var ending = regexp.MustCompile(`(?i)^(\w+\.)*(die|usage|check|must)\w*\(`)

// onlyAnswers reports whether a block calls functions, and leaves nothing behind.
func onlyAnswers(block *ast.BlockStmt) bool {
	leaves := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.SendStmt, *ast.IncDecStmt:
			return true
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE
		case *ast.UnaryExpr:
			_, isVar := n.X.(*ast.Ident)
			return n.Op == token.AND && isVar
		case *ast.ExprStmt:
			return ending.MatchString(types.ExprString(n.X))
		case *ast.CallExpr:
			return keeping.MatchString(types.ExprString(n.Fun))
		}
		return false
	}
	return !contains(block, leaves) && contains(block, func(*ast.CallExpr) bool { return true })
}

// goesOn reports whether the first that follows of the ID or its text is a use, and no setting, in a
// statement that does not use the error. If there is an else, the text may be that of both branches, so
// only the ID counts. For a parser that returns Nil with its error, a look at Nil is enough. goesOn reads
// at most thirty statements, so that time is linear.
func (p *pass) goesOn(c inspector.Cursor, assign *ast.AssignStmt, call *ast.CallExpr) bool {
	id, err, text := assign.Lhs[0], assign.Lhs[1], call.Args[0]
	isLike := func(a, b ast.Expr) bool {
		return a.End()-a.Pos() == b.End()-b.Pos() && p.objectOf(a) == p.objectOf(b) && p.key(a) == p.key(b)
	}
	s, more := c.NextSibling()
	for i := 0; more && i < 30; i++ {
		isUsed, isSet := false, false // the ID or its text is used, or the error is set, in s
		for u := range s.Preorder() {
			e, ok := u.Node().(ast.Expr)
			isUse := u.ParentEdgeKind() != edge.AssignStmt_Lhs
			switch {
			case !ok:
			case isLike(e, err) && isUse && !isSet:
				return false
			case isLike(e, err):
				isSet = true
			case isUsed:
			case isLike(e, text) && c.Node().(*ast.IfStmt).Else == nil, isLike(e, id) && !isBlank(e):
				if !isUse || isAsked(u) && (isLike(e, text) || p.isNilOnError(call)) {
					return false
				}
				isUsed = true
			}
		}
		if isUsed {
			return true
		}
		s, more = s.NextSibling()
	}
	return false
}

// The start of a version 7 ID is only its time up to these lengths. Programs read all six bytes of the
// time on purpose.
const timeDigits, timeBytes = len("xxxxxxxx-xxxx"), 5

func labels(p *pass) {
	for n := range p.nodes.PreorderSeq((*ast.SliceExpr)(nil), (*ast.IndexExpr)(nil)) {
		var isTime bool
		switch n := n.(type) {
		case *ast.SliceExpr:
			limit := timeDigits
			if p.form(n.X) == asSlice || is16(p.TypesInfo.TypeOf(n.X)) {
				limit = timeBytes
			}
			high, _ := strconv.Atoi(p.constant(n.High))
			isTime = (n.Low == nil || p.constant(n.Low) == "0") && 0 < high && high <= limit && p.isMade(version7, n.X)
		case *ast.IndexExpr:
			parts, ok := p.origin(n.X).(*ast.CallExpr)
			isTime = ok && p.constant(n.Index) == "0" && p.callee(parts).path == "strings" && p.isMade(version7, parts)
		}
		if isTime {
			p.report(n, "the start of a version 7 ID is only its time, so IDs made at about the same time share it; use the end")
		}
	}
}

// The functions that make version 7, and those that make another version.
const (
	version7 = "NewV7 NewV7At NewV7AtTime NewV7FromReader NewID"
	others   = "New NewRandom NewUUID NewMD5 NewSHA1 NewV1 NewV1At NewV2 NewV3 NewV4 NewV5 NewV6 NewV6At NewV8"
)

// isMade reports whether an expression is an ID that one of the functions made in the same function,
// or its bytes or text.
func (p *pass) isMade(by string, e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.SliceExpr:
		return isWhole(e) && p.isMade(by, e.X)
	case *ast.CallExpr:
		if from := p.passedOn(e); from != nil {
			return p.isMade(by, from)
		}
		from := receiver(e)
		isText := p.callsUUID(e, "String") && p.isOpen(deref(p.TypesInfo.TypeOf(from)))
		return p.callsUUID(e, by) || (isText || p.callsUUID(e, "UUID")) && p.isMade(by, from)
	}
	return false
}

// isOpen reports whether the text of t shows the ID: t is no ID[T], or one whose T has no Mask.
func (p *pass) isOpen(t types.Type) bool {
	kind := p.kindOf(identified(t))
	return identified(t) == nil || kind.isKnown() && !kind.isMasked()
}

// verb matches a directive of a format that needs no other argument, and its verb.
var verb = regexp.MustCompile(`%[-+# 0]*\d*(?:\.\d*)?(.)`)

// printed calls f for each argument that package fmt prints in a call of a function like fmt.Printf or
// fmt.Print, with its verb.
func (p *pass) printed(f func(c inspector.Cursor, verb string, arg ast.Expr)) {
	for c := range p.nodes.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
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
		if strings.HasSuffix(callee.Name(), "f") && !strings.HasSuffix(callee.Name(), "canf") && first > 0 {
			verbs = verb.FindAllStringSubmatch(p.constant(call.Args[first-1]), -1)
		} else if has(printers, callee.Pkg().Path()) {
			verbs = slices.Repeat([][]string{{"%v", "v"}}, len(args))
		}
		for _, v := range verbs {
			if v[1] == "*" || v[1] == "[" || len(args) == 0 {
				break
			} else if v[1] != "%" {
				f(c, v[1], args[0])
				args = args[1:]
			}
		}
	}
}

// printers has the packages whose functions print at once, and keep no argument.
const printers = "fmt log testing"

func hexes(p *pass) {
	p.printed(func(c inspector.Cursor, verb string, arg ast.Expr) {
		t := p.TypesInfo.TypeOf(arg)
		if !strings.EqualFold(verb, "x") || !isID(t) || method(deref(t), "Format") != nil || !p.isOpen(deref(t)) {
			return
		}
		// A pointer may be nil, and what prints later may find another ID in the variable.
		var fix []string
		isLater := c.ParentEdgeKind() == edge.DeferStmt_Call || c.ParentEdgeKind() == edge.GoStmt_Call
		if !isLater && has(printers, p.callee(c.Node().(*ast.CallExpr)).path) && t == deref(t) && p.TypesInfo.Types[arg].Addressable() {
			fix = []string{"", "[:]"}
			if _, ok := arg.(*ast.StarExpr); ok {
				fix = []string{"(", ")[:]"}
			}
		}
		p.report(arg, "%"+verb+" prints 72 digits here, the hexadecimal form of the ID's text; write id[:]", fix...)
	})
}

func masks(p *pass) {
	p.printed(func(_ inspector.Cursor, verb string, arg ast.Expr) {
		if verb != "T" && verb != "p" && p.showsMasked(shown{t: p.TypesInfo.TypeOf(arg)}) {
			p.report(arg, "this prints the plain bytes of the masked ID in an unexported field; export the field, or give the struct a String method")
		}
	})
	for call := range inspector.All[*ast.CallExpr](p.nodes) {
		if p.callee(call) == (name{own, "Hide"}) && p.isMade(others, call.Args[0]) {
			p.report(call, "Hide is for version 7, and returns an error for this ID; make it with NewV7")
		}
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
	shows := func(t types.Type, isExported bool) bool {
		return memo(p.shown, shown{t, v.isUnexported || !isExported, true}, p.showsMasked)
	}
	switch t := v.t.Underlying().(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if shows(field.Type(), field.Exported()) {
				return true
			}
		}
	case *types.Map:
		return shows(t.Key(), true) || shows(t.Elem(), true)
	case *types.Pointer: // of a part, fmt prints the address, like that of a channel
		return !v.isPart && shows(t.Elem(), true)
	case *types.Chan:
	case interface{ Elem() types.Type }:
		return shows(t.Elem(), true)
	}
	return false
}

func omitted(p *pass) {
	for file := range p.nodes.Root().Preorder((*ast.File)(nil)) {
		// Generators write omitempty on all fields, and nobody edits the result. People edit what cgo copies.
		if f := file.Node().(*ast.File); ast.IsGenerated(f) && !strings.HasPrefix(f.Comments[0].Text(), "Code generated by cmd/cgo") {
			continue
		}
		for c := range file.Preorder((*ast.Field)(nil)) {
			field := c.Node().(*ast.Field)
			options := strings.Split(tagOf(field).Get("json"), ",")[1:]
			t := p.TypesInfo.TypeOf(field.Type)
			if t == deref(t) && is16(t) && slices.Contains(options, "omitempty") && !slices.Contains(options, "omitzero") {
				p.report(field.Tag, "omitempty never omits 16 bytes, even if all are zero; delete it, or write omitzero (Go 1.24) to omit a Nil ID")
			}
		}
	}
}
