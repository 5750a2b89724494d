package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// writeKey writes the tests' key to a new file, and returns its name.
func writeKey(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tasks.key")
	if err := os.WriteFile(file, []byte("000102030405060708090a0b0c0d0e0f\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A client sends requests to its own service.
type client struct {
	t       *testing.T
	store   *store
	handler http.Handler
	log     *bytes.Buffer
}

// newClient returns a client for a new service that uses a database.
func newClient(t *testing.T, database string, limit time.Duration) client {
	t.Helper()
	if err := readMasks(writeKey(t)); err != nil {
		t.Fatal(err)
	}
	store, err := openStore(database, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.db.Close() })
	return client{t: t}.with(store)
}

// with returns a client for a service that uses the store.
func (c client) with(store *store) client {
	log := new(bytes.Buffer)
	return client{t: c.t, store: store, handler: newHandler(store, slog.New(slog.NewTextHandler(log, nil))), log: log}
}

// settle waits until GET /tasks lists all committed tasks. In PostgreSQL, each transaction on the
// server that began to write earlier delays the list, even one of another test.
func (c client) settle() {
	c.t.Helper()
	if !c.store.postgres {
		return
	}
	const open = "SELECT count(*) FROM tasks WHERE tx >= pg_snapshot_xmin(pg_current_snapshot())"
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		var n int
		if err := c.store.db.QueryRow(open).Scan(&n); err != nil {
			c.t.Fatal(err)
		}
		if n == 0 {
			return
		}
		if time.Now().After(end) {
			c.t.Fatalf("an open transaction holds back %d tasks", n)
		}
	}
}

func newSQLite(t *testing.T) client {
	t.Helper()
	return newClient(t, filepath.Join(t.TempDir(), "tasks.db"), 5*time.Second)
}

// send sends a request and returns the response. key is the value of the Idempotency-Key header.
func (c client) send(method, target, key, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w
}

// do sends a request with a new key and returns the response, which must have the given status.
func (c client) do(method, target, body string, status int) *httptest.ResponseRecorder {
	c.t.Helper()
	w := c.send(method, target, uuid.NewV4().String(), body)
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

// task creates a task.
func (c client) task(owner, name string) Task {
	c.t.Helper()
	return decode[Task](c.t, c.do("POST", "/tasks", taskBody(owner, name), http.StatusCreated).Body)
}

// list returns a page of a list.
func (c client) list(target string) page {
	c.t.Helper()
	return decode[page](c.t, c.do("GET", target, "", http.StatusOK).Body)
}

func taskBody(owner, name string) string {
	return `{"owner": "` + owner + `", "name": "` + name + `"}`
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
		c := newSQLite(t)
		owner := decode[User](t, c.send("POST", "/users", "", `{"name": "Ada"}`).Body).ID.String()
		if want := "user_0jy6m9r2n8879b4qavgcx3k2sw"; owner != want {
			t.Errorf("got %s, want %s", owner, want)
		}
		w := c.send("POST", "/tasks", "919108f7-52d1-4320-9bac-f847db4148a8", taskBody(owner, "paint"))
		if want := `{"id":"task_7z7tzra1sf8q9bshw4fy3jm7s1","owner":"` + owner + `","parent":null,"name":"paint"}` +
			"\n"; w.Body.String() != want {
			t.Errorf("got %s, want %s", w.Body, want)
		}
		if got, want := w.Header().Get("Location"), "/tasks/task_7z7tzra1sf8q9bshw4fy3jm7s1"; got != want {
			t.Errorf("Location: %s, want %s", got, want)
		}
		want := " id=task_7z7tzra1sf8q9bshw4fy3jm7s1 owner=" + owner + " request=919108f7-52d1-4320-9bac-f847db4148a8\n"
		if !strings.HasSuffix(c.log.String(), want) {
			t.Errorf("logged %s, want %s", c.log, want)
		}
		var key []byte
		var id, user, request string
		row := c.store.db.QueryRow("SELECT typeof(id), typeof(owner), typeof(request), request FROM tasks")
		if err := row.Scan(&id, &user, &request, &key); err != nil {
			t.Fatal(err)
		}
		if id != "blob" || user != "blob" || request != "blob" || len(key) != 16 {
			t.Errorf("stored as %s, %s, %s of %d bytes", id, user, request, len(key))
		}
	})
}

