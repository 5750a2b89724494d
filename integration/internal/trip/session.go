// Package trip stores UUIDs in databases and reads them back.
package trip

import (
	"context"
	"database/sql"
	"testing"
)

// A Session is a connection to a database through one driver.
type Session struct {
	Name string

	// Exec and Query work as in database/sql, but Query passes every row's Scan method to each.
	Exec  func(query string, args ...any) error
	Query func(query string, each func(Scan) error) error

	// Values is "(?, ?)" with the database's placeholders.
	Values string
}

// A Scan is a row's Scan method.
type Scan func(dest ...any) error

// SQL returns a Session that uses a database/sql connection.
func SQL(name string, conn *sql.Conn, values string) Session {
	ctx := context.Background()
	return Session{
		Name:   name,
		Values: values,
		Exec: func(query string, args ...any) error {
			_, err := conn.ExecContext(ctx, query, args...)
			return err
		},
		Query: func(query string, each func(Scan) error) error {
			rows, err := conn.QueryContext(ctx, query)
			if err != nil {
				return err
			}
			defer rows.Close()
			return Each(rows, each)
		},
	}
}

// Connect returns a connection from db. The connection and db are closed when the test ends.
func Connect(t *testing.T, db *sql.DB) *sql.Conn {
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Rows is the result of a query through database/sql or through a driver's own interface.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
}

// Each calls each with every row's Scan method, until a call returns an error.
func Each(rows Rows, each func(Scan) error) error {
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// inTable creates an empty temporary table with the columns n (an integer) and id, and calls f in
// the same transaction.
func (s Session) inTable(c Column, f func(table string) error) (err error) {
	table := c.table()
	if err := s.Exec("begin"); err != nil {
		return err
	}
	// MariaDB does not roll back the creation of a temporary table, so drop the table too.
	defer func() {
		for _, end := range []string{"rollback", "drop table if exists " + table} {
			if endErr := s.Exec(end); err == nil {
				err = endErr
			}
		}
	}()
	if err := s.Exec("create temporary table " + table + " (n int primary key, id " + c.Type + ")"); err != nil {
		return err
	}
	return f(table)
}

func (s Session) insert(table string, n int, id any) error {
	return s.Exec("insert into "+table+" values "+s.Values, n, id)
}
