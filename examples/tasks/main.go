// Tasks is an HTTP service that stores a tree of tasks for each user. It shows how to use UUIDs in
// a service. Users and tasks have version 7 UUIDs as IDs:
//
//   - In Go, each kind of ID has its own type, which defines the ID's text form and column type.
//   - In paths and JSON, an ID is user_ or task_ followed by 26 characters. A mask hides the time
//     in the ID.
//   - In SQLite, an ID is a 16-byte BLOB. In PostgreSQL, an ID is a uuid, and pgxuuid sends its 16
//     bytes. Both databases sort IDs by time.
//   - A task's parent is optional. A missing parent is nil in Go, null in JSON and NULL in the
//     database.
//   - A page of a list starts after a given ID. The feed contains all users' tasks up to a horizon,
//     which is a short time ago.
//
// TestRepeatable shows how a test can set the clock and the random bits, so the IDs are always the
// same.
//
// To run the service with Go 1.26 or later, in the examples directory:
//
//	openssl rand -hex 32 >tasks.key
//	go run ./tasks -key-file tasks.key
//	go run ./tasks -key-file tasks.key -db postgres://user:password@localhost/database
//
//	curl -i -d '{"name": "Ada"}' http://127.0.0.1:8080/users
//	curl -i -d '{"owner": "user_…", "name": "paint"}' http://127.0.0.1:8080/tasks
//	curl -i -d '{"owner": "user_…", "name": "sand", "parent": "task_…"}' http://127.0.0.1:8080/tasks
//	curl http://127.0.0.1:8080/tasks/task_…
//	curl 'http://127.0.0.1:8080/users/user_…/tasks?limit=10&after=task_…'
//	curl 'http://127.0.0.1:8080/tasks?limit=10&after=task_…'
//
// The uuid command can read the same key. It prints the ID that the database stores for a task_…:
//
//	go run github.com/seed-8298af95/uuid/cmd/uuid reveal -key-file tasks.key -tweak task task_…
package main

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
	_ "modernc.org/sqlite"
)

// A User is a row in the users table, and a JSON object.
type User struct {
	ID   UserID `json:"id"`
	Name string `json:"name"`
}

// A Task is a row in the tasks table, and a JSON object.
type Task struct {
	ID     TaskID  `json:"id"`
	Owner  UserID  `json:"owner"`
	Parent *TaskID `json:"parent"`
	Name   string  `json:"name"`
}

// UserID and TaskID are different types, so code that confuses them does not compile. The text form
// of a UserID cannot be parsed as a TaskID.
type (
	UserID = uuid.ID[User]
	TaskID = uuid.ID[Task]
)

func (User) IDPrefix() string   { return "user" }   // text starts with user_
func (User) IDMask() *uuid.Mask { return userMask } // text hides the time
func (User) IDBinary() bool     { return true }     // a column contains the 16 bytes

func (Task) IDPrefix() string   { return "task" }
func (Task) IDMask() *uuid.Mask { return taskMask }
func (Task) IDBinary() bool     { return true }

// userMask and taskMask are set once, before the first request.
var userMask, taskMask *uuid.Mask

// readMasks creates the masks from the key in a file. The key is 32, 48 or 64 hexadecimal digits.
func readMasks(file string) error {
	digits, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	key, err := hex.DecodeString(strings.TrimRight(string(digits), "\r\n"))
	if err != nil {
		return fmt.Errorf("the key in %s: %w", file, err)
	}
	// A single key is enough, because each kind of object has its own tweak.
	userMask, err = uuid.NewMask(key, []byte("user"))
	if err != nil {
		return err
	}
	taskMask, err = uuid.NewMask(key, []byte("task"))
	return err
}

// tables creates the tables. %[1]s is the column type of IDs: BLOB in SQLite, uuid in PostgreSQL.
// %[2]s is a constraint on the ID's length for SQLite, where a BLOB column would otherwise accept
// text, such as the text form of a plain UUID.
const tables = `
CREATE TABLE IF NOT EXISTS users (
	id   %[1]s NOT NULL PRIMARY KEY %[2]s,
	name text NOT NULL
);
CREATE TABLE IF NOT EXISTS tasks (
	id     %[1]s NOT NULL PRIMARY KEY %[2]s,
	owner  %[1]s NOT NULL REFERENCES users (id),
	parent %[1]s REFERENCES tasks (id),
	name   text NOT NULL
);
CREATE INDEX IF NOT EXISTS tasks_of_owner ON tasks (owner, id)`

// sqlite contains the connection options for SQLite. Transactions are immediate, so they wait for
// other transactions when they start. A transaction that waits at its first write could fail.
const sqlite = "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=foreign_keys(1)"

// open opens a database: PostgreSQL if the name is a URL, otherwise an SQLite file.
func open(name string) (*sql.DB, error) {
	if !strings.Contains(name, "://") {
		db, err := sql.Open("sqlite", "file:"+name+sqlite)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(1) // requests wait for the single connection in order
		_, err = db.Exec(fmt.Sprintf(tables, "BLOB", "CHECK (length(id) = 16)"))
		return db, err
	}
	config, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
	db.SetMaxOpenConns(20) // the server allows 100 connections across all clients
	for statement := range strings.SplitSeq(fmt.Sprintf(tables, "uuid", ""), ";") {
		if _, err := db.Exec(statement); err != nil {
			return nil, err
		}
	}
	return db, nil
}

