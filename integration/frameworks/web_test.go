package frameworks

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v3"
	echo4 "github.com/labstack/echo/v4"
	"github.com/labstack/echo/v5"
	"github.com/seed-8298af95/uuid"
)

// A request lists the parameters in each part of an HTTP request.
type request struct {
	path, query, form, header []string
}

func (r request) http() *http.Request {
	target := "/things"
	for _, text := range r.path {
		target += "/" + url.PathEscape(text)
	}
	target += "?" + url.Values{"id": r.query}.Encode()
	body := url.Values{"id": r.form}.Encode()
	req := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, text := range r.header {
		req.Header.Add("id", text)
	}
	return req
}

func inPath(handle func(*http.Request, carrier) error) roundTrip {
	return path(func(text string, c carrier) error { return handle(request{path: []string{text}}.http(), c) })
}

func inQuery(handle func(*http.Request, carrier) error) roundTrip {
	return parameter(func(texts []string, c carrier) error { return handle(request{query: texts}.http(), c) })
}

func inForm(handle func(*http.Request, carrier) error) roundTrip {
	return parameter(func(texts []string, c carrier) error { return handle(request{form: texts}.http(), c) })
}

func inHeader(handle func(*http.Request, carrier) error) roundTrip {
	return parameter(func(texts []string, c carrier) error { return handle(request{header: texts}.http(), c) })
}

// served runs a request and ignores the response, because the handlers store the error.
func served(h http.Handler, r *http.Request) { h.ServeHTTP(httptest.NewRecorder(), r) }

func netHTTP(r *http.Request, c carrier) (result error) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /things/{id}", func(w http.ResponseWriter, r *http.Request) {
		//snippet:net/http
		id, err := uuid.Parse(r.PathValue("id"))
		//end
		result = c.keep(id, err)
	})
	served(mux, r)
	return result
}

func chiParam(r *http.Request, c carrier) (result error) {
	mux := chi.NewRouter()
	mux.Post("/things/{id}", func(w http.ResponseWriter, r *http.Request) {
		//snippet:go-chi/chi/v5
		id, err := uuid.Parse(chi.URLParam(r, "id"))
		//end
		result = c.keep(id, err)
	})
	served(mux, r)
	return result
}

// ginBind returns a function that binds a request. It registers two routes, because a request may
// lack the path parameter.
func ginBind(bind func(*gin.Context, any) error) func(*http.Request, carrier) error {
	return func(r *http.Request, c carrier) (err error) {
		router := gin.New()
		handle := func(ctx *gin.Context) { err = bind(ctx, c) }
		router.POST("/things", handle)
		router.POST("/things/:id", handle)
		served(router, r)
		return err
	}
}

func echo4Bind(bind func(*echo4.DefaultBinder, echo4.Context, any) error) func(*http.Request, carrier) error {
	return func(r *http.Request, c carrier) (err error) {
		router := echo4.New()
		handle := func(ctx echo4.Context) error { err = bind(new(echo4.DefaultBinder), ctx, c); return err }
		router.POST("/things", handle)
		router.POST("/things/:id", handle)
		served(router, r)
		return err
	}
}

func echo5Bind(bind func(*echo.Context, any) error) func(*http.Request, carrier) error {
	return func(r *http.Request, c carrier) (err error) {
		router := echo.New()
		handle := func(ctx *echo.Context) error { err = bind(ctx, c); return err }
		router.POST("/things", handle)
		router.POST("/things/:id", handle)
		served(router, r)
		return err
	}
}

func fiber3Bind(bind func(*fiber.Bind, any) error) func(*http.Request, carrier) error {
	return func(r *http.Request, c carrier) (err error) {
		app := fiber.New()
		handle := func(ctx fiber.Ctx) error { err = bind(ctx.Bind(), c); return err }
		app.Post("/things", handle)
		app.Post("/things/:id", handle)
		_, failed := app.Test(r)
		return errors.Join(failed, err)
	}
}

var web = []framework{
	{name: "net/http", through: "path", line: every(inPath(netHTTP))},
	{name: "go-chi/chi/v5", through: "path", line: every(inPath(chiParam))},
	{
		name:    "gin-gonic/gin",
		through: "path, query, form, header",
		asIs: every(
			inPath(ginBind((*gin.Context).ShouldBindUri)),
			inQuery(ginBind((*gin.Context).ShouldBindQuery)),
			inForm(ginBind((*gin.Context).ShouldBind)),
			inHeader(ginBind((*gin.Context).ShouldBindHeader)),
		),
	},
	{
		name:    "labstack/echo/v4",
		through: "path, query, form, header",
		asIs: every(
			inPath(echo4Bind((*echo4.DefaultBinder).BindPathParams)),
			inQuery(echo4Bind((*echo4.DefaultBinder).BindQueryParams)),
			inForm(echo4Bind((*echo4.DefaultBinder).BindBody)),
			inHeader(echo4Bind((*echo4.DefaultBinder).BindHeaders)),
		),
	},
	{
		name:    "labstack/echo/v5",
		through: "path, query, form, header",
		asIs: every(
			inPath(echo5Bind(echo.BindPathValues)),
			inQuery(echo5Bind(echo.BindQueryParams)),
			inForm(echo5Bind(echo.BindBody)),
			inHeader(echo5Bind(echo.BindHeaders)),
		),
	},
	{
		name:    "gofiber/fiber/v3",
		through: "path, query, form, header",
		asIs: every(
			inPath(fiber3Bind((*fiber.Bind).URI)),
			inQuery(fiber3Bind((*fiber.Bind).Query)),
			inForm(fiber3Bind((*fiber.Bind).Form)),
			inHeader(fiber3Bind((*fiber.Bind).Header)),
		),
	},
}
