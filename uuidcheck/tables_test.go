// Proves that odd names, generated columns, views and many tables are read.
package main

import (
	"fmt"
	"slices"
	"testing"
)

func TestOddTables(t *testing.T) {
	name, db := newFile(t,
		"CREATE TABLE \"a \"\"quoted\"\" 'name'\" (\"the \"\"id\"\"\" TEXT PRIMARY KEY)",
		"CREATE TABLE generated (n INTEGER PRIMARY KEY, data TEXT, id TEXT AS (lower(data)) STORED, second TEXT AS "+
			"(lower(data)))",
		"CREATE TABLE rows (rowid TEXT PRIMARY KEY, _rowid_ TEXT, oid TEXT)",
		"CREATE TABLE sparse (n INTEGER PRIMARY KEY, id TEXT UNIQUE)",
		"CREATE TABLE untyped (id PRIMARY KEY)",
		"CREATE TABLE empty (id CHAR(36), data BLOB)",
		"CREATE TABLE pairs (tenant TEXT, id TEXT, PRIMARY KEY (tenant, id))",
		"CREATE VIRTUAL TABLE words USING fts5(id)",
		"CREATE VIEW broken AS SELECT id FROM missing",
		"CREATE VIEW whole AS SELECT * FROM rows")
	fill(t, db, "\"a \"\"quoted\"\" 'name'\"", 20, asText(v4))
	fill(t, db, "generated (data)", 20, asText(v4))
	fill(t, db, "rows (rowid)", 3000, asText(v4))
	for i, n := range []int64{-9223372036854775808, -5, 0, 7, 9223372036854775807} {
		execute(t, db, fmt.Sprintf("INSERT INTO sparse VALUES (%d, '%v')", n, v4(i)))
	}
	fill(t, db, "untyped", 20, asBytes(v4))
	execute(t, db, fmt.Sprintf("INSERT INTO pairs VALUES ('%v', '%v'), ('%v', '%v')", v4(0), v7(0), v4(0), v4(0)))
	r := examine(t, statusHealthy, name)
	want := map[string]int{ // values
		"a \"quoted\" 'name'.the \"id\"": 20,
		"generated.data":                 20, "generated.id": 20, "generated.second": 20,
		"rows.rowid": 700, "sparse.id": 5, "untyped.id": 20, "empty.id": 0, "pairs.tenant": 2, "pairs.id": 2,
	}
	for _, c := range r.Columns {
		column := c.Table + "." + c.Column
		n, ok := want[column]
		if !ok || c.Values < n {
			t.Errorf("%s is listed with %d values, want %d", column, c.Values, n)
		}
		delete(want, column)
	}
	if len(want) > 0 || r.SkippedViews != 2 || len(r.Unread) > 0 {
		t.Errorf("not listed: %v; %d views skipped; unread: %v", want, r.SkippedViews, r.Unread)
	}
}

// TestKeysOfSQLite checks what the catalog says of keys, indexes and foreign keys, in any case.
func TestKeysOfSQLite(t *testing.T) {
	name, _ := newFile(t, "CREATE TABLE users (Id TEXT PRIMARY KEY)",
		"CREATE TABLE t (a TEXT UNIQUE, b TEXT, c TEXT, d TEXT REFERENCES USERS (ID) ON UPDATE CASCADE, "+
			"e TEXT REFERENCES users, PRIMARY KEY (c, b)) WITHOUT ROWID",
		"CREATE UNIQUE INDEX part ON t (b) WHERE b > ''", "CREATE UNIQUE INDEX pair ON t (d, a)")
	s, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tables, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, table := range tables {
		got = append(got, fmt.Sprint(table.name, " along ", table.axis.key))
		for _, c := range table.columns {
			is := ""
			for _, flag := range []struct {
				name string
				set  bool
			}{{" key", c.key}, {" leads", c.leads}, {" unique", c.unique}, {" indexed", c.indexed}} {
				if flag.set {
					is += flag.name
				}
			}
			if r := c.reference; r != nil {
				is += fmt.Sprintf(" of %s.%s %v", r.table, r.column, r.cascades)
			}
			got = append(got, c.name+is)
		}
	}
	want := []string{"t along [c b]", "a unique indexed", "b", "c leads indexed", "d indexed of users.Id true",
		"e of users.Id false", "users along [rowid]", "Id key leads unique indexed"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if rows, complete, err := s.Sample(t.Context(), tables[1]); len(rows) > 0 || !complete || err != nil {
		t.Errorf("%d rows of an empty table, complete: %v, %v", len(rows), complete, err)
	}
}

func TestManyTables(t *testing.T) {
	tables := 1000
	if testing.Short() {
		tables = 100
	}
	name, db := newFile(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for k := range tables {
		if _, err := tx.Exec(fmt.Sprintf("CREATE TABLE t%d (id TEXT PRIMARY KEY, other TEXT)", k)); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(fmt.Sprintf("INSERT INTO t%d VALUES ('%v', 'x')", k, v4(k))); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if r := examine(t, statusHealthy, name); len(r.Columns) != tables {
		t.Errorf("%d columns, want %d", len(r.Columns), tables)
	}
}
