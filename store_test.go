package uuid_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

var errFull = errors.New("no space left")

// A Store that fails later is left alone for a while. It stops a generator where its last
// state ends, and only as long as it fails.
func TestStoreThatFails(t *testing.T) {
	for _, call := range clockedCalls {
		inBubble(t, call.name, func(t *testing.T) {
			g, clock, store := newStored(t, uuid.Options{})
			must(t)(call.next(g))
			store.err = errFull
			clock.advance(900 * time.Millisecond)
			for range 3 {
				must(t)(call.next(g))
			}
			if store.saves != 2 {
				t.Errorf("asked to save %d times, want 2", store.saves)
			}
			clock.advance(200 * time.Millisecond)
			before := g.State()
			for range 3 {
				wantError(t, errFull)(call.next(g))
			}
			clock.advance(-time.Hour) // to be followed, which takes a Save
			wantError(t, errFull)(call.next(g))
			if after := g.State(); after != before {
				t.Errorf("state went from %+v to %+v", before, after)
			}
			store.err = nil
			time.Sleep(250 * time.Millisecond)
			must(t)(call.next(g))
		})
	}
}

// A forgetfulStore loads a state that it says is none.
type forgetfulStore struct{ memoryStore }

func (s *forgetfulStore) Load() (uuid.State, error) { return someState, fs.ErrNotExist }

// A generator does not begin with a state that is none, or that cannot be loaded. It takes
// nothing from a Store that has no state.
func TestStoreWithInvalidState(t *testing.T) {
	stores := []*memoryStore{{err: errFull}}
	for _, st := range invalidStates {
		stores = append(stores, &memoryStore{state: st})
	}
	for _, store := range stores {
		g, err := uuid.NewGenerator(uuid.Options{Store: store})
		if err == nil || store.err != nil && err != store.err || g != nil || store.saves > 0 {
			t.Errorf("%+v: %v, %v", store, g, err)
		}
	}
	g := newGenerator(t, uuid.Options{Store: &forgetfulStore{}})
	if st := g.State(); st != (uuid.State{}) {
		t.Errorf("began with %+v", st)
	}
}

// The saved state is ahead of every UUID, and saving is rare.
func TestSavedStateIsAhead(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	const seconds = 30
	for range seconds * 1000 {
		oneOfEach(t, g)
		store.wantCovered(t, g)
		clock.advance(time.Millisecond)
	}
	if store.saves > seconds+2 {
		t.Errorf("saved %d times in %d s", store.saves, seconds)
	}
}

// So it is where MaxLead has room for more than what is saved ahead.
func TestSavedStateIsAheadOfLead(t *testing.T) {
	ahead := atSecond(1e9 + 1800)
	g, clock, store := newStored(t, uuid.Options{
		MaxLead: time.Hour,
		Store:   &memoryStore{state: uuid.State{Ticks: gregorianTicks(ahead), V7: uuid.MaxV7(ahead)}},
	})
	for _, u := range oneOfEach(t, g) {
		if lead := timeOf(t, u).Sub(clock.Now()); lead < 29*time.Minute {
			t.Errorf("%v is %v ahead", u, lead)
		}
	}
	store.wantCovered(t, g)
}

// A generator issues up to and including what its Store covers, and not a tick more
// without another Save.
func TestReserveIsUsedUp(t *testing.T) {
	for _, call := range clockedCalls[:2] { // version 7 has many UUIDs in a tick
		g, clock, store := newStored(t, uuid.Options{})
		covered := store.state.Ticks
		store.err = errFull
		clock.set(gregorianTime(covered))
		u := must(t)(call.next(g))
		if got := g.State().Ticks; got != covered {
			t.Fatalf("%v has tick %d, not %d", u, got, covered)
		}
		wantError(t, errFull)(call.next(g))
	}
}

