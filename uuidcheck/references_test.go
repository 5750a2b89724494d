// Proves that a fault is reported once, at its cause, and that a reference in a different form from
// its key is found, declared or not.
package main

import (
	"cmp"
	"context"
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
		{
			name:   "text in bytes for bytes",
			key:    binary,
			ref:    func(u uuid.UUID) any { return []byte(u.String()) },
			column: "user_id BLOB",
			notes:  "wrong reference",
		}, {
			name: "bytes for text, and Nil",
			key:  canonical,
			ref: func(u uuid.UUID) any {
				if u[15] < 16 {
					return make([]byte, 16)
				}
				return u[:]
			},
			column: "user_id BLOB",
			notes:  "warning nilwrong reference",
		},
		{name: "the key's digits", key: compact, ref: canonical, column: "user_id TEXT", users: "warning form"},
		{
			name:   "digits that ignore case",
			key:    canonical,
			ref:    compact,
			column: "user_id TEXT COLLATE NOCASE",
			notes:  "wrong reference",
		}, {
			name:   "text for the key's order",
			key:    microsoft,
			ref:    canonical,
			column: "u TEXT REFERENCES users",
			users:  "wrong order",
		},
		{name: "both are digits", key: compact, ref: compact, column: "user_id TEXT", users: "warning form"},
		{name: "the key's order", key: microsoft, ref: binary, column: "user_id BLOB", users: "wrong order"},
		{name: "the reference's order", key: binary, ref: microsoft, column: "user_id BLOB", notes: "wrong order"},
		{name: "man", key: canonical, ref: binary, keys: "man", column: "man_id BLOB", notes: "wrong reference"},
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
	another := &column{table: &table{schema: "a"}, name: "other_id"}
	r := &relations{}
	for _, other := range []*column{elsewhere, another, here} {
		r.dropFromView(shown, []*column{shown, other}, map[*column][]finding{other: slices.Clone(found)})
		if kept := len(shown.findings) == 1; kept != (other != here) {
			t.Errorf("%s.%s: %d findings", other.table.schema, other.name, len(shown.findings))
		}
	}
}

