// Proves that odd names, generated columns, views and many tables are read.
package main

import (
	"fmt"
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
