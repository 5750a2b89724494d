package uuid_test

import (
	"math"
	"os"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestDefaultLead checks the lead over a clock that stands still, if MaxLead is 0. TestStep tries other
// leads.
func TestDefaultLead(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, MaxWait: 1})
	ids := issue(t, 1+int(defaultLead/100), g.NewV1)
	wantDistinct(t, ids)
	if last := ids[len(ids)-1]; !timeOf(t, last).Equal(clock.Now().Add(defaultLead)) || clockSeqOf(t, last) != clockSeqOf(t, ids[0]) {
		t.Errorf("from %v to %v", ids[0], last)
	}
	wantError(t, uuid.ErrClockLead)(g.NewV6())
	// Whole ticks of 1/4096 ms, and the rest of the first tick's counter, are room for this many.
	const ticks = int(defaultLead * 4096 / time.Millisecond)
	dst := make([]uuid.UUID, (ticks+2)*256)
	if n, err := g.FillV7(dst); err != uuid.ErrClockLead || n < ticks*256 || n > (ticks+1)*256 || !dst[n].IsNil() {
		t.Errorf("FillV7 past the lead: %d, %v", n, err)
	}
}

// A call waits as long as the clock needs, and gives up if that is more than it may wait,
// or when the clock stands still. It follows a clock that is set back, as a new call does. So it is
// with a Store, and in 1970, too.
func TestWait(t *testing.T) {
	const us, ms, s = time.Microsecond, time.Millisecond, time.Second
	onTime := func(past time.Duration) time.Duration { return past }
	backFar := func(past time.Duration) time.Duration {
		if past > 100*ms {
			return past - time.Hour
		}
		return past
	}
	still := func(time.Duration) time.Duration { return 0 }
	ticks := func(tick time.Duration) func(time.Duration) time.Duration {
		return func(past time.Duration) time.Duration { return past.Truncate(tick) }
	}
	for _, tt := range []struct {
		name        string
		opts        uuid.Options // MaxLead is 1 us
		clock       func(past time.Duration) time.Duration
		back        time.Duration // that the clock goes when a UUID was issued
		least, most time.Duration // that the call waits
		err         error
	}{
		{"as long as it needs", uuid.Options{}, onTime, 9 * s, 9 * s, 9*s + ms, nil},
		{"MaxWait is longer", uuid.Options{MaxWait: 10 * s}, onTime, 9 * s, 9 * s, 9*s + ms, nil},
		{"MaxWait is just enough", uuid.Options{MaxWait: 9*s + 100}, onTime, 9 * s, 9 * s, 9*s + ms, nil},
		{"MaxWait is too short", uuid.Options{MaxWait: 9 * s}, onTime, 9 * s, 0, 0, uuid.ErrClockLead}, // it can tell
		{"MaxWait is short", uuid.Options{MaxWait: ms}, onTime, 9 * s, 0, 0, uuid.ErrClockLead},
		{"stands still, MaxWait", uuid.Options{MaxWait: 300 * ms}, still, 0, 0, 300 * ms, uuid.ErrClockLead},
		{"stands still", uuid.Options{}, still, 0, 2 * s, 2*s + 20*ms, uuid.ErrClockLead},
		{"ticks rarely", uuid.Options{}, ticks(100 * ms), 0, 100 * ms, 120 * ms, nil},
		{"ticks more rarely", uuid.Options{}, ticks(1500 * ms), 0, 1500 * ms, 1520 * ms, nil},
		{"the longest MaxRollback", uuid.Options{MaxRollback: math.MaxInt64}, onTime, 9 * s, 9 * s, 9*s + ms, nil},
		{"is set back far", uuid.Options{Rollback: uuid.RollbackFollow}, backFar, s, 100 * ms, 150 * ms, nil},
		{"is set back far, Hold", uuid.Options{Rollback: uuid.RollbackHold}, backFar, s, 100 * ms, 150 * ms, uuid.ErrClockLead},
		{"is set back far, Error", uuid.Options{Rollback: uuid.RollbackError}, backFar, s, 100 * ms, 150 * ms, uuid.ErrClockRollback},
		{"is set back", uuid.Options{}, func(past time.Duration) time.Duration {
			if past > 30*ms {
				return past - 50*ms
			}
			return past
		}, 60 * ms, 110 * ms, 130 * ms, nil},
	} {
		for i, from := range []time.Time{atSecond(1e9), atSecond(1e9), time.Unix(0, 0), time.Unix(0, 1)} {
			inBubble(t, tt.name, func(t *testing.T) {
				start := time.Now()
				var offset time.Duration
				opts := tt.opts
				opts.MaxLead = us
				opts.Now = func() time.Time { return from.Add(offset + tt.clock(time.Since(start))) }
				if i == 0 && tt.err == nil { // a Store makes the default MaxWait longer
					opts.Store = new(memoryStore)
				}
				g := newGenerator(t, opts)
				issue(t, 1, g.NewV1)
				offset = -tt.back
				issue(t, 10, g.NewV1) // as many as MaxLead has room for
				_, err := timed(g)[i%2]()
				if waited := time.Since(start); err != tt.err || waited < tt.least || waited > tt.most {
					t.Errorf("%v after %v, want %v after %v to %v", err, waited, tt.err, tt.least, tt.most)
				}
			})
		}
	}
}

