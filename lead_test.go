package uuid_test

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestMaxLead(t *testing.T) {
	inBubble(t, "frozen", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		g := newGenerator(t, uuid.Options{Now: clock.Now, MaxLead: 100 * time.Microsecond})
		issue(t, 1+1000, g.NewV1)
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6} {
			before := g.State()
			if u, err := next(); err != uuid.ErrClockLead || !u.IsNil() {
				t.Errorf("past the lead: %v, %v", u, err)
			}
			if after := g.State(); after != before {
				t.Errorf("the state went from %+v to %+v", before, after)
			}
		}
		// 409 ticks of 1/4096 ms and what the counter begins at are room for
		// no more than 410*256 UUIDs.
		dst := make([]uuid.UUID, 200_000)
		n, err := g.FillV7(dst)
		if err != uuid.ErrClockLead || n < 409*256 || n > 410*256 {
			t.Errorf("FillV7 past the lead: %d, %v", n, err)
		}
		wantIncreasing(t, dst[:n])
		if i := slices.IndexFunc(dst[n:], func(u uuid.UUID) bool { return !u.IsNil() }); i >= 0 {
			t.Errorf("element %d past the filled ones is %v", i, dst[n+i])
		}
		if u, err := g.NewV7(); err != uuid.ErrClockLead || !u.IsNil() {
			t.Errorf("NewV7 past the lead: %v, %v", u, err)
		}
		// One tick of the clock is room for one more.
		clock.advance(100 * time.Nanosecond)
		issue(t, 1, g.NewV1)
		if _, err := g.NewV1(); err != uuid.ErrClockLead {
			t.Errorf("two in one more tick: %v", err)
		}
	})
	inBubble(t, "default", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		g := newGenerator(t, uuid.Options{Now: clock.Now})
		issue(t, 1+100_000, g.NewV1) // 10 ms
		if u, err := g.NewV1(); err != uuid.ErrClockLead {
			t.Errorf("past the lead: %v, %v", u, err)
		}
	})
	inBubble(t, "from 1970 on", func(t *testing.T) {
		for _, ns := range []int64{0, 1} {
			start := time.Now()
			coarse := func() time.Time { return time.Unix(0, ns).Add(time.Since(start).Truncate(100 * time.Millisecond)) }
			g := newGenerator(t, uuid.Options{Now: coarse, MaxLead: time.Nanosecond})
			issue(t, 3, g.NewV1) // waiting for a tick, twice
		}
	})
	t.Run("moving", func(t *testing.T) {
		coarse := func() time.Time { return time.Now().Truncate(5 * time.Millisecond) }
		g := newGenerator(t, uuid.Options{Now: coarse, MaxLead: 100 * time.Microsecond})
		start := coarse()
		v1, v6 := issue(t, 3000, g.NewV1), issue(t, 3000, g.NewV6)
		wantDistinct(t, slices.Concat(v1, v6))
		wantIncreasing(t, v6)
		// A reading is room for 1001, so the clock moved on five times.
		if last := timeOf(t, v6[len(v6)-1]); last.Sub(start) < 25*time.Millisecond {
			t.Errorf("6000 UUIDs took %v", last.Sub(start))
		}
		dst := make([]uuid.UUID, 250_000)
		if n, err := g.FillV7(dst); n != len(dst) || err != nil {
			t.Fatalf("FillV7: %d, %v", n, err)
		}
		wantIncreasing(t, dst)
	})
	inBubble(t, "bubble", func(t *testing.T) {
		var g uuid.Generator
		start := time.Now()
		wantDistinct(t, issue(t, 250_000, g.NewV1))
		if waited := time.Since(start); waited < 10*time.Millisecond {
			t.Errorf("waited %v for 25 ms of ticks", waited)
		}
	})
	inBubble(t, "slow", func(t *testing.T) {
		// A nanosecond a reading is movement but no time to wait for.
		clock := fakeClock{now: atSecond(1e9)}
		crawl := func() time.Time {
			clock.advance(time.Nanosecond)
			return clock.Now()
		}
		g := newGenerator(t, uuid.Options{Now: crawl, MaxLead: 100 * time.Nanosecond})
		for range 10 {
			if _, err := g.NewV1(); err != nil {
				if err != uuid.ErrClockLead {
					t.Error(err)
				}
				return
			}
		}
		t.Error("no end to a lead of one tick")
	})
}

