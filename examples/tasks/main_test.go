package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A client sends requests to its own service.
type client struct {
	t       *testing.T
	db      *sql.DB
	handler http.Handler
}

// newClient returns a client for a new service that uses a database.
func newClient(t *testing.T, database string, lag time.Duration) client {
	t.Helper()
	keyFile := filepath.Join(t.TempDir(), "tasks.key")
	if err := os.WriteFile(keyFile, []byte("000102030405060708090a0b0c0d0e0f\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := readMasks(keyFile); err != nil {
		t.Fatal(err)
	}
	db, err := open(database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return client{t, db, newHandler(db, lag, serviceLimit)}
}

// do sends a request and returns the response, which must have the given status.
func (c client) do(method, target, body string, status int) *httptest.ResponseRecorder {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body)))
	if w.Code != status {
		c.t.Fatalf("%s %s %s: %d %s, want %d", method, target, body, w.Code, w.Body, status)
	}
	return w
}

// owner creates a user and returns its ID as text.
func (c client) owner(name string) string {
	c.t.Helper()
	w := c.do("POST", "/users", `{"name": "`+name+`"}`, http.StatusCreated)
	return decode[User](c.t, w.Body).ID.String()
}

func decode[T any](t *testing.T, body *bytes.Buffer) (v T) {
	t.Helper()
	if err := json.Unmarshal(body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

// TestRepeatable verifies that the IDs are the same in every run. It seeds crypto/rand, and runs in
// a synctest bubble, whose clock starts in the year 2000.
func TestRepeatable(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Second)
		owner := c.owner("Ada")
		if want := "user_0jy6m9r2n8879b4qavgcx3k2sw"; owner != want {
			t.Errorf("got %s, want %s", owner, want)
		}
		w := c.do("POST", "/tasks", `{"owner": "`+owner+`", "name": "paint"}`, http.StatusCreated)
		if want := `{"id":"task_7z7tzra1sf8q9bshw4fy3jm7s1","owner":"` + owner + `","parent":null,"name":"paint"}` + "\n"; w.Body.String() != want {
			t.Errorf("got %s, want %s", w.Body, want)
		}
		if got, want := w.Header().Get("Location"), "/tasks/task_7z7tzra1sf8q9bshw4fy3jm7s1"; got != want {
			t.Errorf("Location: %s, want %s", got, want)
		}
	})
}

// TestSQLite runs testService in a synctest bubble. In the bubble, Sleep returns immediately and
// advances the clock.
func TestSQLite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
		testService(c, func() http.Handler {
			time.Sleep(time.Hour + time.Millisecond)
			return c.handler
		})
	})
}

// postgreSQL returns the URL of a new schema on the server at TASKS_POSTGRES. The schema is dropped
// at the end of the test.
func postgreSQL(t *testing.T) string {
	t.Helper()
	server := os.Getenv("TASKS_POSTGRES")
	if server == "" {
		t.Skip("TASKS_POSTGRES is not set")
	}
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	schema := "tasks_" + uuid.Compact.Encode(uuid.NewV4())
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	// Cleanups run in reverse order, so the schema is dropped before db is closed.
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
	})
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

func TestPostgreSQL(t *testing.T) {
	c := newClient(t, postgreSQL(t), time.Hour)
	testService(c, func() http.Handler {
		time.Sleep(20 * time.Millisecond)
		return newHandler(c.db, 0, serviceLimit)
	})
}

