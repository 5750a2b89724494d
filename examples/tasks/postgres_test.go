package main

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

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
	query.Set("synchronous_commit", "off") // the tests do not stop the server, so COMMIT need not wait for the disk
	address.RawQuery = query.Encode()
	return address.String()
}

// newPostgreSQL returns a client for a service whose time limit is so long that no test reaches it.
func newPostgreSQL(t *testing.T) client {
	t.Helper()
	return newClient(t, postgreSQL(t), time.Minute)
}

func TestPostgreSQL(t *testing.T) {
	_, address, _ := strings.Cut(postgreSQL(t), "://")
	testService(newClient(t, "postgresql://"+address, time.Minute)) // the other tests use postgres://
}

// TestRole verifies that the service starts with a role that cannot create tables, if there are
// tables.
func TestRole(t *testing.T) {
	database := postgreSQL(t)
	owner := newClient(t, database, time.Minute)
	role := "tasks_" + uuid.Compact.Encode(uuid.NewV4())
	_, err := owner.store.db.Exec("CREATE ROLE " + role + "; GRANT SELECT, INSERT ON users, tasks TO " + role + `;
		DO $$BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ` + role + `', current_schema()); END$$`)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.store.db.Exec("DROP OWNED BY " + role + "; DROP ROLE " + role)
	c := newClient(t, database+"&role="+role, time.Minute)
	c.task(c.owner("Ada"), "paint")
}

