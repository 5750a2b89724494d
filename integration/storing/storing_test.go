// Package storing tests the table of columns in docs/storing.md against real databases.
package storing

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	_ "modernc.org/sqlite"
)

var postgres, mariaDB string

func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &postgres))
}

// A row is a row of the table of columns.
type row struct {
	columns, value, null, bounds string // cells of the table in docs/storing.md

	types   []mixed
	parents []nullable // one for each Go type of a nullable column
}

// A nullable is a Go type for a column that allows NULL.
type nullable struct {
	arg     func(uuid.UUID) any
	missing any
	dest    func() any // returns a new destination for Scan
}

func as[T any](arg func(uuid.UUID) T) nullable {
	return nullable{func(u uuid.UUID) any { return arg(u) }, *new(T), func() any { return new(T) }}
}

var textTypes = []nullable{
	as(func(u uuid.UUID) uuid.Null { return uuid.Null{UUID: u, Valid: true} }),
	as(func(u uuid.UUID) *uuid.UUID { return &u }),
}

var rows = []row{
	{
		columns: "PostgreSQL `uuid`, MariaDB `uuid`",
		value:   "`uuid.UUID`",
		null:    "`uuid.Null` or `*uuid.UUID`",
		bounds:  "`uuid.MinV7(a)`, `uuid.MinV7(b)`",
		types:   []mixed{postgresUUID, mariaDBUUID},
		parents: textTypes,
	}, {
		columns: "36-character text",
		value:   "`uuid.UUID`",
		null:    "`uuid.Null` or `*uuid.UUID`",
		bounds:  "`uuid.MinV7(a)`, `uuid.MinV7(b)`",
		types:   []mixed{{"PostgreSQL", "text"}, {"MariaDB", "char(36)"}, {"SQLite", "text"}},
		parents: textTypes,
	}, {
		columns: "MySQL `BINARY(16)`, SQLite `BLOB`, PostgreSQL `bytea`",
		value:   "`uuid.Binary`",
		null:    "`*uuid.Binary` or `sql.Null[uuid.Binary]`",
		bounds:  "`uuid.Binary(uuid.MinV7(a))`, `uuid.Binary(uuid.MinV7(b))`",
		types:   []mixed{{"PostgreSQL", "bytea"}, mariaDBBinary16, sqliteBlob},
		parents: []nullable{
			as(func(u uuid.UUID) *uuid.Binary { return (*uuid.Binary)(&u) }),
			as(func(u uuid.UUID) sql.Null[uuid.Binary] {
				return sql.Null[uuid.Binary]{V: uuid.Binary(u), Valid: true}
			}),
		},
	},
}

// elsewhere lists the table rows that are tested in integration/frameworks and integration/order
// instead. DuckDB was run once, because its driver needs a C compiler and a large library. The last
// row says itself that it has not been run.
var elsewhere = []string{
	"SQL Server `uniqueidentifier`",
	"ClickHouse `UUID`",
	"DuckDB `UUID`",
	"Oracle `RAW(16)` (by its documentation, not run)",
}

// TestTable checks that the table in docs/storing.md contains exactly the tested rows.
func TestTable(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "storing.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(document), "<!-- storing -->\n")
	table, _, ok2 := strings.Cut(rest, "<!-- /storing -->\n")
	if !ok || !ok2 {
		t.Fatal("docs/storing.md has no storing block")
	}
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")[2:] // skip the header and its separator line
	if want := len(rows) + len(elsewhere); len(lines) != want {
		t.Fatalf("%d rows, want %d", len(lines), want)
	}
	for i, r := range rows {
		want := "| " + strings.Join([]string{r.columns, r.value, r.null, r.bounds}, " | ") + " |"
		if lines[i] != want {
			t.Errorf("got:\n%s\nwant:\n%s", lines[i], want)
		}
	}
	for i, columns := range elsewhere {
		if line := lines[len(rows)+i]; !strings.HasPrefix(line, "| "+columns+" |") {
			t.Errorf("%s is not the row for %s", line, columns)
		}
	}
}