func TestSQLite(t *testing.T) { testService(newSQLite(t)) }

// testService creates five tasks, and verifies that a client can read them and list them in pages.
func testService(c client) {
	t := c.t
	owner := c.owner("Ada")
	root := decode[Task](t,
		c.do("POST", "/tasks", `{"name": "paint", "owner": "`+owner+`", "parent": null}`, http.StatusCreated).Body)
	want := []Task{root}
	for _, name := range []string{"sand", "prime", "coat", "dry"} {
		body := `{"name": "` + name + `", "owner": "` + owner + `", "parent": "` + root.ID.String() + `"}`
		want = append(want, decode[Task](t, c.do("POST", "/tasks", body, http.StatusCreated).Body))
	}
	for _, task := range want {
		w := c.do("GET", "/tasks/"+task.ID.String(), "", http.StatusOK)
		got := decode[Task](t, w.Body)
		if !reflect.DeepEqual(got, task) || (got.Parent == nil) != (task.Name == "paint") ||
			got.Parent != nil && *got.Parent != root.ID {
			t.Errorf("got %v, want %v", got, task)
		}
		// The ID in the response looks like version 4. The ID in the database is version 7.
		prefix, shown, err := uuid.ParseTypeID(task.ID.String())
		if prefix != "task" || shown.Version() != 4 || err != nil {
			t.Errorf("%v is parsed as %q, %v, %v", task.ID, prefix, shown, err)
		}
		var stored uuid.UUID
		err = c.store.db.QueryRow("SELECT id FROM tasks WHERE name = $1", task.Name).Scan(&stored)
		if stored.Version() != 7 || stored != task.ID.UUID() {
			t.Errorf("%v is stored as %v, %v", task.ID, stored, err)
		}
	}

	// GET /tasks begins after the task with the ID. If there are no tasks after it, the next ID is the
	// ID that the client sent.
	c.settle()
	got := c.list("/tasks?limit=1000&after=" + root.ID.String())
	if !reflect.DeepEqual(got.Tasks, want[1:]) || got.More {
		t.Errorf("after the first task: %v, want %v", got, want[1:])
	}
	newest := want[len(want)-1].ID
	if got := c.list("/tasks?after=" + newest.String()); len(got.Tasks) > 0 || got.More || got.Next != newest {
		t.Errorf("after the last task: %v", got)
	}
	// A failover may have lost the task with an ID. A list that continued from there could miss tasks.
	for _, d := range []time.Duration{-time.Hour, 0, time.Second} {
		lost := TaskID(uuid.MinV7(time.Now().Add(d)))
		w := c.do("GET", "/tasks?after="+lost.String(), "", http.StatusBadRequest)
		c.testProblem(w, "invalid", "after", "must be the ID of a task")
	}
	own := "/users/" + owner + "/tasks?limit=2"
	backwards := slices.Clone(want)
	slices.Reverse(backwards)
	first := c.list(own)
	extra := c.task(owner, "paint")

	// The pages after the first one miss the task that was stored after the first page was read.
	last := c.testPages(own, "&before=", first, backwards)
	if got := c.list(own + "&before=" + last.String()); len(got.Tasks) > 0 || got.More {
		t.Errorf("before the first task: %v", got)
	}
	c.testPages(own, "&before=", c.list(own), append([]Task{extra}, backwards...))
	other := c.owner("Bob")
	if got := c.list("/users/" + other + "/tasks"); len(got.Tasks) > 0 || got.More {
		t.Errorf("tasks of another owner: %v", got)
	}

	// A client that follows the tasks starts and continues with the next ID.
	c.settle()
	start := c.list("/tasks?after=" + TaskID{}.String() + "&limit=2")
	last = c.testPages("/tasks?limit=2", "&after=", start, append(want, extra))
	c.task(other, "rest")
	c.settle()
	if got := c.list("/tasks?after=" + last.String()); len(got.Tasks) != 1 || got.Tasks[0].Name != "rest" ||
		got.Next != got.Tasks[0].ID {
		t.Errorf("after %v: %v", last, got)
	}
}

