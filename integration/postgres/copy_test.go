package postgres

import (
	"bytes"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

const createCopied = "create temporary table copied (n serial, id uuid, ref uuid, txt text, bin bytea)"

// TestCopyFrom checks that CopyFrom, which uses the binary format, stores all IDs.
func TestCopyFrom(t *testing.T) {
	ctx := t.Context()
	conn := connect(t)
	if _, err := conn.Exec(ctx, createCopied); err != nil {
		t.Fatal(err)
	}
	all := ids.All()
	rows := pgx.CopyFromSlice(len(all), func(i int) ([]any, error) {
		id := all[i]
		return []any{id, uuid.Null{UUID: id, Valid: i%2 == 0}, id, uuid.Binary(id)}, nil // every other ref is NULL
	})
	names := []string{"id", "ref", "txt", "bin"}
	if n, err := conn.CopyFrom(ctx, pgx.Identifier{"copied"}, names, rows); int(n) != len(all) || err != nil {
		t.Fatalf("copied %d of %d: %v", n, len(all), err)
	}
	got, err := conn.Query(ctx, "select id, ref, txt, bin from copied order by n")
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	var id, text uuid.UUID
	var ref uuid.Null
	var bin uuid.Binary
	_, err = pgx.ForEachRow(got, []any{&id, &ref, &text, &bin}, func() error {
		want := all[i]
		if id != want || text != want || bin != uuid.Binary(want) || ref.Valid != (i%2 == 0) ||
			ref.Valid && ref.UUID != want {
			t.Errorf("row %d: got %v %v %v %v, want %v", i, id, ref, text, bin, want)
		}
		i++
		return nil
	})
	if err != nil || i != len(all) {
		t.Errorf("%d of %d rows: %v", i, len(all), err)
	}
}

// TestCopyText checks that COPY in the text format, with one line per row, stores and returns all
// IDs.
func TestCopyText(t *testing.T) {
	ctx := t.Context()
	conn := connect(t)
	if _, err := conn.Exec(ctx, createCopied); err != nil {
		t.Fatal(err)
	}
	all := ids.All()
	var lines []byte
	for _, id := range all {
		lines, _ = id.AppendText(lines)
		lines = append(lines, '\n')
	}
	if _, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(lines), "copy copied (id) from stdin"); err != nil {
		t.Fatal(err)
	}
	var back bytes.Buffer
	if _, err := conn.PgConn().CopyTo(ctx, &back, "copy (select id from copied order by n) to stdout"); err != nil {
		t.Fatal(err)
	}
	var got []uuid.UUID
	for line := range bytes.Lines(back.Bytes()) {
		id, err := uuid.ParseBytes(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, id)
	}
	if !slices.Equal(got, all) {
		t.Error("COPY changed the IDs")
	}
}
