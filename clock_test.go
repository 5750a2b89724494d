// Proves what a generator does about bubbles, coarse clocks, MaxLead and MaxWait.
package uuid_test

import (
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestMillisecondClock checks a generator whose clock shows only whole milliseconds, as in a
// bubble. It must draw the fraction from the first half of the millisecond. The counter uses the
// rest.
func TestMillisecondClock(t *testing.T) {
	for _, now := range []func() time.Time{nil, time.Now} {
		uuid.Bubble(t, func(t *testing.T) {
			g := newGenerator(t, uuid.Options{Now: now})
			fractions := make(map[int64]bool)
			for range 1000 {
				ids := issue(t, 3, g.NewV7)
				fraction := v7Fraction(ids[0])
				fractions[fraction] = true
				if fraction >= 1<<11 || !timeOf(t, ids[2]).Equal(time.Now()) {
					t.Fatalf("%v at %v", ids, time.Now())
				}
				time.Sleep(time.Millisecond)
			}
			// 1000 draws from 2048 fractions yield about 790 distinct fractions.
			if len(fractions) < 600 {
				t.Errorf("only %d fractions in 1000 milliseconds", len(fractions))
			}
		})
	}
}

// A clockUser is a generator that uses several clocks in succession. Its UUIDs must have the
// current clock's time, and its clock sequence must change whenever the clock changes.
type clockUser struct {
	name    string
	g       *uuid.Generator // nil: the package-level functions
	clock   int             // number of the previous clock, or 0
	lastSeq uint16
}

func (c *clockUser) check(t *testing.T, clock int, lead time.Duration) (ids []uuid.UUID) {
	t.Helper()
	before := time.Now()
	if c.g == nil {
		ids = []uuid.UUID{uuid.NewV1(), uuid.NewV6(), uuid.NewV7()}
	} else {
		for _, call := range clockedCalls {
			ids = append(ids, must(t)(call.next(c.g)))
		}
	}
	for _, u := range ids {
		if got := timeOf(t, u); got.Before(before.Truncate(time.Millisecond)) ||
			got.After(time.Now().Add(lead)) {
			t.Fatalf("%s: %v has the time %v, but the clock shows %v", c.name, u, got, before)
		}
	}
	seq := clockSeqOf(t, ids[0])
	sameSeq, sameClock := seq == c.lastSeq, clock == c.clock
	if c.clock > 0 && sameSeq != sameClock {
		t.Errorf("%s: %v has clock sequence %d on clock %d, after %d on clock %d",
			c.name, ids[0], seq, clock, c.lastSeq, c.clock)
	}
	c.clock, c.lastSeq = clock, seq
	return ids
}

// TestEachBubbleHasItsOwnTime checks that a UUID made in a testing/synctest bubble has the bubble's
// time. A generator must treat the system clock and each bubble's clock as separate clocks, not as
// one clock that is set back or forward. All bubbles start at the same time, and some end in the
// future.
func TestEachBubbleHasItsOwnTime(t *testing.T) {
	seq := uint16(5)
	users := []*clockUser{{name: "package"}, {name: "zero", g: new(uuid.Generator)}}
	for _, opts := range []uuid.Options{
		{Rollback: uuid.RollbackHold}, {Rollback: uuid.RollbackError},
		{V7: uuid.V7Counter}, {V7: uuid.V7Random}, {Node: uuid.Node{1}}, {ClockSeq: &seq},
	} {
		users = append(users, &clockUser{name: fmt.Sprintf("%+v", opts), g: newGenerator(t, opts)})
	}
	var all []uuid.UUID
	clock := 0
	check := func(t *testing.T, lead time.Duration) {
		t.Helper()
		must(t)(uuid.NewV7At(unixEnd)) // affects no generator
		must(t)(uuid.NewV6At(gregorianEnd))
		for _, user := range users {
			all = append(all, user.check(t, clock, lead)...)
		}
	}
	// a browser's clock has this resolution
	const lead, leadOutside = 20 * time.Microsecond, time.Millisecond
	const year = 365 * 24 * time.Hour
	for _, lasts := range []time.Duration{
		0, 5 * time.Second, 0, 600 * time.Microsecond, time.Hour, 30 * year,
		20*year + 300*time.Microsecond, 40 * year, 0,
	} {
		if lasts != 40*year { // this bubble directly follows another bubble
			clock++
			check(t, leadOutside)
		}
		clock++
		uuid.Bubble(t, func(t *testing.T) {
			check(t, lead)
			// In the middle of a long bubble, its clock can be behind the latest system time.
			time.Sleep(lasts / 2)
			check(t, lead)
			time.Sleep(lasts - lasts/2)
			check(t, lead)
		})
	}
	clock++
	check(t, leadOutside)
	wantDistinct(t, all)
}

// TestBubbleWithGivenIdentity checks that a generator keeps a given node and clock sequence inside
// and outside a bubble. Because it cannot change the clock sequence, it must refuse to move back to
// a bubble's earlier time. It must read Options.ClockSeq only once.
func TestBubbleWithGivenIdentity(t *testing.T) {
	seq := uint16(5)
	g := newGenerator(t, uuid.Options{Node: uuid.Node{1}, ClockSeq: &seq})
	seq = 1<<16 - 1
	must(t)(g.NewV7()) // draws no node
	uuid.Bubble(t, func(t *testing.T) { must(t)(g.NewV1()) })
	for _, u := range []uuid.UUID{must(t)(g.NewV1()), must(t)(g.NewV6())} {
		if node, _ := u.Node(); node != (uuid.Node{1}) || clockSeqOf(t, u) != 5 ||
			time.Since(timeOf(t, u)) > time.Second {
			t.Errorf("%v", u)
		}
	}
	uuid.Bubble(t, func(t *testing.T) { wantError(t, uuid.ErrClockRollback)(g.NewV1()) })
	must(t)(g.NewV1())
}

// TestBubbleWithStore checks that a generator with a Store treats entering a bubble as a clock
// step, because the saved state applies to a single clock.
func TestBubbleWithStore(t *testing.T) {
	for _, p := range policies {
		g := newGenerator(t, uuid.Options{Rollback: p.policy, Store: &memoryStore{}})
		before := must(t)(g.NewV7())
		uuid.Bubble(t, func(t *testing.T) {
			switch p.policy {
			case uuid.RollbackHold:
				issue(t, 100, g.NewV7) // only the counter changes
			case uuid.RollbackError:
				wantError(t, uuid.ErrClockRollback)(g.NewV7())
			default:
				if u := must(t)(g.NewV7()); !timeOf(t, u).Equal(time.Now()) {
					t.Errorf("%v", u)
				}
			}
		})
		// RollbackFollow starts a new order, so the UUID does not have to exceed the earlier UUID.
		u := must(t)(g.NewV7())
		if p.policy != uuid.RollbackFollow && u.Compare(before) <= 0 ||
			time.Since(timeOf(t, u)).Abs() > time.Second {
			t.Errorf("%s: %v after %v", p.name, u, before)
		}
	}
}

// TestDefaultLead checks how far a generator can run ahead of a stopped clock if MaxLead is 0.
// TestStep tries other leads.
func TestDefaultLead(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, MaxWait: 1})
	ids := issue(t, 1+int(defaultLead/100), g.NewV1)
	wantDistinct(t, ids)
	if last := ids[len(ids)-1]; !timeOf(t, last).Equal(clock.Now().Add(defaultLead)) ||
		clockSeqOf(t, last) != clockSeqOf(t, ids[0]) {
		t.Errorf("from %v to %v", ids[0], last)
	}
	wantError(t, uuid.ErrClockLead)(g.NewV6())
	// A lead of a millisecond allows about a million of version 7: 256 in each tick, fewer in the
	// first.
	g = newGenerator(t, uuid.Options{Now: clock.Now, MaxWait: 1, MaxLead: time.Millisecond})
	dst := make([]uuid.UUID, 4098*256)
	if n, err := g.FillV7(dst); err != uuid.ErrClockLead || n < 4096*256 || n > 4097*256 ||
		!dst[n].IsNil() {
		t.Errorf("FillV7 past the lead: %d, %v", n, err)
	}
}

