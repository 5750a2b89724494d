package postgres

import (
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

var columns = []trip.Column{
	{Type: "uuid", Kinds: "UUID *UUID Null sql.Null[UUID]", Sorts: true},
	{Type: `text collate "C"`, Kinds: "UUID *UUID Null sql.Null[UUID]", Bad: trip.BadTexts(), Sorts: true},
	{Type: "bytea", Kinds: "Binary *Binary sql.Null[Binary] GUID UUID *UUID Null sql.Null[UUID]", Bad: trip.BadBytes(), Sorts: true},
}

func TestTrip(t *testing.T) {
	header, rows := trip.Take(t, sessions(t), columns)
	readme.Check(t, "postgres", header, rows)
}

func TestRefuse(t *testing.T) { trip.Refuse(t, sessions(t), columns) }

func TestSort(t *testing.T) { trip.Sort(t, sessions(t)[0], columns) }
