// Proves that a UUID shows the time of its own clock, and none from before its call.
package uuid_test

import (
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// shown is a function that issues UUIDs, and the resolution of the time in them.
type shown struct {
	name       string
	next       func() uuid.UUID
	resolution time.Duration
}

// check calls s.next, and checks that the UUID shows a time from the call, or is ahead by at most
// half a millisecond, as a random fraction may be.
func (s shown) check(t testing.TB) uuid.UUID {
	begun := time.Now()
	u := s.next()
	if at := timeOf(t, u); at.Before(begun.Truncate(s.resolution)) ||
		at.After(time.Now().Add(time.Millisecond/2)) {
		t.Errorf("%s: %v shows %v, its call began at %v", s.name, u, at, begun)
	}
	return u
}

// TestParallelBubbles runs two bubbles at the same time, one of which is 48 h ahead.
func TestParallelBubbles(t *testing.T) {
	for _, ahead := range []time.Duration{0, 48 * time.Hour} {
		t.Run(ahead.String(), func(t *testing.T) {
			t.Parallel()
			uuid.Bubble(t, func(t *testing.T) {
				time.Sleep(ahead)
				for range uuid.Sized(20_000, 1_000_000) {
					time.Sleep(time.Second)
					for _, s := range []shown{
						{"NewV7", uuid.NewV7, time.Millisecond},
						{
							"NewID",
							func() uuid.UUID { return uuid.NewID[uuid.Plain[int]]().UUID() },
							time.Millisecond,
						},
						{"NewV6", uuid.NewV6, 100},
						{"NewV1", uuid.NewV1, 100},
						{"FillV7", func() uuid.UUID {
							var dst [3]uuid.UUID
							uuid.FillV7(dst[:])
							return dst[0]
						}, time.Millisecond},
					} {
						s.check(t)
					}
				}
			})
		})
	}
}

// newShown returns the methods of a Generator that show the clock's time.
func newShown(t testing.TB, g *uuid.Generator) (all []shown) {
	for _, call := range clockedCalls {
		s := shown{call.name, func() uuid.UUID { return try(t)(call.next(g)) }, 100}
		if call.name == "NewV7" || call.name == "FillV7" {
			s.resolution = time.Millisecond
		}
		all = append(all, s)
	}
	return all
}

// TestTimeDuringSave checks calls that begin while a Save takes 5 s or an hour. Each reads the
// clock once.
func TestTimeDuringSave(t *testing.T) {
	for _, takes := range []time.Duration{30 * time.Millisecond, 5 * time.Second, time.Hour} {
		for _, p := range policies {
			inBubble(t, takes.String()+"/"+p.name, func(t *testing.T) {
				store, readings := new(memoryStore), 0
				g := newGenerator(
					t,
					uuid.Options{
						Store:    store,
						Rollback: p.policy,
						Now:      func() time.Time { readings++; return time.Now() },
					},
				)
				oneOfEach(t, g)
				calls := newShown(t, g)
				for range 3 {
					time.Sleep(1700 * time.Millisecond) // the reserve is used up
					store.during = func() { store.during = nil; time.Sleep(takes) }
					apart(40, takes/40+300, func(i int) { calls[i%len(calls)].check(t) })
				}
				if readings != 3+3*40 {
					t.Errorf("%d readings", readings)
				}
			})
		}
	}
}

// TestTimeOfTwoGenerators checks that a call that begins after another has returned sorts after it,
// although the two use different Generators on one clock, and one has a slow Store.
func TestTimeOfTwoGenerators(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		store := &memoryStore{during: func() { time.Sleep(5 * time.Second) }}
		slow := newGenerator(t, uuid.Options{Store: store})
		fast := newGenerator(t, uuid.Options{Store: new(memoryStore)})
		apart(100, 97*time.Millisecond, func(int) {
			before := try(t)(fast.NewV7())
			time.Sleep(time.Millisecond)
			if after := try(t)(slow.NewV7()); after.Compare(before) <= 0 {
				t.Errorf("%v was issued after %v", after, before)
			}
		})
	})
}

// apart calls f(0) to f(n-1), one after each pause, and waits for them.
func apart(n int, pause time.Duration, f func(i int)) {
	var calls sync.WaitGroup
	for i := range n {
		calls.Go(func() { time.Sleep(time.Duration(i) * pause); f(i) })
	}
	calls.Wait()
}

// TestRowTimes gives a generator the times of rows, an hour apart. Each UUID must have exactly the
// time of its row, so no reading may be skipped, in any method and with every policy.
func TestRowTimes(t *testing.T) {
	for _, p := range policies {
		for _, withStore := range []bool{false, true} {
			for _, call := range clockedCalls[:3] {
				row := 0
				at := func(row int) time.Time {
					return atSecond(1e9).Add(time.Duration(row) * time.Hour)
				}
				opts := uuid.Options{
					Rollback: p.policy,
					Now:      func() time.Time { row++; return at(row) },
				}
				if withStore {
					opts.Store = new(memoryStore)
				}
				g := newGenerator(t, opts)
				var ids []uuid.UUID
				for i := range 200 {
					u := must(t)(call.next(g))
					got := timeOf(t, u).Truncate(time.Millisecond)
					want := at(i + 1).Truncate(time.Millisecond)
					if !got.Equal(want) {
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
