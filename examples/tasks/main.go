// Tasks is an HTTP service that stores a tree of tasks for each user. It shows how to use UUIDs in
// a service, and you may copy it. Read main.go, service.go, store.go and json.go, in this order.
//
//   - In Go, each kind of ID has its own type, which defines the ID's text form and column type.
//   - In paths, JSON and logs, an ID is user_ or task_ followed by 26 characters. A mask hides the
//     time in the ID. In PostgreSQL, an ID is a uuid. In SQLite, an ID is a 16-byte BLOB.
//   - POST /tasks requires an Idempotency-Key, a UUID that the client makes. A client that gets no
//     response repeats the request with the same key, and the service stores the task only once.
//   - GET /users/{id}/tasks is for people. The list is up to date and begins with the newest task,
//     but later pages may miss tasks that were stored after the first page was read.
//   - GET /tasks is for programs that follow all tasks, and misses none. In PostgreSQL, the list ends
//     before the oldest running transaction. The last page contains the ID to continue from.
//   - Every error is a problem detail (RFC 9457) with a code that does not change. json.go lists
//     the codes. Only net/http responds with plain text, if it cannot read a request (400, 417, 431,
//     501, 505), and redirects a path such as //tasks (307).
//
// The service does not authenticate its clients. A real service would take the owner from the
// client's session, and let only its own programs follow all tasks.
//
// To run the service with Go 1.26 or later, in the examples directory:
//
//	(umask 077; openssl rand -hex 32 >tasks.key)
//	go run ./tasks -key-file tasks.key
//	go run ./tasks -key-file tasks.key -db postgres://user@localhost/database # with PGPASSWORD
//
//	url=http://127.0.0.1:8080
//	key=$(go run github.com/seed-8298af95/uuid/cmd/uuid v4)
//	curl -d '{"name": "Ada"}' $url/users
//	curl -d '{"owner": "user_…", "name": "paint"}' -H "Idempotency-Key: $key" $url/tasks
//	curl $url/tasks/task_…
//	curl "$url/users/user_…/tasks?limit=10&before=task_…"
//	curl "$url/tasks?limit=10&after=task_…"
//
//	# the ID in the database
//	go run github.com/seed-8298af95/uuid/cmd/uuid reveal -key-file tasks.key -tweak task task_…
package main

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A User is a row in the users table, and a JSON object.
type User struct {
	ID   UserID `json:"id"`
	Name string `json:"name"`
}

// A Task is a row in the tasks table, and a JSON object. A task never changes.
type Task struct {
	ID     TaskID  `json:"id"`
	Owner  UserID  `json:"owner"`
	Parent *TaskID `json:"parent"` // nil if the task has no parent
	Name   string  `json:"name"`
}

// A Request is a client's attempt to create a task, which the client may repeat.
type Request struct{}

// UserID, TaskID and RequestID are different types, so code that confuses them does not compile.
// The text form of a UserID cannot be parsed as a TaskID.
type (
	UserID    = uuid.ID[User]
	TaskID    = uuid.ID[Task]
	RequestID = uuid.ID[Request] // the Idempotency-Key
)

// A column contains the 16 bytes of an ID. Its text starts with user_ or task_, and hides the time.
// A RequestID is chosen by the client, so there is nothing to hide.
func (User) IDKind() uuid.Kind    { return uuid.Kind{Prefix: "user", Binary: true, Mask: &userMask} }
func (Task) IDKind() uuid.Kind    { return uuid.Kind{Prefix: "task", Binary: true, Mask: &taskMask} }
func (Request) IDKind() uuid.Kind { return uuid.Kind{Binary: true} }

// userMask and taskMask are set once, before the first request.
var userMask, taskMask *uuid.Mask

// readMasks creates the masks from the key in a file. The key is 32, 48 or 64 hexadecimal digits.
func readMasks(file string) error {
	digits, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	// A single key is enough, because each kind of object has its own tweak.
	key, err := hex.DecodeString(strings.TrimRight(string(digits), "\r\n"))
	if err == nil {
		userMask, err = uuid.NewMask(key, []byte("user"))
	}
	if err == nil {
		taskMask, err = uuid.NewMask(key, []byte("task"))
	}
	if err != nil {
		return fmt.Errorf("the key in %s: %w", file, err)
	}
	return nil
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	database := flag.String("db", "tasks.db", "SQLite `file`, or PostgreSQL URL")
	keyFile := flag.String("key-file", "tasks.key", "`file` that contains the key in hexadecimal digits")
	limit := flag.Duration("limit", 5*time.Second, "time limit for a request")
	flag.Parse()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if flag.NArg() > 0 {
		log.Error("an argument must follow a flag, such as -db")
		os.Exit(1)
	}
	if err := serve(log, *addr, *database, *keyFile, *limit); err != nil {
		log.Error("cannot serve", "error", err)
		os.Exit(1)
	}
}

// serve runs the service until a signal arrives. Then it finishes the open requests, but accepts no
// new ones.
func serve(log *slog.Logger, addr, database, keyFile string, limit time.Duration) error {
	if err := readMasks(keyFile); err != nil {
		return err
	}
	store, err := openStore(database, limit)
	if err != nil {
		return err
	}
	defer store.db.Close()

	server := &http.Server{
		Handler:      newHandler(store, log),
		ReadTimeout:  limit,     // for the header and the body
		WriteTimeout: 3 * limit, // counts from the end of the header; includes reading, working and writing
		IdleTimeout:  time.Minute,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelError),
	}
	ended, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	failed := make(chan error, 1) // buffered, because nobody receives the error that Shutdown causes
	go func() { failed <- server.Serve(listener) }()
	log.Info("listening", "address", listener.Addr().String())
	select {
	case err := <-failed:
		return err
	case <-ended.Done():
	}
	stop() // a second signal kills the process immediately
	// This is enough to read and process a request, but not to wait for a slow client.
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit)
	defer cancel()
	return server.Shutdown(ctx)
}
