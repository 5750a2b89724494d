// Proves that a fault is reported once, at its cause, and that a reference in a different form from
// its key is found, declared or not.
package main

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"
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
	capitals := func(u uuid.UUID) any { return strings.ToUpper(u.String()) }
	forms := func(u uuid.UUID) any {
		if u[15] < 64 {
			return uuid.Braced.Encode(u)
		}
		return uuid.Compact.Encode(u)
	}
	typeID := func(prefix string) func(uuid.UUID) any {
		return func(u uuid.UUID) any {
			b, err := uuid.AppendTypeID(nil, prefix, u)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	isNil := func(u uuid.UUID) any {
		if u[15] < 16 {
			return uuid.Nil().String()
		}
		return u.String()
	}
	for _, tt := range []struct {
		name         string
		key, ref     func(uuid.UUID) any
		keys         string // the table of keys, if it is not users
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
		{name: "boxes", key: canonical, ref: binary, keys: "boxes", column: "box_id BLOB", notes: "wrong reference"},
		{name: "cities", key: canonical, ref: binary, keys: "cities", column: "city_id BLOB", notes: "wrong reference"},
		{
			name:   "prefix",
			key:    canonical,
			ref:    binary,
			keys:   "app_users",
			column: "user_id BLOB",
			notes:  "wrong reference",
		},
		{name: "guid", key: canonical, ref: binary, column: "user_guid BLOB", notes: "wrong reference"},
		{name: "capitals", key: canonical, ref: capitals, column: "user_id TEXT", notes: "wrong reference"},
		{
			name:   "capitals that are equal",
			key:    canonical,
			ref:    capitals,
			column: "user_id TEXT COLLATE NOCASE",
			notes:  "warning form",
		},
		{name: "forms", key: canonical, ref: forms, column: "user_id TEXT", notes: "wrong forms"},
		{name: "prefixes of TypeIDs", key: typeID("user"), ref: typeID("owner"), column: "u TEXT REFERENCES users"},
		{name: "Nil", key: canonical, ref: isNil, column: "user_id TEXT", notes: "warning nil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			key := "TEXT"
			if _, ok := tt.key(uuid.Nil()).([]byte); ok {
				key = "BLOB"
			}
			keys := cmp.Or(tt.keys, "users")
			name, db := newFile(t, "CREATE TABLE "+keys+" (id "+key+" NOT NULL PRIMARY KEY)", "CREATE TABLE notes (n "+
				"INTEGER PRIMARY KEY, "+tt.column+")")
			column := tt.column[:slices.Index([]byte(tt.column), ' ')]
			execute(t, db, "ALTER TABLE notes RENAME COLUMN "+column+" TO ref")
			fillReferences(t, db, keys, "notes", tt.key, tt.ref)
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
			if found[keys] != tt.users || found["notes"] != tt.notes {
				t.Errorf("found %v, want %q in %s and %q in notes", found, tt.users, keys, tt.notes)
			}
		})
	}
}

// TestViewOfAnotherSchema checks that a view keeps the findings that only a table of another schema also has.
func TestViewOfAnotherSchema(t *testing.T) {
	found := []finding{{check: checkVersions}}
	shown := &column{table: &table{schema: "a", kind: view}, name: "id", findings: found}
	here := &column{table: &table{schema: "a"}, name: "ID"}
	elsewhere := &column{table: &table{schema: "b"}, name: "id"}
	r := &relations{}
	for _, other := range []*column{elsewhere, here} {
		r.dropFromView(shown, []*column{shown, other}, map[*column][]finding{other: slices.Clone(found)})
		if kept := len(shown.findings) == 1; kept != (other == elsewhere) {
			t.Errorf("schema %s: %d findings", other.table.schema, len(shown.findings))
		}
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

// lite is a server that has only a product.
type lite struct{ server }

func (lite) Product() product { return sqlite }

// TestReferenceToAKeyWithoutIDs checks that an empty key is in no other form: it does not show in which form it is
// written.
func TestReferenceToAKeyWithoutIDs(t *testing.T) {
	id := uuid.NewV4()
	reference := &column{table: &table{name: "lines"}, name: "order_id", kind: kindBytes,
		sample: collect([]value{{isBytes, string(id[:])}}, kindBytes, true)}
	key := &column{table: &table{name: "orders"}, name: "id", kind: kindText, key: true}
	reference.checkReference(t.Context(), lite{}, key, nil)
	if len(reference.findings) > 0 {
		t.Errorf("findings: %v, want none", reference.findings)
	}
}
