package uuid_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A handler that requires an ID. A field that is absent or null is Nil, without an error.
// In a slice, an element that is null is Nil.
func ExampleID_IsNil() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Order   OrderID   `json:"order"`
			Related []OrderID `json:"related"`
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if err == nil && body.Order.IsNil() {
			err = errors.New("order: an ID is required")
		}
		if err == nil && slices.ContainsFunc(body.Related, OrderID.IsNil) {
			err = errors.New("related: an ID is missing")
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
	for _, body := range []string{
		`{}`,
		`{"order": null}`,
		`{"order": "order_01fwhe4ydgfk1shh6w1g60eecf", "related": [null]}`,
		`{"order": "order_01fwhe4ydgfk1shh6w1g60eecf"}`,
	} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("POST", "/related", strings.NewReader(body)))
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	// Output:
	// 400 order: an ID is required
	// 400 order: an ID is required
	// 400 related: an ID is missing
	// 204
}

// A batch of typed IDs, made with FillV7 and with a Generator.
func ExampleFillV7() {
	ids := make([]OrderID, 1000)
	uuid.FillV7(ids)
	fmt.Println(slices.IsSortedFunc(ids, OrderID.Compare))

	g, err := uuid.NewGenerator(uuid.Options{})
	if err != nil {
		panic(err)
	}
	batch := make([]uuid.UUID, len(ids))
	n, err := g.FillV7(batch) // a []uuid.UUID
	for i, id := range batch[:n] {
		ids[i] = OrderID(id)
	}
	fmt.Println(n, err, slices.IsSortedFunc(ids, OrderID.Compare))
	// Output:
	// true
	// 1000 <nil> true
}
