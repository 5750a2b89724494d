package follow

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/follow/number"
	_ "modernc.org/sqlite"
)

// This file is what the processes do that the tests start and kill: writers, and MariaDB's job.

// writersPerProcess is the number of connections with which a process writes.
const writersPerProcess = 2

// roles are what a process can be. Its environment variable FOLLOW_ROLE selects one, and
// FOLLOW_ADDRESS is the address of the database.
var roles = map[string]func(address string, stop *atomic.Bool) error{
	"PostgreSQL": func(address string, stop *atomic.Bool) error { return write(postgres{}, address, stop) },
	"MariaDB":    func(address string, stop *atomic.Bool) error { return write(mariaDB{}, address, stop) },
	"SQLite":     func(address string, stop *atomic.Bool) error { return write(sqlite{}, address, stop) },
	"job":        runJob,
}

// play does what the role says until standard input ends, and returns the exit status.
func play(role string) int {
	var stop atomic.Bool
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop.Store(true)
	}()
	if err := roles[role](os.Getenv("FOLLOW_ADDRESS"), &stop); err != nil {
		fmt.Fprintln(os.Stderr, role+":", err)
		return 1
	}
	return 0
}

func runJob(address string, stop *atomic.Bool) error {
	db, err := mariaDB{}.open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for !stop.Load() {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	number.Run(ctx, db, 20*time.Millisecond, slog.New(slog.NewTextHandler(os.Stdout, nil)))
	return nil
}

// A dialect is how to write to a database.
type dialect interface {
	open(address string) (*sql.DB, error)
	pause() time.Duration // the longest pause in a transaction; a slow one takes up to 150 times as long
	begin(w *writer) error
	insert(w *writer, ids []uuid.UUID) error
	// prepare is the first phase of a two-phase commit, and finish the second.
	prepare(w *writer, name string) error
	finish(w *writer, name string, commit bool) error
	again(err error) bool // whether an error is one after which a writer tries again
}

// A writer writes with one connection.
type writer struct {
	dialect
	number int
	conn   *sql.Conn
	name   string // of a transaction that is to have two phases
}

func (w *writer) exec(query string) error {
	_, err := w.conn.ExecContext(context.Background(), query)
	return err
}

// write writes with several connections until stop is true.
func write(d dialect, address string, stop *atomic.Bool) error {
	db, err := d.open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	var all sync.WaitGroup
	failures := make([]error, writersPerProcess)
	for i := range writersPerProcess {
		all.Go(func() {
			conn, err := db.Conn(context.Background())
			w := &writer{dialect: d, number: i, conn: conn}
			for err == nil && !stop.Load() {
				err = w.transaction()
				if err != nil && d.again(err) {
					err = w.exec("ROLLBACK")
				}
			}
			failures[i] = err
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// oneIn returns true once in n calls, on average.
func oneIn(n int) bool { return rand.N(n) == 0 }

func sleep(most time.Duration) { time.Sleep(rand.N(most)) }

// transaction inserts one row, or up to a hundred. Some transactions are slow, are rolled back, use savepoints,
// or commit in two phases.
func (w *writer) transaction() error {
	ids := make([]uuid.UUID, 1)
	if oneIn(10) {
		ids = make([]uuid.UUID, 1+rand.N(100))
	}
	uuid.FillV7(ids)
	if oneIn(20) {
		uuid.FillV4(ids)
	}
	w.name = ""
	if oneIn(15) {
		w.name = fmt.Sprintf("%d/%v", os.Getpid(), uuid.NewV4())
	}
	if err := w.begin(w); err != nil {
		return err
	}
	if oneIn(4) {
		sleep(w.pause())
	}
	if err := w.insertSome(ids); err != nil {
		return err
	}
	sleep(w.pause())
	if oneIn(40) {
		sleep(150 * w.pause())
	}
	commit := !oneIn(20)
	switch {
	case w.name != "":
		if err := w.prepare(w, w.name); err != nil {
			return err
		}
		sleep(15 * w.pause())
		return w.finish(w, w.name, commit)
	case commit:
		return w.exec("COMMIT")
	}
	return w.exec("ROLLBACK")
}

// insertSome inserts the IDs. Before some of them, it inserts others in a savepoint that it rolls
// back.
func (w *writer) insertSome(ids []uuid.UUID) error {
	if w.name != "" || !oneIn(6) {
		return w.insert(w, ids)
	}
	undone := []uuid.UUID{uuid.NewV7()}
	return inOrder(
		func() error { return w.exec("SAVEPOINT a") },
		func() error { return w.insert(w, undone) },
		func() error { return w.exec("ROLLBACK TO SAVEPOINT a") },
		func() error { return w.exec("SAVEPOINT b") },
		func() error { return w.insert(w, ids) },
		func() error { return w.exec("RELEASE SAVEPOINT b") },
	)
}

// inOrder calls the functions until one returns an error, and returns this error.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// values returns the list of rows for an INSERT, each with the text before and after an ID.
func values(before string, ids []uuid.UUID, after string) string {
	var rows []string
	for _, id := range ids {
		rows = append(rows, before+id.String()+after)
	}
	return strings.Join(rows, ", ")
}

type postgres struct{}

func (postgres) open(address string) (*sql.DB, error) { return sql.Open("pgx", address) }

func (postgres) pause() time.Duration { return 20 * time.Millisecond }

func (postgres) begin(w *writer) error { return w.exec("BEGIN") }

// insert sends 0 as the number of the transaction with the second writer, and uses COPY for half of
// the lists.
func (postgres) insert(w *writer, ids []uuid.UUID) error {
	switch {
	case w.number == 1:
		return w.exec("INSERT INTO tasks (id, tx) VALUES " + values("('", ids, "', '0')"))
	case len(ids) > 1 && oneIn(2):
		return w.conn.Raw(func(conn any) error {
			rows := pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) { return []any{ids[i]}, nil })
			native := conn.(*stdlib.Conn).Conn()
			_, err := native.CopyFrom(context.Background(), pgx.Identifier{"tasks"}, []string{"id"}, rows)
			return err
		})
	}
	return w.exec("INSERT INTO tasks (id) VALUES " + values("('", ids, "')"))
}

func (postgres) prepare(w *writer, name string) error {
	return w.exec("PREPARE TRANSACTION '" + name + "'")
}

func (postgres) finish(w *writer, name string, commit bool) error {
	if commit {
		return w.exec("COMMIT PREPARED '" + name + "'")
	}
	return w.exec("ROLLBACK PREPARED '" + name + "'")
}

func (postgres) again(error) bool { return false }

type mariaDB struct{}

func (mariaDB) open(address string) (*sql.DB, error) { return sql.Open("mysql", address) }

func (mariaDB) pause() time.Duration { return 20 * time.Millisecond }

func (mariaDB) begin(w *writer) error {
	if w.name != "" {
		return w.exec("XA START '" + w.name + "'")
	}
	return w.exec("BEGIN")
}

func (mariaDB) insert(w *writer, ids []uuid.UUID) error {
	return w.exec("INSERT INTO tasks (id) VALUES " + values("('", ids, "')"))
}

func (mariaDB) prepare(w *writer, name string) error {
	return inOrder(
		func() error { return w.exec("XA END '" + name + "'") },
		func() error { return w.exec("XA PREPARE '" + name + "'") },
	)
}

func (mariaDB) finish(w *writer, name string, commit bool) error {
	if commit {
		return w.exec("XA COMMIT '" + name + "'")
	}
	return w.exec("XA ROLLBACK '" + name + "'")
}

// again reports whether the error is a deadlock or a wait that was too long.
func (mariaDB) again(err error) bool {
	e, ok := errors.AsType[*mysql.MySQLError](err)
	return ok && (e.Number == 1213 || e.Number == 1205)
}

type sqlite struct{}

func (sqlite) open(address string) (*sql.DB, error) {
	return sql.Open("sqlite", address+"?_pragma=busy_timeout(1000)&_pragma=synchronous(off)")
}

// pause is short, because the other writers wait for the transaction.
func (sqlite) pause() time.Duration { return 2 * time.Millisecond }

// begin waits for the other writers, as often as SQLite gives up.
func (sqlite) begin(w *writer) error {
	for {
		err := w.exec("BEGIN IMMEDIATE")
		if err == nil || !strings.Contains(err.Error(), "SQLITE_BUSY") {
			return err
		}
	}
}

// insert also inserts into another table an ID that is made now, in the transaction.
func (sqlite) insert(w *writer, ids []uuid.UUID) error {
	now := []uuid.UUID{uuid.NewV7()}
	return inOrder(
		func() error { return w.exec("INSERT INTO tasks (id) VALUES " + values("(unhex('", ids, "', '-'))")) },
		func() error {
			return w.exec("INSERT INTO made_inside (id) VALUES " + values("(unhex('", now, "', '-'))"))
		},
	)
}

// prepare and finish do nothing, because SQLite has no two-phase commit.
func (sqlite) prepare(*writer, string) error { return nil }

func (sqlite) finish(w *writer, _ string, commit bool) error {
	if commit {
		return w.exec("COMMIT")
	}
	return w.exec("ROLLBACK")
}

func (sqlite) again(error) bool { return false }