// A successor is above its predecessor. It waits until the clock has passed the state.
func TestSuccessor(t *testing.T) {
	for _, m := range methods[:3] {
		inBubble(t, m.name, func(t *testing.T) {
			first, clock, store := newStored(t, uuid.Options{V7: m.method})
			before := oneOfEach(t, first)
			second := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, V7: m.method})
			for _, next := range timed(second) {
				wantError(t, uuid.ErrClockLead)(next())
			}
			clock.advance(time.Second)
			after := oneOfEach(t, second)
			wantLater(t, before, after)
			for _, u := range after {
				if lead := timeOf(t, u).Sub(clock.Now()); lead > defaultLead {
					t.Errorf("%v is %v ahead", u, lead)
				}
			}
		})
	}
}

// A successor waits for a state that is further ahead than a rollback may be, as the
// reserve is, also where Save is slow and has covered more.
func TestSuccessorWaitsForReserve(t *testing.T) {
	for _, ahead := range []time.Duration{300 * time.Millisecond, 5900 * time.Millisecond} {
		inBubble(t, ahead.String(), func(t *testing.T) {
			start := time.Now()
			last := uuid.MaxV7(start.Add(ahead))
			g := newGenerator(t, uuid.Options{
				Store:       &memoryStore{state: uuid.State{V7: last}},
				MaxRollback: time.Millisecond,
			})
			u := must(t)(g.NewV7())
			if waited := time.Since(start); u.Compare(last) <= 0 || (waited+defaultLead-ahead).Abs() > 5*time.Millisecond {
				t.Errorf("%v after %v, waited %v", u, last, waited)
			}
		})
	}
}

// A state that a wrong clock has left in the future is a clock that went back.
func TestStateFromTheFuture(t *testing.T) {
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			opts := uuid.Options{Rollback: p.policy, Node: uuid.Node{1}, Store: &memoryStore{}}
			future, clock, _ := newStored(t, opts)
			old := oneOfEach(t, future)
			clock.advance(-20 * 365 * 24 * time.Hour)
			opts.Now = clock.Now
			g := newGenerator(t, opts)
			for i, next := range timed(g) {
				switch p.policy {
				case uuid.RollbackHold:
					wantError(t, uuid.ErrClockLead)(next())
				case uuid.RollbackError:
					wantError(t, uuid.ErrClockRollback)(next())
				default:
					u := must(t)(next())
					if timeOf(t, u).Sub(clock.Now()).Abs() > time.Millisecond {
						t.Errorf("%v at %v", u, clock.Now())
					}
					if i < 2 && clockSeqOf(t, u) == clockSeqOf(t, old[i]) {
						t.Errorf("%v has the clock sequence of %v", u, old[i])
					}
				}
			}
		})
	}
}

// To a generator that begins in a testing/synctest bubble, the bubble's clock is the
// only one there was.
func TestStateFromOutsideOfTheBubble(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		g := newGenerator(t, uuid.Options{Store: &memoryStore{state: someState}, Rollback: uuid.RollbackError})
		for _, next := range timed(g) {
			wantError(t, uuid.ErrClockRollback)(next())
		}
	})
}

// A start saves once, also under a method or a version that is not used.
func TestStartSavesOnce(t *testing.T) {
	store := &memoryStore{}
	for i := range 3 {
		clock := fakeClock{now: atSecond(1e9 + 60*float64(i))}
		oneOfEach(t, newGenerator(t, uuid.Options{Now: clock.Now, Store: store}))
		if store.saves != i+1 {
			t.Errorf("%d starts saved %d times", i+1, store.saves)
		}
	}
	saved := store.state
	for range 3 {
		clock := fakeClock{now: atSecond(1e9 + 120)}
		newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		if store.state != saved {
			t.Fatalf("a start at the same time went from %+v to %+v", saved, store.state)
		}
	}
}

