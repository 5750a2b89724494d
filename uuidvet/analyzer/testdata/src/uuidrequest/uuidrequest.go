package uuidrequest

import (
	"net/http"
	"strings"
	std "uuid"

	"github.com/gin-gonic/gin"
	chi4 "github.com/go-chi/chi"
	"github.com/go-chi/chi/v5"
	fiber2 "github.com/gofiber/fiber/v2"
	fiber3 "github.com/gofiber/fiber/v3"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	echo4 "github.com/labstack/echo/v4"
	echo5 "github.com/labstack/echo/v5"
	"github.com/seed-8298af95/uuid"
)

type User struct{ uuid.Plain[int] }

func use(...any) {}

func wrong(r *http.Request) {
	use(uuid.MustParse(r.PathValue("id")))                    // want `a panic here.*#reading-an-id`
	use(std.MustParse(r.URL.Query().Get("id")))               // want `a panic here`
	use(google.MustParse(chi.URLParam(r, "id")))              // want `a panic here`
	use(google.MustParse(chi4.URLParam(r, "id")))             // want `a panic here`
	use(google.MustParse(strings.Split(r.URL.Path, "/")[2]))  // want `a panic here`
	use(gofrs.Must(gofrs.FromString(r.Header.Get("X-User")))) // want `a panic here`
	gid, _ := gofrs.FromString(r.FormValue("id"))             // want `becomes an ID of its first digits`
	use(gid)

	text := r.FormValue("id")
	text = strings.TrimSpace(text)
	id, _ := google.Parse(text) // want `becomes an ID of its first digits`
	use(id)

	cookie, err := r.Cookie("id")
	user, _ := uuid.ParseID[User](cookie.Value) // want `becomes the Nil UUID`
	use(user, err)

	for _, text := range r.URL.Query()["id"] {
		use(uuid.MustParse(text)) // want `a panic here`
	}
	for name := range r.URL.Query() {
		use(uuid.MustParse(name)) // want `a panic here`
	}
	if text == "" {
		return
	}
	use(uuid.MustParse(text)) // want `a panic here`
}

// Another value has the same field.
func fields(r *http.Request) bool {
	var a, b struct{ ID uuid.UUID }
	a.ID, _ = uuid.Parse(r.FormValue("a")) // want `becomes the Nil UUID`
	return b.ID.IsNil()
}

// A look at Nil does not find the digits before the wrong one.
func partial(r *http.Request) {
	cursor, _ := google.Parse(r.FormValue("cursor")) // want `becomes an ID of its first digits`
	if cursor == google.Nil {
		return
	}
	owner, _ := gofrs.FromString(r.FormValue("owner")) // want `becomes an ID of its first digits`
	if owner.IsNil() {
		return
	}
}

var handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	use(uuid.MustParse(r.PathValue("id"))) // want `a panic here`
})

var routes = map[string]http.HandlerFunc{
	"/": func(w http.ResponseWriter, r *http.Request) {
		id, _ := uuid.Parse(r.PathValue("id")) // want `becomes the Nil UUID`
		use(id)
	},
}

// Another handler checks its own text.
func handlers(mux *http.ServeMux) {
	mux.HandleFunc("/a", func(w http.ResponseWriter, r *http.Request) {
		if uuid.Valid(chi.URLParam(r, "id")) {
			use(uuid.MustParse(chi.URLParam(r, "id")))
		}
	})
	mux.HandleFunc("/b", func(w http.ResponseWriter, r *http.Request) {
		use(uuid.MustParse(chi.URLParam(r, "id"))) // want `a panic here`
		get := r.PathValue
		use(uuid.MustParse(get("id"))) // want `a panic here`
	})
}

func frameworks(g *gin.Context, e4 echo4.Context, e5 *echo5.Context, f2 *fiber2.Ctx, f3 fiber3.Ctx) {
	use(uuid.MustParse(g.Param("id")))                  // want `a panic here`
	use(uuid.MustParse(g.Request.Header.Get("X-User"))) // want `a panic here`
	use(uuid.MustParse(e4.QueryParam("id")))            // want `a panic here`
	use(uuid.MustParse(e4.Request().FormValue("id")))   // want `a panic here`
	use(uuid.MustParse(e5.Param("id")))                 // want `a panic here`
	use(uuid.MustParse(f2.Get("X-User")))               // want `a panic here`
	use(uuid.MustParse(f3.Params("id")))                // want `a panic here`
	if text, ok := g.GetQuery("id"); ok {
		id, _ := uuid.Parse(text) // want `becomes the Nil UUID`
		use(id)
	}
}

