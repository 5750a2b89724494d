package storing

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// The tests in this file run the SQL and the Go code in docs/start.md, for PostgreSQL with pgx,
// MariaDB and SQLite.

// start creates the table in a section of docs/start.md.
func start(t *testing.T, database, section string) tables {
	t.Helper()
	path := filepath.Join("..", "..", "docs", "start.md")
	return create(t, mixed{database: database}, readme.Statements(t, path, "start-"+section)...)
}

// one fails the test unless exactly one row has the ID.
func (tb tables) one(id any) {
	tb.Helper()
	if n := tb.count("id = ?", id); n != 1 {
		tb.Errorf("%d rows, want 1", n)
	}
}

func newPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = pgxuuid.AfterConnect
	return pgxpool.NewWithConfig(ctx, config)
}

func TestStartPgx(t *testing.T) {
	tb := start(t, "PostgreSQL", "pgx")
	for _, open := range []func(context.Context, string) (*pgxpool.Pool, error){pgxpool.New, newPool} {
		ctx := t.Context()
		pool, err := open(ctx, postgres)
		if err != nil {
			t.Fatal(err)
		}

		storeTask := func() (uuid.UUID, string, uuid.Null, error) {
			id := uuid.NewV7()
			var title string
			var parent uuid.Null // NULL, because the row has no parent
			_, err := pool.Exec(ctx, "INSERT INTO tasks (id, title) VALUES ($1, $2)", id, "paint the shed")
			if err == nil {
				err = pool.QueryRow(ctx, "SELECT title, parent FROM tasks WHERE id = $1", id).Scan(&title, &parent)
			}

			return id, title, parent, err
		}
		id, title, parent, err := storeTask()
		if err != nil || title != "paint the shed" || parent.Valid {
			t.Errorf("%q, %v, %v", title, parent, err)
		}
		tb.one(id)

		// Slices need nothing in pgx's default mode.
		var n, m int
		ids := []uuid.UUID{id, uuid.NewV7()}
		err = pool.QueryRow(ctx, "SELECT count(*) FROM tasks WHERE id = ANY($1)", ids).Scan(&n)
		err2 := pool.QueryRow(ctx, "SELECT count(*) FROM unnest($1::uuid[]) AS id JOIN tasks USING (id)", ids).Scan(&m)
		if err := errors.Join(err, err2); err != nil || n != 1 || m != 1 {
			t.Errorf("a slice finds %d and %d rows, %v; want 1 and 1", n, m, err)
		}
		pool.Close()
	}
}

func TestStartMySQL(t *testing.T) {
	tb := start(t, "MariaDB", "mysql")
	db := tb.db
	storeTask := func() (uuid.UUID, string, *uuid.Binary, error) {
		id := uuid.NewV7()
		var title string
		var parent *uuid.Binary // nil, because the row has no parent
		_, err := db.Exec("INSERT INTO tasks (id, title) VALUES (?, ?)", uuid.Binary(id), "paint the shed")
		if err == nil {
			err = db.QueryRow("SELECT title, parent FROM tasks WHERE id = ?", uuid.Binary(id)).Scan(&title, &parent)
		}

		return id, title, parent, err
	}
	id, title, parent, err := storeTask()
	if err != nil || title != "paint the shed" || parent != nil {
		t.Errorf("%q, %v, %v", title, parent, err)
	}
	tb.one(uuid.Binary(id))
}

func TestStartSQLite(t *testing.T) {
	tb := start(t, "SQLite", "sqlite")
	db := tb.db
	storeTask := func() (uuid.UUID, uuid.Binary, error) {
		id := uuid.NewV7()
		var first uuid.Binary
		_, err := db.Exec("INSERT INTO tasks (id, title) VALUES (?, ?)", uuid.Binary(id), "paint the shed")
		if err == nil {
			err = db.QueryRow("SELECT id FROM tasks WHERE id >= ? ORDER BY id", uuid.Binary(id)).Scan(&first)
		}

		return id, first, err
	}
	id, first, err := storeTask()
	if err != nil || uuid.UUID(first) != id {
		t.Errorf("%v, %v, want %v", first, err, id)
	}
	tb.one(uuid.Binary(id))
	if _, err := db.Exec("INSERT INTO tasks (id, title) VALUES (?, ?)", uuid.NewV7(), ""); err == nil {
		t.Error("the table accepts text")
	}
}
