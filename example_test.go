// Shows the functions on the package page.
package uuid_test

import (
	cryptorand "crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/seed-8298af95/uuid"
)

// This service assigns an ID to each thing, and finds things by ID.
func Example() {
	var things sync.Map // maps a uuid.UUID to a name

	mux := http.NewServeMux()
	mux.HandleFunc("POST /things", func(w http.ResponseWriter, r *http.Request) {
		name, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		id := uuid.NewV7()
		things.Store(id, string(name))
		w.Header().Set("Location", "/things/"+id.String())
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("GET /things/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.PathValue("id"))
		name, ok := things.Load(id)
		if err != nil || !ok {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, name)
	})
	rejected := make(map[string]int) // counts errors by their reason; in production a metric
	mux.HandleFunc("GET /things", func(w http.ResponseWriter, r *http.Request) {
		owner, err := uuid.Parse(r.FormValue("owner"))
		var parseErr *uuid.ParseError
		if errors.As(err, &parseErr) {
			rejected[parseErr.Reason]++
		}
		if err != nil {
			http.Error(w, "owner: "+err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, "the things of", owner)
	})

	do := func(method, path, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
		return w
	}
	created := do("POST", "/things", "lamp")
	fmt.Println(created.Code)
	found := do("GET", created.Header().Get("Location"), "")
	fmt.Print(found.Code, " ", found.Body)
	unknown := do("GET", "/things/42", "")
	fmt.Print(unknown.Code, " ", unknown.Body)
	bad := do("GET", "/things?owner=42", "")
	fmt.Printf("%d %.56s\n", bad.Code, bad.Body)
	fmt.Println(rejected)
	// Output:
	// 201
	// 200 lamp
	// 404 404 page not found
	// 400 owner: uuid: cannot parse "42" (2 bytes): invalid length
	// map[invalid length:1]
}

func ExampleMask_Hide() {
	// in production: from a key service
	key, err := hex.DecodeString("30313233343536373839616263646566")
	if err != nil {
		panic(err)
	}
	mask, err := uuid.NewMask(key, []byte("order")) // a tweak for each kind
	if err != nil {
		panic(err)
	}
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	shown, err := mask.Hide(id)
	fmt.Println(shown, err)
	fmt.Println(mask.Reveal(shown))

	// With a different tweak, the same ID has an unrelated hidden ID.
	users, _ := uuid.NewMask(key, []byte("user"))
	fmt.Println(users.Hide(id))
	// Output:
	// fcd1e78d-0a31-4eb3-b885-f47beaf6c53c <nil>
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
	// 4c1c1a3a-9f0c-4e5e-af15-6d4523ce36af <nil>
}

// customer is the type of the IDs in the example below.
type customer struct{}

func (customer) IDKind() uuid.Kind { return uuid.Kind{Prefix: "customer", Mask: &customerMask} }

var customerMask = maskOf("2b7e151628aed2a6abf7158809cf4f3c", "customer") // the new key

// To change a mask's key:
//
//  1. Deploy a second mask with the new key to all servers: if an ID is not in the table, hide it
//     again and reveal the result with the second mask, as below. Then links made with either key
//     work.
//  2. Deploy the new key in the type's mask, and the old key in the second mask.
//  3. Delete the second mask when no link, cache, queue or JSON column contains an ID hidden with
//     the old key.
//
// Anyone who has the old key can still reveal the IDs that were hidden with it.
func ExampleMask_Reveal() {
	secondMask := maskOf("30313233343536373839616263646566", "customer")
	received := "customer_2x774e4aqy94p94z3p61hmdxm7"

	id, err := uuid.ParseID[customer](received)
	fmt.Println(id, err)
	// If id is not in the table:
	shown, err := customerMask.Hide(id.UUID())
	if err == nil {
		shown, err = secondMask.Reveal(shown) // look this ID up
	}
	fmt.Println(shown, err)
	// Output:
	// customer_2x774e4aqy94p94z3p61hmdxm7 <nil>
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
}

func ExampleNewV7() {
	first, second := uuid.NewV7(), uuid.NewV7()
	fmt.Println(first.Version(), first.Compare(second) < 0)

	created, _ := first.Time()
	fmt.Println(time.Since(created) < time.Minute)
	// Output:
	// 7 true
	// true
}

func ExampleNewV5() {
	fmt.Println(uuid.NewV5(uuid.NamespaceDNS(), "www.example.com"))

	// Any UUID can be a name space.
	tenant := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	fmt.Println(uuid.NewV5(tenant, "invoice 2022/17"))

	// If an attacker can choose names, use SHA-256:
	fmt.Println(uuid.NewV8Hash(sha256.New(), uuid.NamespaceDNS(), "www.example.com"))
	// Output:
	// 2ed6657d-e927-568b-95e1-2665a8aea6a2
	// 19e1d57f-4b57-5b9b-89f6-3c42cfc860d4
	// 5c146b14-3c52-8afd-938a-375d0df1fbf6
}

func ExampleParse() {
	for _, s := range []string{
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}",
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"f81d4fae7dec11d0a76500a0c91e6bf6",
	} {
		u, err := uuid.Parse(s)
		fmt.Println(u, err)
	}
	// Output:
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
}

func ExampleParseError() {
	_, err := uuid.Parse("42")
	fmt.Println(err)

	var parseErr *uuid.ParseError
	if errors.As(err, &parseErr) {
		fmt.Println(parseErr.Offset, parseErr.Reason)
	}
	// Output:
	// uuid: cannot parse "42" (2 bytes): invalid length at offset 2, want 32, 36, 38 or 45 bytes
	// 2 invalid length
}

// The range contains the IDs made today in a time zone. Date accounts for days with 23 or 25 hours,
// when daylight saving time starts or ends.
func ExampleMinV7_today() {
	zone := time.UTC
	y, m, d := time.Now().In(zone).Date() // zone is a *time.Location
	from := uuid.MinV7(time.Date(y, m, d, 0, 0, 0, 0, zone))
	to := uuid.MinV7(time.Date(y, m, d+1, 0, 0, 0, 0, zone))
	// WHERE id >= from AND id < to

	begin, _ := from.Time()
	end, _ := to.Time()
	fmt.Println(end.Sub(begin))
	id := uuid.MinV7(begin.Add(12 * time.Hour))
	fmt.Println(id.Compare(from) >= 0 && id.Compare(to) < 0)
	// Output:
	// 24h0m0s
	// true
}

// Each page starts after the last ID on the previous page, and ends at a horizon in the recent
// past. Without the horizon, a row whose ID is less than last could be committed later, and would
// never be listed. So lag must exceed the longest time from generating an ID to committing its row,
// plus the maximum time by which this clock may be ahead of a writer's clock. No setting of a
// database guarantees that; docs/pages.md shows a way for each database that loses no row.
//
// The example uses PostgreSQL's uuid type. For a 16-byte column, pass uuid.Binary(last) and
// uuid.Binary(horizon).
func ExampleMinV7_page() {
	nextPage := func(db *sql.DB, last uuid.UUID, lag time.Duration) (ids []uuid.UUID, err error) {
		horizon := uuid.MinV7(time.Now().Add(-lag))
		rows, err := db.Query(
			"SELECT id FROM tasks WHERE id > $1 AND id < $2 ORDER BY id LIMIT 100",
			last, horizon)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
		return ids, rows.Err()
	}
	_ = nextPage // the first page: nextPage(db, uuid.Nil(), time.Minute)
}

// This generator returns the same UUIDs each time, for tests. Its Rand is a source from
// math/rand/v2 with a fixed seed, so anyone can predict the UUIDs.
func ExampleNewGenerator_deterministic() {
	g, err := uuid.NewGenerator(uuid.Options{
		Now: func() time.Time {
			return time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
		},
		Rand: rand.NewChaCha8([32]byte{}), // from math/rand/v2
	})
	if err != nil {
		panic(err)
	}
	for range 2 {
		fmt.Println(g.NewV7())
	}
	fmt.Println(g.NewV4())
	// Output:
	// 017f22e2-79b0-72ac-86af-419ec627c76b <nil>
	// 017f22e2-79b0-72ac-86ea-dd6a48d89474 <nil>
	// 4d2e566f-8ddd-48f3-8cf4-929ef54f635d <nil>
}

// This source is faster than crypto/rand: version 4 takes half the time. However, copies of the
// process generate the same bits, and anyone who can read the process's memory can predict them.
func ExampleNewGenerator_fast() {
	var seed [32]byte
	cryptorand.Read(seed[:]) // package crypto/rand
	g, err := uuid.NewGenerator(uuid.Options{Rand: rand.NewChaCha8(seed)})
	if err != nil {
		panic(err)
	}
	id, err := g.NewV4()
	fmt.Println(id.Version(), err)
	// Output: 4 <nil>
}

func ExampleNull() {
	type task struct {
		ID     uuid.UUID `json:"id"`
		Parent uuid.Null `json:"parent"`
		Owner  uuid.Null `json:"owner,omitzero"`
	}
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	text, err := json.Marshal(task{ID: id})
	fmt.Println(string(text), err)

	var child task
	err = json.Unmarshal([]byte(`{"parent": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}`), &child)
	fmt.Println(child.Parent.Valid, child.Parent.UUID == id, err)
	// Output:
	// {"id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","parent":null} <nil>
	// true true <nil>
}

// The table has two columns of type BINARY(16) or BLOB, one of which may be NULL. In JSON, a nil
// Parent is null.
func ExampleBinary() {
	writeAndRead := func(db *sql.DB, id uuid.UUID) error {
		type Task struct {
			ID     uuid.Binary
			Parent *uuid.Binary // nil is NULL
		}
		parent := uuid.Binary(id) // id is the uuid.UUID of another task
		task := Task{ID: uuid.Binary(uuid.NewV7()), Parent: &parent}
		_, err := db.Exec("INSERT INTO tasks (id, parent) VALUES (?, ?)",
			task.ID, task.Parent)
		if err == nil {
			row := db.QueryRow("SELECT parent FROM tasks WHERE id = ?", task.ID)
			err = row.Scan(&task.Parent)
		}
		return err
	}
	_ = writeAndRead
}

// A GUID differs from its UUID only in the bytes that a database receives. For bytes in Microsoft's
// order from any other source, use FromBytesLE.
func ExampleGUID() {
	guid := uuid.GUID(uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"))
	value, err := guid.Value() // db.Exec("INSERT INTO users VALUES (?)", guid)
	fmt.Printf("%v %x %v\n", guid, value, err)

	u, err := uuid.FromBytesLE(value.([]byte)) // C#: guid.ToByteArray()
	fmt.Println(u, err)
	// Output:
	// 00112233-4455-6677-8899-aabbccddeeff 33221100554477668899aabbccddeeff <nil>
	// 00112233-4455-6677-8899-aabbccddeeff <nil>
}

func ExampleEncoding() {
	u := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	for _, e := range []uuid.Encoding{uuid.Compact, uuid.Base32, uuid.Base58, uuid.Base64URL} {
		fmt.Println(e.Encode(u))
	}
	fmt.Println(uuid.Base58.Decode("Xe22UfxT3rxcKJEAfL5373"))
	// Output:
	// f81d4fae7dec11d0a76500a0c91e6bf6
	// 7R3N7TWZFC278AES80M34HWTZP
	// Xe22UfxT3rxcKJEAfL5373
	// -B1Prn3sEdCnZQCgyR5r9g
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
}

// This service's IDs stay in order across restarts.
func ExampleNewFileStore() {
	dir, err := os.MkdirTemp("", "uuid")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "uuid.state") // in production: on a persistent volume

	var last UserID
	for range 2 { // the service starts twice
		g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
		if err == nil {
			_, err = g.NewV7() // may wait: report readiness after this call
		}
		if err != nil {
			panic(err)
		}
		newUserID := func() (UserID, error) {
			id, err := g.NewV7()
			return UserID(id), err
		}

		// Now the service is ready.
		id, err := newUserID()
		if err != nil {
			panic(err)
		}
		fmt.Println(id.Compare(last) > 0)
		last = id

		// Without Close, the first call after the next start waits until the clock has passed the
		// saved time: at most one and a half seconds on a fast disk, and at most six seconds.
		if err := g.Close(); err != nil {
			panic(err)
		}
	}
	// Output:
	// true
	// true
}
