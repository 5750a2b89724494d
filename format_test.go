package uuid_test

import (
	"bytes"
	"encoding"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

var (
	_ fmt.Stringer               = uuid.UUID{}
	_ encoding.TextAppender      = uuid.UUID{}
	_ encoding.TextMarshaler     = uuid.UUID{}
	_ encoding.TextUnmarshaler   = (*uuid.UUID)(nil)
	_ encoding.BinaryAppender    = uuid.UUID{}
	_ encoding.BinaryMarshaler   = uuid.UUID{}
	_ encoding.BinaryUnmarshaler = (*uuid.UUID)(nil)
)

func TestText(t *testing.T) {
	tests := []struct {
		u    uuid.UUID
		text string
	}{
		{example, canonicalText},
		{uuid.Nil(), "00000000-0000-0000-0000-000000000000"},
		{uuid.Max(), "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{uuid.FromUint64s(0x0123456789abcdef, 0xfedcba9876543210), "01234567-89ab-cdef-fedc-ba9876543210"},
	}
	for _, tt := range tests {
		if got := tt.u.String(); got != tt.text {
			t.Errorf("String() = %s, want %s", got, tt.text)
		}
		if got, want := tt.u.URN(), "urn:uuid:"+tt.text; got != want {
			t.Errorf("URN() = %s, want %s", got, want)
		}
		if got, err := tt.u.MarshalText(); string(got) != tt.text || err != nil {
			t.Errorf("MarshalText() = %s, %v; want %s", got, err, tt.text)
		}
		if got, err := tt.u.MarshalBinary(); !bytes.Equal(got, tt.u[:]) || err != nil {
			t.Errorf("MarshalBinary() = %x, %v; want %x", got, err, tt.u[:])
		}
		checkAppend(t, "AppendText", tt.u.AppendText, []byte(tt.text))
		checkAppend(t, "AppendBinary", tt.u.AppendBinary, tt.u[:])
	}
}

func TestFormat(t *testing.T) {
	type row struct {
		ID   uuid.UUID
		Name string
	}
	const (
		decimals = "[248 29 79 174 125 236 17 208 167 101 0 160 201 30 107 246]"
		goText   = "uuid.UUID{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, " +
			"0xa7, 0x65, 0x0, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}"
	)
	u := example
	for _, tt := range []struct {
		format string
		value  any
		want   string
	}{
		{"%v", u, canonicalText},
		{"%#v", u, goText},
		{"%T", u, "uuid.UUID"},
		{"%040s", u, "0000" + canonicalText},
		{"%.8v", u, "f81d4fae"},
		{"%q", u, `"` + canonicalText + `"`},
		{"%#q", u, "`" + canonicalText + "`"},
		{"%x", u, hex.EncodeToString([]byte(canonicalText))},
		{"%d", u, decimals},
		{"%t", uuid.Nil(), "[" + strings.Repeat("%!t(uint8=0) ", 15) + "%!t(uint8=0)]"},

		{"%v", &u, canonicalText},
		{"%v", (*uuid.UUID)(nil), "<nil>"},
		{"%+v", row{u, "a"}, "{ID:" + canonicalText + " Name:a}"},
		{"%#v", row{u, "a"}, `uuid_test.row{ID:` + goText + `, Name:"a"}`},
		{"%v", []uuid.UUID{u, uuid.Nil()}, "[" + canonicalText + " 00000000-0000-0000-0000-000000000000]"},
		{"%v", map[uuid.UUID]int{u: 1}, "map[" + canonicalText + ":1]"},
	} {
		if got := fmt.Sprintf(tt.format, tt.value); got != tt.want {
			t.Errorf("Sprintf(%q, %T): %s, want %s", tt.format, tt.value, got, tt.want)
		}
	}
}