// A Store is told of more when half a second of the reserve is left.
func TestStoreIsToldEarly(t *testing.T) {
	for _, call := range clockedCalls {
		t.Run(call.name, func(t *testing.T) {
			g, clock, store := newStored(t, uuid.Options{})
			must(t)(call.next(g))
			before := store.saves
			for _, tt := range []struct {
				d     time.Duration
				saves int
			}{{499 * time.Millisecond, 0}, {2 * time.Millisecond, 1}, {time.Millisecond, 1}} {
				clock.advance(tt.d)
				if must(t)(call.next(g)); store.saves != before+tt.saves {
					t.Errorf("%d saves %v later, want %d", store.saves-before, tt.d, tt.saves)
				}
			}
		})
	}
}

// The call that notices how little is left tells the Store. Meanwhile others go on with
// that, and what needs no Store goes on without.
func TestStoreIsCalledWithoutTheLock(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	ids := issue(t, 1, g.NewV7)
	begun, release := store.hold()
	clock.advance(499 * time.Millisecond)
	must(t)(g.NewV7()) // or this one would hang
	clock.advance(2 * time.Millisecond)
	noticed := inBackground(t, g.NewV7)
	<-begun
	for range 100 {
		u := must(t)(g.NewV7())
		ids = append(ids, u)
		must(t)(g.NewV1())
		must(t)(g.NewV4())
		if st := g.State(); st.V7.Compare(u) < 0 {
			t.Fatalf("state %+v after %v", st, u)
		}
	}
	wantIncreasing(t, ids)

	// Past the reserve they wait for the Store.
	clock.advance(time.Second)
	waited := inBackground(t, g.NewV7)
	must(t)(g.NewV4())
	g.State()
	select {
	case u := <-waited:
		t.Errorf("%v is ahead of the Store", u)
	case u := <-noticed:
		t.Errorf("%v before the Store had saved", u)
	case <-time.After(20 * time.Millisecond):
	}
	release()
	wantDistinct(t, append(ids, <-noticed, <-waited))
}

// What a call has found before the Store saved for it may be out of date after that:
// another call may have issued it.
func TestIssuedWhileTheStoreSaves(t *testing.T) {
	clock := fakeClock{now: time.Unix(1e9, 0)} // it shows whole milliseconds, so the fraction is drawn
	source, store := &flakySource{}, &memoryStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, Rand: source})
	clock.advance(time.Second) // up to the last tick that the Store covers
	source.fill = 0xff
	begun, release := store.hold()
	late := inBackground(t, g.NewV7) // with a fraction past that
	<-begun
	source.fill = 0
	early := must(t)(g.NewV7())
	release()
	ids := []uuid.UUID{early, <-late}
	for i, u := range ids {
		hi, lo := u.Uint64s()
		ids[i] = uuid.FromUint64s(hi, lo>>54<<54) // without the random bits
	}
	wantIncreasing(t, ids)
}

// Calls that wait for the Save of another one are served at their readings from before,
// so that they do not find the new reserve used up.
func TestReadingBeforeOthersSave(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		source := &flakySource{}
		g, clock, store := newStored(t, uuid.Options{Rand: source})
		issue(t, 1, g.NewV6)
		clock.advance(3 * time.Second) // past the reserve
		before, reads, saves := clock.Now(), source.reads, store.saves
		_, release := store.hold()
		const calls = 10
		ids := make(chan uuid.UUID, calls)
		for range calls {
			go func() { ids <- must(t)(g.NewV6()) }()
		}
		synctest.Wait() // one saves, the others wait for it
		clock.advance(900 * time.Millisecond)
		release()
		var all []uuid.UUID
		for range calls {
			u := <-ids
			if at := timeOf(t, u); at.Sub(before).Abs() > time.Microsecond {
				t.Errorf("%v is of %v, want %v", u, at, before)
			}
			all = append(all, u)
		}
		wantDistinct(t, all)
		if store.saves != saves+1 || source.reads != reads+calls {
			t.Errorf("%d saves, %d draws for %d UUIDs", store.saves-saves, source.reads-reads, calls)
		}
	})
}

