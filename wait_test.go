package uuid_test

import (
	"cmp"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// UUIDs are ahead of a clock that stands still by MaxLead and no more.
func TestMaxLead(t *testing.T) {
	for _, lead := range []time.Duration{0, 100 * time.Microsecond} {
		inBubble(t, lead.String(), func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			g := newGenerator(t, uuid.Options{Now: clock.Now, MaxLead: lead})
			lead := cmp.Or(lead, defaultLead)
			ids := issue(t, 1+int(lead/100), g.NewV1)
			wantDistinct(t, ids)
			if first, last := ids[0], ids[len(ids)-1]; !timeOf(t, first).Equal(clock.Now()) ||
				!timeOf(t, last).Equal(clock.Now().Add(lead)) || clockSeqOf(t, first) != clockSeqOf(t, last) {
				t.Errorf("from %v to %v", first, last)
			}
			before := g.State()
			wantError(t, uuid.ErrClockLead)(g.NewV1())
			wantError(t, uuid.ErrClockLead)(g.NewV6())
			if after := g.State(); after != before {
				t.Errorf("the state went from %+v to %+v", before, after)
			}
			// Whole ticks of 1/4096 ms, and what the counter begins at, are room for so many.
			ticks := int(lead * 4096 / time.Millisecond)
			dst := make([]uuid.UUID, (ticks+2)*256)
			n, err := g.FillV7(dst)
			if err != uuid.ErrClockLead || n < ticks*256 || n > (ticks+1)*256 {
				t.Errorf("FillV7 past the lead: %d, %v", n, err)
			}
			wantIncreasing(t, dst[:n])
			if i := slices.IndexFunc(dst[n:], func(u uuid.UUID) bool { return !u.IsNil() }); i >= 0 {
				t.Errorf("element %d past the filled ones is %v", i, dst[n+i])
			}
			wantError(t, uuid.ErrClockLead)(g.NewV7())
			// One tick of the clock is room for one more.
			clock.advance(100 * time.Nanosecond)
			issue(t, 1, g.NewV1)
			wantError(t, uuid.ErrClockLead)(g.NewV1())
		})
	}
}

// A call waits as long as the clock needs, and gives up if that is more than it may wait,
// or when the clock stands still. So it is in 1970, too.
func TestWait(t *testing.T) {
	const us, ms, s = time.Microsecond, time.Millisecond, time.Second
	onTime := func(past time.Duration) time.Duration { return past }
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
		{"is set back meanwhile", uuid.Options{}, func(past time.Duration) time.Duration {
			if past > 30*ms {
				return past - 50*ms
			}
			return past
		}, 60 * ms, 110 * ms, 130 * ms, nil},
	} {
		for _, from := range []time.Time{atSecond(1e9), time.Unix(0, 0), time.Unix(0, 1)} {
			inBubble(t, tt.name, func(t *testing.T) {
				start := time.Now()
				var offset time.Duration
				tt.opts.MaxLead = us
				tt.opts.Now = func() time.Time {
					return from.Add(offset + tt.clock(time.Since(start)))
				}
				g := newGenerator(t, tt.opts)
				issue(t, 1, g.NewV1)
				offset = -tt.back
				issue(t, 10, g.NewV1) // as many as MaxLead has room for
				_, err := g.NewV1()
				if waited := time.Since(start); err != tt.err || waited < tt.least || waited > tt.most {
					t.Errorf("%v after %v, want %v after %v to %v", err, waited, tt.err, tt.least, tt.most)
				}
			})
		}
	}
}

// A call that waits follows a clock that is set back, as a new call does.
func TestWaitAndStepBack(t *testing.T) {
	for _, tt := range []struct {
		policy uuid.RollbackPolicy
		err    error
	}{
		{uuid.RollbackFollow, nil}, {uuid.RollbackHold, uuid.ErrClockLead}, {uuid.RollbackError, uuid.ErrClockRollback},
	} {
		for _, call := range clockedCalls[:2] {
			inBubble(t, call.name, func(t *testing.T) {
				start := time.Now()
				back := time.Second
				g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Rollback: tt.policy, Now: func() time.Time {
					now := time.Now()
					if now.Sub(start) > 100*time.Millisecond {
						back = time.Hour
					}
					return now.Add(-back)
				}})
				back = 0
				issue(t, 1, g.NewV1)
				back = time.Second
				issue(t, 10, g.NewV1) // as many as MaxLead has room for
				u, err := call.next(g)
				if waited := time.Since(start); err != tt.err || waited > 150*time.Millisecond {
					t.Errorf("%v: %v, %v after %v", tt.policy, u, err, waited)
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

// A call that fills a slice waits for each UUID as long as one for that UUID alone. MaxWait
// bounds what it waits in all.
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
// from those who call meanwhile.
func TestFillV7GoesWithTheClock(t *testing.T) {
	for _, m := range methods[:2] {
		t.Run(m.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			g := newGenerator(t, uuid.Options{V7: m.method, Now: func() time.Time {
				clock.advance(time.Millisecond)
				return clock.Now()
			}})
			dst := make([]uuid.UUID, 1<<19)
			if _, err := g.FillV7(dst); err != nil {
				t.Fatal(err)
			}
			wantIncreasing(t, dst)
			if now, last := clock.Now(), timeOf(t, dst[len(dst)-1]); last.Sub(now).Abs() > time.Millisecond {
				t.Errorf("the last time is %v, the clock's %v", last, now)
			}
			if readings := clock.Now().Sub(atSecond(1e9)) / time.Millisecond; readings != 4 {
				t.Errorf("%d readings of the clock", readings)
			}
		})
	}
}

// A call does not sleep if the clock has got on by the time that it looks again.
func TestClockThatGetsThereMeanwhile(t *testing.T) {
	for _, call := range clockedCalls {
		inBubble(t, call.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			readings := 0
			g := newGenerator(t, uuid.Options{MaxLead: time.Nanosecond, Now: func() time.Time {
				if readings++; readings%2 == 0 {
					clock.advance(time.Microsecond)
				}
				return clock.Now()
			}})
			start := time.Now()
			for range 10 {
				must(t)(call.next(g))
			}
			if n, err := g.FillV7(make([]uuid.UUID, 10_000)); n != 10_000 || err != nil {
				t.Errorf("FillV7: %d, %v", n, err)
			}
			if slept := time.Since(start); slept > 0 {
				t.Errorf("slept %v", slept)
			}
		})
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
		var mu sync.Mutex
		var ids []uuid.UUID
		var group sync.WaitGroup
		for range waiters {
			group.Go(func() {
				u := must(t)(g.NewV1())
				mu.Lock()
				defer mu.Unlock()
				ids = append(ids, u)
			})
		}
		group.Wait()
		wantDistinct(t, ids)
		// A look is two readings: of a call that waits, and of its next try.
		if most := 2*waiters + 2*20_000*int(back/time.Second+1); readings > most {
			t.Errorf("the clock was read %d times, want at most %d", readings, most)
		}
	})
}

// A MaxRollback near the longest Duration does not overflow.
func TestLongestRollback(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		var offset time.Duration
		g := newGenerator(t, uuid.Options{
			MaxRollback: math.MaxInt64, MaxLead: time.Microsecond, Store: &memoryStore{},
			Now: func() time.Time { return time.Now().Add(offset) },
		})
		must(t)(g.NewV1())
		offset = -9 * time.Second
		start := time.Now()
		issue(t, 20, g.NewV1)
		if waited := time.Since(start); (waited - 9*time.Second).Abs() > 10*time.Millisecond {
			t.Errorf("waited %v", waited)
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
