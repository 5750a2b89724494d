package uuid

import (
	"fmt"
	"testing"
)

// A walk checks the steps of a sequence against what its comments and that of
// Generator promise, along one series of clock readings after the other.
type walk struct {
	sequence    // before anything was issued
	rollback    RollbackPolicy
	maxRollback int64
	t           *testing.T
	readings    []int64
	length      int // of a series
	steps       int
}

// TestStepExhaustively tries all series of eight readings, by default of six, of a
// small clock, under every policy and with all small widths and bounds.
func TestStepExhaustively(t *testing.T) {
	readings, length := []int64{0, 1, 2, 3, 5}, 6
	switch {
	case fullTests:
		length = 8
	case RaceEnabled, testing.Short():
		length = 5
	}
	for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
		for counterBits := range uint(3) {
			for maxLead := range int64(3) {
				for maxRollback := range int64(4) {
					countMask := (maxLead + maxRollback) % 2 // the low bit of a tick counts, or tells time
					w := walk{sequence{
						seen: none.tick, last: none, limit: maxTick, maxLead: maxLead | countMask,
						counting: counting{counterBits: counterBits, countMask: countMask},
					}, policy, maxRollback, t, readings, length, 0}
					w.from(w.sequence, nil, nil)
					if w.steps == 0 {
						t.Fatal("nothing was issued")
					}
				}
			}
		}
	}
}

// next returns what becomes of s with the request q, whose now is a reading of the clock.
func (w *walk) next(s sequence, q request) (sequence, error) {
	t := timeline{sequence: s, mono: 1, scale: gregorianScale(), maxRollback: w.maxRollback, rollback: w.rollback}
	now, _, restart, err := t.place(reading{tickTime(q.now), 1})
	if err == nil {
		q.now = now
		_, err = t.step(q, restart)
	}
	return t.sequence, err
}

// tickTime returns the time of a gregorian tick.
func tickTime(tick int64) instant { return instantOf(gregorianScale().time(uint64(tick))) }

// from takes every step that follows s, which came about by the readings and by
// issuing the timestamps since s last began anew.
func (w *walk) from(s sequence, readings []int64, issued []timestamp) {
	if len(readings) == w.length {
		return
	}
	for _, now := range w.readings {
		// The first timestamps and increments vary with the path, within what they may be.
		mix := uint64(now) + uint64(len(readings))
		first := timestamp{now&^w.countMask + int64(mix%2)*min(1, w.maxLead), mix * 3 % (1 << w.counterBits)}
		q := request{now, first, 1 + mix/2%(1<<w.counterBits)}

		next, err := w.next(s, q)
		path := append(readings, now)
		restarted := w.check(s, next, q, err, issued, path)
		switch {
		case err != nil:
			w.from(next, path, issued)
		case restarted:
			w.from(next, path, []timestamp{next.last})
		default:
			w.from(next, path, append(issued, next.last))
		}
	}
}

// check fails the test if a step from s to next breaks a promise, and returns
// whether order began anew.
func (w *walk) check(s, next sequence, q request, err error, issued []timestamp, path []int64) (restarted bool) {
	w.steps++
	fail := func(format string, args ...any) {
		w.t.Fatalf("%v, readings %v: %+v with %+v became %+v, %v: %s",
			w.rollback, path, s, q, next, err, fmt.Sprintf(format, args...))
	}
	// The clock as it counts: not behind what was seen, unless it is followed.
	clock := q.now
	if back := s.seen - q.now; back > 0 {
		far := back > w.maxRollback
		restarted = far && w.rollback == RollbackFollow
		if refused := far && w.rollback == RollbackError; refused != (err == ErrClockRollback) {
			fail("the clock went back by %d", back)
		}
		if !restarted {
			clock = s.seen
		}
	}
	if err != nil && next != s {
		fail("a failed step changed the sequence")
	}
	if restarted {
		issued = nil
	}
	if err == nil && next.seen != clock {
		fail("follows the clock at %d instead of %d", next.seen, clock)
	}
	clock &^= w.countMask
	switch err {
	case nil:
		if next.last.tick < clock || next.last.tick-clock > w.maxLead {
			fail("a tick out of the lead's bounds")
		}
		if next.last.counter >= 1<<w.counterBits {
			fail("a counter out of its width")
		}
		fresh := len(issued) == 0 || clock > issued[len(issued)-1].tick
		if fresh && next.last != q.first {
			fail("a new tick does not begin with %+v", q.first)
		}
		if !fresh && w.number(next.last) != w.number(issued[len(issued)-1])+q.inc {
			fail("does not count on by %d", q.inc)
		}
		for _, p := range issued {
			if w.number(p) >= w.number(next.last) {
				fail("not above %+v", p)
			}
		}
		w.checkExtend(next, fail)
	case ErrClockLead:
		last := issued[len(issued)-1]
		if int64((w.number(last)+q.inc)>>w.counterBits)-clock <= w.maxLead {
			fail("there was room")
		}
	case ErrClockRollback: // checked above
	default:
		fail("unexpected error")
	}
	return restarted
}

