// Proves what -full, -views and -move add.
package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestFull checks that -full counts all values.
func TestFull(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE old (id BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID",
		"CREATE TABLE new (id TEXT NOT NULL PRIMARY KEY)", "CREATE TABLE other (id TEXT NOT NULL PRIMARY KEY)",
		"CREATE TABLE odd (id TEXT NOT NULL PRIMARY KEY)", "CREATE TABLE forms (id TEXT NOT NULL PRIMARY KEY)",
		"CREATE TABLE spaces (id TEXT NOT NULL PRIMARY KEY)")
	rare := func(i int) any { // version 8, and three without a version
		return []string{"017f22e2-79b0-8cc3-98c4-dc0c0c07398f", "017f22e2-79b0-9cc3-98c4-dc0c0c07398f",
			"017f22e2-79b0-acc3-98c4-dc0c0c07398f", uuid.Nil().String()}[i/40]
	}
	fill(t, db, "odd", 160, mixed(40, asText(v7), rare))
	fill(t, db, "forms", 60, mixed(3, asText(v4), encoded(uuid.Compact, v4)))
	fill(t, db, "spaces", 20, func(i int) any { return " " + uuid.Compact.Encode(v4(i)) })
	fill(t, db, "old", 4000, asBytes(v7))
	fill(t, db, "new", 4000, mixed(40, asText(v7), asText(v4)))
	fill(t, db, "other", 20, capitalized(asText(v4)))
	for _, c := range examine(t, statusFound, name, "-full").Columns {
		switch c.Table {
		case "old":
			if c.Values != 4000 || c.Versions["7"] != 4000 || len(c.Versions) != 1 {
				t.Errorf("old: %d values, versions %v", c.Values, c.Versions)
			}
		case "new":
			if c.Values != 4000 || c.Versions["7"] != 3900 || c.Versions["4"] != 100 {
				t.Errorf("new: %d values, versions %v", c.Values, c.Versions)
			}
			f := c.Findings[0]
			if !strings.Contains(f.Message, "version 4 (100 rows) and version 7 (3900)") || f.Example[14] != '4' {
				t.Errorf("new: %v", c.Findings)
			}
		case "odd":
			if want := map[string]int{"7": 156, "8": 1}; c.Values != 160 || !maps.Equal(c.Versions, want) {
				t.Errorf("odd: %d values, versions %v", c.Values, c.Versions)
			}
		case "forms":
			if want := map[string]int{"4": 60}; c.Values != 60 || !maps.Equal(c.Versions, want) {
				t.Errorf("forms: %d values, versions %v", c.Values, c.Versions)
			}
		case "other", "spaces":
			if c.Values != 20 || c.Versions["4"] != 20 {
				t.Errorf("%s: %d values, versions %v", c.Table, c.Values, c.Versions)
			}
		}
	}
}

// TestViews checks that views are read if asked for, and that a view does not repeat what is wrong with
// its table.
func TestViews(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY)", "CREATE VIEW shown AS SELECT id FROM t",
		"CREATE VIEW broken AS SELECT own(id) AS id FROM t", "CREATE VIEW made AS SELECT upper(id) AS other FROM t",
		"CREATE TABLE plain (code_id TEXT)", "CREATE VIEW plains AS SELECT code_id FROM plain")
	fill(t, db, "plain", 20, capitalized(asText(v4)))
	fill(t, db, "t", 300, mixed(10, asText(v4), capitalized(asText(v4))))
	r := examine(t, statusFound, name)
	if len(r.Columns) != 2 || r.SkippedViews != 4 {
		t.Errorf("%d columns, %d views skipped", len(r.Columns), r.SkippedViews)
	}
	r = examine(t, statusFound, name, "-views")
	found := findingsOf(r)
	wrongTable := !slices.Equal(found["t.id"], []string{"wrong forms"}) || len(found["shown.id"]) > 0
	if !slices.Equal(found["plain.code_id"], []string{"wrong form"}) || len(found["plains.code_id"]) > 0 {
		t.Errorf("found %v", found)
	}
	if wrongTable || !slices.Equal(found["made.other"], []string{"wrong form"}) || r.SkippedViews != 0 {
		t.Errorf("found %v, %d views skipped", found, r.SkippedViews)
	}
	if len(r.Unread) != 1 || r.Unread[0].Table != "broken" || !strings.Contains(r.Unread[0].Reason, "function") {
		t.Errorf("unread %v", r.Unread)
	}
}

