package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite"
)

// sqlite returns an engine for SQLite. Each table is in its own file.
func sqlite() engine {
	return engine{
		name:    "SQLite",
		written: "pages",
		open:    func(k key) (table, error) { return openSQLite(k) },
		version: sqliteVersion,
	}
}

func sqliteVersion() (version string, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return "", err
	}
	defer db.Close()
	err = db.QueryRow("select sqlite_version()").Scan(&version)
	return "SQLite " + version, err
}

// A sqliteTable is a table named t in its own file.
type sqliteTable struct {
	db   *sql.DB
	dir  string
	file string
}

const (
	pageSize       = 4096
	frameSize      = 24 + pageSize // each page in the log has a 24-byte header
	logHeader      = 32
	logLimit       = 1000 * frameSize // SQLite's default
	sqliteSettings = "?_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=wal_autocheckpoint(0)"
)

func openSQLite(k key) (*sqliteTable, error) {
	dir, err := os.MkdirTemp("", "locality")
	if err != nil {
		return nil, err
	}
	t := &sqliteTable{dir: dir, file: filepath.Join(dir, "t.db")}
	t.db, err = sql.Open("sqlite", "file:"+t.file+sqliteSettings)
	if err != nil {
		return nil, err
	}
	t.db.SetMaxOpenConns(1) // a second connection could prevent a checkpoint from truncating the log
	column := "blob"
	if k.text {
		column = "text"
	}
	_, err = t.db.Exec("create table t (id " + column +
		" primary key not null, created_at integer not null, payload text not null)")
	return t, err
}

// insert returns the total size of the pages that the transaction adds to the log. Automatic
// checkpoints are off, because they would restart the log in the middle of a measurement. Instead,
// insert truncates the log when it exceeds SQLite's default limit.
func (t *sqliteTable) insert(rows []row) (int64, error) {
	before, err := t.logSize()
	if err != nil {
		return 0, err
	}
	if err := t.insertAll(rows); err != nil {
		return 0, err
	}
	after, err := t.logSize()
	if err != nil {
		return 0, err
	}
	if after > logLimit {
		err = t.emptyLog()
	}
	return (after - before) / frameSize * pageSize, err
}

func (t *sqliteTable) insertAll(rows []row) error {
	tx, err := t.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // has no effect after Commit
	insert, err := tx.Prepare("insert into t values (?, ?, ?)")
	if err != nil {
		return err
	}
	for _, r := range rows {
		if _, err := insert.Exec(r.id, r.created.UnixMicro(), payload); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// logSize returns the total size of the pages in the log, including their headers.
func (t *sqliteTable) logSize() (int64, error) {
	info, err := os.Stat(t.file + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return max(info.Size()-logHeader, 0), nil
}

func (t *sqliteTable) emptyLog() error {
	var busy, inLog, moved int
	if err := t.db.QueryRow("pragma wal_checkpoint(truncate)").Scan(&busy, &inLog, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return errors.New("SQLite cannot empty its log")
	}
	return nil
}

// checkpoint does nothing, because insert runs the checkpoints.
func (t *sqliteTable) checkpoint() error { return nil }

func (t *sqliteTable) settle() error {
	if err := t.emptyLog(); err != nil {
		return err
	}
	_, err := t.db.Exec("analyze")
	return err
}

func (t *sqliteTable) indexTime() error {
	_, err := t.db.Exec("create index t_time on t (created_at)")
	return err
}

func (t *sqliteTable) countByKey(r span) (int, error) {
	return t.count("id between ? and ?", r.min, r.max)
}

func (t *sqliteTable) countByTime(r span) (int, error) {
	return t.count("created_at between ? and ?", r.from.UnixMicro(), r.to.UnixMicro())
}

func (t *sqliteTable) count(where string, args ...any) (n int, err error) {
	err = t.db.QueryRow("select count(payload) from t where "+where, args...).Scan(&n)
	return n, err
}

func (t *sqliteTable) keySize() (int64, error) { return t.size("sqlite_autoindex_t_1") }

func (t *sqliteTable) timeSize() (int64, error) { return t.size("t_time") }

func (t *sqliteTable) size(index string) (size int64, err error) {
	err = t.db.QueryRow("select sum(pgsize) from dbstat where name = ?", index).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("size of %s: %w", index, err)
	}
	return size, nil
}

func (t *sqliteTable) drop() error {
	if err := t.db.Close(); err != nil {
		return err
	}
	return os.RemoveAll(t.dir)
}