// checkExtend fails the test unless extend issues what as many steps at the same
// reading would, up to the lead and the limit.
func (w *walk) checkExtend(s sequence, fail func(string, ...any)) {
	for _, limit := range []int64{s.last.tick, s.last.tick + 1, maxTick} {
		for n := range 4 {
			one, all := s, s
			one.limit, all.limit = limit, limit
			stepped := 0
			for ; stepped < n; stepped++ {
				if _, err := one.step(request{one.seen, timestamp{}, 1}, false); err != nil {
					break
				}
			}
			if extended := all.extend(n); extended != stepped || all != one {
				fail("extend(%d) with limit %d issued %d and made it %+v, %d steps made it %+v",
					n, limit, extended, all, stepped, one)
			}
		}
	}
}

// number returns a timestamp as one number.
func (w *walk) number(t timestamp) uint64 { return uint64(t.tick)<<w.counterBits | t.counter }

// TestStepAtTheEnd goes through the last timestamps there are. Past them time is out
// of range, not merely ahead of the clock.
func TestStepAtTheEnd(t *testing.T) {
	for _, counterBits := range []uint{0, 1, 8, randBBits} {
		for _, maxLead := range []int64{0, 10} {
			w := walk{t: t}
			last := timestamp{maxTick, 1<<counterBits - 1}
			before := timestamp{maxTick, last.counter - min(1, last.counter)}
			s := sequence{counting: counting{counterBits: counterBits}, maxLead: maxLead, seen: maxTick, last: before, limit: maxTick}
			q := request{maxTick, timestamp{}, 1}
			if counterBits > 0 {
				var err error
				if s, err = w.next(s, q); err != nil || s.last != last {
					t.Fatalf("%d bits: last step: %+v, %v", counterBits, s, err)
				}
			}
			if next, err := w.next(s, q); err != ErrTimeRange || next != s {
				t.Errorf("%d bits: step past the end: %+v, %v", counterBits, next, err)
			}
			// The last timestamp is issued too while a step back of the clock is bridged.
			w.maxRollback = 10
			held := sequence{counting: counting{counterBits: counterBits}, maxLead: 10, seen: maxTick - 1, limit: maxTick}
			held.last = timestamp{maxTick, last.counter}.plus(^uint64(0), counterBits)
			q = request{maxTick - 2, timestamp{}, 1}
			if next, err := w.next(held, q); err != nil || next.last != last {
				t.Errorf("%d bits: last step while the clock is back: %+v, %v", counterBits, next, err)
			}
		}
	}
}

// A call that waits needs the clock to get past what was issued, less the lead, and
// as much further as there are calls before it.
func TestEarliest(t *testing.T) {
	for _, tt := range []struct {
		name        string
		counterBits uint
		countMask   int64
		last        timestamp
		n           uint64
		want        int64
	}{
		{"one a tick, first", 0, 0, timestamp{tick: 1000}, 1, 901},
		{"one a tick, tenth", 0, 0, timestamp{tick: 1000}, 10, 910},
		{"room in the tick", 8, 0, timestamp{1000, 0}, 255, 900},
		{"the counter is full", 8, 0, timestamp{1000, 255}, 1, 901},
		{"mask", 8, 0xff, timestamp{1124, 255}, 1, 1280},
		{"mask, at its start", 8, 0xff, timestamp{1123, 255}, 1, 1024},
	} {
		s := sequence{counting: counting{counterBits: tt.counterBits, countMask: tt.countMask}, maxLead: 100, last: tt.last}
		if got := s.earliest(tt.n); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
