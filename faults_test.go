package uuid_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestWrongTimeAtStart starts a generator while the clock is an hour ahead, as before the first NTP
// answer. Whether the clock is corrected before the first UUID or after it, a kill 20 s later must
// leave a state near the corrected clock, so the next process waits for seconds at most, and keeps
// the order even if its clock is 5 s behind.
func TestWrongTimeAtStart(t *testing.T) {
	seq := uint16(5)
	for _, p := range policies {
		for _, given := range []bool{false, true} {
			for _, wrong := range []string{"", "NewV1", "NewV6", "NewV7"} { // issued at the wrong time
				if wrong != "" && (p.policy != uuid.RollbackFollow || given && wrong != "NewV7") {
					continue // this generator must not follow the correction
				}
				for _, call := range clockedCalls {
					t.Run(fmt.Sprintf("%s/%t/%s/%s", p.name, given, wrong, call.name), func(t *testing.T) {
						clock, store := &fakeClock{now: atSecond(1e9).Add(time.Hour)}, new(memoryStore)
						opts := uuid.Options{Rollback: p.policy, Now: clock.Now, Store: store, MaxWait: 1}
						if given {
							opts.Node, opts.ClockSeq = uuid.Node{1}, &seq
						}
						g := newGenerator(t, opts)
						for _, first := range clockedCalls {
							if first.name == wrong {
								must(t)(first.next(g))
							}
						}
						clock.advance(-time.Hour)
						var last uuid.UUID
						for range 20 {
							clock.advance(time.Second)
							last = must(t)(call.next(g))
						}
						clock.advance(-5 * time.Second) // and a kill
						g = newGenerator(t, opts)
						if u, err := call.next(g); err != uuid.ErrClockLead {
							t.Errorf("%v, %v, want to wait", u, err)
						}
						clock.advance(11 * time.Second)
						if u := must(t)(call.next(g)); timeOf(t, u).Before(timeOf(t, last)) {
							t.Errorf("%v after %v", u, last)
						}
					})
				}
			}
		}
	}
}

// TestRowTimes gives a generator the times of rows, an hour apart. Each UUID must have exactly the
// time of its row, so no reading may be skipped, in any method and with every policy.
func TestRowTimes(t *testing.T) {
	for _, p := range policies {
		for _, withStore := range []bool{false, true} {
			for _, call := range clockedCalls[:3] {
				row := 0
				at := func(row int) time.Time { return atSecond(1e9).Add(time.Duration(row) * time.Hour) }
				opts := uuid.Options{Rollback: p.policy, Now: func() time.Time { row++; return at(row) }}
				if withStore {
					opts.Store = new(memoryStore)
				}
				g := newGenerator(t, opts)
				var ids []uuid.UUID
				for i := range 200 {
					u := must(t)(call.next(g))
					if got, want := timeOf(t, u), at(i+1); !got.Truncate(time.Millisecond).Equal(want.Truncate(time.Millisecond)) {
						t.Fatalf("%s, %s: %v for row %d of %v", p.name, call.name, got, i+1, want)
					}
					ids = append(ids, u)
				}
				if call.name == "NewV7" {
					wantIncreasing(t, ids)
				}
			}
		}
	}
}

// TestFlippingClock runs 16 goroutines on a clock that jumps by an hour at each reading. No call may
// read it twice, and no UUID may be issued twice, even if rollbacks of a nanosecond count.
func TestFlippingClock(t *testing.T) {
	for _, p := range policies {
		for _, withStore := range []bool{false, true} {
			var readings atomic.Int64
			opts := uuid.Options{Rollback: p.policy, MaxRollback: 1, MaxWait: 1, MaxLead: 1e9 * time.Second}
			opts.Now = func() time.Time { return atSecond(1e9).Add(time.Duration(readings.Add(1)%2) * time.Hour) }
			if withStore {
				opts.Store = new(memoryStore)
			}
			g := newGenerator(t, opts)
			const calls = 200
			ids := make([][]uuid.UUID, 16)
			together(t, len(ids), func(i int) {
				for j := range calls {
					u, err := clockedCalls[j%3].next(g)
					switch {
					case err == nil:
						ids[i] = append(ids[i], u)
					case err != uuid.ErrClockRollback && err != uuid.ErrClockLead:
						t.Error(err)
					}
				}
			})
			var all []uuid.UUID
			for i := range ids {
				all = append(all, ids[i]...)
			}
			wantDistinct(t, all)
			if n := readings.Load(); n > int64(len(ids)*calls) {
				t.Errorf("%s: %d readings in %d calls", p.name, n, len(ids)*calls)
			}
		}
	}
}

// TestNoFalseRollback checks that no call reports a rollback of a nanosecond if the clock does not go
// back, however the readings of many goroutines overtake one another.
func TestNoFalseRollback(t *testing.T) {
	calls := 20_000
	if uuid.FullTests {
		calls = 2_000_000
	}
	for _, now := range []func() time.Time{nil, time.Now} {
		g := newGenerator(t, uuid.Options{MaxRollback: 1, Rollback: uuid.RollbackError, Now: now, V7: uuid.V7Counter})
		together(t, 16, func(i int) {
			for j := range calls / 16 {
				if _, err := clockedCalls[(i+j)%4].next(g); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
}

// TestOldReadingSavesNothing lets goroutines issue UUIDs while the clock is set back by an hour. A
// call that has read the clock before must not save the earlier time again.
func TestOldReadingSavesNothing(t *testing.T) {
	rounds := 2000
	if uuid.FullTests {
		rounds = 100_000
	}
	for range rounds {
		clock, store := &fakeClock{now: atSecond(1e9)}, new(memoryStore)
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		must(t)(g.NewV7())
		clock.advance(2 * time.Second) // calls need a Save
		var done sync.WaitGroup
		for i := range 8 {
			if i == 3 {
				runtime.Gosched()
				clock.advance(-time.Hour)
			}
			done.Go(func() { try(t)(g.NewV7()) })
		}
		done.Wait()
		must(t)(g.NewV7())
		if ahead := timeOf(t, store.state.V7).Sub(clock.Now()); ahead > 6*time.Second+defaultLead {
			t.Fatalf("the saved state is %v ahead of the clock", ahead)
		}
	}
}

// TestCloseAfterFailedSaves closes a generator after Saves that failed, some of which have written
// their state. Close must save the exact state, because the one in the Store is its own.
func TestCloseAfterFailedSaves(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		for range 50 {
			store := new(memoryStore)
			g := newGenerator(t, uuid.Options{Store: store})
			must(t)(g.NewV7())
			for range 1 + rand.IntN(5) {
				time.Sleep(1500 * time.Millisecond)
				store.err, store.late = nil, errFull // writes, but cannot sync
				if rand.IntN(2) == 0 {
					store.err, store.late = errFull, nil // cannot open
				}
				if _, err := g.NewV7(); err != nil && !errors.Is(err, errFull) {
					t.Fatal(err)
				}
			}
			store.err, store.late = nil, nil
			noErrors(t, g.Close())
			if store.state != g.State() {
				t.Fatalf("the Store has %+v, State is %+v", store.state, g.State())
			}
		}
	})
}
