package postgres

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

var columns = []trip.Column{
	{Type: "uuid", Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]", Sorts: true},
	{Type: `text collate "C"`, Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]",
		Bad: trip.BadTexts(), Sorts: true},
	{Type: "bytea",
		Kinds: "Binary *Binary sql.Null[Binary] GUID UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]",
		Bad:   trip.BadBytes(), Sorts: true},
}

// TestTrip checks that all IDs can be stored and read with pgxuuid.
func TestTrip(t *testing.T) {
	header, rows := trip.Take(t, sessions(t, pgxuuid.Register), columns)
	readme.Check(t, "postgres", header, rows)
	for _, row := range rows {
		// If the server tells pgx the parameter type, all types work with a uuid column. The
		// exception is [16]byte with database/sql, which cannot convert it.
		described := !strings.Contains(row[0], "exec") && !strings.Contains(row[0], "simple")
		native := !strings.HasPrefix(row[0], "database/sql")
		if row[1] != "`uuid`" || !described {
			continue
		}
		for i, outcome := range row[2:] {
			if outcome != "yes" && (native || header[2+i] != "`[16]byte`") {
				t.Errorf("%s, %s: %s", row[0], header[2+i], outcome)
			}
		}
	}
}

// TestTripWithout checks which types can store and read all IDs without pgxuuid.
func TestTripWithout(t *testing.T) {
	header, rows := trip.Take(t, sessions(t), columns)
	readme.Check(t, "postgres-without", header, rows)
}

func TestRefuse(t *testing.T) {
	trip.Refuse(t, sessions(t), columns)
	trip.Refuse(t, sessions(t, pgxuuid.Register), columns)
}

func TestSort(t *testing.T) { trip.Sort(t, sessions(t)[0], columns) }
