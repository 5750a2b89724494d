package storing

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A pages runs the queries in docs/storing.md on the table of the database whose placeholders they
// have, and keeps the IDs that each query finds.
type pages struct {
	testing.TB
	uuids, bytes tables // with $1, and with ?
	found        [][]uuid.UUID
}

func (p *pages) Query(query string, args ...any) {
	p.Helper()
	tb := p.bytes
	if strings.Contains(query, "$1") {
		tb = p.uuids
	}
	rows, err := tb.db.Query(query, args...)
	if err != nil {
		p.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var ids []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			p.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		p.Fatal(err)
	}
	slices.SortFunc(ids, uuid.UUID.Compare)
	p.found = append(p.found, ids)
}

// TestRangesAndPages runs the code under "Ranges and pages" in docs/storing.md, on PostgreSQL and
// SQLite.
func TestRangesAndPages(t *testing.T) {
	const createTasks = "CREATE TABLE tasks (id ID PRIMARY KEY)"
	db := &pages{TB: t, uuids: create(t, postgresUUID, createTasks), bytes: create(t, sqliteBlob, createTasks)}
	start := time.Date(2026, time.November, 24, 0, 0, 0, 0, time.UTC)
	var ids []uuid.UUID
	for i := range 6 {
		id, err := uuid.NewV7At(start.Add(time.Duration(i) * time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		for _, tb := range []tables{db.uuids, db.bytes} {
			tb.exec("INSERT INTO tasks VALUES (?)", tb.arg(id))
		}
	}
	from, to := uuid.MinV7(start.Add(time.Hour)), uuid.MinV7(start.Add(3*time.Hour))
	last, horizon := ids[2], uuid.MinV7(start.Add(5*time.Hour))

	// uuid, and 36-character text that compares bytes
	db.Query("SELECT id FROM tasks WHERE id >= $1 AND id < $2", from, to)
	db.Query("SELECT id FROM tasks WHERE id > $1 AND id < $2 ORDER BY id LIMIT 100", last, horizon)

	// BINARY(16), BLOB, bytea
	db.Query("SELECT id FROM tasks WHERE id >= ? AND id < ?", uuid.Binary(from), uuid.Binary(to))
	db.Query("SELECT id FROM tasks WHERE id > ? AND id < ? ORDER BY id LIMIT 100",
		uuid.Binary(last), uuid.Binary(horizon))

	for i, want := range [][]uuid.UUID{ids[1:3], ids[3:5], ids[1:3], ids[3:5]} {
		if !slices.Equal(db.found[i], want) {
			t.Errorf("query %d finds %v, want %v", i, db.found[i], want)
		}
	}
}