// A fill during which others issue later UUIDs goes on with the time from then: its own
// reading is no step back of the clock.
func TestFillWhileOthersGoOn(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{
		V7: uuid.V7Random, MaxRollback: time.Millisecond, Rollback: uuid.RollbackError,
	})
	clock.advance(600 * time.Millisecond) // so that the Store is told in time
	begun, release := store.hold()
	dst := make([]uuid.UUID, 10_000)
	filled := inBackground(t, func() (uuid.UUID, error) {
		_, err := g.FillV7(dst)
		return dst[0], err
	})
	<-begun // after the first of them
	clock.advance(100 * time.Millisecond)
	u := must(t)(g.NewV7())
	release()
	<-filled
	wantIncreasing(t, slices.Insert(dst, 1, u))
}

// What a save covers grows with the time it takes, so that a slow one holds up few calls
// and, from the first second on, there are thousands of UUIDs.
func TestSlowStore(t *testing.T) {
	for _, tt := range []struct {
		takes   time.Duration
		longest time.Duration // that a call may take once the time of a save is known
	}{
		{0, 0}, {900 * time.Millisecond, 0}, {1300 * time.Millisecond, 0},
		{2500 * time.Millisecond, 0}, {4 * time.Second, 4 * time.Second},
	} {
		inBubble(t, tt.takes.String(), func(t *testing.T) {
			store := &memoryStore{during: func() { time.Sleep(tt.takes) }}
			g := newGenerator(t, uuid.Options{Store: store})
			const goroutines = 30
			seconds := 60
			if testing.Short() || uuid.RaceEnabled {
				seconds = 20
			}
			var issued, early [goroutines]int
			var longest [goroutines]time.Duration
			var group sync.WaitGroup
			start := time.Now()
			for i := range goroutines {
				group.Go(func() {
					for time.Since(start) < time.Duration(seconds)*time.Second {
						begun := time.Now()
						must(t)(g.NewV7())
						switch took := time.Since(begun); {
						case time.Since(start) < 7*time.Second:
							early[i]++
						case time.Since(start) > 15*time.Second:
							longest[i] = max(longest[i], took)
						}
						issued[i]++
						time.Sleep(10 * time.Millisecond)
					}
				})
			}
			group.Wait()
			all, first, held := 0, 0, 0
			for i, n := range issued {
				all, first = all+n, first+early[i]
				if longest[i] > tt.longest {
					held++
				}
			}
			if held > 1+seconds/int(1+tt.takes/time.Second) || all < goroutines*seconds*10 {
				t.Errorf("%d UUIDs; %d of %d goroutines were held up for %v", all, held, goroutines, longest)
			}
			if tt.takes < 2*time.Second && first < goroutines*300 {
				t.Errorf("%d UUIDs in the first seven seconds", first)
			}
			if store.saves > seconds+2 {
				t.Errorf("saved %d times", store.saves)
			}
		})
	}
}

// Those who waited for a Save that fails share its error. It is tried again after a
// quarter of a second.
func TestFailedSaveIsShared(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		const takes = 300 * time.Millisecond
		g, clock, store := newStored(t, uuid.Options{})
		store.during, store.err, store.saves = func() { time.Sleep(takes) }, errFull, 0
		clock.advance(time.Minute)
		var group sync.WaitGroup
		start := time.Now()
		for range 30 {
			group.Go(func() { wantError(t, errFull)(g.NewV7()) })
		}
		group.Wait()
		if took := time.Since(start); took != takes || store.saves != 1 {
			t.Errorf("%d saves in %v", store.saves, took)
		}
		for _, tt := range []struct {
			sleep time.Duration
			saves int
		}{{0, 1}, {249 * time.Millisecond, 1}, {time.Millisecond, 2}} {
			time.Sleep(tt.sleep)
			if wantError(t, errFull)(g.NewV1()); store.saves != tt.saves {
				t.Errorf("%d saves, want %d", store.saves, tt.saves)
			}
		}
	})
}

