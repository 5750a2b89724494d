package uuid

import (
	"testing"
	"time"
)

// setSystemClock has the package-level functions read another clock until the
// test ends. After that they know nothing of the UUIDs issued during the test.
func setSystemClock(t *testing.T, now func() time.Time) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.reader == nil {
		shared.beginLocked() // or the first call would set the timelines back
	}
	before := shared.timelines
	for i := range shared.timelines {
		shared.timelines[i].mono = noMono
	}
	shared.ownClock, shared.opts.Now = true, now
	t.Cleanup(func() {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.timelines = before
		shared.ownClock, shared.opts.Now = false, nil
	})
}

var packageFuncs = []struct {
	name string
	next func() UUID
}{
	{"NewV1", NewV1},
	{"NewV2", func() UUID { return NewV2(DomainPerson, 1) }},
	{"NewV6", NewV6},
	{"NewV7", NewV7},
	{"FillV7", func() UUID {
		var dst [1]UUID
		FillV7(dst[:])
		return dst[0]
	}},
}

// With a clock that no supported system has there is a panic, and nothing is
// left of it.
func TestSystemClockOutOfRange(t *testing.T) {
	setSystemClock(t, func() time.Time { return time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC) })
	if mono := withoutMonotonic(time.Date(1884, 12, 31, 0, 0, 0, 0, time.UTC)); mono != noMono {
		t.Errorf("in 1884: %d", mono)
	}
	before := shared.State()
	for _, f := range packageFuncs {
		panicked := func() (r any) {
			defer func() { r = recover() }()
			return f.next()
		}()
		if panicked != ErrTimeRange {
			t.Errorf("%s: %v, want a panic with %v", f.name, panicked, ErrTimeRange)
		}
	}
	if after := shared.State(); after != before {
		t.Errorf("state went from %+v to %+v", before, after)
	}
}

// The package-level functions wait for a clock that stands still for longer
// than a Generator would.
func TestSystemClockStandsStill(t *testing.T) {
	const still = time.Minute
	for _, f := range packageFuncs {
		t.Run(f.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				start := time.Now()
				setSystemClock(t, func() time.Time {
					if now := time.Now(); now.Sub(start) > still {
						return now
					}
					return start
				})
				shared.mu.Lock()
				for i := range shared.timelines {
					// The last UUID is as far ahead as it may be.
					s := &shared.timelines[i]
					now, err := s.scale.tick(instantOf(start))
					if err != nil {
						t.Error(err)
					}
					s.seen, s.last = now, timestamp{now + s.maxLead, 1<<s.counterBits - 1}
				}
				shared.mu.Unlock()
				if f.next(); time.Since(start) < still {
					t.Errorf("waited for %v", time.Since(start))
				}
			})
		})
	}
}

// A call that has stopped waiting is no longer counted as waiting.
func TestWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var offset time.Duration
		g := Generator{ownClock: true, opts: Options{MaxLead: 1, Now: func() time.Time { return time.Now().Add(offset) }}}
		mustIssue(t, g.NewV1)
		offset = -time.Second
		for range 20 {
			mustIssue(t, g.NewV1)
		}
		if n := g.sleepers.Load(); n != 0 {
			t.Errorf("%d calls wait", n)
		}
	})
}