// open opens the database with the given name, which is a key of row.types.
func open(t *testing.T, database string) *sql.DB {
	t.Helper()
	var driver, address string
	switch database {
	case "PostgreSQL":
		driver, address = "pgx", postgres
	case "MariaDB":
		driver, address = "mysql", mariaDB
	case "SQLite":
		driver, address = "sqlite", filepath.Join(t.TempDir(), "storing.db")
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestStoring stores a tree of ten IDs with timestamps one minute apart. The test joins the table
// with itself, and selects the IDs in a four-minute range.
func TestStoring(t *testing.T) {
	for _, r := range rows {
		for _, m := range r.types {
			for i, n := range r.parents {
				t.Run(fmt.Sprint(m, " ", i), func(t *testing.T) {
					m.skipOnMySQL(t)
					testStoring(create(t, m, "CREATE TABLE tree (id ID PRIMARY KEY, parent ID NULL)"), n)
				})
			}
		}
	}
}

func testStoring(tb tables, parents nullable) {
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	var ids []uuid.UUID
	for i := range 10 {
		id, err := uuid.NewV7At(start.Add(time.Duration(i) * time.Minute))
		if err != nil {
			tb.Fatal(err)
		}
		parent := parents.missing
		if i > 0 {
			parent = parents.arg(ids[0])
		}
		tb.exec("insert into tree values (?, ?)", tb.arg(id), parent)
		ids = append(ids, id)
	}

	// Join children with their parents, and read each parent column.
	var children int
	if tb.each("select count(*) from tree c join tree p on c.parent = p.id", nil, func() {}, &children); children != 9 {
		tb.Errorf("%d children, want 9", children)
	}
	for i, want := range []any{parents.missing, parents.arg(ids[0])} {
		parent := parents.dest()
		tb.each("select parent from tree where id = ?", []any{tb.arg(ids[i])}, func() {}, parent)
		if got := reflect.ValueOf(parent).Elem().Interface(); !reflect.DeepEqual(got, want) {
			tb.Errorf("the parent of ID %d is %v, want %v", i, got, want)
		}
	}

	// The range starts at the third minute and ends before the seventh.
	a, b := start.Add(2*time.Minute), start.Add(6*time.Minute)
	args := []any{tb.arg(uuid.MinV7(a)), tb.arg(uuid.MinV7(b))}
	var got []uuid.UUID
	var id uuid.UUID
	tb.each("select id from tree where id >= ? and id < ? order by id", args, func() { got = append(got, id) }, &id)
	if fmt.Sprint(got) != fmt.Sprint(ids[2:6]) {
		tb.Errorf("got %v, want %v", got, ids[2:6])
	}

	// The page starts after the second ID and ends at a horizon in the last minute.
	var n int
	page := []any{tb.arg(ids[1]), tb.arg(uuid.MinV7(start.Add(9 * time.Minute)))}
	if tb.each("select count(*) from tree where id > ? and id < ?", page, func() {}, &n); n != 7 {
		tb.Errorf("a page contains %d IDs, want 7", n)
	}
}

// TestSizes creates the tables in docs/storing.md that constrain an ID's length. The tables must
// accept 16 bytes and reject the 36 characters of a plain UUID.
func TestSizes(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "storing.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(document), "<!-- sizes -->\n```sql\n")
	block, _, ok := strings.Cut(rest, "```\n")
	statements := strings.Split(strings.TrimSpace(block), "\n")
	if !ok || len(statements) != 4 {
		t.Fatalf("docs/storing.md has %d tables", len(statements))
	}
	for _, statement := range statements {
		statement, database, _ := strings.Cut(statement, "; -- ")
		t.Run(statement, func(t *testing.T) {
			tb := create(t, mixed{database: database}, statement)
			id := uuid.NewV7()
			for _, column := range []string{"id", "parent"} {
				insert := tb.sql("INSERT INTO tasks (id, parent) VALUES (?, NULL)")
				if column == "parent" {
					insert = tb.sql("UPDATE tasks SET parent = ?")
				}
				tb.exec(insert, uuid.Binary(id))
				if _, err := tb.db.Exec(insert, uuid.NewV7()); err == nil {
					t.Errorf("%s: a plain UUID was stored", column)
				}
			}
		})
	}
}

// TestPlainInBytes shows why the arguments of a query on a bytes column must be wrapped in
// uuid.Binary. With a plain UUID, the query finds no rows and returns no error.
func TestPlainInBytes(t *testing.T) {
	tb := create(t, sqliteBlob, "CREATE TABLE tasks (id ID PRIMARY KEY)")
	id := uuid.NewV7()
	tb.exec("insert into tasks values (?)", uuid.Binary(id))
	for _, arg := range []any{id, uuid.Null{UUID: id, Valid: true}} {
		if n := tb.count("id = ?", arg); n != 0 {
			t.Errorf("%T finds %d, want 0", arg, n)
		}
		// In SQLite, every text value is less than every BLOB.
		if n := tb.count("id > ?", arg); n != 1 {
			t.Errorf("%d rows are greater than %T, want 1", n, arg)
		}
	}
}
