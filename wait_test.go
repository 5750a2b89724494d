package uuid

import (
	"runtime"
	"testing"
	"time"
)

// setSystemClock has the package-level functions read another clock until the
// test ends. After that they know nothing of what was issued meanwhile.
func setSystemClock(t *testing.T, now func() time.Time) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.beginLocked() // or the first call would set it back
	v1v6, v7 := shared.v1v6, shared.v7
	shared.v1v6.mono, shared.v7.mono = 0, 0 // as with Options.Now
	setLocked := func(now func() time.Time) { shared.ownClock, shared.opts.Now = now != nil, now }
	setLocked(now)
	t.Cleanup(func() {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.v1v6, shared.v7 = v1v6, v7
		setLocked(nil)
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
				for _, s := range []*timeline{&shared.v1v6, &shared.v7} {
					// What was issued is as far ahead as it may be.
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

// A call that waits needs the clock to get past what was issued, less the lead, and
// as much further as there are calls before it.
func TestEarliest(t *testing.T) {
	for _, tt := range []struct {
		name        string
		counterBits uint
		coarse      int64
		last        timestamp
		n           uint64
		want        int64
	}{
		{"one a tick, first", 0, 0, timestamp{tick: 1000}, 1, 901},
		{"one a tick, tenth", 0, 0, timestamp{tick: 1000}, 10, 910},
		{"room in the tick", 8, 0, timestamp{1000, 0}, 255, 900},
		{"the counter is full", 8, 0, timestamp{1000, 255}, 1, 901},
		{"coarse", 8, 0xff, timestamp{1124, 255}, 1, 1280},
		{"coarse, at its start", 8, 0xff, timestamp{1123, 255}, 1, 1024},
	} {
		s := sequence{counterBits: tt.counterBits, coarse: tt.coarse, maxLead: 100, last: tt.last}
		if got := s.earliest(tt.n); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// A call that does not wait any more is not counted among those that do.
func TestWaiting(t *testing.T) {
	for name, next := range map[string]func(*Generator) error{
		"NewV1":  func(g *Generator) error { _, err := g.NewV1(); return err },
		"NewV6":  func(g *Generator) error { _, err := g.NewV6(); return err },
		"NewV7":  func(g *Generator) error { _, err := g.NewV7(); return err },
		"FillV7": func(g *Generator) error { _, err := g.FillV7(make([]UUID, 2)); return err },
	} {
		bubble(t, func(t *testing.T) {
			var offset time.Duration
			g, err := NewGenerator(Options{MaxLead: 1, Now: func() time.Time { return time.Now().Add(offset) }})
			if err != nil {
				t.Fatal(err)
			}
			if err := next(g); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			offset = -time.Second
			for time.Since(start) < time.Second/2 {
				if err := next(g); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if g.waiting != 0 {
				t.Errorf("%s: %d calls wait", name, g.waiting)
			}
		})
	}
}

// A duration is rounded up, and is the longest where no Duration is long enough.
func TestDurationOfTicks(t *testing.T) {
	for _, tt := range []struct {
		scale *timescale
		ticks int64
		want  time.Duration
	}{
		{&unixScale, 0, 0},
		{&unixScale, 1, 245},
		{&unixScale, 4095, 999_756},
		{&unixScale, 4096, time.Millisecond},
		{&unixScale, 4097, time.Millisecond + 245},
		{&gregorianScale, 1, 100},
		{&gregorianScale, 10_000_001, time.Second + 100},
		{&gregorianScale, maxTick, 1<<63 - 1},
		{&unixScale, maxTick, 1<<63 - 1},
		{&unixScale, 9223372036854*4096 - 1, 9223372036853_999_756},
		{&unixScale, 9223372036854*4096 + 4095, 1<<63 - 1},
	} {
		if got := tt.scale.duration(tt.ticks); got != tt.want {
			t.Errorf("%d ticks of %d in a millisecond: %d, want %d", tt.ticks, tt.scale.perMs, got, tt.want)
		}
	}
}

// A call that finds the clock where it needs it tries again at once. If that is of no
// use, because others were faster, it sleeps.
func TestRetryOfNoUse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var g Generator
		if _, err := g.NewV7(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		var w wait
		g.mu.Lock()
		defer g.mu.Unlock()
		defer w.endLocked(&g)
		for i, want := range []time.Duration{0, minPause} {
			start := time.Now()
			if retry := w.retryLocked(&g, &g.v7); !retry || time.Since(start) != want {
				t.Errorf("number %d: %t after %v, want %v", i, retry, time.Since(start), want)
			}
		}
	})
}

// Two instants that are a duration apart are no more ticks apart than it rounds up to.
func TestTicksUp(t *testing.T) {
	for _, tt := range []struct {
		scale *timescale
		d     time.Duration
		want  int64
	}{
		{&gregorianScale, 0, 0},
		{&gregorianScale, 1, 1},
		{&gregorianScale, 100, 1},
		{&gregorianScale, 101, 2},
		{&gregorianScale, time.Second, 1e7},
		{&unixScale, 0, 0},
		{&unixScale, 1, 1},
		{&unixScale, 244, 1},
		{&unixScale, 245, 2},
		{&unixScale, time.Millisecond - 1, 4096},
		{&unixScale, time.Millisecond, 4096},
		{&unixScale, time.Millisecond + 1, 4097},
	} {
		if got := tt.scale.ticksUp(tt.d); got != tt.want {
			t.Errorf("%v: %d ticks of %d in a millisecond, want %d", tt.d, got, tt.scale.perMs, tt.want)
		}
	}
}

// A call that finds the lock held takes it as soon as it is free, be that soon or
// late, and goes on with a reading of then.
func TestContend(t *testing.T) {
	var g Generator
	if _, err := g.NewV7(); err != nil {
		t.Fatal(err)
	}
	last := g.State().V7
	for i := range 500 {
		g.mu.Lock()
		done := make(chan UUID)
		go func() {
			u, err := g.NewV7()
			if err != nil {
				t.Error(err)
			}
			done <- u
		}()
		hold := 5 * time.Microsecond
		if i%100 == 0 {
			hold = 5 * time.Millisecond
		}
		for start := time.Now(); time.Since(start) < hold; {
			runtime.Gosched()
		}
		g.mu.Unlock()
		u := <-done
		if u.Compare(last) <= 0 {
			t.Fatalf("%v after %v", u, last)
		}
		last = u
	}
}

// A step of the wall clock is noticed by the next call.
func TestStepIsNoticedAtOnce(t *testing.T) {
	var g Generator
	for _, next := range []func() (UUID, error){g.NewV1, g.NewV6, g.NewV7} {
		if _, err := next(); err != nil {
			t.Fatal(err)
		}
		for _, t := range []*timeline{&g.v1v6, &g.v7} { // as if the clock had been set back by an hour since
			hour := t.scale.ticks(time.Hour)
			t.seen += hour
			t.last.tick += hour
		}
		u, err := next()
		if err != nil {
			t.Fatal(err)
		}
		if at, _ := u.Time(); time.Until(at) > time.Minute {
			t.Errorf("%v is of %v", u, at)
		}
	}
}
