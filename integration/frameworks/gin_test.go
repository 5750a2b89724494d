package frameworks

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

func init() { gin.SetMode(gin.ReleaseMode) }

// TestGinPath runs the handler in docs/requests.md.
func TestGinPath(t *testing.T) {
	router := gin.New()
	router.GET("/tasks/:id", func(c *gin.Context) {
		var path struct {
			ID uuid.UUID `uri:"id"`
		}
		if err := c.ShouldBindUri(&path); err != nil {
			http.NotFound(c.Writer, c.Request)
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

// TestTypedGin checks that gin reads hidden IDs from each part of a request and writes them in its
// answer, and refuses an ID that is not hidden or has another prefix.
func TestTypedGin(t *testing.T) {
	type parameters struct {
		ID       shop.MemberID   `uri:"id" form:"id" header:"id"`
		Optional *shop.MemberID  `uri:"id" form:"id" header:"id"`
		Many     []shop.MemberID `uri:"id" form:"id" header:"id"`
	}
	want := parameters{memberID, &memberID, []shop.MemberID{memberID}}
	plain, err := uuid.AppendTypeID(nil, "member", memberID.UUID())
	if err != nil {
		t.Fatal(err)
	}
	for part, bind := range map[string]func(*gin.Context, any) error{
		"path": (*gin.Context).ShouldBindUri, "query": (*gin.Context).ShouldBindQuery,
		"header": (*gin.Context).ShouldBindHeader,
		"body":   (*gin.Context).ShouldBindJSON,
	} {
		body := func(text string) string { return fmt.Sprintf(`{"ID":%[1]q,"Optional":%[1]q,"Many":[%[1]q]}`, text) }
		send := func(text string) (got parameters, err error) {
			router := gin.New()
			router.GET("/:id", func(c *gin.Context) {
				err = bind(c, &got)
				c.JSON(http.StatusOK, got)
			})
			request := httptest.NewRequest("GET", "/"+text+"?id="+text, strings.NewReader(body(text)))
			request.Header.Set("id", text)
			w := httptest.NewRecorder()
			router.ServeHTTP(w, request)
			if err == nil && w.Body.String() != body(text) {
				t.Errorf("%s: the answer is %s, want %s", part, w.Body, body(text))
			}
			return got, err
		}
		if got, err := send(memberID.String()); !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("%s: %v, %v; want %v", part, got, err, want)
		}
		for text, message := range map[string]string{string(plain): "wrong version at offset 17",
			shop.UserID(exampleV7).String(): "wrong prefix"} {
			if got, err := send(text); err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%s: %v, %v; want %s", part, got, err, message)
			}
		}
	}
}