// TestWait checks that a call waits for the clock to catch up. The call must give up if the wait
// would exceed MaxWait or if the clock has stopped. If the clock is set back during the wait, the
// Rollback policy applies. The same rules must hold with a Store and with a clock in 1970.
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
		back        time.Duration // how far the clock is set back after the first UUID
		least, most time.Duration // bounds on the waiting time
		err         error
	}{
		{name: "as long as it takes", clock: onTime, back: 9 * s, least: 9 * s, most: 9*s + ms},
		{
			name:  "MaxWait is longer",
			opts:  uuid.Options{MaxWait: 10 * s},
			clock: onTime,
			back:  9 * s,
			least: 9 * s,
			most:  9*s + ms,
		},
		{
			name:  "MaxWait is just long enough",
			opts:  uuid.Options{MaxWait: 9*s + 100},
			clock: onTime,
			back:  9 * s,
			least: 9 * s,
			most:  9*s + ms,
		},
		// known without waiting
		{
			name:  "MaxWait is too short",
			opts:  uuid.Options{MaxWait: 9 * s},
			clock: onTime,
			back:  9 * s,
			least: 0,
			most:  0,
			err:   uuid.ErrClockLead,
		},
		{
			name:  "stands still, MaxWait",
			opts:  uuid.Options{MaxWait: 300 * ms},
			clock: still,
			back:  0,
			least: 0,
			most:  300 * ms,
			err:   uuid.ErrClockLead,
		},
		{
			name:  "stands still",
			clock: still,
			back:  0,
			least: 2 * s,
			most:  2*s + 20*ms,
			err:   uuid.ErrClockLead,
		},
		{name: "ticks rarely", clock: ticks(100 * ms), back: 0, least: 100 * ms, most: 120 * ms},
		{
			name:  "ticks even more rarely",
			clock: ticks(1500 * ms),
			back:  0,
			least: 1500 * ms,
			most:  1520 * ms,
		},
		{
			name:  "the longest MaxRollback",
			opts:  uuid.Options{MaxRollback: math.MaxInt64},
			clock: onTime,
			back:  9 * s,
			least: 9 * s,
			most:  9*s + ms,
		},
		{
			name:  "is set far back",
			opts:  uuid.Options{Rollback: uuid.RollbackFollow},
			clock: backFar,
			back:  s,
			least: 100 * ms,
			most:  150 * ms,
		},
		{
			name:  "is set far back, Hold",
			opts:  uuid.Options{Rollback: uuid.RollbackHold},
			clock: backFar,
			back:  s,
			least: 100 * ms,
			most:  150 * ms,
			err:   uuid.ErrClockLead,
		},
		{
			name:  "is set far back, Error",
			opts:  uuid.Options{Rollback: uuid.RollbackError},
			clock: backFar,
			back:  s,
			least: 100 * ms,
			most:  150 * ms,
			err:   uuid.ErrClockRollback,
		},
		{name: "is set back", clock: func(past time.Duration) time.Duration {
			if past > 30*ms {
				return past - 50*ms
			}
			return past
		}, back: 60 * ms, least: 110 * ms, most: 130 * ms},
	} {
		for i, from := range []time.Time{
			atSecond(1e9), atSecond(1e9), time.Unix(0, 0), time.Unix(0, 1),
		} {
			inBubble(t, tt.name, func(t *testing.T) {
				start := time.Now()
				var offset time.Duration
				opts := tt.opts
				opts.MaxLead = us
				opts.Now = func() time.Time {
					return from.Add(offset + tt.clock(time.Since(start)))
				}
				// no Store if an error is expected, because a Store extends the default MaxWait
				if i == 0 && tt.err == nil {
					opts.Store = new(memoryStore)
				}
				g := newGenerator(t, opts)
				issue(t, 1, g.NewV1)
				offset = -tt.back
				issue(t, 10, g.NewV1) // MaxLead allows 10 UUIDs
				_, err := timed(g)[i%2]()
				if waited := time.Since(start); err != tt.err || waited < tt.least ||
					waited > tt.most {
					t.Errorf("%v after %v, want %v after %v to %v",
						err, waited, tt.err, tt.least, tt.most)
				}
			})
		}
	}
}

