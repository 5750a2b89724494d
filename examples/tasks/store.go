package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
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

// A store keeps the users and the tasks in a database.
//
// A task can be committed after a task with a greater ID, because IDs are made before the COMMIT,
// and by several machines. A program that has read the greater ID would then miss the other task.
// So follow does not rely on the IDs alone:
//
//   - In PostgreSQL, the column tx contains the number of the transaction that inserted the task.
//     follow lists tasks in the order of tx, and stops before the oldest transaction that is still
//     running. So a later commit cannot add a task that follow has passed, whatever the clocks show.
//   - In SQLite, only one transaction writes at a time. createTask makes the ID after BEGIN
//     IMMEDIATE, so tasks are committed in the order of their IDs, unless the clock is set back.
//
// docs/pages.md explains what delays follow, and what to do when a dump is restored.
type store struct {
	db       *sql.DB
	name     string        // for the log: SQLite file, or PostgreSQL host and database
	limit    time.Duration // time limit for a request
	postgres bool          // whether tasks has the column tx
}

// schema creates the tables in PostgreSQL. With several services, leave it to migrations.
//
// A task contains the ID of the request that created it, and a hash of the request's body. So the
// two are stored together or not at all, and a request ID is remembered as long as its task exists.
const schema = `
CREATE TABLE IF NOT EXISTS users (
	id   uuid NOT NULL PRIMARY KEY,
	name text NOT NULL
);
CREATE TABLE IF NOT EXISTS tasks (
	id      uuid NOT NULL PRIMARY KEY,
	owner   uuid NOT NULL REFERENCES users (id),
	parent  uuid,
	name    text NOT NULL,
	request uuid NOT NULL,
	hash    text NOT NULL,
	UNIQUE (owner, request),
	UNIQUE (owner, id), -- an index for browse
	FOREIGN KEY (owner, parent) REFERENCES tasks (owner, id)
)`

// schemaTx adds the column tx in PostgreSQL, also to an older table. An INSERT must leave the column
// to its DEFAULT, because follow would miss a task with any other number.
const schemaTx = `
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS tx xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX IF NOT EXISTS tasks_tx_id ON tasks (tx, id)`