const (
	// serviceLag is the minimum age of a task in the feed.
	serviceLag = time.Minute

	// serviceLimit is the time limit for a request before its COMMIT. It is much shorter than the
	// lag. The rest of the lag allows for the COMMIT and for clock differences between machines.
	serviceLimit = 5 * time.Second

	// shutdownLimit is the time limit for open requests after a shutdown signal.
	shutdownLimit = 2 * serviceLimit // enough to read and process a request, but not to wait for a slow client
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	name := flag.String("db", "tasks.db", "SQLite `file`, or PostgreSQL URL")
	keyFile := flag.String("key-file", "tasks.key", "`file` that contains the key in hexadecimal digits")
	flag.Parse()
	if err := serve(*addr, *name, *keyFile); err != nil {
		log.Fatal(err)
	}
}

// serve runs the service until a signal tells it to shut down. After the signal, serve finishes the
// open requests but accepts no new ones.
func serve(addr, name, keyFile string) error {
	if err := readMasks(keyFile); err != nil {
		return err
	}
	db, err := open(name)
	if err != nil {
		return err
	}
	defer db.Close()

	server := &http.Server{
		Addr:              addr,
		Handler:           newHandler(db, serviceLag, serviceLimit),
		ReadHeaderTimeout: serviceLimit,
		ReadTimeout:       serviceLimit,
		WriteTimeout:      3 * serviceLimit, // counts from the end of the header; includes reading, working and writing
		IdleTimeout:       time.Minute,
	}
	ended, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed := make(chan error, 1) // buffered, because nobody receives the error that Shutdown causes
	go func() { failed <- server.ListenAndServe() }()
	log.Print("listening on ", addr)
	select {
	case err := <-failed:
		return err
	case <-ended.Done():
	}
	stop() // a second signal kills the process immediately
	ctx, cancel := context.WithTimeout(context.Background(), shutdownLimit)
	defer cancel()
	return server.Shutdown(ctx)
}

type service struct {
	db         *sql.DB
	lag, limit time.Duration
}

func newHandler(db *sql.DB, lag, limit time.Duration) http.Handler {
	s := service{db, lag, limit}
	mux := http.NewServeMux()
	for pattern, answer := range map[string]answer{
		"POST /users":           s.createUser,
		"GET /users/{id}/tasks": s.listOwn,
		"POST /tasks":           s.createTask,
		"GET /tasks":            s.feed,
		"GET /tasks/{id}":       s.show,
	} {
		mux.HandleFunc(pattern, s.handle(answer))
	}
	return mux
}

// An answer writes the response to a request, or writes nothing and returns an error.
type answer func(w http.ResponseWriter, r *http.Request) error

// A refusal is an error with an HTTP status. The client gets the error message.
type refusal struct {
	status int
	error
}

func (r refusal) Unwrap() error { return r.error }

// handle returns a handler that calls answer with a time limit. If answer returns an error, the
// handler writes an error response.
func (s service) handle(answer answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), s.limit)
		defer cancel()
		err := answer(w, r.WithContext(ctx))
		var refused refusal
		switch {
		case err == nil:
		case errors.As(err, new(*http.MaxBytesError)): // before refused, because a refusal with status 400 may wrap it
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		case errors.As(err, &refused):
			http.Error(w, err.Error(), refused.status)
		case ctx.Err() == context.DeadlineExceeded:
			// If only the COMMIT was too slow, the database may have stored the task.
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too busy", http.StatusServiceUnavailable)
		case ctx.Err() != nil: // the client has closed the connection
		default:
			log.Print(r.Method, " ", r.URL.Path, ": ", err)
			http.Error(w, "internal error", http.StatusInternalServerError)
		}
	}
}

// createUser answers POST /users.
func (s service) createUser(w http.ResponseWriter, r *http.Request) error {
	user := User{ID: uuid.NewID[User]()}
	if err := readJSON(w, r, required("name", &user.Name)); err != nil {
		return refusal{http.StatusBadRequest, err}
	}
	if _, err := s.db.ExecContext(r.Context(), "INSERT INTO users (id, name) VALUES ($1, $2)", user.ID, user.Name); err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, user)
}

// createTask answers POST /tasks with the new task. If the owner or the parent does not exist, the
// status is 409, because 404 would mean that the path does not exist. The service generates the ID,
// so an ID in the request is an unknown field. A real service would take the owner from the
// client's session.
func (s service) createTask(w http.ResponseWriter, r *http.Request) error {
	var task Task
	err := readJSON(w, r, required("owner", &task.Owner), optional("parent", &task.Parent), required("name", &task.Name))
	if err != nil {
		return refusal{http.StatusBadRequest, err}
	}
	if err := s.insert(r.Context(), &task); err != nil {
		return err
	}
	w.Header().Set("Location", "/tasks/"+task.ID.String())
	return writeJSON(w, http.StatusCreated, task)
}

