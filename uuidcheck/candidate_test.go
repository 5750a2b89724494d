// Proves which values make a column one of IDs, at the limits.
package main

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// valuesOf returns n values of storage isText or isBytes.
func valuesOf(n int, next func(i int) any) []value {
	var values []value
	for i := range n {
		switch v := next(i).(type) {
		case string:
			values = append(values, value{isText, v})
		case []byte:
			values = append(values, value{isBytes, string(v)})
		}
	}
	return values
}

func TestCandidates(t *testing.T) {
	randomText := func(int) any { return uuid.UUID(randomBytes(16)).String() }
	cutDigits := func(i int) any { return []byte(uuid.Compact.Encode(v4(i))[:16]) }
	noVersion := always([]byte("\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07\x08"))
	ulid := func(t time.Time) func(int) any {
		return func(i int) any { return uuid.Base32.Encode(uuid.FromUint64s(uint64(t.UnixMilli())<<16, uint64(i))) }
	}
	now, in2012 := time.Now(), time.Date(2012, 1, 1, 0, 0, 0, 0, time.UTC)
	bytes, text := column{kind: kindBytes}, column{name: "user_id"}
	named, key, keyID := column{name: "user_id", kind: kindBytes}, bytes, column{name: "id", kind: kindBytes, key: true}
	key.key = true
	for _, tt := range []struct {
		name   string
		column column
		values []value
		want   bool
	}{
		{"an empty column of type uuid", column{kind: kindUUID}, nil, true},
		{"16 empty bytes", column{name: "id", kind: kindBytes, width: 16}, nil, true},
		{"empty bytes", column{name: "id", kind: kindBytes}, nil, false},
		{"36 empty characters", column{name: "id", width: 36}, nil, true},
		{"empty characters without a name", column{width: 36}, nil, false},
		{"16 empty characters", column{name: "id", width: 16}, nil, false},
		{"36 empty bytes", column{name: "id", kind: kindBytes, width: 36}, nil, false},
		{"empty texts", column{name: "id", width: 36}, valuesOf(9, always("")), false},
		{"three of twenty are no IDs", text, append(valuesOf(17, asText(v4)), valuesOf(3, rowName)...), false},
		{"one of ten is no ID", column{}, valuesOf(20, mixed(10, asText(v4), rowName)), true},
		{"one of five is no ID", column{}, valuesOf(20, mixed(5, asText(v4), rowName)), false},
		{"random texts, one of them short", column{}, valuesOf(20, mixed(20, randomText, hashDigits)), true},
		{"random texts, a tenth of them short", column{}, valuesOf(20, mixed(10, randomText, hashDigits)), true},
		{"random texts, two of 19 short", column{}, valuesOf(19, mixed(10, randomText, hashDigits)), false},
		{"random bytes", bytes, valuesOf(20, hash16), false},
		{"random bytes with a name", named, valuesOf(20, hash16), false},
		{"random bytes in a key", key, valuesOf(20, hash16), false},
		{"random bytes in a key with a name", keyID, valuesOf(20, hash16), true},
		{"random digits in a key with a name", column{name: "id", key: true}, valuesOf(20, hashDigits), false},
		{"a tenth without a version", bytes, valuesOf(20, mixed(10, asBytes(v4), noVersion)), true},
		{"three of twenty without a version", bytes,
			append(valuesOf(17, asBytes(v4)), valuesOf(3, noVersion)...), false},
		{"Nil", bytes, valuesOf(20, always(make([]byte, 16))), false},
		{"Nil with a name", named, valuesOf(20, always(make([]byte, 16))), true},
		{"two IDs with a name", named, valuesOf(2, asBytes(v4)), true},
		{"two IDs in a key", key, valuesOf(2, asBytes(v4)), true},
		{"two IDs", bytes, valuesOf(2, asBytes(v4)), false},
		{"three IDs", bytes, valuesOf(3, asBytes(v4)), true},
		{"cut texts", bytes, valuesOf(20, cutTo16(asText(v4))), true},
		{"cut digits", bytes, valuesOf(20, cutDigits), false},
		{"cut digits in a key", key, valuesOf(20, cutDigits), true},
		{"two ULIDs", column{}, valuesOf(2, ulid(now)), false},
		{"three ULIDs", column{}, valuesOf(3, ulid(now)), true},
		{"two ULIDs with a name", text, valuesOf(2, ulid(now)), true},
		{"two ULIDs in a key", column{key: true}, valuesOf(2, ulid(now)), true},
		{"ULIDs and a UUID", text, append(valuesOf(2, ulid(now)), value{isText, v4(0).String()}), true},
		{"ULIDs, one of them too old", text,
			append(valuesOf(2, ulid(now)), valuesOf(1, ulid(in2012.Add(-time.Second)))...), false},
		{"ULIDs of 2012", text, valuesOf(2, ulid(in2012.Add(time.Millisecond))), true},
		{"ULIDs of today", text, valuesOf(2, ulid(now.Add(23*time.Hour))), true},
		{"ULIDs of tomorrow", text, valuesOf(2, ulid(now.Add(25*time.Hour))), false},
		{"cut digits with a name", named, valuesOf(20, cutDigits), true},
	} {
		tt.column.sample = collect(tt.values, tt.column.kind, true)
		if got := tt.column.holdsIDs(); got != tt.want {
			t.Errorf("%s: holds IDs: %v", tt.name, got)
		}
	}
}

