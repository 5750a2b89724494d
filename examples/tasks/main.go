// Tasks is an HTTP service that keeps a tree of tasks. It shows what a service does with
// UUIDs. The ID of a task is a version 7 UUID:
//
//   - In Go it has a type of its own, which says once what its text and its column are.
//   - In paths and JSON it is task_ and 26 digits. A mask hides when the task was made.
//   - In SQLite it is a BLOB of 16 bytes. In PostgreSQL it is a uuid, for which pgxuuid
//     takes the 16 bytes. Both sort by time.
//   - A parent may be missing: nil in Go, null in JSON, NULL in the database.
//   - A page of the list begins after an ID and ends at a horizon.
//
// The test has a clock and random bits of its own, so its IDs are always the same.
//
// With Go 1.26 or later, in the directory examples:
//
//	openssl rand -hex 32 >task.key
//	go run ./tasks -key-file task.key
//	go run ./tasks -key-file task.key -db postgres://user:password@localhost/database
//
//	curl -i -d '{"name": "paint"}' http://127.0.0.1:8080/tasks
//	curl -i -d '{"name": "sand", "parent": "task_…"}' http://127.0.0.1:8080/tasks
//	curl http://127.0.0.1:8080/tasks/task_…
//	curl 'http://127.0.0.1:8080/tasks?limit=10&after=task_…'
//
// The tool uuid reads the same key, and tells which row a task_… is:
//
//	go run github.com/seed-8298af95/uuid/cmd/uuid reveal -key-file task.key -tweak task task_…
package main

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
	_ "modernc.org/sqlite"
)

// A Task is a row, and its JSON.
type Task struct {
	ID     TaskID  `json:"id"`
	Parent *TaskID `json:"parent"`
	Name   string  `json:"name"`
}

// A TaskID is the ID of a task. The ID of anything else does not compile in its place, and
// the text of such an ID is an error.
type TaskID = uuid.ID[Task]

func (Task) IDPrefix() string   { return "task" }   // text begins with task_
func (Task) IDMask() *uuid.Mask { return taskMask } // text hides the time
func (Task) IDBinary() bool     { return true }     // a column has the 16 bytes

var _ interface { // finds a method of another form
	IDPrefix() string
	IDMask() *uuid.Mask
	IDBinary() bool
} = Task{}

// taskMask is set once, before the first request.
var taskMask *uuid.Mask

// readMask returns the mask of the key in a file: 32, 48 or 64 hexadecimal digits.
func readMask(file string) (*uuid.Mask, error) {
	digits, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimRight(string(digits), "\r\n"))
	if err != nil {
		return nil, fmt.Errorf("the key in %s: %w", file, err)
	}
	return uuid.NewMask(key, []byte("task")) // with the same key, users would have another tweak
}

// table has a type for the columns of IDs: BLOB in SQLite, uuid in PostgreSQL.
const table = `CREATE TABLE IF NOT EXISTS tasks (
	id     %[1]s NOT NULL PRIMARY KEY,
	parent %[1]s REFERENCES tasks (id),
	name   text NOT NULL
)`

// sqlite are the options of SQLite. A transaction waits for others when it begins, not when
// it writes.
const sqlite = "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=foreign_keys(1)"

// open opens a database: PostgreSQL if the name is a URL, else a file of SQLite.
func open(name string) (*sql.DB, error) {
	if !strings.Contains(name, "://") {
		db, err := sql.Open("sqlite", "file:"+name+sqlite)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(1) // so that requests wait in turn
		_, err = db.Exec(fmt.Sprintf(table, "BLOB"))
		return db, err
	}
	config, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
	_, err = db.Exec(fmt.Sprintf(table, "uuid"))
	return db, err
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	name := flag.String("db", "tasks.db", "`file` of SQLite, or URL of PostgreSQL")
	keyFile := flag.String("key-file", "task.key", "`file` of the key, in hexadecimal digits")
	lag := flag.Duration("lag", 2*time.Second, "how old a task is that the list shows")
	flag.Parse()

	var err error
	if taskMask, err = readMask(*keyFile); err != nil {
		log.Fatal(err)
	}
	db, err := open(*name)
	if err != nil {
		log.Fatal(err)
	}
	log.Print("listening on ", *addr)
	log.Fatal(http.ListenAndServe(*addr, newHandler(db, *lag)))
}

