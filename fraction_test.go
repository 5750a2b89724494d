package uuid_test

import (
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Where the fraction of a millisecond is a part of the counter it is no lead over the
// clock: a new millisecond may begin anywhere in it, however small MaxLead is.
func TestFractionIsNoLead(t *testing.T) {
	for _, m := range methods {
		if m.method == uuid.V7Precise {
			continue
		}
		inBubble(t, m.name, func(t *testing.T) {
			for _, fill := range []byte{0, 0x5a, 0xff} {
				clock := fakeClock{now: atSecond(1e9)}
				g := newGenerator(t, uuid.Options{
					Now: clock.Now, Rand: &flakySource{fill: fill}, V7: m.method, MaxLead: time.Nanosecond,
				})
				for range 3 {
					u := must(t)(g.NewV7())
					if got := timeOf(t, u); !got.Equal(clock.Now().Truncate(time.Millisecond)) {
						t.Errorf("fill %#x: %v is of %v", fill, u, got)
					}
					clock.advance(time.Millisecond)
				}
			}
		})
	}
}

// Where V7Precise draws the fraction, as on a clock of whole milliseconds, it draws none
// past MaxLead.
func TestDrawnFractionIsWithinLead(t *testing.T) {
	for _, lead := range []time.Duration{1, time.Microsecond, 100 * time.Microsecond} {
		inBubble(t, lead.String(), func(t *testing.T) {
			clock := fakeClock{now: time.Unix(1e9, 0)}
			g := newGenerator(t, uuid.Options{Now: clock.Now, MaxLead: lead})
			most := lead.Nanoseconds() * 4096 / 1e6
			for range 200 {
				u := must(t)(g.NewV7())
				hi, _ := u.Uint64s()
				if fraction := int64(hi & 0xfff); fraction > most {
					t.Fatalf("%v has a fraction of %d, the lead has room for %d", u, fraction, most)
				}
				clock.advance(time.Millisecond)
			}
		})
	}
}

// A clock that ticks seldom is one that moves: calls wait for its next tick.
func TestSlowTicksAreWaitedFor(t *testing.T) {
	for _, tick := range []time.Duration{time.Millisecond, 15625 * time.Microsecond, time.Second} {
		inBubble(t, tick.String(), func(t *testing.T) {
			g := newGenerator(t, uuid.Options{
				Now:     func() time.Time { return time.Now().Truncate(tick) },
				MaxLead: 100 * time.Nanosecond, // room for two
			})
			start := time.Now()
			ids := issue(t, 10, g.NewV6)
			wantIncreasing(t, ids)
			if waited := time.Since(start); waited < 4*tick || waited > 5*tick+tick/2 {
				t.Errorf("five ticks took %v", waited)
			}
			if got := timeOf(t, ids[9]); got.Sub(time.Now().Truncate(tick)) > 100*time.Nanosecond {
				t.Errorf("the last is of %v at %v", got, time.Now())
			}
		})
	}
}