// TestSpellings checks that a value which is written for a condition is read as the same ID in the same spelling.
func TestSpellings(t *testing.T) {
	id := uuid.MustParse("019baa5a-4000-7000-8000-00000000000a")
	text := func(s string) value { return value{isText, s} }
	for _, v := range []value{
		{isBytes, string(id[:])}, text(id.String()), text("019BAA5A-4000-7000-8000-00000000000A"),
		text("019baa5a40007000800000000000000a"), text("019BAA5A40007000800000000000000A"),
		text(uuid.Braced.Encode(id)), text(uuid.URN.Encode(id)), {isBytes, id.String()},
	} {
		written, sorts := spellingOf(read(v, kindText)).encode(id)
		if written != v || !sorts {
			t.Errorf("%q is written as %q", v.data, written.data)
		}
	}
	for _, s := range []string{id.String() + " ", uuid.Base58.Encode(id), uuid.Base32.Encode(id)} {
		if _, sorts := spellingOf(read(text(s), kindText)).encode(id); sorts {
			t.Errorf("%q sorts as its ID does", s)
		}
	}
	for _, s := range []string{`\x` + hex.EncodeToString(id[:]), "0x" + hex.EncodeToString([]byte(id.String()))} {
		if j := read(text(s), kindText); j.Form != 0 {
			t.Errorf("the text %q is an ID of form %v", s, j.Form)
		}
	}
}

// TestSamples checks that values that are read twice are counted once, and that Nil is never looked up.
func TestSamples(t *testing.T) {
	values := append(valuesOf(20, asText(v4)), value{isText, uuid.Nil().String()}, value{}, value{isText, ""},
		value{storage: isOther})
	s := collect(values, kindText, false)
	found := read(value{isText, v7(0).String()}, kindText)
	s.add(append(s.values, found, found))
	if s.read() != 24 || s.ids() != 22 || s.nulls != 1 || s.empties != 1 {
		t.Errorf("%d values, %d IDs, %d NULL, %d empty", s.read(), s.ids(), s.nulls, s.empties)
	}
	if ids := s.some(50); len(ids) != 21 {
		t.Errorf("%d IDs can be looked up", len(ids))
	}
	again := collect(append(values, values...), kindText, false)
	if ids := again.some(50); len(ids) != 20 || slices.IsSortedFunc(ids, uuid.UUID.Compare) {
		t.Errorf("%d IDs of a sample that contains each twice are looked up, in order", len(ids))
	}
	if ids := again.some(3); len(ids) != 3 {
		t.Errorf("%d IDs are looked up, want 3", len(ids))
	}
	first := s.find(func(judge.Value) bool { return true })
	nothing := s.find(func(judge.Value) bool { return false })
	if first != s.values[0].ID.String() || nothing != "" {
		t.Errorf("the examples are %q and %q", first, nothing)
	}
}

// TestSpellingsOfSamples checks which spelling is the main one, and the order of the others.
func TestSpellingsOfSamples(t *testing.T) {
	canonical, braces, digits := asText(v4), encoded(uuid.Braced, v4), encoded(uuid.Compact, v4)
	base64, either := always("1_9z3nFjeJ44HMBeuqGNxQ"), always("1C9z3nFjeJ44HMBeuqGNxQ")
	for _, tt := range []struct {
		values []func(int) any
		want   string // the main one, and all with their counts
	}{
		{nil, "no ID: "},
		{[]func(int) any{canonical, braces}, "36 characters: 36 characters 1, 36 characters in braces 1"},
		{[]func(int) any{braces, canonical, digits, braces, canonical, canonical, digits},
			"36 characters: 36 characters 3, 32 digits 2, 36 characters in braces 2"},
		{[]func(int) any{either, base64}, "22 digits of base 64: 22 digits of base 64 2"},
		{[]func(int) any{base64, either, canonical},
			"22 digits of base 64: 22 digits of base 64 2, 36 characters 1"},
		{[]func(int) any{either, canonical, canonical}, "36 characters: 36 characters 2, 22 digits of base 58 1"},
	} {
		s := collect(valuesOf(len(tt.values), func(i int) any { return tt.values[i](i) }), kindText, true)
		var list []string
		for _, spelled := range s.bySpelling() {
			list = append(list, fmt.Sprintf("%v %d", spelled, s.spellings[spelled]))
		}
		if got := s.main.String() + ": " + strings.Join(list, ", "); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