// TestMove checks what -move says of the columns that refer to a key with version 4.
func TestMove(t *testing.T) {
	name, db := newFile(t,
		"CREATE TABLE tasks (id BLOB NOT NULL PRIMARY KEY)",
		"CREATE TABLE done (id BLOB NOT NULL PRIMARY KEY)",
		"CREATE TABLE notes (n INTEGER PRIMARY KEY, task BLOB REFERENCES tasks, task_id BLOB, done_id BLOB)",
		"CREATE INDEX notes_task_id ON notes (task_id)",
		"CREATE VIEW shown AS SELECT task_id FROM notes")
	for i := range 200 {
		task, lost, done := v4(i), v4(i), v7(i)
		if i%3 > 0 {
			lost = task
		}
		for _, insert := range []struct {
			statement string
			args      []any
		}{
			{"INSERT INTO tasks VALUES (?)", []any{task[:]}},
			{"INSERT INTO done VALUES (?)", []any{done[:]}},
			{"INSERT INTO notes VALUES (NULL, ?, ?, ?)", []any{task[:], lost[:], done[:]}},
		} {
			if _, err := db.Exec(insert.statement, insert.args...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if r := examine(t, statusHealthy, name); len(r.Columns) != 5 {
		t.Errorf("%d columns", len(r.Columns))
	}
	for _, c := range examine(t, statusFound, name, "-move", "-views").Columns {
		var messages string
		for _, f := range c.Findings {
			messages += f.Message + "\n"
		}
		want := map[string]string{
			"notes.task":    "no index",
			"notes.task_id": `Of 20 values that were looked up, \d+ are not`,
		}[c.Table+"."+c.Column]
		matches := regexp.MustCompile(want).MatchString(messages)
		if want == "" && messages != "" || !matches || strings.Count(messages, "\n") > 1 {
			t.Errorf("%s.%s: %q, want %q", c.Table, c.Column, messages, want)
		}
	}
}

// TestCountable checks in which columns the database can count versions.
func TestCountable(t *testing.T) {
	text, bytes := column{}, column{kind: kindBytes}
	for _, tt := range []struct {
		name   string
		column column
		values []value
		want   bool
	}{
		{"empty", text, nil, true},
		{"text", text, valuesOf(20, asText(v4)), true},
		{"two cases", text, valuesOf(20, mixed(2, asText(v4), capitalized(asText(v4)))), true},
		{"two forms", text, valuesOf(20, mixed(2, asText(v4), encoded(uuid.Compact, v4))), false},
		{"digits", text, valuesOf(20, encoded(uuid.Compact, v4)), true},
		{"braces", text, valuesOf(20, encoded(uuid.Braced, v4)), false},
		{"spaces", text, valuesOf(20, padded(encoded(uuid.Compact, v4))), false},
		{"uuid", column{kind: kindUUID}, valuesOf(20, asText(v4)), true},
		{"array", column{kind: kindUUID, array: true}, valuesOf(20, asText(v4)), false},
		{"bytes", bytes, valuesOf(20, asBytes(v4)), true},
		{"digits in bytes", bytes, valuesOf(20, textAsBytes(encoded(uuid.Compact, v4))), false},
		{"Microsoft's order", bytes, valuesOf(200, reordered(v4, microsoft...)), false},
	} {
		tt.column.sample = collect(tt.values, tt.column.kind, true)
		if got := tt.column.countable(); got != tt.want {
			t.Errorf("%s: countable: %v", tt.name, got)
		}
	}
}

// TestMoveOfProducts checks what -move says of a foreign key in each product.
func TestMoveOfProducts(t *testing.T) {
	key := &column{table: &table{schema: "main", name: "users"}, name: "id",
		sample: collect(valuesOf(20, asText(v4)), kindText, true)}
	const (
		noIndex = "The column has no index, so the database reads this whole table for each row of the key " +
			"that gets a new ID."
		noCascade = "The column's foreign key has no ON UPDATE CASCADE."
	)
	for _, tt := range []struct {
		product  product
		column   column
		messages []string
	}{
		{postgreSQL, column{reference: &reference{}, hasIndex: true}, []string{noCascade}},
		{mariaDB, column{reference: &reference{}}, []string{noIndex, noCascade}},
		{mySQL, column{reference: &reference{cascades: true}}, []string{noIndex}},
		{postgreSQL, column{reference: &reference{cascades: true}, hasIndex: true}, nil},
		{sqlite, column{reference: &reference{}, hasIndex: true}, nil},
	} {
		c := tt.column
		c.table = &table{name: "notes"}
		c.checkMove(t.Context(), newRelations(collating{product: tt.product}, nil), key)
		var want []finding
		for _, message := range tt.messages {
			want = append(want, finding{check: checkMove, page: "version4.md#before-the-first-batch",
				message: "The column refers to users.id, which contains version 4 IDs. " + message})
		}
		if !slices.Equal(c.findings, want) {
			t.Errorf("product %d: found %+v, want %+v", tt.product, c.findings, want)
		}
	}
}