func newHandler(db *sql.DB, lag time.Duration) http.Handler {
	s := service{db, lag}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /tasks", s.create)
	mux.HandleFunc("GET /tasks", s.list)
	mux.HandleFunc("GET /tasks/{id}", s.show)
	return mux
}

type service struct {
	db *sql.DB

	// lag is the time from the horizon until now. A transaction may take half of it up to
	// its COMMIT; the other half is for that, and for clocks that differ between machines.
	lag time.Duration
}

// create answers POST /tasks. The service makes the ID: one in the request is an unknown field.
func (s service) create(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Parent *TaskID `json:"parent"`
		Name   string  `json:"name"`
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if body.Parent != nil {
		if _, err := s.find(r.Context(), *body.Parent); err != nil {
			fail(w, "the parent", err)
			return
		}
	}

	t := Task{Parent: body.Parent, Name: body.Name}
	if err := s.insert(r.Context(), &t); err != nil {
		fail(w, "the task", err)
		return
	}
	w.Header().Set("Location", "/tasks/"+t.ID.String())
	answer(w, http.StatusCreated, t)
}

// insert makes the ID of t in the transaction that stores it. So an ID is at most half of
// the lag old when the COMMIT begins.
func (s service) insert(ctx context.Context, t *Task) error {
	ctx, cancel := context.WithTimeout(ctx, s.lag/2)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	t.ID = uuid.NewID[Task]()
	if _, err := tx.ExecContext(ctx, "INSERT INTO tasks (id, parent, name) VALUES ($1, $2, $3)", t.ID, t.Parent, t.Name); err != nil {
		return err
	}
	return tx.Commit()
}

// show answers GET /tasks/{id}. What is no task's ID is not found either.
func (s service) show(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.ParseID[Task](r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	t, err := s.find(r.Context(), id)
	if err != nil {
		fail(w, "the task", err)
		return
	}
	answer(w, http.StatusOK, t)
}

func (s service) find(ctx context.Context, id TaskID) (t Task, err error) {
	row := s.db.QueryRowContext(ctx, "SELECT id, parent, name FROM tasks WHERE id = $1", id)
	err = row.Scan(&t.ID, &t.Parent, &t.Name)
	return t, err
}

// A page is some tasks in the order in which they were made.
type page struct {
	Tasks []Task `json:"tasks"`
	Next  TaskID `json:"next,omitzero"` // "after" of the next page
}

// list answers GET /tasks?after=ID&limit=N. A page begins after an ID, so tasks that are
// added meanwhile shift nothing. It ends at the horizon: whatever is stored from now on is
// beyond it, so no task gets behind a reader, who would never see it.
func (s service) list(w http.ResponseWriter, r *http.Request) {
	after, limit, err := TaskID{}, 100, error(nil)
	if v := r.FormValue("limit"); v != "" {
		limit, err = strconv.Atoi(v)
		limit = min(max(limit, 1), 1000)
	}
	if v := r.FormValue("after"); v != "" && err == nil {
		after, err = uuid.ParseID[Task](v)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}

	horizon := TaskID(uuid.MinV7(time.Now().Add(-s.lag)))
	rows, err := s.db.QueryContext(r.Context(),
		"SELECT id, parent, name FROM tasks WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3", after, horizon, limit+1)
	if err != nil {
		fail(w, "the list", err)
		return
	}
	defer rows.Close()
	p := page{Tasks: []Task{}}
	for rows.Next() && err == nil {
		var t Task
		err = rows.Scan(&t.ID, &t.Parent, &t.Name)
		p.Tasks = append(p.Tasks, t)
	}
	if err := errors.Join(err, rows.Err()); err != nil {
		fail(w, "the list", err)
		return
	}
	if len(p.Tasks) > limit { // there is one more
		p.Tasks = p.Tasks[:limit]
		p.Next = p.Tasks[limit-1].ID
	}
	answer(w, http.StatusOK, p)
}

func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil { // an ID that is not of version 7 cannot be shown
		fail(w, "the answer", err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
}

func fail(w http.ResponseWriter, what string, err error) {
	if errors.Is(err, sql.ErrNoRows) {
		http.Error(w, what+" does not exist", http.StatusNotFound)
		return
	}
	log.Print(what, ": ", err)
	http.Error(w, "internal error", http.StatusInternalServerError)
}
