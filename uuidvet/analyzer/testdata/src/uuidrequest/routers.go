package uuidrequest

import (
	"net/http"
	"net/http/httptest"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	google "github.com/google/uuid"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
	echo4 "github.com/labstack/echo/v4"
	"github.com/seed-8298af95/uuid"
)

func gorilla(w http.ResponseWriter, r *http.Request) {
	use(uuid.MustParse(mux.Vars(r)["id"])) // want `a panic here`
	vars := mux.Vars(r)
	use(uuid.MustParse(vars["id"]))     // want `a panic here`
	id, _ := google.Parse(vars["user"]) // want `becomes an ID of its first digits`
	use(id)
	if text, ok := vars["id"]; ok {
		use(uuid.MustParse(text)) // want `a panic here`
	}
	for _, text := range mux.Vars(r) {
		use(uuid.MustParse(text)) // want `a panic here`
	}
	use(uuid.MustParse(mux.CurrentRoute(r).GetName()))
	if !uuid.Valid(vars["checked"]) {
		return
	}
	use(uuid.MustParse(vars["checked"]))
	own := map[string]string{"id": "x"}
	use(uuid.MustParse(own["id"]))
}

func router(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	use(uuid.MustParse(ps.ByName("id")))                                        // want `a panic here`
	use(uuid.MustParse(ps[0].Value))                                            // want `a panic here`
	use(uuid.MustParse(httprouter.ParamsFromContext(r.Context()).ByName("id"))) // want `a panic here`
	for _, param := range ps {
		use(uuid.MustParse(param.Value)) // want `a panic here`
	}
	id, _ := uuid.Parse(ps.ByName("id")) // want `becomes the Nil UUID`
	use(id)
	made := httprouter.Params{{Key: "id", Value: "x"}}
	use(uuid.MustParse(made.ByName("id")), uuid.MustParse(httprouter.Params{}.ByName("id")))
	use(uuid.MustParse(ps[0].Key))
}

type Ctx struct{ echo4.Context }

type Outer struct{ *Ctx }

type wider interface {
	echo4.Context
	User() string
}

type request struct{ *http.Request }

type ginContext struct {
	*gin.Context
	Param string
}

func embedded(c Ctx, o Outer, w wider, r request, g ginContext) {
	use(uuid.MustParse(c.QueryParam("id")))        // want `a panic here`
	use(uuid.MustParse(o.QueryParam("id")))        // want `a panic here`
	use(uuid.MustParse(w.QueryParam("id")))        // want `a panic here`
	use(uuid.MustParse(r.FormValue("id")))         // want `a panic here`
	use(uuid.MustParse(r.URL.Query().Get("id")))   // want `a panic here`
	use(uuid.MustParse(g.Query("id")))             // want `a panic here`
	use(uuid.MustParse(g.Request.FormValue("id"))) // want `a panic here`
	use(uuid.MustParse(c.Get("user").(string)), uuid.MustParse(w.User()), uuid.MustParse(g.Param))
}

// The program sends these requests.
func sent(res *http.Response) {
	req, err := http.NewRequest("GET", "/", nil)
	use(uuid.MustParse(req.URL.Query().Get("id")), err)
	use(uuid.MustParse(httptest.NewRequest("GET", "/", nil).FormValue("id")))
	ctx := req.Context()
	use(uuid.MustParse(httptest.NewRequestWithContext(ctx, "GET", "/", nil).FormValue("id")))
	req, err = http.NewRequestWithContext(ctx, "GET", "/", nil)
	use(uuid.MustParse(req.URL.Query().Get("id")), err)
	use(uuid.MustParse(res.Request.URL.Query().Get("id")), uuid.MustParse(res.Header.Get("X-ID")))
	use(uuid.MustParse((&http.Request{}).FormValue("id")))
}

var global, _ = uuid.Parse(http.DefaultClient.Timeout.String())

func variables(r *http.Request) {
	var id, _ = uuid.Parse(r.FormValue("id")) // want `becomes the Nil UUID`
	use(id)
	var gid, _ = google.Parse(chi.URLParam(r, "id")) // want `becomes an ID of its first digits`
	use(gid)
	var asked, _ = uuid.Parse(r.FormValue("asked"))
	if asked.IsNil() {
		return
	}
	var kept, err = uuid.Parse(r.FormValue("kept"))
	use(kept, err)
	_, _ = uuid.Parse(r.FormValue("id"))
	_, _ = google.Parse(r.FormValue("id"))
	var _, _ = google.Parse(r.FormValue("id"))
	var _, only = google.Parse(r.FormValue("id"))
	use(only)
}