// The time that a Store takes does not count for MaxWait.
func TestMaxWaitBesideStore(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		store := new(memoryStore)
		g := newGenerator(t, uuid.Options{Store: store, MaxWait: 3500 * time.Millisecond, MaxLead: 1, Now: func() time.Time {
			return time.Now().Truncate(100 * time.Millisecond)
		}})
		store.during = func() { time.Sleep(2 * time.Second) }
		if n, err := g.FillV7(make([]uuid.UUID, 12*256)); err != nil { // at most 256 in each 100 ms
			t.Errorf("%d, %v", n, err)
		}
	})
}

// A call that fills a slice waits for each UUID as long as a call for that UUID alone. MaxWait
// bounds the whole wait.
func TestFillV7WaitsForEach(t *testing.T) {
	for _, tt := range []struct {
		name        string
		opts        uuid.Options
		tick        time.Duration
		most, least time.Duration // that the call waits
		err         error
	}{
		{"no bound", uuid.Options{MaxRollback: 1}, time.Second, time.Minute, 5 * time.Second, nil},
		{"MaxWait", uuid.Options{MaxWait: 2500 * time.Millisecond}, time.Second, 2500 * time.Millisecond, 2 * time.Second, uuid.ErrClockLead},
		{"stands still", uuid.Options{}, time.Hour, 3 * time.Second, 0, uuid.ErrClockLead},
	} {
		inBubble(t, tt.name, func(t *testing.T) {
			tt.opts.MaxLead = time.Microsecond
			tt.opts.Now = func() time.Time { return time.Now().Truncate(tt.tick) }
			g := newGenerator(t, tt.opts)
			start := time.Now()
			n, err := g.FillV7(make([]uuid.UUID, 10_000))
			if waited := time.Since(start); err != tt.err || n == 0 || waited < tt.least || waited > tt.most {
				t.Errorf("%d after %v, %v", n, waited, err)
			}
		})
	}
}

// A FillV7 of many UUIDs goes with the clock. It does not take all time up to MaxLead
// from other calls.
func TestFillV7GoesWithTheClock(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: func() time.Time {
		clock.advance(time.Millisecond)
		return clock.Now()
	}})
	dst := make([]uuid.UUID, 1<<19) // half a millisecond's
	_, err := g.FillV7(dst)
	noErrors(t, err)
	wantIncreasing(t, dst)
	last := dst[len(dst)-1]
	if ahead := v7Fraction(last) - 300*4096/1000; timeOf(t, last).Sub(clock.Now()).Abs() > time.Millisecond || ahead > 4096/5 {
		t.Errorf("%v, %d/4096 ms ahead of %v", last, ahead, clock.Now())
	}
}

// A call that waits looks at a coarse clock more and more seldom.
func TestCoarseClockIsSpared(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		readings := 0
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time {
			readings++
			return time.Now().Truncate(time.Second)
		}})
		issue(t, 10, g.NewV1)
		readings = 0
		issue(t, 10, g.NewV1)
		if readings < 50 || readings > 200 {
			t.Errorf("the clock was read %d times in a second", readings)
		}
	})
}

// Ten thousand calls that wait look at the clock no more often than a few.
func TestManyWaiters(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		var offset time.Duration
		readings := 0
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time {
			readings++
			return time.Now().Add(offset)
		}})
		issue(t, 1, g.NewV1)
		const waiters, back = 10_000, 5 * time.Second
		offset = -back
		issue(t, 10, g.NewV1)
		readings = 0
		ids := make([]uuid.UUID, waiters)
		together(t, waiters, func(i int) { ids[i] = try(t)(g.NewV1()) })
		wantDistinct(t, ids)
		// A look is two readings: of a call that waits, and of its next try.
		if most := 2*waiters + 2*20_000*int(back/time.Second+1); readings > most {
			t.Errorf("the clock was read %d times, want at most %d", readings, most)
		}
	})
}

// A call that waits ends when the generator is closed.
func TestCloseWhileWaiting(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		g := newGenerator(t, uuid.Options{Store: &memoryStore{state: uuid.State{V7: uuid.MaxV7(time.Now().Add(5 * time.Second))}}})
		time.AfterFunc(time.Second, func() { g.Close() })
		start := time.Now()
		wantError(t, os.ErrClosed)(g.NewV7())
		if waited := time.Since(start); waited > 2*time.Second {
			t.Errorf("it took %v", waited)
		}
	})
}