// A clock that is set back while a call waits for it is waited for.
func TestRollbackWhileWaiting(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		start := time.Now()
		now := func() time.Time {
			elapsed := time.Since(start)
			if elapsed > 30*time.Millisecond {
				elapsed -= 50 * time.Millisecond
			}
			return atSecond(1e9).Add(elapsed)
		}
		ahead := atSecond(1e9).Add(60 * time.Millisecond)
		store := &memoryStore{state: uuid.State{V7: uuid.MaxV7(ahead)}}
		g := newGenerator(t, uuid.Options{Now: now, Store: store})
		u := must(t)(g.NewV7())
		if u.Compare(uuid.MaxV7(ahead)) <= 0 {
			t.Errorf("%v is not after %v", u, uuid.MaxV7(ahead))
		}
		if waited := time.Since(start); waited < 90*time.Millisecond || waited > 150*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
	})
}

// Goroutines that wait for a coarse clock look at what others move on. The race
// detector is to see that they hold the lock.
func TestConcurrentWaiting(t *testing.T) {
	readings := 0
	g := newGenerator(t, uuid.Options{
		Now: func() time.Time {
			readings++ // one at a time calls it
			runtime.Gosched()
			return time.Now().Truncate(2 * time.Millisecond)
		},
		MaxLead: 5 * time.Microsecond,
	})
	const goroutines, each = 4, 50 // 400 UUIDs, and a reading is room for 51
	var ids [goroutines][]uuid.UUID
	var group sync.WaitGroup
	for i := range ids {
		group.Add(1)
		go func() {
			defer group.Done()
			for range each {
				v1, v1Err := g.NewV1()
				v6, v6Err := g.NewV6()
				if err := errors.Join(v1Err, v6Err); err != nil {
					t.Error(err)
					return
				}
				ids[i] = append(ids[i], v1, v6)
			}
		}()
	}
	group.Wait()
	wantDistinct(t, slices.Concat(ids[:]...))
}

// A call that waits returns, whatever the clock does.
func TestWaitIsBounded(t *testing.T) {
	for _, tt := range []struct {
		name string
		now  func(real time.Duration, readings int) time.Duration
	}{
		{"stands still", func(time.Duration, int) time.Duration { return 0 }},
		{"crawls forward", func(_ time.Duration, readings int) time.Duration { return time.Duration(readings) }},
		{"crawls back", func(_ time.Duration, readings int) time.Duration { return -time.Duration(readings) }},
		{"goes back", func(real time.Duration, _ int) time.Duration { return -real / 100 }},
		{"goes to and fro", func(_ time.Duration, readings int) time.Duration {
			return time.Duration(readings%2) * time.Microsecond
		}},
	} {
		inBubble(t, tt.name, func(t *testing.T) {
			start, readings := time.Now(), 0
			g := newGenerator(t, uuid.Options{MaxLead: 100 * time.Microsecond, Now: func() time.Time {
				readings++
				return atSecond(1e9).Add(tt.now(time.Since(start), readings))
			}})
			fill := func() (uuid.UUID, error) {
				_, err := g.FillV7(make([]uuid.UUID, 500_000))
				return uuid.UUID{}, err
			}
			for i, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, fill} {
				called := time.Now()
				var err error
				for range 2000 {
					if _, err = next(); err != nil {
						break
					}
				}
				if err != uuid.ErrClockLead {
					t.Errorf("call %d: %v", i, err)
				}
				if waited := time.Since(called); waited > 15*time.Second {
					t.Errorf("call %d: waited %v", i, waited)
				}
			}
		})
	}
}

