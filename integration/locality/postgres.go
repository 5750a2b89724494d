package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
)

// postgres returns an engine for the PostgreSQL server.
func postgres(address string) engine {
	return engine{
		name:    "PostgreSQL",
		written: "WAL",
		open:    func(k key) (table, error) { return openPostgres(address, k) },
		version: func() (string, error) { return postgresVersion(address) },
	}
}

func postgresVersion(address string) (version string, err error) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, `select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) ||
		' (shared_buffers ' || current_setting('shared_buffers') || ')'`).Scan(&version)
	return version, err
}

// A postgresTable is a table with its own connection.
type postgresTable struct {
	conn  *pgx.Conn
	name  string
	array string // type of the array parameter with the keys
}

func openPostgres(address string, k key) (*postgresTable, error) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	t := &postgresTable{conn, k.table, "uuid[]"}
	column := "uuid"
	if k.text {
		t.array, column = "text[]", `text collate "C"`
	}
	// Autovacuum is off because it would run at different times for different tables. settle runs
	// VACUUM after all inserts instead.
	return t, t.exec(`create table %s (id ` + column + ` primary key, created_at timestamptz not null,
		payload text not null) with (autovacuum_enabled = false)`)
}

// exec executes a statement. %s in the statement is replaced with the table name.
func (t *postgresTable) exec(format string) error {
	_, err := t.conn.Exec(context.Background(), fmt.Sprintf(format, t.name))
	return err
}

// insert reads the number of WAL bytes from EXPLAIN, because the server's log also contains WAL
// from other clients.
func (t *postgresTable) insert(rows []row) (int64, error) {
	query := fmt.Sprintf(`explain (analyze, wal, timing off, format json)
		insert into %s select id, created_at, $3 from unnest($1::%s, $2::timestamptz[]) as row (id, created_at)`,
		t.name, t.array)
	ids, times := columns(rows)
	var plan []byte
	if err := t.conn.QueryRow(context.Background(), query, ids, times, payload).Scan(&plan); err != nil {
		return 0, err
	}
	var explained []struct {
		Plan struct {
			WALBytes int64 `json:"WAL Bytes"`
		}
	}
	if err := json.Unmarshal(plan, &explained); err != nil {
		return 0, err
	}
	return explained[0].Plan.WALBytes, nil
}

// columns returns the rows' keys and times as array parameters.
func columns(rows []row) (ids any, times []time.Time) {
	// All rows of a table have keys of the same type, so one of the two slices is always nil.
	var binary [][16]byte
	var text []string
	for _, r := range rows {
		switch id := r.id.(type) {
		case uuid.Binary:
			binary = append(binary, id)
		case string:
			text = append(text, id)
		}
		times = append(times, r.created)
	}
	if text != nil {
		return text, times
	}
	return binary, times
}

func (t *postgresTable) checkpoint() error { return t.exec("checkpoint -- %s") }

func (t *postgresTable) settle() error { return t.exec("vacuum analyze %s") }

func (t *postgresTable) indexTime() error {
	return t.exec("create index %[1]s_time on %[1]s (created_at)")
}

func (t *postgresTable) countByKey(r span) (int, error) {
	return t.count("id between $1 and $2", r.min, r.max)
}

func (t *postgresTable) countByTime(r span) (int, error) {
	return t.count("created_at between $1 and $2", r.from, r.to)
}

func (t *postgresTable) count(where string, args ...any) (n int, err error) {
	query := fmt.Sprintf("select count(payload) from %s where %s", t.name, where)
	err = t.conn.QueryRow(context.Background(), query, args...).Scan(&n)
	return n, err
}

func (t *postgresTable) keySize() (int64, error) { return t.size("pkey") }

func (t *postgresTable) timeSize() (int64, error) { return t.size("time") }

func (t *postgresTable) size(index string) (size int64, err error) {
	err = t.conn.QueryRow(context.Background(), "select pg_relation_size($1)", t.name+"_"+index).Scan(&size)
	return size, err
}

func (t *postgresTable) drop() error {
	defer t.conn.Close(context.Background())
	return t.exec("drop table %s")
}
