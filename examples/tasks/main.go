// Tasks is an HTTP service that keeps a tree of tasks in SQLite. It shows how a
// service makes, reads and stores UUIDs: version 7 keys in a BLOB column, a
// parent that may be NULL, and pages that begin after an ID and end at a horizon.
//
//	go run ./tasks -addr 127.0.0.1:8080 -db tasks.db
//
//	curl -i -d '{"name": "paint"}' http://127.0.0.1:8080/tasks
//	curl -i -d '{"name": "sand", "parent": "…"}' http://127.0.0.1:8080/tasks
//	curl 'http://127.0.0.1:8080/tasks?limit=10&after=…'
//	curl 'http://127.0.0.1:8080/tasks?from=2022-02-22T00:00:00Z&to=2022-02-23T00:00:00Z'
//	curl http://127.0.0.1:8080/tasks/…
package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/seed-8298af95/uuid"
	_ "modernc.org/sqlite"
)

// A task is a row, and its JSON. In SQLite a BLOB of 16 bytes is a [uuid.Binary].
type task struct {
	ID     uuid.Binary  `json:"id"`
	Parent *uuid.Binary `json:"parent"` // NULL and null are nil
	Name   string       `json:"name"`
}

const schema = `CREATE TABLE IF NOT EXISTS tasks (
	id     BLOB PRIMARY KEY,
	parent BLOB REFERENCES tasks (id),
	name   TEXT NOT NULL
) STRICT, WITHOUT ROWID`

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	file := flag.String("db", "tasks.db", "`file` of the database")
	lag := flag.Duration("lag", time.Second, "how old a task is that a page shows")
	flag.Parse()

	db, err := sql.Open("sqlite", "file:"+*file+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(5000)")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec(schema); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	log.Fatal(http.Serve(listener, newHandler(db, *lag)))
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
	db  *sql.DB
	lag time.Duration // longer than a request takes from making an ID to storing it
}

// create answers POST /tasks with 201 and the place of the new task.
func (s service) create(w http.ResponseWriter, r *http.Request) {
	var t task
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&t); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest) // of a bad parent: which byte is wrong
		return
	}
	if t.Parent != nil {
		if _, err := s.find(r, *t.Parent); err != nil {
			fail(w, "the parent", err)
			return
		}
	}
	t.ID = uuid.Binary(uuid.NewV7())
	_, err := s.db.ExecContext(r.Context(), "INSERT INTO tasks (id, parent, name) VALUES (?, ?, ?)", t.ID, t.Parent, t.Name)
	if err != nil {
		fail(w, "the task", err)
		return
	}
	w.Header().Set("Location", "/tasks/"+t.ID.String())
	answer(w, http.StatusCreated, t)
}

// show answers GET /tasks/{id}.
func (s service) show(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	t, err := s.find(r, uuid.Binary(id))
	if err != nil {
		fail(w, "the task", err)
		return
	}
	answer(w, http.StatusOK, t)
}

func (s service) find(r *http.Request, id uuid.Binary) (t task, err error) {
	row := s.db.QueryRowContext(r.Context(), "SELECT id, parent, name FROM tasks WHERE id = ?", id)
	err = row.Scan(&t.ID, &t.Parent, &t.Name)
	return t, err
}

// A page is some tasks in the order of their IDs, which is that of their making.
type page struct {
	Tasks []task    `json:"tasks"`
	Next  uuid.Null `json:"next,omitzero"` // pass it as "after" for the next page
}

// list answers GET /tasks?after=ID&limit=N&from=TIME&to=TIME. A page begins after
// the ID, so tasks that are added meanwhile shift nothing. from and to are the
// time in the ID: the range includes from and excludes to. Nothing is listed past the
// horizon: a task that is stored late would be before a cursor then, and never be seen.
func (s service) list(w http.ResponseWriter, r *http.Request) {
	after, from, to, limit := uuid.Nil(), uuid.Nil(), uuid.Max(), 100
	for key, set := range map[string]func(string) error{
		"after": func(v string) (err error) { after, err = uuid.Parse(v); return err },
		"limit": func(v string) (err error) { limit, err = strconv.Atoi(v); return err },
		"from":  func(v string) error { return setBound(&from, v) },
		"to":    func(v string) error { return setBound(&to, v) },
	} {
		if v := r.FormValue(key); v != "" {
			if err := set(v); err != nil {
				http.Error(w, key+": "+err.Error(), http.StatusBadRequest)
				return
			}
		}
	}
	limit = min(max(limit, 1), 1000)
	if horizon := uuid.MinV7(time.Now().Add(-s.lag)); horizon.Compare(to) < 0 {
		to = horizon
	}

	rows, err := s.db.QueryContext(r.Context(),
		"SELECT id, parent, name FROM tasks WHERE id > ? AND id >= ? AND id < ? ORDER BY id LIMIT ?",
		uuid.Binary(after), uuid.Binary(from), uuid.Binary(to), limit+1)
	if err != nil {
		fail(w, "the tasks", err)
		return
	}
	defer rows.Close()
	p := page{Tasks: []task{}}
	for rows.Next() {
		var t task
		if err := rows.Scan(&t.ID, &t.Parent, &t.Name); err != nil {
			fail(w, "the tasks", err)
			return
		}
		p.Tasks = append(p.Tasks, t)
	}
	if err := rows.Err(); err != nil {
		fail(w, "the tasks", err)
		return
	}
	if len(p.Tasks) > limit { // one more than asked for: there is a next page
		p.Tasks = p.Tasks[:limit]
		p.Next = uuid.Null{UUID: uuid.UUID(p.Tasks[limit-1].ID), Valid: true}
	}
	answer(w, http.StatusOK, p)
}

// setBound sets bound to the least ID of a time.
func setBound(bound *uuid.UUID, text string) error {
	t, err := time.Parse(time.RFC3339, text)
	if err == nil {
		*bound = uuid.MinV7(t)
	}
	return err
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Print(err)
	}
}

func fail(w http.ResponseWriter, what string, err error) {
	if errors.Is(err, sql.ErrNoRows) {
		http.Error(w, what+" does not exist", http.StatusNotFound)
		return
	}
	log.Print(err)
	http.Error(w, "internal error", http.StatusInternalServerError)
}