// testService creates five tasks, and verifies that a client can read them and list them in pages.
// It calls later to wait until the tasks are before the horizon, and then uses the handler that
// later returns.
func testService(c client, later func() http.Handler) {
	t := c.t
	owner := c.owner("Ada")
	root := decode[Task](t, c.do("POST", "/tasks", `{"name": "paint", "owner": "`+owner+`", "parent": null}`, http.StatusCreated).Body)
	want := []Task{root}
	for _, name := range []string{"sand", "prime", "coat", "dry"} {
		body := `{"name": "` + name + `", "owner": "` + owner + `", "parent": "` + root.ID.String() + `"}`
		want = append(want, decode[Task](t, c.do("POST", "/tasks", body, http.StatusCreated).Body))
	}
	for _, task := range want {
		w := c.do("GET", "/tasks/"+task.ID.String(), "", http.StatusOK)
		got := decode[Task](t, w.Body)
		if !reflect.DeepEqual(got, task) || (got.Parent == nil) != (task.Name == "paint") || got.Parent != nil && *got.Parent != root.ID {
			t.Errorf("got %v, want %v", got, task)
		}
		// The ID in the response looks like version 4. The ID in the database is version 7.
		prefix, shown, err := uuid.ParseTypeID(task.ID.String())
		if prefix != "task" || shown.Version() != 4 || err != nil {
			t.Errorf("%v is parsed as %q, %v, %v", task.ID, prefix, shown, err)
		}
		var stored uuid.UUID
		if err := c.db.QueryRow("SELECT id FROM tasks WHERE name = $1", task.Name).Scan(&stored); stored.Version() != 7 || stored != task.ID.UUID() {
			t.Errorf("%v is stored as %v, %v", task.ID, stored, err)
		}
	}

	// All tasks are beyond the horizon, so only their owner's list contains them.
	if got := decode[page](t, c.do("GET", "/tasks", "", http.StatusOK).Body); len(got.Tasks) > 0 {
		t.Errorf("beyond the horizon: %v", got)
	}
	c.testPages("/users/"+owner+"/tasks", want)
	other := c.owner("Bob")
	if got := decode[page](t, c.do("GET", "/users/"+other+"/tasks", "", http.StatusOK).Body); len(got.Tasks) > 0 {
		t.Errorf("tasks of another owner: %v", got)
	}
	c.handler = later()
	c.testPages("/tasks", want)
}

// testPages verifies that a list of five tasks has three pages, and that only the last page has no
// Next.
func (c client) testPages(path string, want []Task) {
	c.t.Helper()
	var listed []Task
	after := ""
	for _, size := range []int{2, 2, 1} {
		got := decode[page](c.t, c.do("GET", path+"?limit=2"+after, "", http.StatusOK).Body)
		if len(got.Tasks) != size || got.Next.IsNil() != (size == 1) {
			c.t.Fatalf("%s: want a page of %d, got %v", path, size, got)
		}
		listed = append(listed, got.Tasks...)
		after = "&after=" + got.Next.String()
	}
	if !reflect.DeepEqual(listed, want) {
		c.t.Errorf("%s: listed %v, want %v", path, listed, want)
	}
}

func TestErrors(t *testing.T) {
	c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
	unknown := uuid.NewID[Task]()
	inside, err := uuid.AppendTypeID(nil, "task", unknown.UUID())
	if err != nil {
		t.Fatal(err)
	}
	future := TaskID(uuid.MinV7(time.Now().Add(24 * time.Hour)))
	owner := c.owner("Ada")
	task := func(more string) string { return `{"owner": "` + owner + `", "name": "paint"` + more + `}` }
	for _, test := range []struct {
		method, target, body string
		status               int
		want                 string
	}{
		{"GET", "/tasks/42", "", 404, `uuid: cannot parse "42" (2 bytes): wrong prefix, want "task" at offset 0`},
		{"GET", "/tasks/" + unknown.UUID().String(), "", 404, `wrong prefix, want "task"`},
		{"GET", "/tasks/" + string(inside), "", 404, "wrong version"},
		{"GET", "/tasks/" + unknown.String(), "", 404, "the task does not exist"},
		{"GET", "/tasks/" + owner, "", 404, `wrong prefix, want "task"`},
		{"GET", "/users/" + unknown.String() + "/tasks", "", 404, `wrong prefix, want "user"`},
		{"GET", "/users/" + uuid.NewID[User]().String() + "/tasks", "", 404, "the user does not exist"},
		{"POST", "/users", `{}`, 400, "name: required"},
		{"POST", "/tasks", `{"owner": "42", "name": "paint"}`, 400, `owner: uuid: cannot parse "42" (2 bytes): wrong prefix, want "user"`},
		{"POST", "/tasks", task(`, "parent": "42"`), 400, `parent: uuid: cannot parse "42" (2 bytes): wrong prefix, want "task"`},
		{"POST", "/tasks", task(`, "parent": "` + unknown.String() + `"`), 409, "parent: does not exist"},
		{"POST", "/tasks", `{"owner": "` + uuid.NewID[User]().String() + `", "name": "paint"}`, 409, "owner: does not exist"},
		{"POST", "/tasks", task(`, "id": "` + unknown.String() + `"`), 400, "id: unknown field"},
		{"POST", "/tasks", task(`, "parents": null, "more": 1`), 400, "more: unknown field"},
		{"POST", "/tasks", `{"name": "paint"}`, 400, "owner: required"},
		{"POST", "/tasks", `{"owner": null, "name": "paint"}`, 400, "owner: required"},
		{"POST", "/tasks", `{"owner": "` + owner + `"}`, 400, "name: required"},
		{"POST", "/tasks", `{"owner": "` + owner + `", "name": 42}`, 400, "name: json: cannot unmarshal number"},
		{"POST", "/tasks", `{"owner": "` + owner + `", "Name": "paint"}`, 400, "name: required"},
		{"POST", "/tasks", task("") + "x", 400, "text after the JSON object"},
		{"POST", "/tasks", task("") + task(""), 400, "text after the JSON object"},
		{"POST", "/tasks", "", 400, "the body is not a JSON object"},
		{"POST", "/tasks", "null", 400, "owner: required"},
		{"POST", "/tasks", "[]", 400, "the body is not a JSON object"},
		{"POST", "/tasks", task(`, "more": "` + strings.Repeat("x", maxBody) + `"`), 413, "too large"},
		{"GET", "/tasks?after=" + future.String(), "", 400, "after: the ID is from the future"},
		{"GET", "/tasks?after=x", "", 400, `after: uuid: cannot parse "x" (1 byte): wrong prefix, want "task"`},
		{"GET", "/tasks?limit=x", "", 400, "limit: strconv.Atoi"},
	} {
		if w := c.do(test.method, test.target, test.body, test.status); !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s %s %.200s: %s, want %s", test.method, test.target, test.body, w.Body, test.want)
		}
	}
}