// When a step back was to be followed, and the Save for it has written and then failed,
// the Store holds the lower state. A clock that comes back is of no use until a Save covers
// it again. The clock sequence stays.
func TestNothingAboveLowerState(t *testing.T) {
	for _, call := range clockedCalls {
		inBubble(t, call.name, func(t *testing.T) {
			g, clock, store := newStored(t, uuid.Options{})
			first := must(t)(call.next(g))
			store.late = errFull
			clock.advance(-time.Hour)
			wantError(t, errFull)(call.next(g)) // following
			clock.advance(time.Hour + 100*time.Millisecond)
			wantError(t, errFull)(call.next(g)) // above the Store
			store.late = nil
			time.Sleep(time.Second)
			u := must(t)(call.next(g))
			if u.Version() == 1 && clockSeqOf(t, u) != clockSeqOf(t, first) || u.Version() != 1 && u.Compare(first) <= 0 {
				t.Errorf("%v after %v", u, first)
			}
			store.wantCovered(t, g)
		})
	}
}

// While the Store is told that version 1 went back, a call of version 7 may find the
// clock where it was before. What the Store holds covers that too.
func TestOtherSequenceWhileOneIsFollowed(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	must(t)(g.NewV1())
	begun, release := store.hold()
	clock.advance(-time.Hour)
	followed := inBackground(t, g.NewV1)
	<-begun
	clock.advance(time.Hour)
	must(t)(g.NewV7())
	release()
	<-followed
	store.wantCovered(t, g)
}

// A call that follows the clock back leaves a node alone that another call drew while the
// Store saved. The clock may have come back by then: to where the Store has room for it, or
// to where it has none before that Save.
func TestIdentityDrawnWhileOneFollows(t *testing.T) {
	const back = 10 * time.Millisecond
	for _, follow := range clockedCalls[1:3] {
		for _, meanwhile := range []time.Duration{0, 2 * back, 800 * time.Millisecond} {
			inBubble(t, follow.name+"/"+meanwhile.String(), func(t *testing.T) {
				g, clock, store := newStored(t, uuid.Options{MaxRollback: time.Millisecond})
				clock.advance(400 * time.Millisecond)
				must(t)(follow.next(g))
				store.during = func() { time.Sleep(time.Second) }
				clock.advance(-back)
				var group sync.WaitGroup
				group.Go(func() { must(t)(follow.next(g)) })
				synctest.Wait() // it saves
				clock.advance(meanwhile)
				var first uuid.UUID
				group.Go(func() { first = must(t)(g.NewV1()) })
				group.Wait()
				second := must(t)(g.NewV1())
				before, _ := first.Node()
				if after, _ := second.Node(); after != before || before == (uuid.Node{}) || first == second {
					t.Errorf("%v after %v", second, first)
				}
			})
		}
	}
}

// Close saves what was issued and no more, so the next generator need not wait, and
// ends the use of this one.
func TestClose(t *testing.T) {
	for _, m := range methods[:3] {
		inBubble(t, m.name, func(t *testing.T) {
			first, clock, store := newStored(t, uuid.Options{V7: m.method})
			before := oneOfEach(t, first)
			issued := first.State()
			if err := first.Close(); err != nil || store.state != issued || first.State() != issued {
				t.Errorf("Close: %v, saved %+v of %+v", err, store.state, issued)
			}
			start := time.Now()
			second := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, V7: m.method})
			wantLater(t, before, oneOfEach(t, second))
			if waited := time.Since(start); waited > 0 {
				t.Errorf("waited %v", waited)
			}
		})
	}
}