func (c client) count() (n int) {
	c.t.Helper()
	if err := c.store.db.QueryRow("SELECT count(*) FROM tasks").Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// TestSameKey verifies that sixteen requests with the same key to two services create one task, and
// get the same response.
func TestSameKey(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { testSameKey(t, filepath.Join(t.TempDir(), "tasks.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { testSameKey(t, postgreSQL(t)) })
}

func testSameKey(t *testing.T, database string) {
	c := newClient(t, database, time.Minute)
	services := []client{c, newClient(t, database, time.Minute)}
	owner, other := c.owner("Ada"), c.owner("Bob")
	const rounds = 20
	for range rounds {
		key := uuid.NewV4().String()
		var all sync.WaitGroup
		responses := make([]*httptest.ResponseRecorder, 16)
		for i := range responses {
			all.Go(func() { responses[i] = services[i%2].send("POST", "/tasks", key, taskBody(owner, "paint")) })
		}
		all.Wait()
		want := responses[0]
		if want.Code != http.StatusCreated {
			t.Fatalf("%d %s", want.Code, want.Body)
		}
		responses = append(responses, c.send("POST", "/tasks", `"`+key+`"`, taskBody(owner, "paint")))
		for _, got := range responses {
			if got.Code != want.Code || got.Body.String() != want.Body.String() ||
				got.Header().Get("Location") != want.Header().Get("Location") {
				t.Errorf("got %d %s, want %d %s", got.Code, got.Body, want.Code, want.Body)
			}
		}
		for _, body := range []string{taskBody(owner, "sand"), taskBody(owner, "paint") + " "} {
			w := c.send("POST", "/tasks", key, body)
			if w.Code != http.StatusUnprocessableEntity {
				t.Errorf("another body: %d %s", w.Code, w.Body)
			}
			c.testProblem(w, "key_reused", "Idempotency-Key", "was used with another body")
		}
	}
	if n := c.count(); n != rounds {
		t.Errorf("%d keys created %d tasks", rounds, n)
	}
	log := c.log.String() + services[1].log.String()
	stored, repeated := strings.Count(log, `"task stored"`), strings.Count(log, `"task repeated"`)
	if stored != rounds || repeated != 16*rounds {
		t.Errorf("logged %d tasks as stored and %d as repeated", stored, repeated)
	}

	// Another owner may have the same key. A request that was refused does not use up its key.
	key := uuid.NewV4().String()
	for _, test := range []struct {
		body string
		want int
	}{
		{taskBody(uuid.NewID[User]().String(), "paint"), http.StatusBadRequest},
		{taskBody(owner, ""), http.StatusBadRequest},
		{taskBody(owner, "paint"), http.StatusCreated},
		{taskBody(other, "paint"), http.StatusCreated},
	} {
		if w := c.send("POST", "/tasks", key, test.body); w.Code != test.want {
			t.Errorf("%s: %d %s, want %d", test.body, w.Code, w.Body, test.want)
		}
	}
	if n := c.count(); n != rounds+2 {
		t.Errorf("got %d tasks, want %d", n, rounds+2)
	}
}

// An open transaction inserted a task but has not ended.
type open struct {
	*sql.Tx
	task Task
}

// insert begins a transaction that inserts a task for a request with this key. The request's body
// is taskBody(owner, "paint").
func (c client) insert(owner, key string) open {
	c.t.Helper()
	return c.insertID(uuid.NewID[Task](), owner, key)
}

func (c client) insertID(id TaskID, owner, key string) open {
	c.t.Helper()
	o := open{task: Task{ID: id, Name: "paint"}}
	if err := o.task.Owner.UnmarshalText([]byte(owner)); err != nil {
		c.t.Fatal(err)
	}
	tx, err := c.store.db.Begin()
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { tx.Rollback() })
	o.Tx = tx
	_, err = tx.Exec(`INSERT INTO tasks (id, owner, name, request, hash)
		VALUES ($1, $2, $3, $4, encode(sha256(convert_to($5, 'UTF8')), 'hex'))`,
		o.task.ID, o.task.Owner, o.task.Name, uuid.MustParse(key), taskBody(owner, "paint"))
	if err != nil {
		c.t.Fatal(err)
	}
	return o
}

// waitForWaiter waits until a statement on the tasks table waits for another transaction.
func (c client) waitForWaiter() {
	c.t.Helper()
	for range 1000 {
		var n int
		err := c.store.db.QueryRow(`SELECT count(*) FROM pg_locks wanted JOIN pg_locks held USING (pid)
			WHERE wanted.locktype = 'transactionid' AND NOT wanted.granted
			AND held.relation = 'tasks'::regclass`).Scan(&n)
		if err != nil {
			c.t.Fatal(err)
		}
		if n > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	c.t.Fatal("no statement waits")
}

// TestRunning verifies that a request waits for a running request with the same key.
func TestRunning(t *testing.T) {
	c := newPostgreSQL(t)
	owner := c.owner("Ada")
	for name, test := range map[string]struct {
		body   string
		end    func(*sql.Tx) error
		status int
		same   bool
	}{
		"committed":               {body: taskBody(owner, "paint"), end: (*sql.Tx).Commit, status: 201, same: true},
		"rolled back":             {body: taskBody(owner, "paint"), end: (*sql.Tx).Rollback, status: 201},
		"another body, committed": {body: taskBody(owner, "sand"), end: (*sql.Tx).Commit, status: 422},
	} {
		t.Run(name, func(t *testing.T) {
			key := uuid.NewV4().String()
			running := c.insert(owner, key)
			response := make(chan *httptest.ResponseRecorder)
			go func() { response <- c.send("POST", "/tasks", key, test.body) }()
			c.waitForWaiter()
			if err := test.end(running.Tx); err != nil {
				t.Fatal(err)
			}
			w := <-response
			if w.Code != test.status {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, test.status)
			} else if got := strings.Contains(w.Body.String(), running.task.ID.String()); got != test.same {
				t.Errorf("got %s, first %v", w.Body, running.task)
			}
		})
	}

	// If the running request does not end, the client may repeat its own.
	key := uuid.NewV4().String()
	running := c.insert(owner, key)
	store := *c.store
	store.limit = 50 * time.Millisecond
	w := c.with(&store).send("POST", "/tasks", key, taskBody(owner, "paint"))
	c.testProblem(w, "busy", "",
		"the service is busy; repeat the request with its Idempotency-Key; without one, it may be done twice")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if err := running.Commit(); err != nil {
		t.Fatal(err)
	}
	w = c.send("POST", "/tasks", key, taskBody(owner, "paint"))
	if got := decode[Task](t, w.Body); got != running.task {
		t.Errorf("got %v, first %v", got, running.task)
	}
}

// A follower reads the tasks page by page.
type follower struct {
	client
	next TaskID
}

// more returns the tasks that the follower has not read yet.
func (f *follower) more() (tasks []Task) {
	f.t.Helper()
	for more := true; more; {
		p := f.list("/tasks?limit=1&after=" + f.next.String())
		tasks = append(tasks, p.Tasks...)
		f.next, more = p.Next, p.More
	}
	return tasks
}

// TestLateCommit verifies that a client that follows the tasks gets a task that was committed after
// a task with a greater ID: once, and after both commits.
func TestLateCommit(t *testing.T) {
	c := newPostgreSQL(t)
	owner := c.owner("Ada")
	first := c.task(owner, "mow")
	c.settle()
	f := follower{client: c}
	if got := f.more(); len(got) != 1 || got[0] != first {
		t.Fatalf("got %v, want %v", got, first)
	}

	late := c.insert(owner, uuid.NewV4().String())
	early := c.task(owner, "sand")
	if late.task.ID.Compare(early.ID) >= 0 {
		t.Fatalf("%v was made before %v", late.task.ID, early.ID)
	}
	if got := f.more(); len(got) > 0 {
		t.Errorf("before the second commit: %v", got)
	}
	if got := c.list("/users/" + owner + "/tasks"); len(got.Tasks) != 2 || got.Tasks[0] != early {
		t.Errorf("the owner's list: %v, want %v first", got, early)
	}
	if err := late.Commit(); err != nil {
		t.Fatal(err)
	}
	c.settle()
	if got := f.more(); len(got) != 2 || got[0] != late.task || got[1] != early {
		t.Errorf("after both commits: %v, want %v and %v", got, late.task, early)
	}
	if got := f.more(); len(got) > 0 {
		t.Errorf("twice: %v", got)
	}
}

// TestWrongClock verifies that a client that follows the tasks gets each of them, although the
// clocks of the services that made their IDs differ by hours.
func TestWrongClock(t *testing.T) {
	c := newPostgreSQL(t)
	owner := c.owner("Ada")
	f := follower{client: c}
	for _, wrong := range []time.Duration{0, 2 * time.Hour, -time.Hour, time.Hour, -2 * time.Hour} {
		id, err := uuid.NewV7At(time.Now().Add(wrong))
		if err != nil {
			t.Fatal(err)
		}
		o := c.insertID(TaskID(id), owner, uuid.NewV4().String())
		if err := o.Commit(); err != nil {
			t.Fatal(err)
		}
		c.settle()
		if got := f.more(); len(got) != 1 || got[0] != o.task {
			t.Errorf("%v: got %v, want %v", wrong, got, o.task)
		}
	}
}

// TestOlderTable verifies that the service adds the column tx to a table without it, and lists the
// tasks that are there.
func TestOlderTable(t *testing.T) {
	database := postgreSQL(t)
	c := newClient(t, database, time.Minute)
	task := c.task(c.owner("Ada"), "paint")
	if _, err := c.store.db.Exec("ALTER TABLE tasks DROP COLUMN tx"); err != nil {
		t.Fatal(err)
	}
	c = newClient(t, database, time.Minute)
	c.settle()
	if got := c.list("/tasks"); len(got.Tasks) != 1 || got.Tasks[0] != task {
		t.Errorf("got %v, want %v", got, task)
	}
}

// TestBounds verifies that PostgreSQL aborts a transaction if a statement or a pause takes more
// than two limits, even if the service does not.
func TestBounds(t *testing.T) {
	c := newClient(t, postgreSQL(t), 500*time.Millisecond)
	for name, hold := range map[string]func(*sql.Tx) error{
		"statement": func(tx *sql.Tx) error {
			_, err := tx.Exec("SELECT pg_sleep(1.5)")
			return err
		},
		"pause": func(tx *sql.Tx) error {
			time.Sleep(1500 * time.Millisecond)
			return tx.Commit()
		},
	} {
		t.Run(name, func(t *testing.T) {
			tx, err := c.store.db.BeginTx(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			if _, err := tx.Exec("INSERT INTO users (id, name) VALUES ($1, 'Ada')", uuid.NewID[User]()); err != nil {
				t.Fatal(err)
			}
			err = hold(tx)
			if err == nil || !strings.Contains(err.Error(), "timeout") {
				t.Errorf("got %v, want a timeout", err)
			}
		})
	}
	var n int
	if err := c.store.db.QueryRow("SELECT count(*) FROM users").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d users, %v", n, err)
	}
}
