// Proves what a person reads: the faults, and a line for each healthy column.
package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	name, _ := newFile(t,
		"CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, token TEXT)",
		"INSERT INTO users VALUES ('019baa5a-4000-7000-8000-000000000001', 'a'), "+
			"('019baa5a-4000-7000-8000-000000000002', 'b'), ('0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', 'c')",
		"CREATE TABLE notes (id PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mail_id TEXT UNIQUE)",
		"INSERT INTO notes VALUES (x'0b1deb4d3b7d4bad9bdd2b0d7b3dcb61', '019baa5a-4000-7000-8000-000000000001', "+
			"'019BAA5A-4000-7000-8000-000000000003')",
		"CREATE VIEW views AS SELECT * FROM users")
	const want = `SQLite 0.0.0: 4 columns with IDs

WRONG

notes.mail_id (TEXT, unique, NULL allowed, 36 characters in upper case, version 7, uuid.Null)
  The values are 36 characters in upper case, and Go programs send lower case, so id = ? finds no
  row. SET mail_id = lower(mail_id), together with the columns that refer to it.
  https://github.com/seed-8298af95/uuid/blob/main/docs/storing.md#columns

WARNINGS

users.id (TEXT, key, version 4 (1), version 7 (2), uuid.UUID)
  The key contains version 4 (1 of the values that were read) and version 7 (2). =, joins and
  references work, but ORDER BY, ranges, expiry and pages by this column give wrong results for the
  version 4 rows, without an error.
  Example: 0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d
  https://github.com/seed-8298af95/uuid/blob/main/docs/version4.md

HEALTHY

notes.id       no type, key, version 4, uuid.Binary
notes.user_id  TEXT, refers to users, version 7, uuid.UUID

1 wrong, 1 warning; 0 tables not read, 1 view skipped
`
	status, out, stderr := command(t, name)
	out = regexp.MustCompile(`SQLite \d+\.\d+\.\d+`).ReplaceAllString(out, "SQLite 0.0.0")
	if status != statusFound || out != want || stderr != "" {
		t.Errorf("status %d, standard error %q, output\n%s\nwant\n%s", status, stderr, out, want)
	}
}

// TestReportOfUnread checks the tables that were not read, and the width of the names of healthy columns.
func TestReportOfUnread(t *testing.T) {
	long := &table{schema: "public", name: strings.Repeat("long", 12)}
	r := &report{
		server: "PostgreSQL 17.1",
		columns: []*column{
			{table: &table{schema: "other", name: "t"}, name: "id", declared: "uuid", kind: kindUUID},
			{table: long, name: "id", declared: "uuid[]", kind: kindUUID, array: true},
		},
		unread: []unread{
			{"public", "a", denied.Error()}, {"other", "b", locked.Error()}, {"public", "c", interrupted.Error()},
			{"public", "d", interrupted.Error()},
		},
		skippedViews: 2,
	}
	want := `PostgreSQL 17.1: 2 columns with IDs

HEALTHY

other.t.id                                uuid, no IDs yet, uuid.UUID
` + long.name + `.id  uuid[], no IDs yet, []uuid.UUID

NOT READ

a: the user lacks the SELECT privilege
other.b: another session holds a lock on the table
2 tables: interrupted

0 wrong, 0 warnings; 4 tables not read, 2 views skipped
`
	var out strings.Builder
	if err := r.print(&out, true); err != nil || out.String() != want {
		t.Errorf("%v, output\n%s\nwant\n%s", err, &out, want)
	}
}

// TestWrapAllows100Columns checks that a line may fill its width.
func TestWrapAllows100Columns(t *testing.T) {
	a, b := strings.Repeat("a", 49), strings.Repeat("b", 48)
	if got, want := wrap(a+" "+b), "  "+a+" "+b+"\n"; got != want {
		t.Errorf("wrap = %q, want %q", got, want)
	}
	if got, want := wrap(a+" "+b+"b"), "  "+a+"\n  "+b+"b\n"; got != want {
		t.Errorf("wrap = %q, want %q", got, want)
	}
}
