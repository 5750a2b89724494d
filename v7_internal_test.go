package uuid

import (
	"crypto/fips140"
	"testing"
)

// Also where a call takes no more than one step of the sequence, as it nearly always
// does, all 62 bits of the first UUID of a tick are random.
func TestFirstV7OfTickIsRandom(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("every call takes the long way in FIPS 140-3 mode")
	}
	var g Generator
	var ids []UUID
	for tries := 0; len(ids) < 100; tries++ {
		if tries == 100_000 {
			if g.clock.wall().nsec%1e6 == 0 {
				t.Skip("the clock shows whole milliseconds")
			}
			t.Fatalf("only %d of %d calls took one step", len(ids), tries)
		}
		var u UUID
		g.unix.restart(none.tick) // so that every tick is a new one
		if g.fastV7(&u) {
			ids = append(ids, u)
		} else if err := g.slowV7(&u); err != nil {
			t.Fatal(err)
		}
	}
	wantRandomBits(t, ids, FromUint64s(0, randBMask))
}

// Such a call counts on by one if the clock is not past the last tick.
func TestNextOfTick(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("every call takes the long way in FIPS 140-3 mode")
	}
	var g Generator
	for _, tt := range []struct {
		name       string
		s          *clocked
		slow, fast func(*UUID) bool
		last, want timestamp // a millisecond ahead
	}{
		{
			"version 7", &g.unix,
			func(u *UUID) bool { return g.slowV7(u) == nil }, g.fastV7,
			timestamp{4096, 7}, timestamp{4096, 8},
		},
		{
			"version 1", &g.gregorian,
			func(u *UUID) bool { return g.slowGregorian(u, 1, false) == nil },
			func(u *UUID) bool { return g.fastGregorian(u, 1, false) },
			timestamp{10_000, 0}, timestamp{10_001, 0},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			counted := 0
			for range 1000 {
				var u UUID
				if !tt.slow(&u) {
					t.Fatal("no UUID")
				}
				begin := tt.s.seen
				tt.s.last = timestamp{begin + tt.last.tick, tt.last.counter}
				if !tt.fast(&u) || tt.s.seen > tt.s.last.tick {
					continue
				}
				if counted++; tt.s.last != (timestamp{begin + tt.want.tick, tt.want.counter}) {
					t.Fatalf("%+v after %d", tt.s.last, begin)
				}
			}
			if counted == 0 && g.clock.wall().nsec%1e6 != 0 {
				t.Error("no call took one step")
			}
		})
	}
}
