package postgres

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// The server writes UUIDs as String does and reads the library's forms in
// hexadecimal, but for the URN, as Parse does.
func TestServerParses(t *testing.T) {
	const query = "select $1::text::uuid, $1::text::uuid::text"
	conn := connect(t)
	for _, id := range ids.All() {
		for _, text := range []string{
			id.String(),
			strings.ToUpper(id.String()),
			uuid.Compact.Encode(id),
			uuid.Braced.Encode(id),
		} {
			var got uuid.UUID
			var back string
			err := conn.QueryRow(t.Context(), query, text).Scan(&got, &back)
			if parsed, _ := uuid.Parse(text); err != nil || got != parsed || got != id || back != id.String() {
				t.Errorf("%s: got %v, %s, %v", text, got, back, err)
			}
		}
	}
}

// What Parse refuses the server refuses, and the URN besides.
func TestServerRefuses(t *testing.T) {
	conn := connect(t)
	for _, text := range append(trip.BadTexts(), ids.Example().URN()) {
		if _, err := conn.Exec(t.Context(), "select $1::text::uuid", text); err == nil {
			t.Errorf("the server takes %q", text)
		}
	}
}

// In a bytea column UUID is its text and Binary its bytes, so one column holds
// the one or the other.
func TestBytea(t *testing.T) {
	for _, tt := range []struct {
		param any
		want  int
	}{
		{ids.Example(), len(ids.Example().String())},
		{uuid.Binary(ids.Example()), len(ids.Example())},
		{ids.Example().GUID(), len(ids.Example())},
	} {
		var got int
		err := connect(t).QueryRow(t.Context(), "select octet_length($1::bytea)", tt.param).Scan(&got)
		if err != nil || got != tt.want {
			t.Errorf("%T has %d bytes, want %d: %v", tt.param, got, tt.want, err)
		}
	}
}
