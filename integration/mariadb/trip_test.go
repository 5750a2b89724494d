package mariadb

import (
	"slices"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// columns has MariaDB's uuid type last.
var columns = []trip.Column{
	{Type: "binary(16)", Kinds: "Binary *Binary sql.Null[Binary] GUID", Sorts: true},
	{Type: "char(36)", Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]", Sorts: true},
	{Type: "varbinary(4000)", Kinds: "Binary *Binary sql.Null[Binary] GUID", Bad: trip.BadBytes(), Sorts: true},
	{Type: "varchar(4000)", Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]", Bad: badTexts(),
		Sorts: true},
	{Type: "uuid", Kinds: "UUID *UUID Null sql.Null[UUID] ID[T] *ID[T] sql.Null[ID[T]]", Holds: held, Sorts: false},
}

// badTexts returns trip.BadTexts without the 16-byte string. The driver returns every column as
// bytes, so Scan accepts 16 bytes of text as a UUID.
func badTexts() []any {
	return slices.DeleteFunc(trip.BadTexts(), func(v any) bool { return len(v.(string)) == len(uuid.UUID{}) })
}

// held reports whether MariaDB's uuid type accepts id. If the version is 8 or greater, MariaDB
// rejects a UUID whose byte 8, which contains the variant, is in the range 0x01 to 0x80. One in 64
// version 8 UUIDs is therefore rejected: those with six zero bits after the variant.
func held(id uuid.UUID) bool { return id[6] < 0x80 || id[8] == 0 || id[8] > 0x80 }

// skipOnMySQL skips a test of MariaDB's uuid type.
func skipOnMySQL(t *testing.T) {
	t.Helper()
	if server.MySQL() {
		t.Skip("MySQL has no uuid type")
	}
}

func TestTrip(t *testing.T) {
	header, rows := trip.Take(t, sessions(t), columns)
	if server.MySQL() {
		readme.Contains(t, "mariadb", header, rows)
		return
	}
	readme.Check(t, "mariadb", header, rows)
}

func TestRefuse(t *testing.T) { trip.Refuse(t, sessions(t), columns) }

func TestSort(t *testing.T) { trip.Sort(t, sessions(t)[0], columns) }

// TestSortByTime checks that MariaDB's uuid type sorts versions 6 and 7 by time.
func TestSortByTime(t *testing.T) {
	skipOnMySQL(t)
	column := columns[len(columns)-1]
	for _, next := range []func() uuid.UUID{uuid.NewV6, uuid.NewV7} {
		var made []uuid.UUID
		for range 1000 {
			made = append(made, next())
		}
		if !slices.Equal(sessions(t)[0].Sorted(t, column, made), made) {
			t.Errorf("version %d is not in order", made[0].Version())
		}
	}
}

// TestHeld checks that MariaDB's uuid type accepts a UUID if and only if held returns true.
func TestHeld(t *testing.T) {
	skipOnMySQL(t)
	conn := connect(t, false)
	ctx := t.Context()
	if _, err := conn.ExecContext(ctx, "create temporary table held (id uuid)"); err != nil {
		t.Fatal(err)
	}
	for version := range byte(0x10) {
		for i := range 0x100 {
			id := uuid.Max()
			id[6], id[8] = version<<4, byte(i)
			_, err := conn.ExecContext(ctx, "insert into held values (?)", id)
			if (err == nil) != held(id) {
				t.Errorf("insert %v: %v", id, err)
			}
		}
	}
}

// TestSixteenBytesOfText checks that Scan reads a 16-character string as the raw bytes of a UUID,
// because the driver returns both text and binary columns as bytes.
func TestSixteenBytesOfText(t *testing.T) {
	const text = "f81d4fae7dec11d0"
	var id uuid.UUID
	if err := connect(t, false).QueryRowContext(t.Context(), "select ?", text).Scan(&id); err != nil ||
		string(id[:]) != text {
		t.Errorf("got %v, %v, want the bytes of %q", id, err, text)
	}
}

// TestPadding checks that a binary(16) column rejects longer values and pads shorter values with
// zero bytes. Scan reads the padded value as a UUID.
func TestPadding(t *testing.T) {
	conn := connect(t, false)
	ctx := t.Context()
	if _, err := conn.ExecContext(ctx, "create temporary table padded (id binary(16))"); err != nil {
		t.Fatal(err)
	}
	max := uuid.Max()
	if _, err := conn.ExecContext(ctx, "insert into padded values (?)", append(max[:], 0xff)); err == nil {
		t.Error("binary(16) accepted 17 bytes")
	}
	if _, err := conn.ExecContext(ctx, "insert into padded values (?)", max[:15]); err != nil {
		t.Fatal(err)
	}
	want := max
	want[15] = 0
	var got uuid.UUID
	if err := conn.QueryRowContext(ctx, "select id from padded").Scan(&got); err != nil || got != want {
		t.Errorf("15 bytes came back as %v, %v, want %v", got, err, want)
	}
}
