package uuid_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

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
		{"%040s", u, "0000" + canonicalText},
		{"%.8v", u, "f81d4fae"},
		{"%q", u, `"` + canonicalText + `"`},
		{"%x", u, hex.EncodeToString([]byte(canonicalText))},
		{"%d", u, decimals},
		{"%t", uuid.Nil(), "[" + strings.Repeat("%!t(uint8=0) ", 15) + "%!t(uint8=0)]"},

		{"%v", &u, canonicalText},
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
