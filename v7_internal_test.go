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