// TestSharedKeys checks that two keys with the same IDs are both reported, because neither refers to the other, and
// that an index does not make a column a key.
func TestSharedKeys(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY)",
		"CREATE TABLE profiles (id TEXT NOT NULL PRIMARY KEY)", "CREATE TABLE logins (user TEXT)",
		"CREATE INDEX login ON logins (user)", "CREATE TABLE notes (login_id BLOB)")
	for i := range 100 {
		u := v4(i)
		for _, table := range []string{"users", "profiles"} {
			if _, err := db.Exec("INSERT INTO "+table+" VALUES (?)", strings.ToUpper(u.String())); err != nil {
				t.Fatal(err)
			}
		}
		login := v4(i)
		if _, err := db.Exec("INSERT INTO logins VALUES (?)", login.String()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO notes VALUES (?)", login[:]); err != nil {
			t.Fatal(err)
		}
	}
	found := findingsOf(examine(t, statusFound, name))
	for column, want := range map[string][]string{
		"users.id": {"wrong form"}, "profiles.id": {"wrong form"}, "logins.user": {}, "notes.login_id": {},
	} {
		if !slices.Equal(found[column], want) {
			t.Errorf("%s: found %v, want %v", column, found[column], want)
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

// TestReferenceWithoutIDs checks that a column without IDs is in no other form: it does not show in which form it is
// written. One ID is enough.
func TestReferenceWithoutIDs(t *testing.T) {
	id := uuid.NewV4()
	text, bytes := []value{{isText, id.String()}}, []value{{isBytes, string(id[:])}}
	for _, tt := range []struct {
		key, reference []value
		want           int // findings
	}{{nil, bytes, 0}, {text, nil, 0}, {text, bytes, 1}} {
		reference := &column{table: &table{name: "lines"}, name: "order_id", kind: kindBytes,
			sample: collect(tt.reference, kindBytes, true)}
		key := &column{table: &table{name: "orders"}, name: "id", kind: kindText, key: true,
			sample: collect(tt.key, kindText, true)}
		reference.checkReference(t.Context(), lite{}, key, nil)
		if len(reference.findings) != tt.want {
			t.Errorf("%d IDs that refer to %d: found %v", len(tt.reference), len(tt.key), reference.findings)
		}
	}
}

// TestReferenceOfProducts checks what is said of a reference in another form in each product.
func TestReferenceOfProducts(t *testing.T) {
	ids := func(name string, c column, value func(int) any) *column {
		c.table, c.name = &table{schema: "main", name: name}, "id"
		c.sample = collect(valuesOf(20, value), c.kind, true)
		return &c
	}
	native := ids("a", column{declared: "uuid", kind: kindUUID}, asText(v4))
	text := ids("b", column{declared: "text"}, asText(v4))
	digits := ids("c", column{declared: "char(32)"}, encoded(uuid.Compact, v4))
	capitals := ids("d", column{declared: "text"}, capitalized(asText(v4)))
	bytes := ids("e", column{declared: "bytea", kind: kindBytes}, asBytes(v4))
	const (
		noRow     = "A join finds no row, without an error."
		converted = "MariaDB converts them in a join, but then cannot use an index on the column that is not uuid."
	)
	for _, tt := range []struct {
		product        product
		reference, key *column
		level          level
		forms          string
		consequence    string
	}{
		{
			product: postgreSQL, reference: text, key: native, level: warning,
			forms:       "a.id, but are 36 characters (text) instead of uuid (uuid)",
			consequence: "Comparing them is an error in PostgreSQL, unless the query converts one of them.",
		}, {
			product: postgreSQL, reference: digits, key: text, level: wrong,
			forms:       "b.id, but are 32 digits (char(32)) instead of 36 characters (text)",
			consequence: noRow,
		}, {
			product: mariaDB, reference: digits, key: native, level: warning,
			forms:       "a.id, but are 32 digits (char(32)) instead of uuid (uuid)",
			consequence: converted,
		}, {
			product: mariaDB, reference: native, key: bytes, level: warning,
			forms:       "e.id, but are uuid (uuid) instead of 16 bytes (bytea)",
			consequence: converted,
		}, {
			product: mariaDB, reference: bytes, key: text, level: wrong,
			forms:       "b.id, but are 16 bytes (bytea) instead of 36 characters (text)",
			consequence: noRow,
		}, {
			product: mySQL, reference: bytes, key: text, level: wrong,
			forms:       "b.id, but are 16 bytes (bytea) instead of 36 characters (text)",
			consequence: noRow,
		}, {
			product: sqlite, reference: capitals, key: text, level: wrong,
			forms:       "b.id, but are 36 characters in upper case (text) instead of 36 characters (text)",
			consequence: noRow,
		},
	} {
		c := *tt.reference
		c.checkReference(t.Context(), collating{product: tt.product, compare: strings.Compare}, tt.key, nil)
		want := finding{
			check: checkReference,
			level: tt.level,
			message: "The values refer to " + tt.forms + ". " + tt.consequence +
				" Give both columns one type and one form.",
			page: "storing.md#columns",
		}
		if !slices.Equal(c.findings, []finding{want}) {
			t.Errorf("product %d: found %+v, want %+v", tt.product, c.findings, want)
		}
	}
	c := *capitals
	c.checkReference(t.Context(), failing{}, text, nil)
	if len(c.findings) > 0 {
		t.Errorf("without an answer of the database: found %+v", c.findings)
	}
}

// A failing server is too slow to sort and to count.
type failing struct{ lite }

func (failing) Versions(context.Context, *column) ([]versionCount, error) { return nil, tooSlow }

func (failing) Sort(context.Context, *column, []string) ([]string, int, error) {
	return nil, 2, tooSlow
}

func TestReferenceStem(t *testing.T) {
	for column, want := range map[string]string{
		"user_id": "user", "user_uuid": "user", "USER_GUID": "user", "userId": "user", "userUUID": "user",
		"userguid": "user", "id": "id", "_id": "_", "author": "author",
	} {
		if got := referenceStem(column); got != want {
			t.Errorf("%s is named after %q, want %q", column, got, want)
		}
	}
}

// A keyServer finds some IDs in every key, and counts the questions.
type keyServer struct {
	lite
	found map[uuid.UUID]bool
	err   error
	asked int
}

func (s *keyServer) Range(_ context.Context, c *column, r valueRange) ([]value, error) {
	s.asked++
	id := read(r.low, c.kind).ID
	if r.rows != 1 || r.descending || r.high.storage != isNull || !s.found[id] {
		return []value{{isText, uuid.Max().String()}}, s.err // the next ID
	}
	return []value{r.low}, s.err
}

// TestLookups checks which keys are looked up, how often, and with which result.
func TestLookups(t *testing.T) {
	users := func() *column {
		return &column{table: &table{schema: "main", name: "users"}, name: "id", kind: kindBytes, key: true,
			indexed: true, sample: collect(valuesOf(20, asBytes(v4)), kindBytes, true)}
	}
	refers := func() *column {
		return &column{table: &table{schema: "main", name: "notes"}, name: "user_id",
			sample: collect(valuesOf(30, asText(v4)), kindText, true)}
	}
	all := func(c *column) map[uuid.UUID]bool {
		found := make(map[uuid.UUID]bool)
		for _, v := range c.sample.values {
			found[v.ID] = true
		}
		return found
	}
	text := func(c *column) { c.kind, c.sample = kindText, collect(valuesOf(20, asText(v4)), kindText, true) }
	for _, tt := range []struct {
		name   string
		change func(s *keyServer, key, c *column)
		move   bool
		want   bool // the key is found
		asked  int
	}{
		{name: "found", change: func(s *keyServer, _, c *column) { s.found = all(c) }, want: true, asked: 1},
		{name: "not found", asked: lookups},
		{name: "not found with -move", move: true, asked: moveLookups},
		{name: "error", change: func(s *keyServer, _, c *column) { s.found, s.err = all(c), tooSlow }, asked: lookups},
		{name: "no index", change: func(s *keyServer, key, c *column) { s.found, key.indexed = all(c), false }},
		{name: "schema", change: func(s *keyServer, key, c *column) { s.found, key.table.schema = all(c), "other" }},
		{name: "no sorted spelling", change: func(s *keyServer, key, c *column) {
			s.found, key.sample = all(c), collect(valuesOf(20, padded(asText(v4))), kindText, true)
		}},
		{name: "array key", change: func(s *keyServer, key, c *column) { s.found, key.array = all(c), true }},
		{name: "no key", change: func(s *keyServer, key, c *column) { s.found, key.key = all(c), false }},
		{name: "array", change: func(s *keyServer, _, c *column) { s.found, c.array = all(c), true }},
		{name: "itself a key", change: func(s *keyServer, _, c *column) { s.found, c.key = all(c), true }},
		{name: "the same form", change: func(s *keyServer, key, c *column) { s.found = all(c); text(key) }},
		{
			name:   "the same form with -move",
			change: func(s *keyServer, key, c *column) { s.found = all(c); text(key) },
			move:   true, want: true, asked: 1,
		}, {
			name: "the same table with -move", change: func(s *keyServer, key, c *column) {
				s.found, c.table = all(c), key.table
				text(key)
			},
			move: true,
		}, {
			name: "the same finding", change: func(s *keyServer, key, c *column) {
				s.found, c.name = all(c), "author"
				text(key)
				key.findings = []finding{{check: checkNil}}
				c.findings = []finding{{check: checkMax}, {check: checkNil}}
			},
			want: true, asked: 1,
		},
	} {
		s, key, c := &keyServer{}, users(), refers()
		if tt.change != nil {
			tt.change(s, key, c)
		}
		r := newRelations(s, []*column{key, c})
		if got := r.keyOf(t.Context(), c, tt.move); (got == key) != tt.want || s.asked != tt.asked {
			t.Errorf("%s: found %v with %d questions, want %v with %d", tt.name, got == key, s.asked, tt.want, tt.asked)
		}
	}
	// Both limits: of the keys of a column, and of the lookups in the keys of a table.
	s, columns := &keyServer{}, []*column{}
	for range maxKeys + 2 {
		columns = append(columns, users())
	}
	newRelations(s, columns).keyOf(t.Context(), refers(), false)
	if want := maxKeys * lookups; s.asked != want {
		t.Errorf("%d questions about several keys, want %d", s.asked, want)
	}
	s = &keyServer{}
	r := newRelations(s, []*column{users()})
	for range maxLookups {
		r.keyOf(t.Context(), refers(), false)
	}
	if s.asked != maxLookups {
		t.Errorf("%d questions about one table, want %d", s.asked, maxLookups)
	}
}