func TestClosedGenerator(t *testing.T) {
	source := &flakySource{fill: 1}
	for name, opts := range map[string]uuid.Options{
		"zero": {}, "Store": {Store: &memoryStore{}}, "Rand": {Rand: source}, "unordered": {V7: uuid.V7Unordered},
	} {
		for _, used := range []bool{false, true} {
			g := newGenerator(t, opts)
			if used {
				oneOfEach(t, g)
			}
			before := g.State()
			if err := g.Close(); err != nil || g.State() != before {
				t.Fatalf("%s, used %t: %v, state %+v, want %+v", name, used, err, g.State(), before)
			}
			source.reads = 0
			for _, next := range append(timed(g), g.NewV4) {
				wantError(t, os.ErrClosed)(next())
			}
			dst := []uuid.UUID{uuid.Max(), uuid.Max()}
			_, fillV4 := g.FillV4(dst[:1])
			_, fillV7 := g.FillV7(dst[1:])
			_, empty := g.FillV7(nil)
			for i, err := range []error{fillV4, fillV7, empty, g.Close()} {
				if err != os.ErrClosed {
					t.Errorf("%s, used %t: call %d: %v", name, used, i, err)
				}
			}
			if !dst[0].IsNil() || !dst[1].IsNil() || source.reads > 0 {
				t.Errorf("%s: filled %v, %d reads after Close", name, dst, source.reads)
			}
		}
	}
	var zero uuid.Generator
	if err := zero.Close(); err != nil || zero.State() != (uuid.State{}) {
		t.Errorf("closed an unused Generator: %v, %+v", err, zero.State())
	}
	g, _, store := newStored(t, uuid.Options{})
	before := store.state
	store.err = errFull
	if err := g.Close(); err != errFull || store.state != before {
		t.Errorf("Close: %v, %+v", err, store.state)
	}
	wantError(t, os.ErrClosed)(g.NewV7())
}

// Close waits for a Save that is under way. What it saves is the last that is saved, and
// calls that wait for the Store at the time get no UUID above it.
func TestCloseBesideWaitingCalls(t *testing.T) {
	const takes = time.Second
	for name, step := range map[string]time.Duration{"past the reserve": 1100 * time.Millisecond, "followed": -time.Hour} {
		inBubble(t, name, func(t *testing.T) {
			for range 50 {
				g, clock, store := newStored(t, uuid.Options{})
				oneOfEach(t, g)
				store.during = func() { time.Sleep(takes) }
				clock.advance(step)
				var group sync.WaitGroup
				var mu sync.Mutex
				var ids []uuid.UUID
				call := func() {
					if u, err := g.NewV7(); err == nil {
						mu.Lock()
						defer mu.Unlock()
						ids = append(ids, u)
					} else if err != os.ErrClosed {
						t.Error(err)
					}
				}
				group.Go(call)
				synctest.Wait() // it saves
				saves := 0
				group.Go(func() {
					start := time.Now()
					if err := g.Close(); err != nil {
						t.Error(err)
					}
					if took := time.Since(start); took < 2*takes {
						t.Errorf("Close took %v", took)
					}
					saves = store.saves
				})
				synctest.Wait()
				for range 4 {
					group.Go(call)
				}
				group.Wait()
				if store.saves != saves || store.state != g.State() {
					t.Fatalf("saved %+v of %+v, %d times, of which %d before Close had ended",
						store.state, g.State(), store.saves, saves)
				}
				for _, u := range ids {
					if u.Compare(store.state.V7) > 0 {
						t.Fatalf("%v is above %+v, which Close saved", u, store.state)
					}
				}
			}
		})
	}
}