// TestDeadline verifies the response to a request that exceeds its time limit. A transaction
// occupies the only connection, so every request waits.
func TestDeadline(t *testing.T) {
	c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
	owner := c.owner("Ada")
	c.handler = newHandler(c.db, time.Hour, time.Millisecond) // set after c.owner, which takes longer
	tx, err := c.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for _, request := range [][3]string{
		{"POST", "/tasks", `{"owner": "` + owner + `", "name": "paint"}`},
		{"GET", "/tasks", ""},
		{"GET", "/users/" + owner + "/tasks", ""},
	} {
		w := c.do(request[0], request[1], request[2], http.StatusServiceUnavailable)
		if w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s %s: no Retry-After", request[0], request[1])
		}
	}
}

func TestReadMasks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tasks.key")
	if err := readMasks(file); err == nil {
		t.Error("no error without a file")
	}
	for key, ok := range map[string]bool{
		"000102030405060708090a0b0c0d0e0f":          true,
		strings.Repeat("0f", 32) + "\r\n":           true,
		"a key of 16 byte":                          false,
		strings.Repeat("0f", 15):                    false,
		strings.Repeat("0", 32):                     false,
		"000102030405060708090a0b0c0d0e0f 00010203": false,
	} {
		if err := os.WriteFile(file, []byte(key), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := readMasks(file); (err == nil) != ok {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// TestPlainRefused verifies that the database rejects the text form of a plain UUID. The id column
// has a CHECK constraint, and the other columns have foreign keys.
func TestPlainRefused(t *testing.T) {
	c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
	var owner UserID
	if err := owner.UnmarshalText([]byte(c.owner("Ada"))); err != nil {
		t.Fatal(err)
	}
	const insert = "INSERT INTO tasks (id, owner, parent, name) VALUES ($1, $2, $3, '')"
	id := uuid.NewID[Task]()
	for _, test := range []struct {
		args []any
		want string
	}{
		{[]any{id.UUID(), owner, nil}, "CHECK"},
		{[]any{id, owner.UUID(), nil}, "FOREIGN KEY"},
		{[]any{id, owner, nil}, ""},
		{[]any{uuid.NewID[Task](), owner, id.UUID()}, "FOREIGN KEY"},
	} {
		_, err := c.db.Exec(insert, test.args...)
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: got %v, want %q", test.args, err, test.want)
		}
	}
}
