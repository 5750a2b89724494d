package postgres

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// TestServerParses checks that the server accepts the output of String and returns the same text.
func TestServerParses(t *testing.T) {
	const query = "select $1::text::uuid, $1::text::uuid::text"
	conn := connect(t)
	for _, id := range ids.All() {
		var got uuid.UUID
		var back string
		err := conn.QueryRow(t.Context(), query, id.String()).Scan(&got, &back)
		if err != nil || got != id || back != id.String() {
			t.Errorf("%v: got %v, %s, %v", id, got, back, err)
		}
	}
}

// TestServerForms checks the forms that the server accepts. A hyphen may follow each group of four
// digits except the last. Digits may be in upper or lower case, and the UUID may be in braces.
// Parse accepts three of these forms, with digits in either case.
func TestServerForms(t *testing.T) {
	const groups = 8
	conn := connect(t)
	id := ids.Example()
	digits := uuid.Compact.Encode(id)
	parsed := 0
	for dashes := range 1 << (groups - 1) { // bit i is set if a hyphen follows group i
		var b strings.Builder
		for i := range groups {
			b.WriteString(digits[4*i : 4*i+4])
			if dashes>>i&1 == 1 {
				b.WriteByte('-')
			}
		}
		for _, text := range []string{b.String(), "{" + b.String() + "}"} {
			if uuid.Valid(text) {
				parsed++
			}
			for _, text := range []string{text, strings.ToUpper(text)} {
				var got uuid.UUID
				if err := conn.QueryRow(t.Context(), "select $1::text::uuid", text).Scan(&got); err != nil ||
					got != id {
					t.Errorf("%s: got %v, %v", text, got, err)
				}
			}
		}
	}
	if parsed != 3 {
		t.Errorf("Parse reads %d of the forms, want 3", parsed)
	}
}

// TestServerRefuses checks that the server rejects invalid strings. The server also rejects URNs,
// which Parse accepts.
func TestServerRefuses(t *testing.T) {
	conn := connect(t)
	digits := uuid.Compact.Encode(ids.Example())
	for _, text := range append(trip.BadTexts(),
		ids.Example().URN(),
		"urn:uuid:"+digits,
		digits+"-",
		"-"+digits,
		digits[:4]+"--"+digits[4:],
		digits[:2]+"-"+digits[2:],
		digits[:5]+"-"+digits[5:],
		"{"+digits,
		digits+"}",
		"("+digits+")",
		"{{"+digits+"}}",
		" "+digits,
	) {
		if _, err := conn.Exec(t.Context(), "select $1::text::uuid", text); err == nil {
			t.Errorf("the server accepts %q", text)
		}
	}
}

// TestBytea checks the lengths of values in a bytea column without pgxuuid. A UUID is stored as 36
// bytes of text. A Binary and a GUID are stored as 16 bytes.
func TestBytea(t *testing.T) {
	for _, tt := range []struct {
		param any
		want  int
	}{
		{ids.Example(), len(ids.Example().String())},
		{uuid.Binary(ids.Example()), len(ids.Example())},
		{uuid.GUID(ids.Example()), len(ids.Example())},
	} {
		var got int
		err := connect(t).QueryRow(t.Context(), "select octet_length($1::bytea)", tt.param).Scan(&got)
		if err != nil || got != tt.want {
			t.Errorf("%T is stored as %d bytes, want %d: %v", tt.param, got, tt.want, err)
		}
	}
}
