// Proves that odd names, generated columns, views and many tables are read.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sqlitedriver "modernc.org/sqlite"
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

// TestCatalogOfSQLite checks what the catalog says of axes, columns, keys, indexes and foreign keys, in any case.
func TestCatalogOfSQLite(t *testing.T) {
	name, _ := newFile(t, "CREATE TABLE users (name TEXT UNIQUE, Id TEXT PRIMARY KEY, note TEXT)",
		"CREATE TABLE t (a TEXT UNIQUE, b TEXT, c BLOB(16), d TEXT NOT NULL REFERENCES USERS (ID) ON UPDATE CASCADE, "+
			"e TEXT DEFAULT 'x' REFERENCES users, f TEXT, g TEXT REFERENCES missing, "+
			"h TEXT REFERENCES users (NAME), PRIMARY KEY (c, b)) WITHOUT ROWID",
		"CREATE UNIQUE INDEX part ON t (b) WHERE b > ''", "CREATE UNIQUE INDEX pair ON t (d, a)",
		"CREATE INDEX plain ON t (e)", "CREATE INDEX again ON t (f)", "CREATE UNIQUE INDEX one ON t (f)",
		"CREATE TABLE numbered (N INTEGER PRIMARY KEY, id CHAR(36)) WITHOUT ROWID",
		"CREATE TABLE hidden (RowID TEXT, _rowid_ TEXT, oid TEXT PRIMARY KEY)", "CREATE TABLE half (RowID TEXT)",
		"CREATE TABLE third (rowid TEXT, _rowid_ TEXT)", "CREATE TABLE unkeyed (rowid TEXT, _rowid_ TEXT, oid TEXT)",
		"CREATE TABLE none (n INTEGER)",
		"CREATE VIEW shown AS SELECT Id FROM users")
	s, err := openSQLite(t.Context(), name, limit{}, true)
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
		a := table.axis
		got = append(got, fmt.Sprintf("%s.%s %d along %s %q %v %d",
			table.schema, table.name, table.kind, a.column, a.key, a.numeric, a.kind))
		for _, c := range table.columns {
			is := fmt.Sprintf("%s %s %d %d %q", c.name, c.declared, c.kind, c.width, c.preset)
			for _, flag := range []struct {
				name string
				set  bool
			}{
				{" nullable", c.nullable}, {" key", c.key}, {" leads", c.leads}, {" unique", c.unique},
				{" indexed", c.indexed}, {" index", c.hasIndex},
			} {
				if flag.set {
					is += flag.name
				}
			}
			if r := c.reference; r != nil {
				is += fmt.Sprintf(" of %s.%s.%s %v", r.schema, r.table, r.column, r.cascades)
			}
			got = append(got, is)
		}
	}
	want := []string{
		`main.half 0 along _rowid_ ["_rowid_"] true 0`,
		`RowID TEXT 0 0 "" nullable`,
		`main.hidden 0 along oid ["oid"] false 0`,
		`RowID TEXT 0 0 "" nullable`,
		`_rowid_ TEXT 0 0 "" nullable`,
		`oid TEXT 0 0 "" nullable key leads unique indexed index`,
		`main.none 0 along  [] false 0`,
		`main.numbered 0 along N ["N"] true 0`,
		`id CHAR(36) 0 36 "" nullable`,
		`main.shown 2 along  [] false 0`,
		`Id TEXT 0 0 "" nullable`,
		`main.t 0 along c ["c" "b"] false 1`,
		`a TEXT 0 0 "" nullable unique indexed index`,
		`b TEXT 0 0 ""`,
		`c BLOB(16) 1 16 "" leads indexed index`,
		`d TEXT 0 0 "" indexed index of main.users.Id true`,
		`e TEXT 0 0 "'x'" nullable indexed index of main.users.Id false`,
		`f TEXT 0 0 "" nullable unique indexed index`,
		`g TEXT 0 0 "" nullable of main.missing. false`,
		`h TEXT 0 0 "" nullable of main.users.name false`,
		`main.third 0 along oid ["oid"] true 0`,
		`rowid TEXT 0 0 "" nullable`,
		`_rowid_ TEXT 0 0 "" nullable`,
		`main.unkeyed 0 along  [] false 0`,
		`rowid TEXT 0 0 "" nullable`,
		`_rowid_ TEXT 0 0 "" nullable`,
		`oid TEXT 0 0 "" nullable`,
		`main.users 0 along rowid ["rowid"] true 0`,
		`name TEXT 0 0 "" nullable unique indexed index`,
		`Id TEXT 0 0 "" nullable key leads unique indexed index`,
		`note TEXT 0 0 "" nullable`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	users := tables[len(tables)-1]
	if rows, complete, err := s.Sample(t.Context(), users); len(rows) > 0 || !complete || err != nil {
		t.Errorf("%d rows of an empty table, complete: %v, %v", len(rows), complete, err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Tables(stopped); err != interrupted {
		t.Errorf("the catalog after an interrupt: %v", err)
	}
	if _, _, err := s.Sample(stopped, users); err != interrupted {
		t.Errorf("a sample after an interrupt: %v", err)
	}
	if _, err := s.Range(stopped, users.columns[0], valueRange{rows: 1}); err != interrupted {
		t.Errorf("a range after an interrupt: %v", err)
	}
	if _, _, err := s.Sort(stopped, users.columns[0], []string{"a"}); err != interrupted {
		t.Errorf("an order after an interrupt: %v", err)
	}
	if _, err := s.Versions(stopped, users.columns[0]); err != interrupted {
		t.Errorf("counts after an interrupt: %v", err)
	}
}

// TestOnlyReads checks that the connection cannot write, even if a statement would, and waits a second for a lock. The
// file's name contains what has a meaning in a URL.
func TestOnlyReads(t *testing.T) {
	made, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	db.Close()
	name := filepath.Join(t.TempDir(), "a #1 100%41 & b=c;.db")
	if err := os.Rename(made, name); err != nil {
		t.Fatal(err)
	}
	opened, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	s := opened.(*sqliteServer)
	for pragma, want := range map[string]int{"query_only": 1, "trusted_schema": 0, "busy_timeout": 1000} {
		var got int
		if err := s.row(t.Context(), "PRAGMA "+pragma, &got); err != nil || got != want {
			t.Errorf("%s is %d, want %d; %v", pragma, got, want, err)
		}
	}
	execute(t, s.db, "PRAGMA query_only = 0")
	const readOnly = 8
	var own *sqlitedriver.Error
	if _, err := s.db.Exec("INSERT INTO t VALUES ('x')"); !errors.As(err, &own) || own.Code() != readOnly {
		t.Errorf("a row was inserted, or another error: %v", err)
	}
}

// TestValuesOfSQLite checks how values are read, and that an index is read only if it is in the order of the column.
func TestValuesOfSQLite(t *testing.T) {
	long, longest := strings.Repeat("x", maxValue+1), strings.Repeat("y", maxValue)
	name, _ := newFile(t, "CREATE TABLE t (v)",
		"INSERT INTO t VALUES (NULL), ('a'), (x'0041'), (5), ('"+long+"'), ('"+longest+"'), ('')",
		"CREATE TABLE binary (id TEXT UNIQUE)", "CREATE TABLE nocase (id TEXT)",
		"CREATE INDEX other ON nocase (id COLLATE NOCASE)",
		"INSERT INTO binary VALUES ('a'), (NULL), ('b'), ('c')", "INSERT INTO nocase VALUES ('a'), ('b')")
	s, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := &column{name: "v"}
	rows, complete, err := s.Sample(t.Context(), &table{name: "t", columns: []*column{v, v}})
	other := value{storage: isOther}
	want := []value{{}, {isText, "a"}, {isBytes, "\x00A"}, other, other, {isText, longest}, {isText, ""}}
	if err != nil || !complete || len(rows) != len(want) {
		t.Fatalf("%d rows, complete: %v, %v", len(rows), complete, err)
	}
	for i, row := range rows {
		if !slices.Equal(row, []value{want[i], want[i]}) {
			t.Errorf("row %d is %v, want %v twice", i, row, want[i])
		}
	}
	a, b, c := value{isText, "a"}, value{isText, "b"}, value{isText, "c"}
	for _, tt := range []struct {
		table string
		r     valueRange
		want  []value
	}{
		{"binary", valueRange{rows: 2}, []value{a, b}},
		{"binary", valueRange{rows: 2, descending: true}, []value{c, b}},
		{"binary", valueRange{rows: 9, low: b}, []value{b, c}},
		{"binary", valueRange{rows: 9, high: b}, []value{a}},
		{"nocase", valueRange{rows: 9, low: a}, nil},
	} {
		got, err := s.Range(t.Context(), &column{name: "id", table: &table{name: tt.table}}, tt.r)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s %+v: %v, %v, want %v", tt.table, tt.r, got, err, tt.want)
		}
	}
}

// TestSortOfSQLite checks that the order and the equality are those of the column.
func TestSortOfSQLite(t *testing.T) {
	name, _ := newFile(t, "CREATE TABLE t (plain TEXT, nocase TEXT COLLATE NOCASE)")
	s, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	texts := []string{"c'", "B", "a", "A"}
	for label, want := range map[string]int{"plain": 4, "nocase": 3} {
		c := &column{name: label, table: &table{name: "t"}}
		sorted, distinct, err := s.Sort(t.Context(), c, texts)
		if err != nil || len(sorted) != 4 || distinct != want || sorted[3] != "c'" {
			t.Errorf("%s: %q, %d distinct, want %d; %v", label, sorted, distinct, want, err)
		}
		if isFirst := sorted[0] == "A" && sorted[1] == "B"; isFirst != (label == "plain") {
			t.Errorf("%s: %q", label, sorted)
		}
	}
}

// TestAreDense checks when all row numbers between two are few.
func TestAreDense(t *testing.T) {
	for _, tt := range []struct {
		low, high string
		want      bool
	}{
		{"", "", true},
		{"1", "1000", true},
		{"1", "1001", false},
		{"-5", "994", true},
		{"-5", "995", false},
		{"-9223372036854775808", "9223372036854775807", false},
	} {
		if got := areDense(value{isText, tt.low}, value{isText, tt.high}); got != tt.want {
			t.Errorf("from %q to %q: %v", tt.low, tt.high, got)
		}
	}
}

// TestSampleOfSQLite checks that a table is read as a whole if its row numbers are close together.
func TestSampleOfSQLite(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (n INTEGER PRIMARY KEY, id TEXT)", "CREATE TABLE u (id TEXT)")
	for i := range sampleRows {
		execute(t, db, fmt.Sprintf("INSERT INTO t VALUES (%d, 'x')", i+1))
	}
	execute(t, db, "INSERT INTO u SELECT id FROM t")
	s, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := axis{column: "n", key: []string{"n"}, numeric: true}
	whole := &table{name: "t", columns: []*column{{name: "id"}}, axis: n}
	unkeyed := &table{name: "u", columns: []*column{{name: "id"}}}
	for _, table := range []*table{whole, unkeyed} {
		rows, complete, err := s.Sample(t.Context(), table)
		if len(rows) != sampleRows || !complete || err != nil {
			t.Errorf("%s: %d rows, complete: %v, %v", table.name, len(rows), complete, err)
		}
	}
	execute(t, db, "INSERT INTO t VALUES (1001, 'x')", "INSERT INTO u VALUES ('x')")
	for _, table := range []*table{whole, unkeyed} {
		if rows, complete, err := s.Sample(t.Context(), table); complete || len(rows) == 0 || err != nil {
			t.Errorf("%s: %d of %d rows, complete: %v, %v", table.name, len(rows), sampleRows+1, complete, err)
		}
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