// Close leaves the state of another process as it is, and one that a failed Save has left.
func TestCloseLeavesOthers(t *testing.T) {
	for _, tt := range []struct {
		name  string
		store func(*memoryStore) // what happens to it before Close
		want  func(before, issued uuid.State) uuid.State
	}{
		{"alone", func(*memoryStore) {}, func(_, issued uuid.State) uuid.State { return issued }},
		{"another process saved", func(s *memoryStore) { s.state = later }, func(uuid.State, uuid.State) uuid.State { return later }},
		{"the state was removed", func(s *memoryStore) { s.state = uuid.State{} }, func(uuid.State, uuid.State) uuid.State { return uuid.State{} }},
	} {
		g, _, store := newStored(t, uuid.Options{})
		oneOfEach(t, g)
		before := store.state
		tt.store(store)
		if err := g.Close(); err != nil || store.state != tt.want(before, g.State()) {
			t.Errorf("%s: Close: %v, %+v", tt.name, err, store.state)
		}
	}
	// What a failed Save has written is its own, so Close replaces it.
	g, clock, store := newStored(t, uuid.Options{})
	must(t)(g.NewV7())
	clock.advance(time.Hour)
	store.late = errFull
	wantError(t, errFull)(g.NewV7())
	store.late = nil
	if err := g.Close(); err != nil || store.state != g.State() {
		t.Errorf("Close after a failed Save: %v, %+v, want %+v", err, store.state, g.State())
	}
}

// Calls beside Close neither get a UUID above what it saves nor save after it.
func TestCloseBesideCalls(t *testing.T) {
	for range uuid.Sized(20, 1000) {
		store := &memoryStore{during: func() { time.Sleep(time.Millisecond) }}
		g := newGenerator(t, uuid.Options{Store: store, Now: func() time.Time {
			return time.Now().Add(time.Duration(rand.N(3)) * time.Second) // so that many calls save
		}})
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				for err := error(nil); err == nil; {
					if _, err = clockedCalls[i%len(clockedCalls)].next(g); err != nil && err != os.ErrClosed {
						t.Error(err)
					}
				}
			})
		}
		time.Sleep(rand.N(5 * time.Millisecond))
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		saves, saved := store.saves, store.state
		group.Wait()
		if store.saves != saves || saved != g.State() {
			t.Fatalf("%d saves after Close; it saved %+v of %+v", store.saves-saves, saved, g.State())
		}
	}
}

// A call of a closed generator calls no code of its caller, also while such code hangs.
func TestClosedCallsNothing(t *testing.T) {
	for _, of := range []string{"Now", "Rand"} {
		for _, m := range methods {
			t.Run(of+"/"+m.name, func(t *testing.T) {
				hang, calls := make(chan bool), 0
				stop := func() {
					if calls++; calls == 2 {
						<-hang
					}
				}
				opts := uuid.Options{V7: m.method}
				if of == "Now" {
					opts.Now = func() time.Time { stop(); return time.Now() }
				} else {
					opts.Rand = readerFunc(func(p []byte) (int, error) { stop(); return len(p), nil })
				}
				g := newGenerator(t, opts)
				must(t)(g.NewV7())
				var group sync.WaitGroup
				for range 3 { // one hangs in the code, others wait for it
					group.Go(func() {
						if _, err := g.NewV7(); err != os.ErrClosed && (err != nil || m.method != uuid.V7Unordered) {
							t.Error(err)
						}
					})
				}
				time.Sleep(5 * time.Millisecond) // or fewer have begun, which proves less
				if err := g.Close(); err != nil {
					t.Error(err)
				}
				wantError(t, os.ErrClosed)(g.NewV7()) // or it hangs, too
				close(hang)
				group.Wait()
				if calls > 2 {
					t.Errorf("%d calls", calls)
				}
			})
		}
	}
}

// A save that failed was to lower the state. The next one covers all UUIDs again, whatever asks for it.
func TestFailedFollowIsCovered(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		g, clock, store := newStored(t, uuid.Options{})
		oneOfEach(t, g)
		store.late = errFull
		clock.advance(-time.Hour)
		for range 5 { // one of them asks the Store
			wantError(t, errFull)(g.NewV1())
		}
		if store.saves != 2 {
			t.Errorf("%d saves", store.saves)
		}
		store.late = nil
		time.Sleep(time.Second)
		must(t)(g.NewV7())
		store.wantCovered(t, g)
	})
}

