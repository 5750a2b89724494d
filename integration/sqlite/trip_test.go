// Package sqlite verifies that modernc.org/sqlite preserves UUIDs in SQLite.
package sqlite

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
	_ "modernc.org/sqlite"
)

var columns = []trip.Column{
	{Type: "blob", Kinds: "Binary *Binary sql.Null[Binary] GUID", Bad: append(trip.BadBytes(), int64(42), 4.2),
		Sorts: true},
	{Type: "text", Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]", Bad: trip.BadTexts(),
		Sorts: true},
}

func connect(t *testing.T) *sql.Conn {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "trip.db"))
	if err != nil {
		t.Fatal(err)
	}
	return trip.Connect(t, db)
}

func sessions(t *testing.T) []trip.Session {
	return []trip.Session{trip.SQL("modernc.org/sqlite", connect(t), "(?, ?)")}
}

func TestTrip(t *testing.T) {
	header, rows := trip.Take(t, sessions(t), columns)
	readme.Check(t, "sqlite", header, rows)
}

// TestEmptyBlob checks that Scan rejects an empty BLOB, which the driver passes as a nil []byte.
func TestEmptyBlob(t *testing.T) {
	before := uuid.Binary(ids.Example())
	id := before
	err := connect(t).QueryRowContext(t.Context(), "select x''").Scan(&id)
	if err == nil || id != before {
		t.Errorf("got %v, %v, want an error and %v", id, err, before)
	}
}

func TestRefuse(t *testing.T) { trip.Refuse(t, sessions(t), columns) }

func TestSort(t *testing.T) { trip.Sort(t, sessions(t)[0], columns) }

// TestStorage checks that a text argument does not match a BLOB. SQLite stores a UUID as text and a
// Binary as a BLOB, regardless of the column type.
func TestStorage(t *testing.T) {
	conn := connect(t)
	if _, err := conn.ExecContext(t.Context(), "create table stored (id blob)"); err != nil {
		t.Fatal(err)
	}
	id := ids.Example()
	if _, err := conn.ExecContext(t.Context(), "insert into stored values (?)", uuid.Binary(id)); err != nil {
		t.Fatal(err)
	}
	var asBinary, asText int
	const query = "select count(*) filter (where id = ?), count(*) filter (where id = ?) from stored"
	err := conn.QueryRowContext(t.Context(), query, uuid.Binary(id), id).Scan(&asBinary, &asText)
	if err != nil || asBinary != 1 || asText != 0 {
		t.Errorf("found %d as Binary and %d as UUID: %v", asBinary, asText, err)
	}
}