// testPages reads the pages of two tasks that follow the first page. All pages together must
// contain the wanted tasks. testPages returns the next ID of the last page.
func (c client) testPages(path, param string, p page, want []Task) TaskID {
	c.t.Helper()
	var listed []Task
	for {
		if len(p.Tasks) == 0 || p.Next != p.Tasks[len(p.Tasks)-1].ID || p.More && len(p.Tasks) != 2 {
			c.t.Fatalf("%s: got %v", path, p)
		}
		listed = append(listed, p.Tasks...)
		if !p.More {
			break
		}
		p = c.list(path + param + p.Next.String())
	}
	if !reflect.DeepEqual(listed, want) {
		c.t.Errorf("%s: listed %v, want %v", path, listed, want)
	}
	return p.Next
}

func TestErrors(t *testing.T) {
	c := newSQLite(t)
	unknown := uuid.NewID[Task]()
	inside, err := uuid.AppendTypeID(nil, "task", unknown.UUID())
	if err != nil {
		t.Fatal(err)
	}
	future := TaskID(uuid.MinV7(time.Now().Add(24 * time.Hour)))
	owner := c.owner("Ada")
	own := "/users/" + owner + "/tasks"
	child := `", "parent": "` + c.task(owner, "parent").ID.String()
	c.log.Reset() // each request below must log nothing
	task := func(more string) string { return `{"owner": "` + owner + `", "name": "paint"` + more + `}` }
	for _, test := range []struct {
		method, target, body string
		status               int
		code, field, detail  string
	}{
		{method: "GET", target: "/", status: 404, code: "not_found", detail: "nothing exists under this path"},
		{
			method: "GET",
			target: "/tasks/" + owner + "/x",
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},

		// IDs that do not exist, text that is not an ID, and IDs of another kind have the same problem:
		{
			method: "GET",
			target: "/tasks/" + unknown.String(),
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{method: "GET", target: "/tasks/42", status: 404, code: "not_found", detail: "nothing exists under this path"},
		{
			method: "GET",
			target: "/tasks/" + unknown.UUID().String(),
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/tasks/" + string(inside),
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/tasks/" + owner,
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/tasks/" + TaskID{}.String(),
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/users/" + uuid.NewID[User]().String() + "/tasks",
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/users/42/tasks",
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "GET",
			target: "/users/" + unknown.String() + "/tasks",
			status: 404,
			code:   "not_found",
			detail: "nothing exists under this path",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   taskBody(uuid.NewID[User]().String(), "paint"),
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   taskBody("42", "paint"),
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   taskBody(unknown.String(), "paint"),
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": "` + uuid.NewID[User]().String() + child + `", "name": "paint"}`,
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "parent": "` + unknown.String() + `"`),
			status: 400,
			code:   "invalid",
			field:  "parent",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "parent": "42"`),
			status: 400,
			code:   "invalid",
			field:  "parent",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "parent": "` + owner + `"`),
			status: 400,
			code:   "invalid",
			field:  "parent",
			detail: "does not exist",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   taskBody(c.owner("Bob")+child, "paint"),
			status: 400,
			code:   "invalid",
			field:  "parent",
			detail: "does not exist",
		}, // Ada's task
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "parent": "` + string(inside) + `"`),
			status: 400,
			code:   "invalid",
			field:  "parent",
			detail: "does not exist",
		},

		{
			method: "POST",
			target: "/users",
			body:   `{}`,
			status: 400,
			code:   "invalid",
			field:  "name",
			detail: "is required",
		},
		{
			method: "POST",
			target: "/users",
			body:   `{"name": "A\u0000a"}`,
			status: 400,
			code:   "invalid",
			field:  "name",
			detail: "has the wrong type, or contains U+0000",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"name": "paint"}`,
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "is required",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": null, "name": "paint"}`,
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "is required",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": 42, "name": "paint"}`,
			status: 400,
			code:   "invalid",
			field:  "owner",
			detail: "has the wrong type, or contains U+0000",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": "` + owner + `"}`,
			status: 400,
			code:   "invalid",
			field:  "name",
			detail: "is required",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": "` + owner + `", "name": 42}`,
			status: 400,
			code:   "invalid",
			field:  "name",
			detail: "has the wrong type, or contains U+0000",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   `{"owner": "` + owner + `", "Name": "paint"}`,
			status: 400,
			code:   "invalid",
			field:  "Name",
			detail: "is not a known field, or is given twice",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "id": "` + unknown.String() + `"`),
			status: 400,
			code:   "invalid",
			field:  "id",
			detail: "is not a known field, or is given twice",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "name": "sand"`),
			status: 400,
			code:   "invalid",
			field:  "name",
			detail: "is not a known field, or is given twice",
		},
		{
			method: "POST",
			target: "/users",
			body:   "{\"name\": \"A\xff\"}",
			status: 400,
			code:   "not_json",
			detail: "the body is not a JSON object",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task("") + "x",
			status: 400,
			code:   "not_json",
			detail: "the body is not a JSON object",
		},
		{method: "POST", target: "/tasks", status: 400, code: "not_json", detail: "the body is not a JSON object"},
		{
			method: "POST",
			target: "/tasks",
			body:   "null",
			status: 400,
			code:   "not_json",
			detail: "the body is not a JSON object",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   "[]",
			status: 400,
			code:   "not_json",
			detail: "the body is not a JSON object",
		},
		{
			method: "POST",
			target: "/tasks",
			body:   task(`, "more": "` + strings.Repeat("x", maxBody) + `"`),
			status: 413,
			code:   "too_large",
			detail: "the body is too large",
		},

		{
			method: "GET",
			target: "/tasks?after=" + future.String(),
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: "/tasks?after=" + unknown.String(),
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: "/tasks?after=x",
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: "/tasks?after=" + owner,
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: "/tasks?after=",
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: "/tasks?before=" + unknown.String(),
			status: 400,
			code:   "invalid",
			field:  "before",
			detail: "is not a known parameter, or is given twice",
		},
		{
			method: "GET",
			target: "/tasks?limit=x",
			status: 400,
			code:   "invalid",
			field:  "limit",
			detail: "must be a number from 1 to 1000",
		},
		{
			method: "GET",
			target: "/tasks?limit=0",
			status: 400,
			code:   "invalid",
			field:  "limit",
			detail: "must be a number from 1 to 1000",
		},
		{
			method: "GET",
			target: "/tasks?limit=1001",
			status: 400,
			code:   "invalid",
			field:  "limit",
			detail: "must be a number from 1 to 1000",
		},
		{
			method: "GET",
			target: "/tasks?limit=1&limit=1",
			status: 400,
			code:   "invalid",
			field:  "limit",
			detail: "is not a known parameter, or is given twice",
		},
		{
			method: "GET",
			target: "/tasks?after=" + unknown.String() + ";limit=1",
			status: 400,
			code:   "bad_query",
			detail: "the query is not a list of parameters",
		},
		{
			method: "GET",
			target: own + "?before=" + unknown.String() + "%zz",
			status: 400,
			code:   "bad_query",
			detail: "the query is not a list of parameters",
		},
		{
			method: "GET",
			target: "/tasks/42?limit=1",
			status: 400,
			code:   "invalid",
			field:  "limit",
			detail: "is not a known parameter, or is given twice",
		},
		{
			method: "POST",
			target: "/users?%",
			status: 400,
			code:   "bad_query",
			detail: "the query is not a list of parameters",
		},
		{
			method: "GET",
			target: own + "?before=" + future.String(),
			status: 400,
			code:   "invalid",
			field:  "before",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: own + "?before=" + unknown.String(),
			status: 400,
			code:   "invalid",
			field:  "before",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: own + "?before=x",
			status: 400,
			code:   "invalid",
			field:  "before",
			detail: "must be the ID of a task",
		},
		{
			method: "GET",
			target: own + "?after=" + unknown.String(),
			status: 400,
			code:   "invalid",
			field:  "after",
			detail: "is not a known parameter, or is given twice",
		},
	} {
		c.testProblem(c.do(test.method, test.target, test.body, test.status), test.code, test.field, test.detail)
	}
	for target, want := range map[string]string{"/users": "POST", own: "GET, HEAD", "/tasks": "GET, HEAD, POST",
		"/tasks/42": "GET, HEAD"} {
		w := c.do("PUT", target, "", http.StatusMethodNotAllowed)
		c.testProblem(w, "method_not_allowed", "", "the path does not have this method")
		if got := w.Header().Get("Allow"); got != want {
			t.Errorf("%s: Allow: %s, want %s", target, got, want)
		}
	}
	for _, key := range []string{"", "42", uuid.NewV4().String() + ", " + uuid.NewV4().String(),
		"{919108f7-52d1-4320-9bac-f847db4148a8}", uuid.Nil().String(), unknown.String()} {
		c.testProblem(c.send("POST", "/tasks", key, task("")), "invalid", "Idempotency-Key",
			"must be a UUID that the client makes for each task")
	}
	if c.log.Len() > 0 {
		t.Errorf("logged %s", c.log)
	}
}

