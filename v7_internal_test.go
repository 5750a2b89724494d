package uuid

import "testing"

// All 62 bits of the first UUID of a tick are random.
func TestFirstV7OfTickIsRandom(t *testing.T) {
	var g Generator
	var ids []UUID
	for range 100 {
		g.v7.restart(none.tick) // so that every tick is a new one
		u, err := g.NewV7()
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, u)
	}
	wantRandomBits(t, ids, FromUint64s(0, randBMask))
}

// wantRandomBits fails the test unless each bit that is one in random is zero in some
// of the ids and one in others. Of 100 ids, that fails by chance once in 10^27 runs.
func wantRandomBits(t *testing.T, ids []UUID, random UUID) {
	t.Helper()
	var ones UUID
	zeros := Max()
	for _, u := range ids {
		for i := range u {
			ones[i] |= u[i]
			zeros[i] &= u[i]
		}
	}
	for i := range random {
		if constant := random[i] &^ (ones[i] &^ zeros[i]); constant != 0 {
			t.Errorf("bits %#08b of byte %d never change in %d UUIDs", constant, i, len(ids))
		}
	}
}

// What is read from a UUID is the timestamp that it was made of.
func TestTimestampOfV7(t *testing.T) {
	for _, m := range []V7Method{V7Precise, V7Counter, V7Random} {
		bits := m.counterBits()
		for _, want := range []timestamp{{0, 0}, {1, 1}, {1 << 59, 1<<bits - 1}, {maxTick, 1 << (bits - 1)}} {
			for _, random := range []uint64{0, 1<<64 - 1} {
				if got := v7Timestamp(FromUint64s(v7(want, bits, random)), bits); got != want {
					t.Errorf("method %d: %+v of %+v", m, got, want)
				}
			}
		}
	}
}
