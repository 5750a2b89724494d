package postgres

import (
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// TestArray checks that slices of the library's types can be stored in uuid[] columns and read
// back, on connections that use pgxuuid.
func TestArray(t *testing.T) {
	all := ids.All()
	id := ids.Example()
	tests := []struct {
		name  string
		array any // value to store
		dest  any // pointer to a value of the same type
	}{
		{"[]UUID", all, new([]uuid.UUID)},
		{"empty", []uuid.UUID{}, new([]uuid.UUID)},
		{"NULL", []uuid.UUID(nil), new([]uuid.UUID)},
		{"[]*UUID with NULL", []*uuid.UUID{&id, nil}, new([]*uuid.UUID)},
		{"[]Null with NULL", []uuid.Null{{UUID: id, Valid: true}, {}}, new([]uuid.Null)},
	}
	for _, s := range sessions(t, pgxuuid.Register) {
		for _, tt := range tests {
			t.Run(s.Name+"/"+tt.name, func(t *testing.T) { takeArray(t, s, tt.array, tt.dest) })
		}
	}
}

func takeArray(t *testing.T, s trip.Session, array, dest any) {
	if err := s.Exec("create temporary table arrays (n int, ids uuid[])"); err != nil {
		t.Fatal(err)
	}
	defer s.Exec("drop table arrays")
	if err := s.Exec("insert into arrays values ($1, $2)", 1, array); err != nil {
		t.Fatal(err)
	}
	// database/sql can scan an array only through pgx's SQLScanner.
	target := dest
	if strings.HasPrefix(s.Name, "database/sql") {
		types := pgtype.NewMap()
		pgxuuid.Register(types)
		target = types.SQLScanner(dest)
	}
	err := s.Query("select ids from arrays", func(scan trip.Scan) error { return scan(target) })
	if err != nil {
		t.Fatal(err)
	}
	if got := reflect.ValueOf(dest).Elem().Interface(); !reflect.DeepEqual(got, array) {
		t.Errorf("got %v, want %v", got, array)
	}
}

// TestAny checks that a slice of IDs can be the argument of "= any($1)".
func TestAny(t *testing.T) {
	const query = "select count(*) from unnest($1::uuid[]) id where id = any($2)"
	all := ids.All()
	var n int
	if err := connect(t).QueryRow(t.Context(), query, all, all[:100]).Scan(&n); err != nil || n != 100 {
		t.Errorf("found %d of 100: %v", n, err)
	}
}