// testProblem verifies that a response is exactly this problem. The detail begins with the field.
func (c client) testProblem(w *httptest.ResponseRecorder, code, field, detail string) {
	c.t.Helper()
	want := fmt.Sprintf(`{"title":%q,"status":%d,"code":%q,`, http.StatusText(w.Code), w.Code, code)
	if field != "" {
		want += fmt.Sprintf(`"field":%q,`, field)
		detail = field + " " + detail
	}
	want += fmt.Sprintf(`"detail":%q}`, detail) + "\n"
	if w.Body.String() != want || w.Header().Get("Content-Type") != "application/problem+json" {
		c.t.Errorf("got %s, want %s", w.Body, want)
	}
}

// TestDeadline verifies the response to a request that exceeds its time limit. A transaction
// occupies the only connection, so every request waits.
func TestDeadline(t *testing.T) {
	c := newSQLite(t)
	owner := c.owner("Ada")
	c.store.limit = time.Millisecond // set after c.owner, which takes longer
	tx, err := c.store.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for _, request := range [][3]string{
		{"POST", "/tasks", taskBody(owner, "paint")},
		{"GET", "/tasks", ""},
		{"GET", "/users/" + owner + "/tasks", ""},
	} {
		w := c.do(request[0], request[1], request[2], http.StatusServiceUnavailable)
		c.testProblem(w, "busy", "",
			"the service is busy; repeat the request with its Idempotency-Key; without one, it may be done twice")
		if w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s %s: no Retry-After", request[0], request[1])
		}
		if log := c.log.String(); !strings.Contains(log, "busy") || !strings.Contains(log, "deadline exceeded") {
			t.Errorf("%s %s: logged %s", request[0], request[1], log)
		}
		c.log.Reset()
	}
}