// A call that waits returns also if the clock moves, but goes round where it has been.
func TestWaitForClockInLoop(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		const maxRollback = 3 * time.Second
		start, offset := time.Now(), time.Second
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, MaxRollback: maxRollback, Now: func() time.Time {
			return start.Add(offset + time.Since(start)%(100*time.Millisecond))
		}})
		issue(t, 1, g.NewV6)
		offset = 0
		issue(t, 10, g.NewV6) // as many as MaxLead has room for
		_, err := g.NewV6()
		if waited := time.Since(start); err != uuid.ErrClockLead || waited < maxRollback || waited > 2*maxRollback {
			t.Errorf("%v after %v", err, waited)
		}
	})
}

// A clock that ticks rarely is not one that stands still.
func TestClockThatTicksRarely(t *testing.T) {
	for _, tick := range []time.Duration{15625 * time.Microsecond, 100 * time.Millisecond, time.Second, 1500 * time.Millisecond} {
		inBubble(t, tick.String(), func(t *testing.T) {
			time.Sleep(tick / 7)
			g := newGenerator(t, uuid.Options{Now: func() time.Time { return time.Now().Truncate(tick) }})
			start := time.Now()
			n := 100_000 + 1 // and so more than the lead has room for
			wantDistinct(t, issue(t, n, g.NewV1))
			v6 := issue(t, n, g.NewV6)
			wantDistinct(t, v6)
			wantIncreasing(t, v6)
			if waited := time.Since(start); waited > 3*tick+time.Second {
				t.Errorf("waited %v", waited)
			}
		})
	}
}

// FillV7 does not sleep where the clock has long got to where it can go on.
func TestFillV7WithoutLeadDoesNotSleep(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		g := newGenerator(t, uuid.Options{MaxLead: 1, Now: func() time.Time {
			clock.advance(time.Microsecond)
			return clock.Now()
		}})
		start := time.Now()
		dst := make([]uuid.UUID, 500_000)
		if n, err := g.FillV7(dst); n != len(dst) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		wantIncreasing(t, dst)
		if slept := time.Since(start); slept > 0 {
			t.Errorf("slept %v", slept)
		}
	})
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
	inBubble(t, "", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		readings := 0
		now := func() time.Time {
			if readings++; readings%2 == 0 {
				clock.advance(time.Microsecond)
			}
			return clock.Now()
		}
		g := newGenerator(t, uuid.Options{Now: now, MaxLead: time.Nanosecond})
		start := time.Now()
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6} {
			issue(t, 10, next)
		}
		if slept := time.Since(start); slept > 0 {
			t.Errorf("slept %v", slept)
		}
	})
}

// MaxWait bounds what one call waits in all.
func TestMaxWait(t *testing.T) {
	const back = 9 * time.Second
	for _, tt := range []struct {
		maxWait, want time.Duration // that the call takes
		err           error
	}{
		{0, back, nil},
		{10 * time.Second, back, nil},
		{back + 100*time.Nanosecond, back, nil}, // a tick past MaxLead
		{back, 0, uuid.ErrClockLead},            // it can tell
		{time.Millisecond, 0, uuid.ErrClockLead},
	} {
		inBubble(t, tt.maxWait.String(), func(t *testing.T) {
			offset := time.Duration(0)
			g := newGenerator(t, uuid.Options{
				Now:     func() time.Time { return time.Now().Add(offset) },
				MaxLead: time.Microsecond, MaxWait: tt.maxWait,
			})
			issue(t, 1, g.NewV1)
			offset = -back
			issue(t, 10, g.NewV1)
			start := time.Now()
			_, err := g.NewV1()
			if waited := time.Since(start); err != tt.err || (waited-tt.want).Abs() > 50*time.Millisecond {
				t.Errorf("%v after %v, want %v after %v", err, waited, tt.err, tt.want)
			}
		})
	}
	inBubble(t, "stands still", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{Now: func() time.Time { return atSecond(1e9) }, MaxLead: 1, MaxWait: 300 * time.Millisecond})
		issue(t, 1, g.NewV6)
		start := time.Now()
		if _, err := g.NewV6(); err != uuid.ErrClockLead || time.Since(start) > 300*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// MaxWait bounds what FillV7 waits in all, not for each UUID.
func TestMaxWaitOfFillV7(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, MaxWait: 2500 * time.Millisecond, Now: func() time.Time {
			return time.Now().Truncate(time.Second)
		}})
		start := time.Now()
		n, err := g.FillV7(make([]uuid.UUID, 10_000))
		if waited := time.Since(start); err != uuid.ErrClockLead || n == 0 || n == 10_000 || waited > 2500*time.Millisecond {
			t.Errorf("%d after %v, %v", n, waited, err)
		}
	})
}

