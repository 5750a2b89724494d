package typeid

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/seed-8298af95/uuid"
)

// TestGinPath runs the handler in docs/requests.md.
func TestGinPath(t *testing.T) {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.GET("/tasks/:id", func(c *gin.Context) {
		var path struct {
			ID uuid.UUID `uri:"id"`
		}
		if err := c.ShouldBindUri(&path); err != nil {
			c.Status(http.StatusNotFound)
			return
		}
		c.String(http.StatusOK, path.ID.String())
	})
	id := uuid.NewV7().String()
	for target, want := range map[string]int{id: http.StatusOK, "x": http.StatusNotFound} {
		w := httptest.NewRecorder()
		router.ServeHTTP(w, httptest.NewRequest("GET", "/tasks/"+target, nil))
		if w.Code != want || want == http.StatusOK && w.Body.String() != id {
			t.Errorf("%s: %d %s, want %d", target, w.Code, w.Body, want)
		}
	}
}

// serveGin returns a function that sends requests to a gin service. The request path selects the
// part of the request that gin binds: path, query, header or JSON. The service binds this part to
// *bound and responds with *bound as JSON.
func serveGin[Request any]() (bound *Request, send func(method, target, header, body string) (int, string)) {
	gin.SetMode(gin.ReleaseMode)
	bound = new(Request)
	handle := func(bind func(*gin.Context, any) error) gin.HandlerFunc {
		return func(c *gin.Context) {
			*bound = *new(Request) // remove the values from the previous request
			if err := bind(c, bound); err != nil {
				c.String(http.StatusBadRequest, err.Error())
				return
			}
			c.JSON(http.StatusOK, bound)
		}
	}
	router := gin.New()
	router.GET("/path/:id/:optional", handle((*gin.Context).ShouldBindUri))
	router.GET("/query", handle((*gin.Context).ShouldBindQuery))
	router.GET("/header", handle((*gin.Context).ShouldBindHeader))
	router.POST("/json", handle((*gin.Context).ShouldBindJSON))
	return bound, func(method, target, header, body string) (int, string) {
		r := httptest.NewRequest(method, target, strings.NewReader(body))
		if header != "" {
			r.Header.Set("id", header)
		}
		w := httptest.NewRecorder()
		router.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
}
