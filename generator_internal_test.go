package uuid

import (
	"crypto/fips140"
	"testing"
	"testing/synctest"
)

// A bubble in which a generator makes version 7 only does not change what a step back
// of the system clock means to version 1 after it.
func TestBubbleOfOneSequence(t *testing.T) {
	var g Generator
	before, err := g.NewV1()
	if err != nil {
		t.Fatal(err)
	}
	g.gregorian.seen += 1e7 // the clock is set back by a second
	g.gregorian.last.tick += 1e7
	synctest.Test(t, func(t *testing.T) {
		if _, err := g.NewV7(); err != nil {
			t.Fatal(err)
		}
	})
	after, err := g.NewV1()
	if err != nil {
		t.Fatal(err)
	}
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq {
		t.Errorf("the clock sequence went from %d to %d", seq, got)
	}
}

// Where a call takes no more than one step of the sequence, it counts on by one if the
// clock is not past the last tick.
func TestNextOfTick(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("every call takes the long way in FIPS 140-3 mode")
	}
	var g Generator
	for _, tt := range []struct {
		name       string
		s          *clocked
		slow, fast func(*UUID) bool
		last, want timestamp // ticks count from the reading; last is a millisecond ahead of it
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
