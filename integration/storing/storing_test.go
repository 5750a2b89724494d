// Package storing tests the table of columns in docs/storing.md against real databases.
package storing

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
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

// A row is a row of the table of columns, with functions that convert IDs to Go values. The slices
// parents, missing and scan contain one element for each Go type of the nullable parent column.
type row struct {
	columns, value, null, bounds string // cells of the table in docs/storing.md

	wrap    func(uuid.UUID) any   // returns the query argument for a key or a bound
	parents []func(uuid.UUID) any // functions that return the query argument for a parent
	missing []any                 // query arguments for a row without a parent
	scan    []func() any          // functions that return a new Scan destination for a parent
	read    func(any) string      // returns the parent in a Scan destination as text, or "" for no parent
	types   map[string]string     // column types by database
}

var rows = []row{
	text("PostgreSQL `uuid`, MariaDB `uuid`", map[string]string{"PostgreSQL": "uuid", "MariaDB": "uuid"}),
	text("36-character text", map[string]string{"PostgreSQL": "text", "MariaDB": "char(36)", "SQLite": "text"}),
	{
		columns: "MySQL `BINARY(16)`, SQLite `BLOB`, PostgreSQL `bytea`",
		value:   "`uuid.Binary`",
		null:    "`*uuid.Binary` or `sql.Null[uuid.Binary]`",
		bounds:  "`uuid.Binary(uuid.MinV7(a))`, `uuid.Binary(uuid.MinV7(b))`",
		wrap:    func(u uuid.UUID) any { return uuid.Binary(u) },
		parents: []func(uuid.UUID) any{
			func(u uuid.UUID) any { return (*uuid.Binary)(&u) },
			func(u uuid.UUID) any { return sql.Null[uuid.Binary]{V: uuid.Binary(u), Valid: true} },
		},
		missing: []any{(*uuid.Binary)(nil), sql.Null[uuid.Binary]{}},
		scan:    []func() any{func() any { return new(*uuid.Binary) }, func() any { return new(sql.Null[uuid.Binary]) }},
		read: func(dest any) string {
			switch dest := dest.(type) {
			case **uuid.Binary:
				if *dest == nil {
					return ""
				}
				return (*dest).String()
			case *sql.Null[uuid.Binary]:
				if !dest.Valid {
					return ""
				}
				return dest.V.String()
			}
			panic("not a parent")
		},
		types: map[string]string{"PostgreSQL": "bytea", "MariaDB": "binary(16)", "SQLite": "blob"},
	},
}

// text returns a row for columns that store a uuid.UUID without a wrapper.
func text(columns string, types map[string]string) row {
	return row{
		columns: columns,
		value:   "`uuid.UUID`",
		null:    "`uuid.Null` or `*uuid.UUID`",
		bounds:  "`uuid.MinV7(a)`, `uuid.MinV7(b)`",
		wrap:    func(u uuid.UUID) any { return u },
		parents: []func(uuid.UUID) any{
			func(u uuid.UUID) any { return uuid.Null{UUID: u, Valid: true} },
			func(u uuid.UUID) any { return &u },
		},
		missing: []any{uuid.Null{}, (*uuid.UUID)(nil)},
		scan:    []func() any{func() any { return new(uuid.Null) }, func() any { return new(*uuid.UUID) }},
		read: func(dest any) string {
			switch dest := dest.(type) {
			case *uuid.Null:
				return dest.String()
			case **uuid.UUID:
				if *dest == nil {
					return ""
				}
				return (*dest).String()
			}
			panic("not a parent")
		},
		types: types,
	}
}

// elsewhere lists the table rows that are tested in integration/frameworks and integration/order
// instead.
var elsewhere = []string{"SQL Server `uniqueidentifier`", "ClickHouse `UUID`"}

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
		for database, column := range r.types {
			for j := range r.parents {
				t.Run(fmt.Sprint(database, " ", column, " ", j), func(t *testing.T) {
					testStoring(t, create(t, mixed{database, column}, "CREATE TABLE tree (id ID PRIMARY KEY, parent ID NULL)"), r, j)
				})
			}
		}
	}
}

func testStoring(t *testing.T, tb tables, r row, j int) {
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	var ids []uuid.UUID
	for i := range 10 {
		id, err := uuid.NewV7At(start.Add(time.Duration(i) * time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		parent := r.missing[j]
		if i > 0 {
			parent = r.parents[j](ids[0])
		}
		tb.exec("insert into tree values (?, ?)", r.wrap(id), parent)
		ids = append(ids, id)
	}

	// Join children with their parents, and read each parent column.
	var children int
	if tb.each("select count(*) from tree c join tree p on c.parent = p.id", nil, func() {}, &children); children != 9 {
		t.Errorf("%d children, want 9", children)
	}
	for i, want := range []string{"", ids[0].String()} {
		parent := r.scan[j]()
		if tb.each("select parent from tree where id = ?", []any{r.wrap(ids[i])}, func() {}, parent); r.read(parent) != want {
			t.Errorf("the parent of ID %d is %q, want %q", i, r.read(parent), want)
		}
	}

	// The range starts at the third minute and ends before the seventh.
	a, b := start.Add(2*time.Minute), start.Add(6*time.Minute)
	args := []any{r.wrap(uuid.MinV7(a)), r.wrap(uuid.MinV7(b))}
	var got []uuid.UUID
	var id uuid.UUID
	tb.each("select id from tree where id >= ? and id < ? order by id", args, func() { got = append(got, id) }, &id)
	if fmt.Sprint(got) != fmt.Sprint(ids[2:6]) {
		t.Errorf("got %v, want %v", got, ids[2:6])
	}

	// The page starts after the second ID and ends at a horizon in the last minute.
	var n int
	page := []any{r.wrap(ids[1]), r.wrap(uuid.MinV7(start.Add(9 * time.Minute)))}
	if tb.each("select count(*) from tree where id > ? and id < ?", page, func() {}, &n); n != 7 {
		t.Errorf("a page contains %d IDs, want 7", n)
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
