// This file proves what is read from the bits of one UUID.

package judge

import (
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestRead(t *testing.T) {
	w := possibleTimes(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, test := range []struct {
		name string
		id   string
		want reading // without the ID
	}{
		{"version 2 of a person", "000003e8-21b0-21f1-8500-9a123b80441e",
			reading{version: 2, timed: true, tick: 1000<<8 | 0x85}},
		{"version 2 of an organization", "000003e8-21b0-21f1-8502-9a123b80441e",
			reading{version: 2, timed: true, tick: 1000<<8 | 0x85}},
		{"version 2 of another domain", "000003e8-21b0-21f1-8503-9a123b80441e",
			reading{version: 2, tick: 1000<<8 | 0x85}},
		{"version 2 of 1582", "000003e8-0000-2000-8500-9a123b80441e", reading{version: 2, tick: 1000<<8 | 0x85}},
		{"version 4", "0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", reading{version: 4}},
		{"version 8", "0b1deb4d-3b7d-8bad-9bdd-2b0d7b3dcb6d", reading{version: 8}},
		{"version 9", "0b1deb4d-3b7d-9bad-9bdd-2b0d7b3dcb6d", reading{}},
	} {
		u := uuid.MustParse(test.id)
		test.want.id = u
		if got := w.read(u); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestGoogleTime checks the time of a version 6 UUID of google/uuid 1.6.0 that it wrote over.
func TestGoogleTime(t *testing.T) {
	made := time.Date(2025, 3, 4, 5, 6, 7, 123_456_700, time.UTC)
	ticks := uint64(made.Unix()+12_219_292_800)*1e7 + uint64(made.Nanosecond()/100)
	got, ok := googleTime(uuid.FromUint64s(ticks&^0xf000|0x6000, 1<<63))
	if want := made.Add(-time.Duration(ticks&0xf000) * 100); !ok || !got.Equal(want) {
		t.Errorf("the time is %v, %v, want %v", got, ok, want)
	}
}