// openStore opens a database: PostgreSQL if the name is a URL, otherwise an SQLite file.
func openStore(name string, limit time.Duration) (*store, error) {
	scheme, _, isURL := strings.Cut(name, "://")
	setting, _, isSetting := strings.Cut(name, "=")
	info, err := os.Stat(name)
	switch {
	case limit < 100*time.Millisecond: // with 0, there would be none
		return nil, errors.New("-limit must be at least 100ms")
	case isURL && (scheme == "postgres" || scheme == "postgresql"):
		return openPostgreSQL(name, limit)
	// May have a password.
	case isURL, isSetting && !strings.ContainsAny(setting, `./\`),
		strings.Contains(name, "@") && strings.Contains(name, "?"):
		return nil, errors.New("-db must be a URL such as postgres://user@host/database, or a file such as tasks.db")
	case name == "", strings.Contains(name, "?"), err == nil && info.IsDir():
		return nil, fmt.Errorf("-db %q is a directory, or not a file's name; write a file without ?, such as tasks.db",
			name)
	}
	// An immediate transaction waits for others when it starts. Another could fail at its first write.
	const options = "?_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(wal)&_pragma=foreign_keys(1)"
	db, err := sql.Open("sqlite", name+fmt.Sprintf(options, limit.Milliseconds()))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // requests wait for the single connection in order
	// If it is not strict, a BLOB column accepts text too, such as the text form of a plain UUID.
	sqlite := strings.NewReplacer("uuid", "BLOB", "\n)", "\n) STRICT")
	for end := time.Now().Add(limit); ; time.Sleep(time.Millisecond) { // journal_mode ignores busy_timeout
		_, err := db.Exec(sqlite.Replace(schema))
		if err == nil {
			return &store{db: db, name: name, limit: limit}, nil
		} else if !strings.Contains(err.Error(), "SQLITE_BUSY") || time.Now().After(end) {
			return nil, fmt.Errorf("the database %s: %w", name, err)
		}
	}
}

func openPostgreSQL(url string, limit time.Duration) (*store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	// In these modes, pgx does not know the types of parameters, and would send an ID as a bytea.
	if mode := config.DefaultQueryExecMode; mode == pgx.QueryExecModeExec || mode == pgx.QueryExecModeSimpleProtocol {
		return nil, fmt.Errorf("-db: IDs cannot be sent in pgx's mode %q; write default_query_exec_mode=cache_describe",
			mode)
	}
	// The request's own deadline comes first, unless the service has stopped. A transaction that
	// stayed open would hold back follow.
	timeout := strconv.FormatInt((2 * limit).Milliseconds(), 10)
	config.RuntimeParams["statement_timeout"] = timeout
	config.RuntimeParams["idle_in_transaction_session_timeout"] = timeout
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
	db.SetMaxOpenConns(20) // the server allows 100 connections across all clients
	db.SetMaxIdleConns(20) // by default, all but two are closed after each use
	// If there are tables, the role need not be able to create any. Without a lock, CREATE TABLE IF NOT
	// EXISTS can fail if another process creates the table too. The statements are one transaction.
	if _, err = db.Exec("SELECT tasks.tx FROM users, tasks LIMIT 0"); err != nil {
		_, err = db.Exec("SELECT pg_advisory_xact_lock(hashtext('tasks'));" + schema + ";" + schemaTx)
	}
	return &store{db: db, name: config.Host + "/" + config.Database, limit: limit, postgres: true}, err
}

// A queryer is a *sql.DB or a *sql.Tx.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// checkUser returns the problem if there is no user with this ID.
func checkUser(ctx context.Context, db queryer, id UserID, none problem) error {
	err := db.QueryRowContext(ctx, "SELECT 1 FROM users WHERE id = $1", id).Scan(new(int))
	if errors.Is(err, sql.ErrNoRows) {
		return none
	}
	return err
}

func (s *store) createUser(ctx context.Context, user User) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO users (id, name) VALUES ($1, $2)", user.ID, user.Name)
	return err
}

// createTask stores a task with a new ID, and returns it with the outcome stored. If the owner has
// already made the request, createTask returns its task as repeated, or a problem if the hash
// differs. If the first request is still running, createTask waits for its end.
func (s *store) createTask(
	ctx context.Context, task Task, request RequestID, hash string,
) (_ Task, outcome string, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return Task{}, "", err
	}
	defer tx.Rollback() // does nothing after Commit
	err = checkUser(ctx, tx, task.Owner, unknown("owner"))
	if err == nil && task.Parent != nil {
		_, err = queryOne(ctx, tx, unknown("parent"), "WHERE owner = $1 AND id = $2", task.Owner, *task.Parent)
	}
	if err != nil {
		return Task{}, "", err
	}
	task.ID = uuid.NewID[Task]() // after BEGIN, for follow in SQLite
	// ON CONFLICT waits for the end of another transaction that inserts the same request.
	err = tx.QueryRowContext(ctx, `INSERT INTO tasks (id, owner, parent, name, request, hash)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (owner, request) DO NOTHING RETURNING 1`,
		task.ID, task.Owner, task.Parent, task.Name, request, hash).Scan(new(int))
	if errors.Is(err, sql.ErrNoRows) {
		task, err = queryOne(ctx, tx, keyReused, "WHERE owner = $1 AND request = $2 AND hash = $3", task.Owner, request,
			hash)
		return task, "repeated", err
	}
	if err != nil {
		return Task{}, "", err
	}
	return task, "stored", tx.Commit()
}

// task returns a task, or a problem if it does not exist.
func (s *store) task(ctx context.Context, id TaskID) (Task, error) {
	return queryOne(ctx, s.db, notFound, "WHERE id = $1", id)
}

// A page is a part of a list. It begins at an ID, not at a number, so new tasks do not shift it.
type page struct {
	Tasks []Task `json:"tasks"`
	Next  TaskID `json:"next"` // begins the next page
	More  bool   `json:"more"` // whether the next page has tasks already
}

// newPage returns a page of at most n tasks. An extra task shows that there are more. If there are
// no tasks, the next page begins where this page began, at begin.
func newPage(tasks []Task, n int, begin TaskID) page {
	p := page{tasks[:min(n, len(tasks))], begin, len(tasks) > n}
	if len(p.Tasks) > 0 {
		p.Next = p.Tasks[len(p.Tasks)-1].ID
	}
	return p
}

// browse returns an owner's tasks before one of them, the greatest ID first. The first page is
// before uuid.Max. A task is on the list as soon as it is committed. A client that reads the first
// page and then each next page gets every task that was on the list at the beginning, once, but may
// miss tasks stored later.
func (s *store) browse(ctx context.Context, owner UserID, before TaskID, n int) (page, error) {
	err := checkUser(ctx, s.db, owner, notFound)
	if err == nil && !before.IsNil() && before != TaskID(uuid.Max()) {
		_, err = queryOne(ctx, s.db, noTask("before"), "WHERE owner = $1 AND id = $2", owner, before)
	}
	if err != nil {
		return page{}, err
	}
	tasks, err := query(ctx, s.db, "WHERE owner = $1 AND id < $2 ORDER BY id DESC LIMIT $3", owner, before, n+1)
	return newPage(tasks, n, TaskID{}), err // no task is before the zero ID
}

// follow returns all users' tasks after a task, or from the first task if the ID is zero. A client
// that reads each next page gets every task, once: in SQLite as soon as it is committed, and in
// PostgreSQL as soon as all transactions that began to write earlier have ended.
func (s *store) follow(ctx context.Context, after TaskID, n int) (page, error) {
	list := s.listByID
	if s.postgres {
		list = s.listByTx
	}
	tasks, err := list(ctx, after, n+1)
	return newPage(tasks, n, after), err
}

func (s *store) listByID(ctx context.Context, after TaskID, n int) ([]Task, error) {
	if !after.IsNil() {
		if _, err := queryOne(ctx, s.db, noTask("after"), "WHERE id = $1", after); err != nil {
			return nil, err
		}
	}
	return query(ctx, s.db, "WHERE id > $1 ORDER BY id LIMIT $2", after, n)
}

// listByTx looks up the number of the task's transaction, so that clients need not know it.
func (s *store) listByTx(ctx context.Context, after TaskID, n int) ([]Task, error) {
	var tx uint64 // is less than the number of any transaction
	if !after.IsNil() {
		err := s.db.QueryRowContext(ctx, "SELECT tx FROM tasks WHERE id = $1", after).Scan(&tx)
		if errors.Is(err, sql.ErrNoRows) {
			err = noTask("after")
		}
		if err != nil {
			return nil, err
		}
	}
	return query(ctx, s.db, `WHERE (tx, id) > ($1, $2) AND tx < pg_snapshot_xmin(pg_current_snapshot())
		ORDER BY tx, id LIMIT $3`, tx, after, n)
}

// query returns the tasks that a condition selects.
func query(ctx context.Context, db queryer, where string, args ...any) ([]Task, error) {
	rows, err := db.QueryContext(ctx, "SELECT id, owner, parent, name FROM tasks "+where, args...)
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

// queryOne returns the task that a condition selects, or the problem if there is none.
func queryOne(ctx context.Context, db queryer, none problem, where string, args ...any) (Task, error) {
	tasks, err := query(ctx, db, where, args...)
	if err != nil || len(tasks) == 0 {
		return Task{}, cmp.Or[error](err, none)
	}
	return tasks[0], nil
}