// A call that waits looks at a coarse clock more and more seldom.
func TestCoarseClockIsSpared(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
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

// A call gives up when it finds the clock slow, even if that was not so at first.
func TestClockThatBecomesSlow(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		const back, atSpeed = time.Second, 100 * time.Millisecond
		start := time.Now()
		var offset time.Duration
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time {
			past := time.Since(start)
			return start.Add(offset + min(past, atSpeed) + max(0, past-atSpeed)/4)
		}})
		issue(t, 1, g.NewV1)
		offset = -back
		issue(t, 10, g.NewV1)
		_, err := g.NewV1()
		// 100 ms and a fourth of the 200 ms after that are half of both.
		if waited := time.Since(start); err != uuid.ErrClockLead || waited < 300*time.Millisecond || waited > 350*time.Millisecond {
			t.Errorf("%v after %v", err, waited)
		}
	})
}

// Where the clock is slow, a call waits no longer than it needs.
func TestClockThatIsSlow(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		const back = 9 * time.Millisecond
		start := time.Now()
		var offset time.Duration
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time {
			return start.Add(offset + time.Since(start)*3/5)
		}})
		issue(t, 1, g.NewV1)
		offset = -back
		issue(t, 11, g.NewV1)
		if waited := time.Since(start); waited < back*5/3 || waited > back*5/3+time.Millisecond {
			t.Errorf("waited %v", waited)
		}
	})
}

// A call that fills a slice waits for each UUID as long as one for that UUID alone.
func TestFillV7WaitsForEach(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, MaxRollback: 1, Now: func() time.Time {
			return time.Now().Truncate(time.Second)
		}})
		start := time.Now()
		n, err := g.FillV7(make([]uuid.UUID, 10_000))
		if waited := time.Since(start); err != nil || waited < 5*time.Second {
			t.Errorf("%d after %v, %v", n, waited, err)
		}
	})
	inBubble(t, "stands still", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{MaxLead: time.Microsecond, Now: func() time.Time { return atSecond(1e9) }})
		start := time.Now()
		n, err := g.FillV7(make([]uuid.UUID, 10_000))
		if waited := time.Since(start); err != uuid.ErrClockLead || n == 0 || waited > 3*time.Second {
			t.Errorf("%d after %v, %v", n, waited, err)
		}
	})
}

// Ten thousand calls that wait look at the clock no more often than a few.
func TestManyWaiters(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
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
			group.Add(1)
			go func() {
				defer group.Done()
				u := must(t)(g.NewV1())
				mu.Lock()
				defer mu.Unlock()
				ids = append(ids, u)
			}()
		}
		group.Wait()
		wantDistinct(t, ids)
		// A look is two readings: of a call that waits, and of its next try.
		if most := 2*waiters + 2*20_000*int(back/time.Second+1); readings > most {
			t.Errorf("the clock was read %d times, want at most %d", readings, most)
		}
	})
}
