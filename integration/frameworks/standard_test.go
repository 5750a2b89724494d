//go:build go1.27

package frameworks

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"testing"
	std "uuid"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/pgxuuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// A standard uses a package to store an ID of the standard type and to look up the row by that ID.
type standard struct {
	store func(db *sql.DB, id std.UUID) error
	load  func(db *sql.DB, id std.UUID) (std.UUID, error)
}

// result returns a table cell, which shows the form of the stored ID and whether the package finds
// the row by the ID.
func (s standard) result(t *testing.T, c stdColumn) string {
	db := openBytes(t)[c.driver]
	defer db.Close() // also drops the temporary table
	if _, err := db.Exec("create temporary table stds (id " + c.typ + ")"); err != nil {
		t.Fatal(err)
	}
	id := std.UUID(exampleV7)
	if err := s.store(db, id); err != nil {
		return "error"
	}
	var stored []byte
	if err := db.QueryRow("select id from stds").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	// PostgreSQL stores a uuid as 16 bytes, but its driver returns it as text.
	result := map[int]string{16: "16 bytes", 36: "text"}[len(stored)]
	if c.bytes && len(stored) != 16 {
		result = "**stored as text**"
	}
	switch got, err := s.load(db, id); {
	case errors.Is(err, sql.ErrNoRows), errors.Is(err, gorm.ErrRecordNotFound):
		return result + ", **not found**"
	case err != nil:
		return result + ", error"
	case got != id:
		return result + ", **changed**"
	}
	return result
}

type stdColumn struct {
	database, driver, typ string
	bytes                 bool // the column stores 16 bytes
}

var stdColumns = []stdColumn{
	{"PostgreSQL", "pgx", "uuid", false},
	{"PostgreSQL", "pgx", "text", false},
	{"PostgreSQL", "pgx", "bytea", true},
	{"MariaDB", "mysql", "char(36)", false},
	{"MariaDB", "mysql", "binary(16)", true},
	{"SQLite", "sqlite", "text", false},
	{"SQLite", "sqlite", "blob", true},
}

// mark inserts the database's placeholder into a query.
func mark(db *sql.DB, query string) string {
	if _, ok := db.Driver().(*stdlib.Driver); ok {
		return fmt.Sprintf(query, "$1")
	}
	return fmt.Sprintf(query, "?")
}

// throughSQL uses database/sql, and converts the ID to K in each call, at no run-time cost.
func throughSQL[K ~[16]byte]() standard {
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			_, err := db.Exec(mark(db, "insert into stds values (%s)"), K(id))
			return err
		},
		load: func(db *sql.DB, id std.UUID) (std.UUID, error) {
			var got K
			err := db.QueryRow(mark(db, "select id from stds where id = %s"), K(id)).Scan(&got)
			return std.UUID(got), err
		},
	}
}

// throughPGX is like throughSQL, but uses pgx's own interface. The database must have been opened
// with the pgx driver.
func throughPGX[K ~[16]byte]() standard {
	native := func(db *sql.DB, f func(*pgx.Conn) error) error {
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		// The temporary table is visible only to the pool's connection, so use the pgx connection
		// inside it.
		return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
	}
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			return native(db, func(conn *pgx.Conn) error {
				_, err := conn.Exec(ctx, "insert into stds values ($1)", K(id))
				return err
			})
		},
		load: func(db *sql.DB, id std.UUID) (std.UUID, error) {
			var got K
			err := native(db, func(conn *pgx.Conn) error {
				return conn.QueryRow(ctx, "select id from stds where id = $1", K(id)).Scan(&got)
			})
			return std.UUID(got), err
		},
	}
}

type gormRow[K any] struct{ ID K }

func (gormRow[K]) TableName() string { return "stds" }

// throughGorm stores a model with a field of type K, and reads it with a condition.
func throughGorm[K ~[16]byte]() standard {
	open := func(db *sql.DB) *gorm.DB {
		for _, c := range byteColumns {
			if reflect.TypeOf(db.Driver()) == stdDrivers[c.driver] {
				if g, err := gorm.Open(c.dialector(db), &gorm.Config{Logger: logger.Discard}); err == nil {
					return g
				}
			}
		}
		panic("no such driver")
	}
	return standard{
		store: func(db *sql.DB, id std.UUID) error { return open(db).Create(&gormRow[K]{K(id)}).Error },
		load: func(db *sql.DB, id std.UUID) (std.UUID, error) {
			var got gormRow[K] // without a key, because gorm would add it to the condition
			err := open(db).First(&got, "id = ?", K(id)).Error
			return std.UUID(got.ID), err
		},
	}
}

type bunRow[K any] struct {
	bun.BaseModel `bun:"table:stds,alias:s"`
	ID            K `bun:"id"`
}

// throughBun is like throughGorm.
func throughBun[K ~[16]byte]() standard {
	open := func(db *sql.DB) *bun.DB {
		// bun needs the dialect, because it writes the arguments into the query.
		var dialect schema.Dialect = sqlitedialect.New()
		if reflect.TypeOf(db.Driver()) == stdDrivers["pgx"] {
			dialect = pgdialect.New()
		}
		return bun.NewDB(db, dialect)
	}
	return standard{
		store: func(db *sql.DB, id std.UUID) error {
			_, err := open(db).NewInsert().Model(&bunRow[K]{ID: K(id)}).Exec(ctx)
			return err
		},
		load: func(db *sql.DB, id std.UUID) (std.UUID, error) {
			var got bunRow[K]
			err := open(db).NewSelect().Model(&got).Where("id = ?", K(id)).Scan(ctx)
			return std.UUID(got.ID), err
		},
	}
}

