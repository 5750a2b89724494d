package uuid

import "testing"

// A walk takes steps of a timeline and compares each with the rule.
type walk struct {
	t      *testing.T
	start  int64 // of the clock, a tick
	length int   // of a series of steps
	issued int
}

// TestStep takes all series of six steps along the readings of a small clock, at both ends of
// time, under every policy and with all small widths and bounds.
func TestStep(t *testing.T) {
	length := 6
	switch {
	case fullTests:
		length = 7
	case RaceEnabled, testing.Short():
		length = 4
	}
	for _, start := range []int64{0, maxTick - 5} {
		for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
			for counterBits := range uint(3) {
				for maxLead := range int64(3) {
					for maxRollback := range int64(4) {
						countMask := (maxLead + maxRollback) % 2 // the low bit of a tick counts, or tells time
						w := walk{t: t, start: start, length: length}
						w.from(timeline{
							sequence: sequence{
								seen: none.tick, last: none, maxLead: maxLead | countMask,
								counting: counting{counterBits: counterBits, countMask: countMask},
							},
							mono: 1, scale: gregorianScale(), maxRollback: maxRollback, rollback: policy,
						}, nil)
						if w.issued == 0 {
							t.Fatal("nothing was issued")
						}
					}
				}
			}
		}
	}
}

// from takes every step that follows x, which came about by the readings of path.
func (w *walk) from(x timeline, path []int64) {
	if len(path) == w.length {
		return
	}
	for _, offset := range []int64{0, 1, 2, 3, 5} {
		now := w.start + offset
		// The first timestamps, increments and limits vary with the path, within their bounds.
		mix := uint64(offset) + uint64(len(path))
		first := timestamp{now&^x.countMask + int64(mix%2)*min(1, x.maxLead), mix * 3 % (1 << x.counterBits)}
		q := request{now, first, 1 + mix/2%(1<<x.counterBits)}
		x.limit = maxTick
		if mix%3 == 0 {
			x.limit = w.start + 3
		}
		path := append(path, now)
		want, wantErr := rule(x, q)
		next := x
		held, _, restart, err := next.clockAt(reading{instantOf(x.scale.time(uint64(now))), 1})
		if err == nil {
			q.now = held
			_, err = next.step(q, restart)
		}
		if next.sequence != want || err != wantErr {
			w.t.Fatalf("readings %v: %+v with %+v became %+v, %v; want %+v, %v", path, x, q, next.sequence, err, want, wantErr)
		}
		if err == nil {
			w.issued++
			w.checkExtend(next.sequence)
		}
		w.from(next, path)
	}
}

// rule returns the sequence after a step. It calculates with a timestamp as one number.
func rule(x timeline, q request) (sequence, error) {
	s := x.sequence
	number := func(t timestamp) uint64 { return uint64(t.tick)<<s.counterBits | t.counter }
	clock, restart := q.now, false // the clock as it counts
	switch far := s.seen-q.now > x.maxRollback; {
	case far && x.rollback == RollbackError:
		return s, ErrClockRollback
	case far && x.rollback == RollbackFollow:
		restart = true
	default:
		clock = max(clock, s.seen)
	}
	n := number(q.first)
	if !restart && clock&^s.countMask <= s.last.tick {
		n = number(s.last) + q.inc
	}
	switch tick := int64(n >> s.counterBits); {
	case tick > maxTick:
		return s, ErrTimeRange
	case tick-clock&^s.countMask > s.maxLead:
		return s, ErrClockLead
	case tick > s.limit:
		return s, errLimit
	default:
		s.seen, s.last = clock, timestamp{tick, n & (1<<s.counterBits - 1)}
		return s, nil
	}
}

// checkExtend fails the test unless extend has the effect of as many steps at the same
// reading, up to the lead and the limit.
func (w *walk) checkExtend(s sequence) {
	for _, limit := range []int64{s.last.tick, s.last.tick + 1, maxTick} {
		for n := range 4 {
			s.limit = min(limit, maxTick)
			one, all := s, s
			stepped := 0
			for ; stepped < n; stepped++ {
				if _, err := one.step(request{one.seen, timestamp{}, 1}, false); err != nil {
					break
				}
			}
			if extended := all.extend(n); extended != stepped || all != one {
				w.t.Fatalf("extend(%d) of %+v issued %d and made it %+v, %d steps made it %+v", n, s, extended, all, stepped, one)
			}
		}
	}
}

// A call that waits needs the clock to get past the last timestamp, less the lead, and
// past those of the calls before it.
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
