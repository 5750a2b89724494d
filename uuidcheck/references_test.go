// Proves that a fault is reported once, at its cause, and that a reference in a different form from
// its key is found, declared or not.
package main

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// fillReferences fills a table of keys, and a table whose second column refers to them.
func fillReferences(t *testing.T, db *sql.DB, keys, references string, key, ref func(uuid.UUID) any) {
	t.Helper()
	var ids []uuid.UUID
	fill(t, db, keys, 300, func(i int) any {
		ids = append(ids, v7(i))
		return key(ids[i])
	})
	fill(t, db, references+" (ref)", 900, func(i int) any { return ref(ids[i%len(ids)]) })
}

func TestReferences(t *testing.T) {
	canonical := func(u uuid.UUID) any { return u.String() }
	binary := func(u uuid.UUID) any { return u[:] }
	compact := func(u uuid.UUID) any { return uuid.Compact.Encode(u) }
	microsoft := func(u uuid.UUID) any { b := u.BytesLE(); return b[:] }
	isNil := func(u uuid.UUID) any {
		if u[15] < 16 {
			return uuid.Nil().String()
		}
		return u.String()
	}
	for _, tt := range []struct {
		name         string
		key, ref     func(uuid.UUID) any
		column       string // the declaration of the reference
		users, notes string // what is found in the key and in the reference
	}{
		{name: "healthy", key: canonical, ref: canonical, column: "user_id TEXT"},
		{name: "bytes for text", key: canonical, ref: binary, column: "user_id BLOB", notes: "wrong reference"},
		{name: "text for bytes", key: binary, ref: canonical, column: "user_id TEXT", notes: "wrong reference"},
		{name: "digits for text", key: canonical, ref: compact, column: "user_id TEXT", notes: "wrong reference"},
		{name: "declared", key: canonical, ref: binary, column: "u BLOB REFERENCES users", notes: "wrong reference"},
		{name: "order", key: microsoft, ref: microsoft, column: "userId BLOB", users: "wrong order"},
		{name: "order, FK", key: microsoft, ref: microsoft, column: "u BLOB REFERENCES users", users: "wrong order"},
		{name: "order, any name", key: microsoft, ref: microsoft, column: "author BLOB", users: "wrong order"},
		{name: "both are digits", key: compact, ref: compact, column: "user_id TEXT", users: "warning form"},
		{name: "the key's order", key: microsoft, ref: binary, column: "user_id BLOB", users: "wrong order"},
		{name: "the reference's order", key: binary, ref: microsoft, column: "user_id BLOB", notes: "wrong order"},
		{name: "Nil", key: canonical, ref: isNil, column: "user_id TEXT", notes: "warning nil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			key := "TEXT"
			if _, ok := tt.key(uuid.Nil()).([]byte); ok {
				key = "BLOB"
			}
			name, db := newFile(t, "CREATE TABLE users (id "+key+" NOT NULL PRIMARY KEY)", "CREATE TABLE notes (n "+
				"INTEGER PRIMARY KEY, "+tt.column+")")
			column := tt.column[:slices.Index([]byte(tt.column), ' ')]
			execute(t, db, "ALTER TABLE notes RENAME COLUMN "+column+" TO ref")
			fillReferences(t, db, "users", "notes", tt.key, tt.ref)
			execute(t, db, "ALTER TABLE notes RENAME COLUMN ref TO "+column)
			status := statusHealthy
			if tt.users+tt.notes != "" {
				status = statusFound
			}
			found := make(map[string]string)
			for _, c := range examine(t, status, name).Columns {
				for _, f := range c.Findings {
					found[c.Table] += f.Level + " " + string(f.Check)
				}
			}
			if found["users"] != tt.users || found["notes"] != tt.notes {
				t.Errorf("found %v, want %q in users and %q in notes", found, tt.users, tt.notes)
			}
		})
	}
}

// TestParent checks a column that refers to the key of its own table in another form.
func TestParent(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE tree (id TEXT NOT NULL PRIMARY KEY, parent BLOB)")
	for i := range 100 {
		u := v4(i)
		if _, err := db.Exec("INSERT INTO tree VALUES (?, ?)", u.String(), u[:]); err != nil {
			t.Fatal(err)
		}
	}
	found := findingsOf(examine(t, statusFound, name))
	if !slices.Equal(found["tree.parent"], []string{"wrong reference"}) || len(found["tree.id"]) > 0 {
		t.Errorf("found %v", found)
	}
}