// stdDrivers maps driver names to driver types, because database/sql does not return a driver's
// name.
var stdDrivers = func() map[string]reflect.Type {
	types := make(map[string]reflect.Type)
	for _, c := range byteColumns {
		db, err := sql.Open(c.driver, "")
		if err == nil {
			types[c.driver] = reflect.TypeOf(db.Driver())
			db.Close()
		}
	}
	return types
}()

// TestStandard stores the standard type in databases, with and without a conversion. The test
// checks the results table in README.md.
func TestStandard(t *testing.T) {
	packages := []string{
		"database/sql", "jackc/pgx/v5 ([2636](https://github.com/jackc/pgx/issues/2636))",
		"gorm.io/gorm ([7842](https://github.com/go-gorm/gorm/issues/7842))",
		"uptrace/bun ([1427](https://github.com/uptrace/bun/issues/1427))",
	}
	alone := []standard{throughSQL[std.UUID](), throughPGX[std.UUID](), throughGorm[std.UUID](), throughBun[std.UUID]()}
	asText := []standard{throughSQL[uuid.UUID](), throughPGX[uuid.UUID](), throughGorm[uuid.UUID](),
		throughBun[uuid.UUID]()}
	asBytes := []standard{throughSQL[uuid.Binary](), throughPGX[uuid.Binary](), throughGorm[uuid.Binary](),
		throughBun[uuid.Binary]()}
	var rows [][]string
	for _, c := range stdColumns {
		typ, then, want := "uuid.UUID", asText, "text"
		if c.bytes {
			typ, then, want = "uuid.Binary", asBytes, "16 bytes"
		}
		for i, name := range packages {
			instead := "`" + typ + "(id)`, `(*" + typ + ")(&id)`"
			switch {
			// ThroughBun has no dialect for MariaDB.
			case i == 1 && c.driver != "pgx", i == 3 && (c.driver == "mysql" || !c.bytes):
				continue
			case i > 1:
				instead = "a field of type `" + typ + "`; convert where you set or read it"
			}
			// Without a conversion, any result is allowed, so only the result with a conversion is
			// checked.
			before, after := alone[i].result(t, c), then[i].result(t, c)
			if after != want {
				t.Errorf("%s, %s %s: %s, want %s", name, c.database, c.typ, after, want)
			}
			rows = append(rows, []string{name, c.database + " `" + c.typ + "`", before, instead, after})
		}
	}
	readme.Block(t, "README.md", "standard",
		readme.Table([]string{"Package", "Column", "The standard type alone", "Write instead", "Result then"}, rows))
}

// TestStandardPGX stores the standard type through pgx with pgxuuid, which encodes only this
// library's types. The test checks the table in README.md.
func TestStandardPGX(t *testing.T) {
	conn := pgxTo(t)
	pgxuuid.Register(conn.TypeMap())
	id := std.UUID(exampleV7)
	var rows [][]string
	for _, typ := range []string{"uuid", "text", "bytea"} {
		row := []string{"`" + typ + "`"}
		for _, arg := range []any{id, uuid.UUID(id), []std.UUID{id}, []uuid.UUID{uuid.UUID(id)}} {
			query := "select $1::" + typ + "::text"
			if reflect.TypeOf(arg).Kind() == reflect.Slice {
				query = "select ($1::" + typ + "[])[1]::text"
			}
			var stored string
			if err := conn.QueryRow(ctx, query, arg).Scan(&stored); err != nil {
				t.Fatal(err)
			}
			row = append(row, map[string]string{
				exampleV7.String():                      "right",
				fmt.Sprintf(`\x%x`, exampleV7[:]):       "right",
				fmt.Sprintf(`\x%x`, exampleV7.String()): "**stored as text**",
			}[stored])
		}
		if row[2] != "right" || row[4] != "right" {
			t.Errorf("%s: this library's type is stored as %s, a slice as %s", typ, row[2], row[4])
		}
		rows = append(rows, row)
	}
	header := []string{"Column", "`std.UUID`", "`uuid.UUID(id)`", "`[]std.UUID`", "`[]uuid.UUID`"}
	readme.Block(t, "README.md", "standard-pgx", readme.Table(header, rows))
}

// TestStandardPQ checks that lib/pq treats the standard type as a [16]byte in an array.
func TestStandardPQ(t *testing.T) {
	theirs, err := pq.Array([]std.UUID{std.UUID(exampleV7)}).Value()
	if err != nil {
		t.Fatal(err)
	}
	if bytes, err := pq.Array([][16]byte{exampleV7}).Value(); theirs != bytes || err != nil {
		t.Errorf("%v and %v, %v", theirs, bytes, err)
	}
}

// TestStandardEnt checks why ent's field.UUID does not accept the standard type.
func TestStandardEnt(t *testing.T) {
	if _, ok := any(std.UUID{}).(driver.Valuer); ok {
		t.Error("the standard type is a driver.Valuer, so field.UUID accepts it")
	}
}
