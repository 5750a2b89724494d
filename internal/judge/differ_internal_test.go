// This file proves which UUIDs differ as those from one process do.

package judge

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestDiffer(t *testing.T) {
	const n = 20
	// set returns a change that sets a byte to one of a few different values.
	type change func(i int, r *reading)
	set := func(position, different int) change {
		return func(i int, r *reading) { r.id[position] = byte(i % different * 11) }
	}
	ticks := func(different int) change { return func(i int, r *reading) { r.tick = int64(i % different) } }
	bits := func(position int, fixed byte) change {
		return func(i int, r *reading) { r.id[position] = fixed | byte(i&0x0f) }
	}
	for _, test := range []struct {
		name    string
		version int
		changes []change
		want    bool
	}{
		{"version 1 of one node", 1, []change{set(3, n), ticks(n)}, true},
		{"version 1 whose lowest byte is the same", 1, []change{set(2, n), set(4, n), ticks(n)}, false},
		{"version 1 whose lowest byte has few values", 1, []change{set(3, 4), ticks(n)}, false},
		{"version 1 in which each time occurs twice", 1, []change{set(3, n), ticks(n / 2)}, true},
		{"version 1 in which more times are equal", 1, []change{set(3, n), ticks(n/2 - 1)}, false},
		{"version 1 of many nodes", 1, []change{set(10, n/2), set(14, n), set(15, n)}, true},
		{"version 1 of many nodes with the same end", 1, []change{set(3, n), set(10, n/2), ticks(n)}, false},
		{"version 1 of fewer nodes with the same end", 1, []change{set(3, n), set(10, n/2-1), ticks(n)}, true},
		{"version 6 of one node", 6, []change{set(7, n), ticks(n)}, true},
		{"version 6 whose lowest byte is the same", 6, []change{set(5, n), set(9, n), ticks(n)}, false},
		{"google's version 6", googleV6, []change{set(7, n), ticks(n)}, true},
		{"version 2 of many users", 2, []change{set(3, n), ticks(n)}, true},
		{"version 2 of one user", 2, []change{bits(8, 0x80), ticks(n)}, true},
		{"version 2 whose variant differs", 2, []change{set(7, n), ticks(n)}, false},
		{"version 7", 7, []change{set(14, n), set(15, n)}, true},
		{"version 7 with the same last byte", 7, []change{set(13, n), set(14, n), ticks(n)}, false},
		{"version 7 with the same byte before it", 7, []change{set(13, n), set(15, n), ticks(n)}, false},
	} {
		rs := make([]reading, n)
		for i := range rs {
			rs[i].id[6], rs[i].id[8] = byte(test.version)<<4, 0x80
			if test.version == googleV6 {
				rs[i].id[6] = 0x60
			}
			for _, change := range test.changes {
				change(i, &rs[i])
			}
		}
		if got := differ(test.version, rs); got != test.want {
			t.Errorf("%s: differ = %v", test.name, got)
		}
	}
}

// TestCoarseClock checks that eight values of the lowest byte are enough, as of a clock that counts milliseconds. In a
// short list, four are.
func TestCoarseClock(t *testing.T) {
	for version, lowest := range map[int]int{1: 3, 6: 7} {
		for different, want := range map[int]bool{3: false, 4: true, 7: false, 8: true} {
			rs := make([]reading, 8)
			if different > 4 {
				rs = make([]reading, 1000)
			}
			for i := range rs {
				rs[i].tick = int64(i)
				rs[i].id[6], rs[i].id[8] = byte(version)<<4, 0x80
				rs[i].id[lowest] = byte(i % different * 16)
			}
			if got := differ(version, rs); got != want {
				t.Errorf("version %d with %d values of byte %d: differ = %v", version, different, lowest, got)
			}
		}
	}
}

// TestDifferWithoutTime checks how many bytes must differ, and which bits of the bytes with the version and the
// variant do.
func TestDifferWithoutTime(t *testing.T) {
	const n = 20
	list := func(random ...int) []reading {
		rs := make([]reading, n)
		for i := range rs {
			rs[i].id = uuid.MustParse("00000000-0000-4000-8000-000000000000")
			for _, position := range random {
				rs[i].id[position] |= byte(i) & 0x0f
			}
		}
		return rs
	}
	for _, test := range []struct {
		name string
		rs   []reading
		want bool
	}{
		{"ten bytes", list(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), true},
		{"nine bytes", list(0, 1, 2, 3, 4, 5, 6, 7, 8), false},
		{"the last bytes", list(6, 7, 8, 9, 10, 11, 12, 13, 14, 15), true},
		{"not the byte of the version", list(0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15), false},
	} {
		if got := differ(0, test.rs); got != test.want {
			t.Errorf("%s: differ = %v", test.name, got)
		}
	}
	for _, position := range []int{6, 8} { // a bit of the version and one of the variant
		rs := list(0, 1, 2, 3, 4, 5, 6, 7, 9)
		for i := range rs {
			if position == 6 {
				rs[i].id[6] = byte(i) << 4
				rs[i].id[10] = byte(i)
			} else {
				rs[i].id[8] = byte(i) << 6
			}
		}
		if differ(0, rs) {
			t.Errorf("the fixed bits of byte %d count as random", position)
		}
	}
	ulids := func(changed func(i int, r *reading)) []reading {
		rs := make([]reading, n)
		for i := range rs {
			changed(i, &rs[i])
		}
		return rs
	}
	set := func(from, to int) func(i int, r *reading) {
		return func(i int, r *reading) {
			for k := from; k < to; k++ {
				r.id[k] = byte(i)
			}
		}
	}
	for _, test := range []struct {
		name string
		rs   []reading
		want bool
	}{
		{"eight of the last ten bytes", ulids(set(6, 14)), true},
		{"eight bytes, of which one belongs to the time", ulids(set(5, 13)), false},
		{"a counter", ulids(func(i int, r *reading) { r.tick = int64(i); set(14, 16)(i, r) }), true},
		{"the end only", ulids(set(14, 16)), false},
		{"the time only", ulids(func(i int, r *reading) { r.tick = int64(i) }), false},
	} {
		if got := differAsULIDs(test.rs); got != test.want {
			t.Errorf("ULIDs that differ in %s: %v", test.name, got)
		}
	}
}