// A Save that failed may have been kept. So a start on what it was to save must not take the
// clock for one that was set back.
func TestFailedSaveMayBeKept(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		g, clock, store := newStored(t, uuid.Options{MaxRollback: time.Second})
		must(t)(g.NewV7())
		store.late = errFull
		clock.advance(20 * time.Second)
		wantError(t, errFull)(g.NewV7())
		store.late = nil
		clock.advance(-22 * time.Second)
		time.Sleep(time.Second)
		must(t)(g.NewV7())
		if ahead := timeOf(t, store.state.V7).Sub(clock.Now()); ahead > 6*time.Second {
			t.Errorf("saved %v ahead", ahead)
		}
	})
}

// The time of a Save counts for what the next one covers, up to six seconds.
func TestSlowSaveCoversMore(t *testing.T) {
	for takes, want := range map[time.Duration]time.Duration{
		0: time.Second, time.Second: 3 * time.Second, 2500 * time.Millisecond: 6 * time.Second, time.Minute: 6 * time.Second,
	} {
		inBubble(t, takes.String(), func(t *testing.T) {
			g, clock, store := newStored(t, uuid.Options{})
			store.during = func() { time.Sleep(takes) }
			for range 3 {
				clock.advance(time.Hour)
				must(t)(g.NewV7())
			}
			if ahead := timeOf(t, store.state.V7).Sub(clock.Now()); (ahead - want).Abs() > time.Millisecond {
				t.Errorf("%v ahead, want %v", ahead, want)
			}
			for range 10 { // the Store checks that early saves are no further ahead
				clock.advance(time.Second)
				must(t)(g.NewV7())
			}
		})
	}
}

// A Save that failed outside of a bubble does not hold up one inside.
func TestFailedSaveOutsideOfBubble(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	store.err = errFull
	clock.advance(time.Hour)
	wantError(t, errFull)(g.NewV7())
	store.err = nil
	uuid.Bubble(t, func(t *testing.T) { must(t)(g.NewV7()) })
}

// In the last second of the timescale of versions 1 and 6 the state stays valid.
func TestSavedStateAtTheEnd(t *testing.T) {
	store := new(memoryStore)
	clock := fakeClock{now: gregorianEnd.Add(-100 * time.Millisecond)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	must(t)(g.NewV1())
	if st := store.state; st.Ticks != 1<<60-1 {
		t.Errorf("saved %+v", st)
	}
	must(t)(newGenerator(t, uuid.Options{Now: clock.Now, Store: &memoryStore{}}).NewV6())
}

// Two processes share a file while their clock is an hour ahead, and then corrected. Once
// one of them has saved, a start finds nothing from the future.
func TestCorrectedClock(t *testing.T) {
	for _, calls := range []string{"version 7", "all versions"} {
		inBubble(t, calls, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state")
			clock := fakeClock{now: atSecond(1e9 + 3600)}
			start := func() *uuid.Generator {
				return newGenerator(t, uuid.Options{Now: clock.Now, Store: uuid.NewFileStore(path)})
			}
			issue := func(g *uuid.Generator) {
				must(t)(g.NewV7())
				if calls == "all versions" {
					oneOfEach(t, g)
				}
			}
			a := start()
			issue(a)
			clock.advance(2 * time.Second)
			b := start()
			clock.advance(2 * time.Second)
			for range 3 {
				issue(a)
				issue(b)
				clock.advance(time.Second)
			}
			clock.advance(-time.Hour)
			for i, g := range []*uuid.Generator{a, b, a, b} {
				issue(g)
				clock.advance(time.Second)
				issue(g)
				st, err := uuid.NewFileStore(path).Load()
				if err != nil {
					t.Fatal(err)
				}
				if ahead := timeOf(t, st.V7).Sub(clock.Now()); ahead > 1500*time.Millisecond {
					t.Errorf("%d: version 7 is saved %v ahead", i, ahead)
				}
				if ahead := gregorianTime(st.Ticks).Sub(clock.Now()); calls == "all versions" && ahead > 1500*time.Millisecond {
					t.Errorf("%d: version 1 is saved %v ahead", i, ahead)
				}
			}
		})
	}
}
