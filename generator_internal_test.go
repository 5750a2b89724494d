package uuid

import (
	"io/fs"
	"testing"
	"time"
)

// mustIssue returns the UUID of a call that is not to fail.
func mustIssue(t *testing.T, next func() (UUID, error)) UUID {
	t.Helper()
	u, err := next()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A bubble in which a generator makes version 7 only does not change what a step back
// of the system clock means to version 1 after it: the time before the step is kept.
func TestBubbleOfOneSequence(t *testing.T) {
	var g Generator
	before := mustIssue(t, g.NewV1)
	line := &g.timelines[gregorian]
	line.seen += 1e7 // the clock is set back by a second
	line.last.tick += 1e7
	held := line.seen
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV7) })
	after := mustIssue(t, g.NewV1)
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq || line.seen != held {
		t.Errorf("the clock sequence went from %d to %d, the time that is kept from %d to %d", seq, got, held, line.seen)
	}
}

// A call whose reading of the clock another one has overtaken finds a clock that stands
// still, whatever its reading says.
func TestOvertakenReading(t *testing.T) {
	const hour = 3_600_000 << fractionBits
	for name, further := range map[string]int64{"later": -hour, "earlier": 1 << fractionBits, "far earlier": hour} {
		t.Run(name, func(t *testing.T) {
			for tries := 1; ; tries++ {
				var g Generator
				mustIssue(t, g.NewV7)
				line := &g.timelines[unix]
				line.mono += int64(time.Hour) // of another call
				mono := line.mono
				line.seen += further
				seen := line.seen
				line.last = timestamp{seen, 7}
				u, err := g.NewV7()
				if err == nil && line.seen == seen && line.mono == mono && line.last == (timestamp{seen, 8}) {
					return
				}
				// Where the clock shows whole milliseconds the next one may be far away.
				if r := systemTime(); r.wholeMilliseconds() {
					t.Skip("the clock shows whole milliseconds")
				}
				if tries == 3 {
					t.Fatalf("%v, %v: %+v", u, err, line)
				}
			}
		})
	}
}

// A step of the wall clock is noticed by the next call.
func TestStepIsNoticedAtOnce(t *testing.T) {
	var g Generator
	for _, next := range []func() (UUID, error){g.NewV1, g.NewV6, g.NewV7} {
		mustIssue(t, next)
		for i := range g.timelines { // as if the clock had been set back by an hour since
			t := &g.timelines[i]
			hour := t.scale.ticks(time.Hour)
			t.seen += hour
			t.last.tick += hour
		}
		u := mustIssue(t, next)
		if at, _ := u.Time(); time.Until(at) > time.Minute {
			t.Errorf("%v is of %v", u, at)
		}
	}
}

// A countingStore counts the calls of Save.
type countingStore struct{ saves int }

func (s *countingStore) Load() (State, error) { return State{}, fs.ErrNotExist }
func (s *countingStore) Save(State) error     { s.saves++; return nil }

// Of calls that need the same of a Store, the first one saves. After Close none does.
func TestCoverOnce(t *testing.T) {
	store := new(countingStore)
	g, err := NewGenerator(Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	mustIssue(t, g.NewV7)
	line := &g.timelines[unix]
	r, later, back := systemTime(), systemTime(), systemTime()
	later.at.sec++
	back.at.sec -= 3600
	var past call
	line.softLimit = line.last.tick - 1
	for _, tt := range []struct {
		need error
		c    *call
		r    reading
	}{{nil, new(call), r}, {errLimit, &past, later}, {errStoreAhead, new(call), back}} {
		past.stamp.tick = line.limit + 1
		saves := store.saves
		for range 3 {
			if err := g.cover(unix, tt.c, tt.r, tt.need); err != nil {
				t.Error(err)
			}
		}
		if store.saves != saves+1 {
			t.Errorf("%v: %d saves", tt.need, store.saves-saves)
		}
	}
	past.stamp.tick = line.limit + 1
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	saves := store.saves
	if err := g.cover(unix, &past, r, errLimit); err != fs.ErrClosed || store.saves != saves {
		t.Errorf("%v, %d saves after Close", err, store.saves-saves)
	}
}
