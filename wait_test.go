package uuid

import (
	"testing"
	"time"
)

// setSystemClock has the package-level functions read another clock until the
// test ends.
func setSystemClock(t *testing.T, now func() time.Time) {
	set := func(now func() time.Time) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.read() // or the first call would set it back
		shared.clock = clock{now: now}
	}
	set(now)
	t.Cleanup(func() { set(nil) })
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
	before := shared.State()
	for _, f := range packageFuncs {
		func() {
			defer func() {
				if r := recover(); r != ErrTimeRange {
					t.Errorf("%s: panic with %v, want %v", f.name, r, ErrTimeRange)
				}
			}()
			t.Errorf("%s = %v", f.name, f.next())
		}()
	}
	if after := shared.State(); after != before {
		t.Errorf("state went from %+v to %+v", before, after)
	}
}

// The package-level functions wait for a clock that stands still for longer
// than a Generator would.
func TestSystemClockStandsStill(t *testing.T) {
	const still = 100 * time.Millisecond // five times maxSleep
	for _, f := range packageFuncs {
		t.Run(f.name, func(t *testing.T) {
			start := time.Now()
			setSystemClock(t, func() time.Time {
				if now := time.Now(); now.Sub(start) > still {
					return now
				}
				return start
			})
			shared.mu.Lock()
			for _, track := range []*track{&shared.gregorian, &shared.unix} {
				// What was issued is as far ahead as it may be.
				now, err := track.scale.tick(instantOf(start))
				if err != nil {
					t.Error(err)
				}
				last := position{now + track.pace.maxLead, 1<<track.pace.countBits - 1}
				track.line = timeline{seen: now, last: last, issued: true}
			}
			shared.mu.Unlock()
			if f.next(); time.Since(start) < still {
				t.Errorf("waited for %v", time.Since(start))
			}
		})
	}
}

// The clock has to get past what was issued, less the lead. It need not if
// others have followed it back in the meantime.
func TestShortfall(t *testing.T) {
	var reading time.Time
	g, err := NewGenerator(Options{Now: func() time.Time { return reading }})
	if err != nil {
		t.Fatal(err)
	}
	const second = 10_000_000
	lead := g.gregorian.pace.maxLead
	at := time.Unix(1e9, 0)
	now, err := gregorian.tick(instantOf(at))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		last uint64 // tick
		at   time.Time
		want uint64
	}{
		{"nothing issued", 0, at, 0},
		{"far behind", now - second, at, 0},
		{"with room for two", now + lead - 2, at, 0},
		{"with room for one", now + lead - 1, at, 0},
		{"at the lead", now + lead, at, 1},
		{"a second past the lead", now + lead + second, at, second + 1},
		{"out of range", now + lead + second, time.Unix(-1<<40, 0), 0},
	} {
		reading = tt.at
		g.gregorian.line = timeline{last: position{tick: tt.last}, issued: tt.last > 0}
		if at, got := g.shortfall(&g.gregorian); got != tt.want || at != instantOf(tt.at) {
			t.Errorf("%s: %d at %v, want %d at %v", tt.name, got, at, tt.want, tt.at)
		}
	}
}