// insert stores a task. It generates the ID within the transaction, after waiting for other
// transactions, so the ID is younger than the request's time limit when the COMMIT starts.
func (s service) insert(ctx context.Context, task *Task) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	err = exists(ctx, tx, "users", task.Owner)
	if err == sql.ErrNoRows {
		return refusal{http.StatusConflict, errors.New("owner: does not exist")}
	}
	if err == nil && task.Parent != nil {
		err = exists(ctx, tx, "tasks", *task.Parent)
		if err == sql.ErrNoRows {
			return refusal{http.StatusConflict, errors.New("parent: does not exist")}
		}
	}
	if err != nil {
		return err
	}
	task.ID = uuid.NewID[Task]()
	if _, err := tx.ExecContext(ctx, "INSERT INTO tasks (id, owner, parent, name) VALUES ($1, $2, $3, $4)",
		task.ID, task.Owner, task.Parent, task.Name); err != nil {
		return err
	}
	return tx.Commit()
}

// exists returns sql.ErrNoRows if the table has no row with this ID.
func exists(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, table string, id any) error {
	return db.QueryRowContext(ctx, "SELECT 1 FROM "+table+" WHERE id = $1", id).Scan(new(int))
}

// show answers GET /tasks/{id}. The status is also 404 if the path does not contain a task ID.
func (s service) show(w http.ResponseWriter, r *http.Request) error {
	id, err := uuid.ParseID[Task](r.PathValue("id"))
	if err != nil {
		return refusal{http.StatusNotFound, err}
	}
	tasks, err := s.query(r.Context(), "WHERE id = $1", id)
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		return refusal{http.StatusNotFound, errors.New("the task does not exist")}
	}
	return writeJSON(w, http.StatusOK, tasks[0])
}

// A page is part of a list of tasks, sorted by ID.
type page struct {
	Tasks []Task `json:"tasks"`
	Next  TaskID `json:"next,omitzero"` // value of "after" for the next page
}

// listOwn answers GET /users/{id}/tasks?after=ID&limit=N. The list has no horizon, so a client sees
// its new task there as soon as it has the response to its POST.
func (s service) listOwn(w http.ResponseWriter, r *http.Request) error {
	owner, err := uuid.ParseID[User](r.PathValue("id"))
	if err != nil {
		return refusal{http.StatusNotFound, err}
	}
	err = exists(r.Context(), s.db, "users", owner)
	if err == sql.ErrNoRows {
		return refusal{http.StatusNotFound, errors.New("the user does not exist")}
	}
	if err != nil {
		return err
	}
	return s.list(w, r, "WHERE id > $1 AND owner = $3 ORDER BY id LIMIT $2", owner)
}

// feed answers GET /tasks?after=ID&limit=N with all users' tasks. The feed ends at a horizon. Any
// task stored later has an ID after the horizon, so a client that follows the feed never misses a
// task.
func (s service) feed(w http.ResponseWriter, r *http.Request) error {
	horizon := TaskID(uuid.MinV7(time.Now().Add(-s.lag)))
	return s.list(w, r, "WHERE id > $1 AND id < $3 ORDER BY id LIMIT $2", horizon)
}

// list responds with a page. A page starts after an ID, not after a number of tasks, so new tasks
// do not shift its start. The query's arguments are the ID, the maximum number of tasks, and arg.
func (s service) list(w http.ResponseWriter, r *http.Request, query string, arg any) error {
	n, after, err := 100, TaskID{}, error(nil)
	if v := r.FormValue("limit"); v != "" {
		n, err = strconv.Atoi(v)
		n = min(max(n, 1), 1000)
	}
	if err != nil {
		return refusal{http.StatusBadRequest, fmt.Errorf("limit: %w", err)}
	}
	if v := r.FormValue("after"); v != "" {
		after, err = uuid.ParseID[Task](v)
	}
	if err != nil {
		return refusal{http.StatusBadRequest, fmt.Errorf("after: %w", err)}
	}
	// An ID that was hidden with another key would select the wrong page, because it is not looked
	// up here. Its time is nearly always in the future. The lag allows for clock differences.
	if t, _ := after.Time(); t.After(time.Now().Add(s.lag)) {
		return refusal{http.StatusBadRequest, errors.New("after: the ID is from the future")}
	}
	tasks, err := s.query(r.Context(), query, after, n+1, arg) // one extra task shows whether there is a next page
	if err != nil {
		return err
	}
	p := page{Tasks: tasks}
	if len(tasks) > n {
		p.Tasks, p.Next = tasks[:n], tasks[n-1].ID
	}
	return writeJSON(w, http.StatusOK, p)
}

// query runs a query and returns the tasks.
func (s service) query(ctx context.Context, query string, args ...any) ([]Task, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, owner, parent, name FROM tasks "+query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	tasks := []Task{} // not nil, because a nil slice would be null in JSON
	for rows.Next() && err == nil {
		var t Task
		err = rows.Scan(&t.ID, &t.Owner, &t.Parent, &t.Name)
		tasks = append(tasks, t)
	}
	return tasks, cmp.Or(err, rows.Err())
}
