package uuid

import (
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
	g.v1v6.seen += 1e7 // the clock is set back by a second
	g.v1v6.last.tick += 1e7
	held := g.v1v6.seen
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV7) })
	after := mustIssue(t, g.NewV1)
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq || g.v1v6.seen != held {
		t.Errorf("the clock sequence went from %d to %d, the time that is kept from %d to %d", seq, got, held, g.v1v6.seen)
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
				g.v7.mono += int64(time.Hour) // of another call
				g.v7.seen += further
				seen := g.v7.seen
				g.v7.last = timestamp{seen, 7}
				u, err := g.NewV7()
				if err == nil && g.v7.seen == seen && g.v7.last == (timestamp{seen, 8}) {
					return
				}
				// Where the fraction is drawn, the clock is read again under the lock.
				if r := systemTime(); r.wholeMilliseconds() {
					t.Skip("the clock shows whole milliseconds")
				}
				if tries == 3 {
					t.Fatalf("%v, %v: %+v", u, err, g.v7)
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
		for _, t := range []*timeline{&g.v1v6, &g.v7} { // as if the clock had been set back by an hour since
			hour := g.scale(t).ticks(time.Hour)
			t.seen += hour
			t.last.tick += hour
		}
		u := mustIssue(t, next)
		if at, _ := u.Time(); time.Until(at) > time.Minute {
			t.Errorf("%v is of %v", u, at)
		}
	}
}
