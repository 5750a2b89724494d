package uuid

import (
	"fmt"
	"testing"
)

// A walk checks step against what its comment and that of Generator promise,
// along one sequence of clock readings after the other.
type walk struct {
	pace
	t        *testing.T
	readings []uint64
	length   int // of a sequence
	steps    int
}

// TestStepExhaustively tries all sequences of eight readings, with -short of
// six, of a small clock, under every policy and with all small widths and
// bounds.
func TestStepExhaustively(t *testing.T) {
	readings, length := []uint64{0, 1, 2, 3, 5}, 8
	if testing.Short() || RaceEnabled {
		length = 6
	}
	for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
		for countBits := range uint(3) {
			for maxLead := range uint64(3) {
				for maxRollback := range uint64(4) {
					w := walk{pace{countBits, maxLead, maxRollback, policy}, t, readings, length, 0}
					w.from(timeline{}, nil, nil)
					if w.steps == 0 {
						t.Fatal("nothing was issued")
					}
				}
			}
		}
	}
}

// from takes every step that follows l, which came about by the readings and
// by issuing the positions since l last began anew.
func (w *walk) from(l timeline, readings []uint64, issued []position) {
	if len(readings) == w.length {
		return
	}
	for _, now := range w.readings {
		// Seeds and increments vary with the path, within what they may be.
		mix := now + uint64(len(readings))
		seed := position{
			tick:  mix % 2 * min(1, w.maxLead),
			count: mix * 3 % (1 << w.countBits),
		}
		inc := 1 + mix/2%(1<<w.countBits)

		next, err := w.step(l, now, seed, inc)
		path := append(readings, now)
		restarted := w.check(l, next, now, seed, inc, err, issued, path)
		w.checkProceed(l, next, now, seed, inc, err, path)
		switch {
		case err != nil:
			w.from(next, path, issued)
		case restarted:
			w.from(next, path, []position{next.last})
		default:
			w.from(next, path, append(issued, next.last))
		}
	}
}

// check fails the test if a step from l to next breaks a promise, and returns
// whether order began anew.
func (w *walk) check(l, next timeline, now uint64, seed position, inc uint64, err error, issued []position, path []uint64) (restarted bool) {
	w.steps++
	fail := func(format string, args ...any) {
		w.t.Fatalf("%+v, readings %v: %+v at %d became %+v, %v: %s",
			w.pace, path, l, now, next, err, fmt.Sprintf(format, args...))
	}
	// The clock as it counts: not behind what was seen, unless it is followed.
	clock := now
	if back := int64(l.seen) - int64(now); back > 0 {
		far := back > int64(w.maxRollback)
		restarted = far && w.rollback == RollbackFollow
		if refused := far && w.rollback == RollbackError; refused != (err == ErrClockRollback) {
			fail("clock went back by %d", back)
		}
		if !restarted {
			clock = l.seen
		}
	}
	if err != nil && next != l {
		fail("a failed step changed the timeline")
	}
	if restarted {
		issued = nil
	}
	switch err {
	case nil:
		if next.seen != clock {
			fail("follows the clock at %d instead of %d", next.seen, clock)
		}
		if next.last.tick < clock || next.last.tick-clock > w.maxLead {
			fail("tick out of the lead's bounds")
		}
		if next.last.count >= 1<<w.countBits {
			fail("count out of its width")
		}
		fresh := len(issued) == 0 || clock > issued[len(issued)-1].tick
		if want := (position{clock + seed.tick, seed.count}); fresh && next.last != want {
			fail("a new tick does not begin at %+v", want)
		}
		if !fresh && w.number(next.last) != w.number(issued[len(issued)-1])+inc {
			fail("does not count on by %d", inc)
		}
		for _, p := range issued {
			if w.number(p) >= w.number(next.last) {
				fail("not above %+v", p)
			}
		}
	case ErrClockLead:
		last := issued[len(issued)-1]
		if (w.number(last)+inc)>>w.countBits-clock <= w.maxLead {
			fail("there was room")
		}
	case ErrClockRollback: // checked above
	default:
		fail("unexpected error")
	}
	return restarted
}

// checkProceed fails the test unless proceed does what step did, in all cases
// but those in which it must not, and then nothing.
func (w *walk) checkProceed(l, next timeline, now uint64, seed position, inc uint64, err error, path []uint64) {
	plain := err == nil && l.issued && now >= l.seen
	for _, reserved := range []uint64{0, 2, maxTick} {
		tr := track{pace: w.pace, line: l, reserved: reserved}
		want, ok := l, plain && next.last.tick <= reserved
		if ok {
			want = next
		}
		if got := tr.proceed(now, position{now + seed.tick, seed.count}, inc); got != ok || tr.line != want {
			w.t.Fatalf("%+v, readings %v, reserved %d: proceed returned %v and made %+v %+v, want %v and %+v",
				w.pace, path, reserved, got, l, tr.line, ok, want)
		}
	}
}

// number returns a position as one number.
func (w *walk) number(p position) uint64 { return p.tick<<w.countBits | p.count }

// TestStepAtTheEnd goes through the last positions there are.
func TestStepAtTheEnd(t *testing.T) {
	for _, countBits := range []uint{0, 1, 8, randBBits} {
		p := pace{countBits: countBits, maxLead: 10}
		last := position{maxTick, 1<<countBits - 1}
		before := position{maxTick, last.count - min(1, last.count)}
		l := timeline{seen: maxTick, last: before, issued: true}
		if countBits > 0 {
			var err error
			if l, err = p.step(l, maxTick, position{}, 1); err != nil || l.last != last {
				t.Fatalf("countBits %d: last step: %+v, %v", countBits, l, err)
			}
		}
		if next, err := p.step(l, maxTick, position{}, 1); err != ErrTimeRange || next != l {
			t.Errorf("countBits %d: step past the end: %+v, %v", countBits, next, err)
		}
	}
}
