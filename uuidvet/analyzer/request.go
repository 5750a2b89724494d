package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
)

// clientText contains the types of requests, with their fields and methods that return text from the client.
var clientText = map[name]set{
	{"net/http", "Request"}: setOf("PathValue FormValue PostFormValue Form PostForm URL Header Cookie " +
		"RequestURI Host"),
	{"github.com/gin-gonic/gin", "Context"}: setOf("Param Params Query DefaultQuery GetQuery QueryArray " +
		"PostForm DefaultPostForm GetPostForm GetHeader Cookie"),
	{"github.com/labstack/echo/v4", "Context"}: setOf("Param QueryParam QueryParams QueryString FormValue Cookie"),
	{"github.com/labstack/echo/v5", "Context"}: setOf("Param ParamOr QueryParam QueryParamOr QueryParams " +
		"QueryString FormValue FormValueOr Cookie"),
	{"github.com/gofiber/fiber/v2", "Ctx"}:            setOf(fiberText),
	{"github.com/gofiber/fiber/v3", "Ctx"}:            setOf(fiberText),
	{"github.com/julienschmidt/httprouter", "Params"}: setOf("ByName"),
	{"github.com/julienschmidt/httprouter", "Param"}:  setOf("Value"),
}

const fiberText = "Params Query Queries FormValue Get GetReqHeaders Cookies Path OriginalURL"

// clientFuncs contains the functions that return text from the client.
var clientFuncs = map[name]bool{
	{"github.com/go-chi/chi", "URLParam"}:           true,
	{"github.com/go-chi/chi", "URLParamFromCtx"}:    true,
	{"github.com/go-chi/chi/v5", "URLParam"}:        true,
	{"github.com/go-chi/chi/v5", "URLParamFromCtx"}: true,
	{mux, "Vars"}: true,
}

// isClientText reports whether an expression is text from a request, or a part of the request that contains such text.
func (p *pass) isClientText(e ast.Expr) bool { return memo(p.clientTexts, e, p.findClientText) }

func (p *pass) findClientText(e ast.Expr) bool {
	e = p.source(e)
	if p.isMessage(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return clientFuncs[p.callee(e)] || p.isClientText(e.Fun)
	case *ast.SelectorExpr:
		isText := clientText[p.declaringType(e)][e.Sel.Name]
		return isText && !p.isSent(e.X) || p.isClientText(e.X)
	case *ast.IndexExpr:
		return p.isClientText(e.X)
	case *ast.Ident:
		last, ok := p.lastAssignment(e)
		return ok && last.list != nil && p.isClientText(last.list)
	}
	return false
}

// declaringType returns the name of the type that declares the field or method x.f. If x only promotes it, this is an
// embedded type.
func (p *pass) declaringType(e *ast.SelectorExpr) name {
	selection := p.TypesInfo.Selections[e]
	if selection == nil {
		return name{}
	}
	t := deref(selection.Recv())
	path := selection.Index()
	for _, i := range path[:len(path)-1] {
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			return name{}
		}
		t = deref(fields.Field(i).Type())
	}
	f, isMethod := selection.Obj().(*types.Func)
	if isMethod && types.IsInterface(t) {
		t = f.Signature().Recv().Type() // perhaps of an embedded interface
	}
	return nameOf(t)
}

// newRequests contains the functions that make a request for sending.
var newRequests = map[name]bool{
	{"net/http", "NewRequest"}:                     true,
	{"net/http", "NewRequestWithContext"}:          true,
	{"net/http/httptest", "NewRequest"}:            true,
	{"net/http/httptest", "NewRequestWithContext"}: true,
}

// isSent reports whether the source shows that the program itself makes a request, or another value that would contain
// a client's text.
func (p *pass) isSent(e ast.Expr) bool {
	switch e := p.origin(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return newRequests[p.callee(e)]
	case *ast.SelectorExpr:
		return p.declaringType(e) == name{"net/http", "Response"}
	}
	return false
}

// parsers contains the functions of UUID packages that parse text.
var parsers = setOf("MustParse Parse ParseBytes ParseStrict ParseID FromString")

// isParsed reports whether an expression is the result of a parser outside of tests.
func (p *pass) isParsed(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !p.callsUUID(call, parsers) || len(call.Args) != 1 {
		return false
	}
	return !strings.HasSuffix(p.Fset.Position(e.Pos()).Filename, "_test.go")
}

// isNilOnError reports whether a parser returns Nil with its error. The parsers of google/uuid, gofrs/uuid and
// satori/go.uuid return the digits before the first invalid one.
func (p *pass) isNilOnError(parser *ast.CallExpr) bool {
	path := p.callee(parser).path
	return path == own || path == standard
}

// key returns a key that two expressions share if they look the same and refer to the same variables.
func (p *pass) key(e ast.Expr) string {
	var key strings.Builder
	key.WriteString(types.ExprString(e))
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		if obj := p.TypesInfo.ObjectOf(id); obj != nil {
			fmt.Fprint(&key, " ", obj.Pos())
		}
	}
	return key.String()
}

// nilTests contains the methods that ask whether an ID is Nil.
var nilTests = setOf("IsNil IsZero")

// isTested reports whether a variable or field is compared, or tested for Nil.
func isTested(c cursor) bool {
	for c.ParentEdgeKind() == edge.ParenExpr_X {
		c = c.Parent()
	}
	switch parent := c.Parent().Node().(type) {
	case *ast.BinaryExpr:
		return isComparison(parent.Op)
	case *ast.SelectorExpr:
		return nilTests[parent.Sel.Name]
	}
	return c.ParentEdgeKind() == edge.SwitchStmt_Tag
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}