// TestLocked verifies that a client gets a response before the server gives up, if another process
// has locked the database.
func TestLocked(t *testing.T) {
	name, limit := filepath.Join(t.TempDir(), "tasks.db"), 500*time.Millisecond
	c := newClient(t, name, limit)
	body := taskBody(c.owner("Ada"), "paint")
	other, err := openStore(name, limit)
	if err != nil {
		t.Fatal(err)
	}
	defer other.db.Close()
	if _, err := other.db.Begin(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	c.do("POST", "/tasks", body, http.StatusServiceUnavailable)
	if d := time.Since(begin); d > 3*limit { // the server's WriteTimeout
		t.Errorf("answered after %v", d)
	}
}

// TestPageSizes verifies the size of a page without a limit, and the smallest limits.
func TestPageSizes(t *testing.T) {
	c := newSQLite(t)
	owner := User{ID: uuid.NewID[User](), Name: "Ada"}
	if err := c.store.createUser(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	for range 101 {
		task, request := Task{Owner: owner.ID, Name: "paint"}, RequestID(uuid.NewV4())
		if _, _, err := c.store.createTask(t.Context(), task, request, ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range []string{"/tasks", "/users/" + owner.ID.String() + "/tasks"} {
		for query, want := range map[string]int{"": 100, "?limit=1": 1, "?limit=100": 100, "?limit=101": 101} {
			if got := c.list(list + query); len(got.Tasks) != want || got.More != (want < 101) {
				t.Errorf("%s%s: %d tasks, more %t; want %d", list, query, len(got.Tasks), got.More, want)
			}
		}
	}
}

// TestBodySize verifies that a body of the greatest size is accepted, and no larger one.
func TestBodySize(t *testing.T) {
	c := newSQLite(t)
	body := `{"name": "Ada"}`
	body += strings.Repeat(" ", maxBody-len(body))
	c.do("POST", "/users", body, http.StatusCreated)
	c.do("POST", "/users", body+" ", http.StatusRequestEntityTooLarge)
}

// TestShortestLimit verifies the smallest time limit that the service accepts.
func TestShortestLimit(t *testing.T) {
	store, err := openStore(":memory:", 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	store.db.Close()
	if _, err := openStore(":memory:", 100*time.Millisecond-1); err == nil {
		t.Error("no error for a shorter limit")
	}
}

// TestServeErrors verifies that serve returns the error of each step, and names what to write.
// net.Listen rejects the address in all calls, so serve also returns if it ignores an earlier error.
func TestServeErrors(t *testing.T) {
	key, none := writeKey(t), filepath.Join(t.TempDir(), "none")
	for database, want := range map[string]string{
		"":                                   "tasks.db",
		"a?b.db":                             `"a?b.db"`,
		"host=localhost password=secret":     "postgres://user@host/database",
		"mysql://root:secret@localhost/test": "postgres://user@host/database",
		"root:secret@localhost/test?a=b":     "postgres://user@host/database",
		filepath.Dir(key):                    filepath.Dir(key) + `" is a directory`,
		key:                                  "the database " + key,
		filepath.Join(none, "tasks.db"):      "the database " + none,
		"postgres://localhost/test?default_query_exec_mode=exec":            "default_query_exec_mode=cache_describe",
		"postgres://localhost/test?default_query_exec_mode=simple_protocol": "default_query_exec_mode=cache_describe",
		":memory:": "listen tcp",
		filepath.Join(filepath.Dir(key), "a@b.db"):    "listen tcp",
		filepath.Join(filepath.Dir(key), "a#b%41.db"): "listen tcp",
	} {
		err := serve(slog.New(slog.DiscardHandler), "no address", database, key, time.Second)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %v, want %s", database, err, want)
		}
	}
	if err := serve(slog.New(slog.DiscardHandler), "no address", ":memory:", key, 0); err == nil ||
		!strings.Contains(err.Error(), "-limit") {
		t.Errorf("without a limit: %v", err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(key), "a#b%41.db")); err != nil {
		t.Error(err)
	}
}

// TestSlowClients verifies that the service closes the connection of a client that sends its header
// or its body too slowly. The second has a response, and no client has one that says OK.
func TestSlowClients(t *testing.T) {
	p := start(t, "127.0.0.1:0", filepath.Join(t.TempDir(), "tasks.db"), writeKey(t), 200*time.Millisecond)
	for text, want := range map[string]string{
		"POST /users HT": "",
		"POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{": `"code":"timeout"`,
	} {
		conn, err := net.Dial("tcp", p.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, text)
		conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		got, err := io.ReadAll(conn)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("after %q, the connection stays open", text)
		} else if !strings.Contains(string(got), want) || strings.Contains(string(got), "200 OK") {
			t.Errorf("after %q, the response is %q", text, got)
		}
	}
}

// TestExitStatus verifies that the program logs why it cannot serve, and exits with status 1.
func TestExitStatus(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	testExit(t, `msg="cannot serve" error="open `, "-key-file", none)
	testExit(t, `msg="an argument must follow a flag, such as -db"`, "a.db", "-key-file", none)
}

// testExit verifies that the program exits with status 1, and that its log contains a text.
func testExit(t *testing.T, want string, args ...string) {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "TASKS_SERVE=1")
	log, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(log), want) {
		t.Errorf("%q: %v: %s", args, err, log)
	}
}

// TestStartTogether verifies that eight processes can start together on an empty database. They end
// when they would listen.
func TestStartTogether(t *testing.T) {
	test := func(t *testing.T, database string) {
		var all sync.WaitGroup
		for range 8 {
			key := writeKey(t)
			all.Go(func() {
				testExit(t, "listen tcp", "-addr", "none", "-key-file", key, "-db", database, "-limit", "1m")
			})
		}
		all.Wait()
	}
	t.Run("SQLite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "tasks.db")) })
	t.Run("PostgreSQL", func(t *testing.T) {
		for range 4 { // because the processes must meet within milliseconds
			test(t, postgreSQL(t))
		}
	})
}

// TestOpenWhileLocked verifies that a process waits while another one creates the file, up to its limit.
func TestOpenWhileLocked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tasks.db")
	other, err := sql.Open("sqlite", name+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openStore(name, 100*time.Millisecond); err == nil || !strings.Contains(err.Error(), "SQLITE_BUSY") {
		t.Errorf("a file that stays locked: %v", err)
	}
	time.AfterFunc(300*time.Millisecond, func() { tx.Commit() })
	s, err := openStore(name, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	s.db.Close()
}

// TestCutBody verifies that a body that cannot be read to its end is rejected, although its start is
// valid.
func TestCutBody(t *testing.T) {
	c := newSQLite(t)
	body := io.MultiReader(strings.NewReader(`{"name": "Ada"}`), iotest.ErrReader(io.ErrUnexpectedEOF))
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, httptest.NewRequest("POST", "/users", body))
	if w.Code != http.StatusBadRequest {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestUnwritable verifies that an ID that the mask cannot hide is reported, and that nothing is
// written.
func TestUnwritable(t *testing.T) {
	newSQLite(t) // sets the masks
	w := httptest.NewRecorder()
	if err := writeJSON(w, http.StatusOK, "application/json", TaskID(uuid.NewV4())); err == nil || w.Body.Len() > 0 ||
		len(w.Header()) > 0 {
		t.Errorf("%v: wrote %s", err, w.Body)
	}
}

// TestInternal verifies that a client does not see the text of the database's error, which is logged
// with the name of the database.
func TestInternal(t *testing.T) {
	c := newSQLite(t)
	c.store.db.Close()
	c.testProblem(c.do("GET", "/tasks", "", http.StatusInternalServerError), "internal", "", "the service failed")
	if log := c.log.String(); !strings.Contains(log, "database is closed") || !strings.Contains(log, "tasks.db") {
		t.Errorf("logged %s", c.log)
	}
}

// TestBrokenOff verifies that a list is an error if the database fails after some of its rows.
func TestBrokenOff(t *testing.T) {
	c := newSQLite(t)
	owner := c.owner("Ada")
	c.task(owner, "paint")
	c.task(owner, "mow")
	const fails = "abs(-9223372036854775808 + length(name) - 3) > 0" // overflows with three letters
	tasks, err := query(t.Context(), c.store.db, "WHERE "+fails+" ORDER BY id")
	if len(tasks) != 1 || err == nil {
		t.Errorf("%v, %v", tasks, err)
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

// TestPlainRefused verifies that SQLite rejects the text form of a plain UUID.
func TestPlainRefused(t *testing.T) {
	c := newSQLite(t)
	var owner UserID
	if err := owner.UnmarshalText([]byte(c.owner("Ada"))); err != nil {
		t.Fatal(err)
	}
	const insert = "INSERT INTO tasks (id, owner, parent, name, request, hash) VALUES ($1, $2, $3, '', $1, '')"
	id := uuid.NewID[Task]()
	for _, test := range []struct {
		args []any
		want string
	}{
		{[]any{id.UUID(), owner, nil}, "TEXT value"},
		{[]any{id, owner.UUID(), nil}, "TEXT value"},
		{[]any{id, owner, nil}, ""},
		{[]any{uuid.NewID[Task](), owner, id.UUID()}, "TEXT value"},
		{[]any{uuid.NewID[Task](), owner, uuid.NewID[Task]()}, "FOREIGN KEY"},
	} {
		_, err := c.store.db.Exec(insert, test.args...)
		if err == nil && test.want != "" ||
			err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: got %v, want %q", test.args, err, test.want)
		}
	}
}