// TestMaxWaitExcludesStore checks that the time a Store takes does not count toward MaxWait.
func TestMaxWaitExcludesStore(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		store := new(memoryStore)
		g := newGenerator(
			t,
			uuid.Options{
				Store:   store,
				MaxWait: 3500 * time.Millisecond,
				MaxLead: 1,
				Now: func() time.Time {
					return time.Now().Truncate(100 * time.Millisecond)
				},
			},
		)
		store.during = func() { time.Sleep(2 * time.Second) }
		// at most 256 UUIDs per 100 ms
		if n, err := g.FillV7(make([]uuid.UUID, 12*256)); err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

// TestFillV7WaitsForEach checks that MaxWait and its default limit the wait for each UUID in the
// slice, not for all of them.
func TestFillV7WaitsForEach(t *testing.T) {
	for _, tt := range []struct {
		name        string
		opts        uuid.Options
		tick        time.Duration
		most, least time.Duration // bounds on the waiting time
		err         error
	}{
		{
			name:  "no bound",
			opts:  uuid.Options{MaxRollback: 1},
			tick:  time.Second,
			most:  time.Minute,
			least: 5 * time.Second,
		},
		{
			name: "no bound, with Rand",
			opts: uuid.Options{
				MaxRollback: 1,
				Rand:        readerFunc(func(p []byte) (int, error) { return len(p), nil }),
			},
			tick:  time.Second,
			most:  time.Minute,
			least: 5 * time.Second,
		},
		{
			name:  "MaxWait",
			opts:  uuid.Options{MaxWait: 1500 * time.Millisecond},
			tick:  time.Second,
			most:  time.Minute,
			least: 5 * time.Second,
		},
		{
			name:  "MaxWait is too short",
			opts:  uuid.Options{MaxWait: 500 * time.Millisecond},
			tick:  time.Second,
			most:  500 * time.Millisecond,
			least: 0,
			err:   uuid.ErrClockLead,
		},
		{
			name:  "stands still",
			tick:  time.Hour,
			most:  3 * time.Second,
			least: 0,
			err:   uuid.ErrClockLead,
		},
	} {
		inBubble(t, tt.name, func(t *testing.T) {
			tt.opts.MaxLead = time.Microsecond
			tt.opts.Now = func() time.Time { return time.Now().Truncate(tt.tick) }
			g := newGenerator(t, tt.opts)
			start := time.Now()
			n, err := g.FillV7(make([]uuid.UUID, 10_000))
			if waited := time.Since(start); err != tt.err || n == 0 || waited < tt.least ||
				waited > tt.most {
				t.Errorf("%d after %v, %v", n, waited, err)
			}
		})
	}
}

// TestFillV7KeepsUpWithTheClock checks that a long FillV7 call keeps up with the clock and leaves
// part of MaxLead for other calls.
func TestFillV7KeepsUpWithTheClock(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(
		t,
		uuid.Options{Now: func() time.Time { clock.advance(time.Millisecond); return clock.Now() }},
	)
	dst := make([]uuid.UUID, 1<<19) // enough UUIDs to fill half a millisecond
	_, err := g.FillV7(dst)
	noErrors(t, err)
	wantIncreasing(t, dst)
	last := dst[len(dst)-1]
	// Every reading is 300 µs past a millisecond.
	ahead := v7Fraction(last) - 300*4096/1000
	distance := timeOf(t, last).Sub(clock.Now()).Abs()
	if distance > time.Millisecond || ahead > 4096/5 {
		t.Errorf("%v, %d/4096 ms ahead of %v", last, ahead, clock.Now())
	}
	// This call issues its last UUID in a second run, which must not reuse the first run's length.
	_, err = g.FillV7(make([]uuid.UUID, 1<<17+1))
	noErrors(t, err)
}

// TestCoarseClockIsReadRarely checks that a waiting call reads a coarse clock at growing intervals.
func TestCoarseClockIsReadRarely(t *testing.T) {
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

// TestManyWaiters checks the limit on how often four thousand waiting calls read the clock.
func TestManyWaiters(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		var offset time.Duration
		readings := 0
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time {
			readings++
			return time.Now().Add(offset)
		}})
		issue(t, 1, g.NewV1)
		const waiters, back = 4_000, 5 * time.Second
		offset = -back
		issue(t, 10, g.NewV1)
		readings = 0
		ids := make([]uuid.UUID, waiters)
		together(t, waiters, func(i int) { ids[i] = try(t)(g.NewV1()) })
		wantDistinct(t, ids)
		// Each call reads the clock before it waits, and after each pause. 20,000 pauses end in a
		// second, and one more for each call at the end.
		if most := 2*waiters + 20_000*int(back/time.Second+1); readings > most {
			t.Errorf("the clock was read %d times, want at most %d", readings, most)
		}
	})
}

// TestCloseWhileWaiting checks that Close ends a waiting call.
func TestCloseWhileWaiting(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		g := newGenerator(
			t,
			uuid.Options{
				Store: &memoryStore{
					state: uuid.State{V7: uuid.MaxV7(time.Now().Add(5 * time.Second))},
				},
			},
		)
		time.AfterFunc(time.Second, func() { g.Close() })
		start := time.Now()
		wantError(t, os.ErrClosed)(g.NewV7())
		if waited := time.Since(start); waited > 2*time.Second {
			t.Errorf("it took %v", waited)
		}
	})
}
