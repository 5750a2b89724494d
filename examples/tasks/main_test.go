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

// A client sends requests to a service of its own.
type client struct {
	t       *testing.T
	db      *sql.DB
	handler http.Handler
}

// newClient starts a service on a database.
func newClient(t *testing.T, database string, lag time.Duration) client {
	t.Helper()
	keyFile := filepath.Join(t.TempDir(), "task.key")
	if err := os.WriteFile(keyFile, []byte("000102030405060708090a0b0c0d0e0f\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if taskMask, err = readMask(keyFile); err != nil {
		t.Fatal(err)
	}
	db, err := open(database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return client{t, db, newHandler(db, lag)}
}

// do sends a request, wants a status, and returns the answer.
func (c client) do(method, target, body string, status int) *httptest.ResponseRecorder {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body)))
	if w.Code != status {
		c.t.Fatalf("%s %s %s: %d %s, want %d", method, target, body, w.Code, w.Body, status)
	}
	return w
}

func decode[T any](t *testing.T, body *bytes.Buffer) (v T) {
	t.Helper()
	if err := json.Unmarshal(body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

// Under a seed and in a bubble, the IDs are the same each time. The clock of a bubble
// begins in the year 2000.
func TestRepeatable(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Second)
		w := c.do("POST", "/tasks", `{"name": "paint"}`, http.StatusCreated)
		if want := `{"id":"task_17v6ssr0gn8vx8yvgff1k35gny","parent":null,"name":"paint"}` + "\n"; w.Body.String() != want {
			t.Errorf("got %s, want %s", w.Body, want)
		}
		if got, want := w.Header().Get("Location"), "/tasks/task_17v6ssr0gn8vx8yvgff1k35gny"; got != want {
			t.Errorf("Location: %s, want %s", got, want)
		}
	})
}

// In a bubble time passes in Sleep only, which returns at once.
func TestSQLite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
		testService(c, func() http.Handler {
			time.Sleep(time.Hour + time.Millisecond)
			return c.handler
		})
	})
}

// TestPostgreSQL needs the URL of a server. It leaves nothing there.
func TestPostgreSQL(t *testing.T) {
	server := os.Getenv("TASKS_POSTGRES")
	if server == "" {
		t.Skip("TASKS_POSTGRES names no server")
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
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
	})
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	c := newClient(t, address.String(), time.Hour)
	testService(c, func() http.Handler {
		time.Sleep(20 * time.Millisecond)
		return newHandler(c.db, 0)
	})
}

// testService makes five tasks, finds them, and lists them in pages. The function later
// returns what serves when they are before the horizon.
func testService(c client, later func() http.Handler) {
	t := c.t
	root := decode[Task](t, c.do("POST", "/tasks", `{"name": "paint", "parent": null}`, http.StatusCreated).Body)
	want := []Task{root}
	for _, name := range []string{"sand", "prime", "coat", "dry"} {
		body := `{"name": "` + name + `", "parent": "` + root.ID.String() + `"}`
		want = append(want, decode[Task](t, c.do("POST", "/tasks", body, http.StatusCreated).Body))
	}
	for _, task := range want {
		w := c.do("GET", "/tasks/"+task.ID.String(), "", http.StatusOK)
		got := decode[Task](t, w.Body)
		if !reflect.DeepEqual(got, task) || (got.Parent == nil) != (task.Name == "paint") || got.Parent != nil && *got.Parent != root.ID {
			t.Errorf("got %v, want %v", got, task)
		}
		// Outside the ID is of version 4, in the database of version 7.
		prefix, shown, err := uuid.ParseTypeID(task.ID.String())
		if prefix != "task" || shown.Version() != 4 || err != nil {
			t.Errorf("%v shows %q, %v, %v", task.ID, prefix, shown, err)
		}
		var stored uuid.UUID
		if err := c.db.QueryRow("SELECT id FROM tasks WHERE name = $1", task.Name).Scan(&stored); stored.Version() != 7 || stored != task.ID.UUID() {
			t.Errorf("%v is stored as %v, %v", task.ID, stored, err)
		}
	}

	// All tasks are beyond the horizon.
	if got := decode[page](t, c.do("GET", "/tasks", "", http.StatusOK).Body); len(got.Tasks) > 0 {
		t.Errorf("beyond the horizon: %v", got)
	}
	c.handler = later()

	// Three pages, the last without a next one.
	var listed []Task
	target := "/tasks?limit=2"
	for _, size := range []int{2, 2, 1} {
		got := decode[page](t, c.do("GET", target, "", http.StatusOK).Body)
		if len(got.Tasks) != size || got.Next.IsNil() != (size == 1) {
			t.Fatalf("a page of %d: %v", size, got)
		}
		listed = append(listed, got.Tasks...)
		target = "/tasks?limit=2&after=" + got.Next.String()
	}
	if !reflect.DeepEqual(listed, want) {
		t.Errorf("listed %v, want %v", listed, want)
	}
}

func TestErrors(t *testing.T) {
	c := newClient(t, filepath.Join(t.TempDir(), "tasks.db"), time.Hour)
	unknown := uuid.NewID[Task]()
	inside, err := uuid.AppendTypeID(nil, "task", unknown.UUID())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		method, target, body string
		status               int
		want                 string
	}{
		{"GET", "/tasks/42", "", 404, `uuid: cannot parse "42" (2 bytes): wrong prefix, want "task" at offset 0`},
		{"GET", "/tasks/" + unknown.UUID().String(), "", 404, `wrong prefix, want "task"`},
		{"GET", "/tasks/" + string(inside), "", 404, "wrong version"},
		{"GET", "/tasks/" + unknown.String(), "", 404, "the task does not exist"},
		{"POST", "/tasks", `{"parent": "42"}`, 400, `wrong prefix, want "task"`},
		{"POST", "/tasks", `{"parent": "` + unknown.String() + `"}`, 404, "the parent does not exist"},
		{"POST", "/tasks", `{"id": "` + unknown.String() + `", "name": "paint"}`, 400, `unknown field "id"`},
		{"POST", "/tasks", `{"name": "paint", "parents": null}`, 400, `unknown field "parents"`},
		{"GET", "/tasks?after=x", "", 400, `wrong prefix, want "task"`},
		{"GET", "/tasks?limit=x", "", 400, "invalid syntax"},
	} {
		if w := c.do(test.method, test.target, test.body, test.status); !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s %s %s: %s, want %s", test.method, test.target, test.body, w.Body, test.want)
		}
	}
}

func TestReadMask(t *testing.T) {
	file := filepath.Join(t.TempDir(), "task.key")
	if _, err := readMask(file); err == nil {
		t.Error("there is no file")
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
		if _, err := readMask(file); (err == nil) != ok {
			t.Errorf("%q: %v", key, err)
		}
	}
}
