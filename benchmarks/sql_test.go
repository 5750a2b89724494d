package benchmarks

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"testing"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

// A source is a driver whose queries return endless rows of one column with the same value. The
// driver does nothing else, because the benchmarks measure database/sql.
type source struct{ value driver.Value }

func (s source) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s source) Driver() driver.Driver                        { return nil }
func (s source) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (s source) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (s source) Close() error                                 { return nil }
func (s source) Columns() []string                            { return []string{"id"} }

func (s source) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return s, nil
}

func (s source) Next(dest []driver.Value) error {
	dest[0] = s.value
	return nil
}

// BenchmarkRow reads and scans the next row of a query through database/sql. The standard package's
// UUID has no Scan method, because database/sql supports the type directly.
func BenchmarkRow(b *testing.B) {
	b.Run("src=text", func(b *testing.B) { measureRow(b, canonical) })
	b.Run("src=binary", func(b *testing.B) { measureRow(b, id[:]) })
}

func measureRow(b *testing.B, value driver.Value) {
	row[uuid.UUID](b, "uuid", value)
	row[std.UUID](b, "std", value)
	row[google.UUID](b, "google", value)
	row[gofrs.UUID](b, "gofrs", value)
}

func row[U comparable](b *testing.B, lib string, value driver.Value) {
	measure(b, lib, func(b *testing.B) {
		db := sql.OpenDB(source{value})
		defer db.Close()
		rows, err := db.Query("")
		if err != nil {
			b.Fatal(err)
		}
		defer rows.Close()
		var u, none U
		for b.Loop() {
			u = none // otherwise a Scan that does nothing would pass
			rows.Next()
			if err := rows.Scan(&u); err != nil || u == none {
				b.Fatal(u, err)
			}
		}
	})
}

// BenchmarkArgument converts a query argument as database/sql does.
func BenchmarkArgument(b *testing.B) {
	argument(b, "uuid", uuid.UUID(id))
	argument(b, "std", std.UUID(id))
	argument(b, "google", google.UUID(id))
	argument(b, "gofrs", gofrs.UUID(id))
}

func argument(b *testing.B, lib string, u any) {
	measure(b, lib, func(b *testing.B) {
		for b.Loop() {
			value, err := driver.DefaultParameterConverter.ConvertValue(u)
			if err != nil || value != canonical {
				b.Fatal(value, err)
			}
		}
	})
}
