// Shows typed IDs on the package page.
package uuid_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A User is a record in the application. Its method IDKind describes its ID.
type User struct {
	ID   UserID `json:"id"`
	Name string `json:"name"`
}

type UserID = uuid.ID[User]

func (User) IDKind() uuid.Kind {
	return uuid.Kind{
		Prefix: "user",    // text is a TypeID
		Mask:   &userMask, // text hides the time
		Binary: true,      // stored as 16 bytes
	}
}

// Set userMask before the first request: with a nil Mask, reading or writing text panics.
// userMask, err = uuid.NewMask(key, []byte("user"))
var userMask *uuid.Mask

// maskOf returns the Mask for a kind of object, made from a hexadecimal key.
func maskOf(digits, kind string) *uuid.Mask {
	key, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	mask, err := uuid.NewMask(key, []byte(kind)) // a tweak for each kind
	if err != nil {
		panic(err)
	}
	return mask
}

// An Order contains its own ID and the buyer's ID. The types differ, so code that uses a UserID as
// an OrderID does not compile.
type Order struct {
	ID    OrderID `json:"id"`
	Buyer UserID  `json:"buyer"`
}

type OrderID = uuid.ID[Order]

func (Order) IDKind() uuid.Kind { return uuid.Kind{Prefix: "order"} }

// This service stores version 7 IDs in BINARY(16) columns, and shows clients version 4 UUIDs.
func ExampleID() {
	// in production: a key from a key service
	userMask = maskOf("30313233343536373839616263646566", "user")
	// in production a table: id BINARY(16) PRIMARY KEY
	users := make(map[[16]byte]string)

	mux := http.NewServeMux()
	mux.HandleFunc("POST /users", func(w http.ResponseWriter, r *http.Request) {
		user := User{ID: uuid.NewID[User](), Name: r.FormValue("name")}
		// db.Exec("INSERT INTO users VALUES (?, ?)", user.ID, user.Name)
		value, err := user.ID.Value()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		users[[16]byte(value.([]byte))] = user.Name
		w.Header().Set("Location", "/users/"+user.ID.String())
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("GET /users/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.ParseID[User](r.PathValue("id"))
		name, ok := users[id] // db.QueryRow("SELECT name FROM users WHERE id = ?", id)
		if err != nil || !ok {
			http.NotFound(w, r)
			return
		}
		json.NewEncoder(w).Encode(User{id, name})
	})

	do := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w
	}
	location := do("POST", "/users?name=Ada").Header().Get("Location")
	_, shown, err := uuid.ParseTypeID(location[len("/users/"):])
	fmt.Println("version", shown.Version(), err)
	var found User
	err = json.NewDecoder(do("GET", location).Body).Decode(&found)
	fmt.Println("version", found.ID.UUID().Version(), found.Name, err)
	fmt.Println(do("GET", "/users/"+UserID(uuid.NewV7()).String()).Code)

	// ParseID rejects the TypeID of the ID in the database.
	id := UserID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	inside, _ := uuid.AppendTypeID(nil, "user", id.UUID())
	_, err = uuid.ParseID[User](string(inside))
	fmt.Println(id, err.(*uuid.ParseError).Reason)

	// A user's ID cannot be parsed as an order's ID.
	var order Order
	err = json.Unmarshal([]byte(`{"id":"user_2c3gd3n7rc9sfay5bd8mhwwdnf"}`), &order)
	fmt.Println(err.(*uuid.ParseError).Reason)
	// Output:
	// version 4 <nil>
	// version 7 Ada <nil>
	// 404
	// user_2c3gd3n7rc9sfay5bd8mhwwdnf wrong version
	// wrong prefix
}

// A Guest has hidden IDs without a prefix. The client and the database use different UUIDs for the
// same guest, and the two look alike. So the program must choose the right function to read each.
type Guest struct{}

func (Guest) IDKind() uuid.Kind { return uuid.Kind{Mask: &guestMask} }

var guestMask = maskOf("30313233343536373839616263646566", "guest")

// Use ParseID for text from a client, and Scan for values from the database.
func ExampleID_Scan() {
	stored := "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	var id uuid.ID[Guest]
	err := id.Scan(stored) // rows.Scan(&id)
	shown := id.String()
	fmt.Println(shown, err)

	fromClient, err := uuid.ParseID[Guest](shown)
	fmt.Println(fromClient == id, err)

	// Do not do this: Scan mistakes the hidden ID for another row's ID, and returns no error.
	var wrong uuid.ID[Guest]
	err = wrong.Scan(shown)
	fmt.Println(wrong == id, err)
	// Output:
	// 45ab3248-8a3c-43fc-bc75-bca296c35e8d <nil>
	// true <nil>
	// false <nil>
}

// The IDs of an Account are hidden, and so are those of every type that embeds an Account.
type Account struct{}

func (Account) IDKind() uuid.Kind { return uuid.Kind{Prefix: "account", Mask: &accountMask} }

var accountMask = maskOf("2b7e151628aed2a6abf7158809cf4f3c", "account")

type Admin struct{ Account }

func (u Admin) IDKind() uuid.Kind {
	k := u.Account.IDKind() // with the Mask
	k.Prefix = "admin"
	return k
}

// A type that embeds another type inherits its Kind. An IDKind of its own must start from the
// embedded type's Kind, because a new Kind would have no Mask, so text would show the time.
func ExampleKind() {
	type Robot struct{ Account }
	u := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	fmt.Println(uuid.ID[Robot](u))
	fmt.Println(uuid.ID[Admin](u))
	fmt.Println(uuid.ID[uuid.Plain[Robot]](u))
	// Output:
	// account_378hmveazp8btrekee182f0a3r
	// admin_378hmveazp8btrekee182f0a3r
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
}

// This handler requires an ID. A JSON field that is absent or null leaves the ID Nil, without an
// error. A null slice element is also Nil.
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

// This example fills a batch of typed IDs with FillV7, then with a Generator.
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