// Each field and method that returns text from the client.
func texts(r *http.Request, g *gin.Context, e4 echo4.Context, e5 *echo5.Context, f2 *fiber2.Ctx, f3 fiber3.Ctx) {
	use(uuid.MustParse(r.PostFormValue("id")))                   // want `a panic here`
	use(uuid.MustParse(r.Form.Get("id")))                        // want `a panic here`
	use(uuid.MustParse(r.PostForm.Get("id")))                    // want `a panic here`
	use(uuid.MustParse(r.RequestURI))                            // want `a panic here`
	use(uuid.MustParse(r.Host))                                  // want `a panic here`
	use(uuid.MustParse(chi.URLParamFromCtx(r.Context(), "id")))  // want `a panic here`
	use(uuid.MustParse(chi4.URLParamFromCtx(r.Context(), "id"))) // want `a panic here`
	use(uuid.MustParse(g.Params[0].Value))                       // want `a panic here`
	use(uuid.MustParse(g.DefaultQuery("id", "")))                // want `a panic here`
	use(uuid.MustParse(g.QueryArray("id")[0]))                   // want `a panic here`
	use(uuid.MustParse(g.PostForm("id")))                        // want `a panic here`
	use(uuid.MustParse(g.DefaultPostForm("id", "")))             // want `a panic here`
	use(uuid.MustParse(g.GetHeader("X-User")))                   // want `a panic here`
	posted, _ := g.GetPostForm("id")
	use(uuid.MustParse(posted)) // want `a panic here`
	cookie, _ := g.Cookie("id")
	use(uuid.MustParse(cookie))                     // want `a panic here`
	use(uuid.MustParse(e4.Param("id")))             // want `a panic here`
	use(uuid.MustParse(e4.QueryParams().Get("id"))) // want `a panic here`
	use(uuid.MustParse(e4.QueryString()))           // want `a panic here`
	use(uuid.MustParse(e4.FormValue("id")))         // want `a panic here`
	cookie4, _ := e4.Cookie("id")
	use(uuid.MustParse(cookie4.Value))              // want `a panic here`
	use(uuid.MustParse(e5.ParamOr("id", "")))       // want `a panic here`
	use(uuid.MustParse(e5.QueryParam("id")))        // want `a panic here`
	use(uuid.MustParse(e5.QueryParamOr("id", "")))  // want `a panic here`
	use(uuid.MustParse(e5.QueryParams().Get("id"))) // want `a panic here`
	use(uuid.MustParse(e5.QueryString()))           // want `a panic here`
	use(uuid.MustParse(e5.FormValue("id")))         // want `a panic here`
	use(uuid.MustParse(e5.FormValueOr("id", "")))   // want `a panic here`
	cookie5, _ := e5.Cookie("id")
	use(uuid.MustParse(cookie5.Value))                   // want `a panic here`
	use(uuid.MustParse(f2.Params("id")))                 // want `a panic here`
	use(uuid.MustParse(f2.Query("id")))                  // want `a panic here`
	use(uuid.MustParse(f2.FormValue("id")))              // want `a panic here`
	use(uuid.MustParse(f2.GetReqHeaders()["X-User"][0])) // want `a panic here`
	use(uuid.MustParse(f2.Cookies("id")))                // want `a panic here`
	use(uuid.MustParse(f2.Path()))                       // want `a panic here`
	use(uuid.MustParse(f2.OriginalURL()))                // want `a panic here`
	use(uuid.MustParse(f3.Queries()["id"]))              // want `a panic here`
}

// Each parser.
func parsers(r *http.Request) {
	own, _ := uuid.ParseBytes([]byte(r.FormValue("a")))     // want `becomes the Nil UUID`
	strict, _ := uuid.ParseStrict(r.FormValue("b"))         // want `becomes the Nil UUID`
	bytes, _ := google.ParseBytes([]byte(r.FormValue("c"))) // want `becomes an ID of its first digits`
	use(own, strict, bytes)
}

func right(r *http.Request, rows []string, g *gin.Context, e4 echo4.Context, f2 *fiber2.Ctx) error {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return err
	}
	use(id, uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), uuid.MustParse(rows[0]))

	// set by middleware, not by the client
	use(uuid.MustParse(g.GetString("user")), uuid.MustParse(e4.Get("user").(string)), uuid.MustParse(f2.Locals("user").(string)))
	use(uuid.MustParse(r.Context().Value("user").(string)))

	// checked before
	text := r.FormValue("id")
	if !uuid.Valid(text) {
		return nil
	}
	use(uuid.MustParse(text))
	if err := google.Validate(r.PathValue("id")); err != nil {
		return err
	}
	checked, _ := google.Parse(r.PathValue("id"))
	use(checked)
	if _, err := uuid.Parse(r.FormValue("parsed")); err != nil {
		return err
	}
	use(uuid.MustParse(r.FormValue("parsed")))

	// Nil is asked for afterwards
	cursor, _ := std.Parse(r.FormValue("cursor"))
	if cursor == (std.UUID{}) {
		return nil
	}
	parent, _ := uuid.Parse(r.FormValue("parent"))
	if parent.IsNil() {
		return nil
	}
	zero, _ := uuid.Parse(r.FormValue("zero"))
	if zero.IsZero() {
		return nil
	}
	unlike, _ := uuid.Parse(r.FormValue("unlike"))
	if unlike != (uuid.UUID{}) {
		use(unlike)
	}
	var in struct{ ID uuid.UUID }
	in.ID, _ = uuid.Parse(r.FormValue("in"))
	if in.ID.IsNil() {
		return nil
	}
	owner, _ := uuid.Parse(r.FormValue("owner"))
	if (owner) == (uuid.UUID{}) {
		return nil
	}
	switch item, _ := uuid.Parse(r.FormValue("item")); item {
	case uuid.UUID{}:
		return nil
	}

	// checked before a change
	text = r.FormValue("spaces")
	if !uuid.Valid(text) {
		return nil
	}
	text = strings.TrimSpace(text)
	use(uuid.MustParse(text))

	// checked under another name
	if !uuid.Valid(r.FormValue("a")) {
		return nil
	}
	text = r.FormValue("a")
	use(uuid.MustParse(text))
	text = r.FormValue("b")
	if !uuid.Valid(text) {
		return nil
	}
	use(uuid.MustParse(r.FormValue("b")))
	use(gofrs.FromStringOrNil(r.FormValue("owner"))) // its name says so
	_, err = uuid.Parse(r.FormValue("other"))
	return err
}
