package uuid_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A Store that fails later stops a generator where its last state ends, and
// only as long as it fails.
func TestStoreThatFails(t *testing.T) {
	full := errors.New("no space left")
	for _, call := range clockedCalls {
		inBubble(t, call.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &memoryStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			must(t)(call.next(g))
			store.err = full
			clock.advance(900 * time.Millisecond)
			must(t)(call.next(g))
			clock.advance(200 * time.Millisecond)
			before := g.State()
			for range 3 {
				if u, err := call.next(g); !errors.Is(err, full) || !u.IsNil() {
					t.Errorf("past the saved state: %v, %v", u, err)
				}
			}
			if after := g.State(); after != before {
				t.Errorf("state went from %+v to %+v", before, after)
			}
			clock.advance(-time.Hour) // to be followed, which takes a Save
			if u, err := call.next(g); !errors.Is(err, full) || !u.IsNil() {
				t.Errorf("following the clock: %v, %v", u, err)
			}
			store.err = nil
			time.Sleep(250 * time.Millisecond)
			must(t)(call.next(g))
		})
	}
	if g, err := uuid.NewGenerator(uuid.Options{Store: &memoryStore{err: full}}); !errors.Is(err, full) || g != nil {
		t.Errorf("NewGenerator: %v, %v", g, err)
	}
}

// A forgetfulStore loads a state that it says is none.
type forgetfulStore struct{ memoryStore }

func (s *forgetfulStore) Load() (uuid.State, error) { return someState, fs.ErrNotExist }

// A generator takes nothing from a Store that has no state.
func TestStoreThatHasNoState(t *testing.T) {
	g := newGenerator(t, uuid.Options{Store: &forgetfulStore{}})
	if st := g.State(); st != (uuid.State{}) {
		t.Errorf("began with %+v", st)
	}
}

// A stubbornStore counts the states that it does not save.
type stubbornStore struct {
	memoryStore
	refused int
}

func (s *stubbornStore) Save(st uuid.State) error {
	if s.err != nil {
		s.refused++
	}
	return s.memoryStore.Save(st)
}

// When a Store fails in time, it is left alone until nothing is left.
func TestStoreThatFailsInTime(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &stubbornStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	store.err = errors.New("no space left")
	clock.advance(600 * time.Millisecond)
	issue(t, 100, g.NewV1)
	issue(t, 100, g.NewV7)
	if store.refused != 1 {
		t.Errorf("asked to save %d times", store.refused)
	}
}

func TestStoreWithInvalidState(t *testing.T) {
	for _, st := range []uuid.State{{Ticks: 1 << 60}, {V7: uuid.Max()}, {V7: uuid.NewV4()}} {
		if g, err := uuid.NewGenerator(uuid.Options{Store: &memoryStore{state: st}}); err == nil || g != nil {
			t.Errorf("%+v: %v", st, err)
		}
	}
}

// The saved state is ahead of every UUID, and saving is rare.
func TestSavedStateIsAhead(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	const seconds = 30
	for range seconds * 1000 {
		issue(t, 1, g.NewV1)
		v6, v7 := must(t)(g.NewV6()), must(t)(g.NewV7())
		v1, err := uuid.V6ToV1(v6)
		if err != nil {
			t.Fatal(err)
		}
		issued := g.State()
		if !timeOf(t, v1).Equal(timeOf(t, v6)) || issued.Ticks > store.state.Ticks || v7.Compare(store.state.V7) > 0 {
			t.Fatalf("%v or %v is ahead of %+v", v6, v7, store.state)
		}
		clock.advance(time.Millisecond)
	}
	if store.saved > seconds+2 {
		t.Errorf("saved %d times in %d s", store.saved, seconds)
	}
}

// So it is where MaxLead has room for more than what is saved ahead.
func TestSavedStateIsAheadOfLead(t *testing.T) {
	const gregorianSeconds = 12_219_292_800
	clock := fakeClock{now: atSecond(1e9)}
	ahead := atSecond(1e9 + 1800)
	store := &memoryStore{state: uuid.State{
		Ticks: uint64(ahead.Unix()+gregorianSeconds) * 1e7, V7: uuid.MaxV7(ahead),
	}}
	before := store.state
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, MaxLead: time.Hour})
	for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
		u := must(t)(next())
		if lead := timeOf(t, u).Sub(clock.Now()); lead < 29*time.Minute {
			t.Errorf("%v is %v ahead, after %+v", u, lead, before)
		}
		if issued := g.State(); issued.Ticks > store.state.Ticks || issued.V7.Compare(store.state.V7) > 0 {
			t.Errorf("saved %+v for %+v", store.state, issued)
		}
	}
}

// A successor is above its predecessor. It waits until the clock has passed the state.
func TestSuccessor(t *testing.T) {
	for _, m := range methods[:3] {
		inBubble(t, m.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, V7: m.method}
			first := newGenerator(t, opts)
			v1, v6, v7 := must(t)(first.NewV1()), must(t)(first.NewV6()), must(t)(first.NewV7())
			second := newGenerator(t, opts)
			for _, next := range []func() (uuid.UUID, error){second.NewV1, second.NewV6, second.NewV7} {
				if u, err := next(); err != uuid.ErrClockLead || !u.IsNil() {
					t.Errorf("within the reserve: %v, %v", u, err)
				}
			}
			clock.advance(time.Second)
			w1, w6, w7 := must(t)(second.NewV1()), must(t)(second.NewV6()), must(t)(second.NewV7())
			wantIncreasing(t, []uuid.UUID{v6, w6})
			wantIncreasing(t, []uuid.UUID{v7, w7})
			for _, u := range []uuid.UUID{w1, w6, w7} {
				if lead := timeOf(t, u).Sub(clock.Now()); lead > 10*time.Millisecond {
					t.Errorf("%v is %v ahead", u, lead)
				}
			}
			if !timeOf(t, w1).After(timeOf(t, v1)) {
				t.Errorf("%v after %v", w1, v1)
			}
		})
	}
}

// A successor waits for a state that is further ahead than a rollback may be,
// as the reserve is.
func TestSuccessorWaitsForReserve(t *testing.T) {
	last := uuid.MaxV7(time.Now().Add(300 * time.Millisecond))
	g := newGenerator(t, uuid.Options{
		Store:       &memoryStore{state: uuid.State{V7: last}},
		MaxRollback: time.Millisecond,
	})
	if u := must(t)(g.NewV7()); u.Compare(last) <= 0 || time.Until(timeOf(t, u)) > 10*time.Millisecond {
		t.Errorf("%v after %v", u, last)
	}
}

// So it does where Save is slow and has covered more.
func TestSuccessorWaitsForSlowReserve(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		start := time.Now()
		last := uuid.MaxV7(start.Add(5900 * time.Millisecond))
		g := newGenerator(t, uuid.Options{
			Store:       &memoryStore{state: uuid.State{V7: last}},
			MaxRollback: time.Millisecond,
		})
		u := must(t)(g.NewV7())
		if waited := time.Since(start); u.Compare(last) <= 0 || waited < 5800*time.Millisecond || waited > 6*time.Second {
			t.Errorf("%v after %v, waited %v", u, last, waited)
		}
	})
}

// Close waits for a Save that is under way.
func TestCloseWhileTheStoreSaves(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		store := &slowStore{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		issue(t, 1, g.NewV7)
		store.takes = time.Second
		clock.advance(600 * time.Millisecond)
		go g.NewV7() // which saves
		synctest.Wait()
		start := time.Now()
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 2*store.takes || store.state != g.State() {
			t.Errorf("Close took %v, saved %+v of %+v", took, store.state, g.State())
		}
	})
}

// Calls that wait for a Save when Close begins get no UUID after what Close saves.
func TestCloseBesideWaitingCalls(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		for range 100 {
			clock := fakeClock{now: atSecond(1e9)}
			store := &slowStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			store.takes = time.Second
			clock.advance(1100 * time.Millisecond) // past what is reserved
			var group sync.WaitGroup
			var mu sync.Mutex
			var ids []uuid.UUID
			call := func() {
				if u, err := g.NewV7(); err == nil {
					mu.Lock()
					defer mu.Unlock()
					ids = append(ids, u)
				} else if !errors.Is(err, os.ErrClosed) {
					t.Error(err)
				}
			}
			group.Go(call)
			synctest.Wait() // it saves
			group.Go(func() {
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			for range 4 {
				group.Go(call)
			}
			group.Wait()
			for _, u := range ids {
				if u.Compare(store.state.V7) > 0 {
					t.Fatalf("%v is above %+v, which Close saved", u, store.state)
				}
			}
		}
	})
}

// A call that follows the clock back leaves a node alone that another call drew while the
// Store saved.
func TestIdentityDrawnWhileOneFollows(t *testing.T) {
	for _, follow := range []func(*uuid.Generator) (uuid.UUID, error){(*uuid.Generator).NewV6, (*uuid.Generator).NewV7} {
		inBubble(t, "", func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &slowStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			must(t)(follow(g))
			store.takes = time.Second
			clock.advance(-time.Hour)
			var group sync.WaitGroup
			group.Go(func() { must(t)(follow(g)) })
			synctest.Wait() // it saves
			var first uuid.UUID
			group.Go(func() { first = must(t)(g.NewV1()) })
			group.Wait()
			second := must(t)(g.NewV1())
			before, _ := first.Node()
			if after, _ := second.Node(); after != before {
				t.Errorf("%v after %v", second, first)
			}
			wantDistinct(t, []uuid.UUID{first, second})
		})
	}
}

// What was issued ahead of the clock before a restart is not taken for a clock
// that went back.
func TestSuccessorOfLead(t *testing.T) {
	for _, p := range policies {
		inBubble(t, p.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, Rollback: p.policy, MaxRollback: 100 * time.Microsecond}
			g := newGenerator(t, opts)
			must(t)(g.NewV7())
			clock.advance(time.Second - 300*time.Microsecond)
			batch := make([]uuid.UUID, 500_000) // about 480 µs, past the reserve
			if n, err := g.FillV7(batch); n != len(batch) || err != nil {
				t.Fatal(n, err)
			}
			clock.advance(50 * time.Microsecond)
			g = newGenerator(t, opts)
			if u, err := g.NewV7(); err != uuid.ErrClockLead {
				t.Errorf("%s: %v, %v after %v", p.name, u, err, batch[len(batch)-1])
			}
			clock.advance(2 * time.Second)
			if u := must(t)(g.NewV7()); u.Compare(batch[len(batch)-1]) <= 0 {
				t.Errorf("%s: %v after %v", p.name, u, batch[len(batch)-1])
			}
		})
	}
}

// A state that a wrong clock has left in the future is a clock that went back.
func TestStateFromTheFuture(t *testing.T) {
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			clock := fakeClock{now: time.Date(2100, 1, 1, 0, 0, 0, 1000, time.UTC)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, Rollback: p.policy, Node: uuid.Node{1}}
			future := newGenerator(t, opts)
			old := []uuid.UUID{must(t)(future.NewV1()), must(t)(future.NewV6()), must(t)(future.NewV7())}
			clock.set(atSecond(1e9))
			g := newGenerator(t, opts)
			for i, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
				u, err := next()
				switch p.policy {
				case uuid.RollbackFollow:
					if err != nil || timeOf(t, u).Sub(clock.Now()).Abs() > time.Millisecond {
						t.Errorf("%v, %v", u, err)
					}
					if i < 2 && clockSeqOf(t, u) == clockSeqOf(t, old[i]) {
						t.Errorf("%v has the clock sequence of %v", u, old[i])
					}
				case uuid.RollbackHold:
					if err != uuid.ErrClockLead || !u.IsNil() {
						t.Errorf("%v, %v", u, err)
					}
				case uuid.RollbackError:
					if err != uuid.ErrClockRollback || !u.IsNil() {
						t.Errorf("%v, %v", u, err)
					}
				}
			}
		})
	}
}

// A state may end with the first tick that there can be one of.
func TestStateOfFirstTick(t *testing.T) {
	clock := fakeClock{now: time.Date(1582, 10, 15, 0, 0, 0, 100, time.UTC)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: &memoryStore{state: uuid.State{Ticks: 1}}})
	must(t)(g.NewV1())
	if st := g.State(); st.Ticks != 2 {
		t.Errorf("tick %d after tick 1", st.Ticks)
	}
}

// To a generator that begins in a testing/synctest bubble, the bubble's clock is the
// only one there was.
func TestStateFromOutsideOfTheBubble(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{Store: &memoryStore{state: someState}, Rollback: uuid.RollbackError})
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
			if u, err := next(); err != uuid.ErrClockRollback {
				t.Errorf("%v, %v", u, err)
			}
		}
	})
}

// A gatedStore lets Save go on when gate is closed, and says when it has begun.
type gatedStore struct {
	memoryStore
	begun, gate chan struct{}
}

func (s *gatedStore) Save(st uuid.State) error {
	if s.gate != nil {
		close(s.begun)
		<-s.gate
		s.gate = nil
	}
	return s.memoryStore.Save(st)
}

// A Store is told of more when half a second of the reserve is left.
func TestStoreIsToldEarly(t *testing.T) {
	for _, call := range clockedCalls {
		t.Run(call.name, func(t *testing.T) {
			clock, store := fakeClock{now: atSecond(1e9)}, &memoryStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			must(t)(call.next(g))
			before := store.saved
			for _, tt := range []struct {
				d     time.Duration
				saves int
			}{{499 * time.Millisecond, 0}, {2 * time.Millisecond, 1}, {time.Millisecond, 1}} {
				clock.advance(tt.d)
				if must(t)(call.next(g)); store.saved != before+tt.saves {
					t.Errorf("%d saves %v later, want %d", store.saved-before, tt.d, tt.saves)
				}
			}
		})
	}
}

// The call that notices how little is left tells the Store. Meanwhile others go on with
// that, and what needs no Store goes on without.
func TestStoreIsCalledWithoutTheLock(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &gatedStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	first := must(t)(g.NewV7())
	store.begun, store.gate = make(chan struct{}), make(chan struct{})
	gate := store.gate
	clock.advance(499 * time.Millisecond)
	must(t)(g.NewV7()) // or this one would hang
	clock.advance(2 * time.Millisecond)
	noticed := make(chan uuid.UUID)
	go func() {
		u, err := g.NewV7()
		if err != nil {
			t.Error(err)
		}
		noticed <- u
	}()
	<-store.begun
	ids := []uuid.UUID{first}
	for range 100 {
		ids = append(ids, must(t)(g.NewV7()))
		must(t)(g.NewV1())
		must(t)(g.NewV4())
		if st := g.State(); st.V7.Compare(ids[len(ids)-1]) < 0 {
			t.Errorf("state %+v after %v", st, ids[len(ids)-1])
		}
	}
	wantIncreasing(t, ids)

	// Past the reserve they wait for the Store.
	clock.advance(time.Second)
	waited := make(chan uuid.UUID)
	go func() {
		u, err := g.NewV7()
		if err != nil {
			t.Error(err)
		}
		waited <- u
	}()
	must(t)(g.NewV4())
	g.State()
	select {
	case u := <-waited:
		t.Errorf("%v is ahead of the Store", u)
	case u := <-noticed:
		t.Errorf("%v before the Store had saved", u)
	case <-time.After(20 * time.Millisecond):
	}
	close(gate)
	wantDistinct(t, append(ids, <-noticed, <-waited))
}

// What a call has found before the Store saved for it may be out of date after that:
// another call may have issued it.
func TestIssuedWhileTheStoreSaves(t *testing.T) {
	clock := fakeClock{now: time.Unix(1e9, 0)} // it shows whole milliseconds, so the fraction is drawn
	source := &flakySource{}
	store := &gatedStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, Rand: source})
	clock.advance(time.Second) // up to the last tick that the Store covers
	source.fill = 0xff
	store.begun, store.gate = make(chan struct{}), make(chan struct{})
	gate := store.gate
	late := make(chan uuid.UUID)
	go func() {
		u, err := g.NewV7() // with a fraction past that
		if err != nil {
			t.Error(err)
		}
		late <- u
	}()
	<-store.begun
	source.fill = 0
	early := must(t)(g.NewV7())
	close(gate)
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
	inBubble(t, "", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		store := &gatedStore{}
		source := &flakySource{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, Rand: source})
		issue(t, 1, g.NewV6)
		clock.advance(3 * time.Second) // past the reserve
		before, reads, saved := clock.Now(), source.reads, store.saved
		store.begun, store.gate = make(chan struct{}), make(chan struct{})
		gate := store.gate
		const calls = 10
		ids := make(chan uuid.UUID, calls)
		for range calls {
			go func() { ids <- must(t)(g.NewV6()) }()
		}
		synctest.Wait() // one saves, the others wait for it
		clock.advance(900 * time.Millisecond)
		close(gate)
		var all []uuid.UUID
		for range calls {
			u := <-ids
			if at := timeOf(t, u); at.Sub(before).Abs() > time.Microsecond {
				t.Errorf("%v is of %v, want %v", u, at, before)
			}
			all = append(all, u)
		}
		wantDistinct(t, all)
		if store.saved != saved+1 || source.reads != reads+calls {
			t.Errorf("%d saves, %d draws for %d UUIDs", store.saved-saved, source.reads-reads, calls)
		}
	})
}

// A slowStore takes a while to save, and may fail after that.
type slowStore struct {
	memoryStore
	takes time.Duration
	fails error
	calls int
}

func (s *slowStore) Save(st uuid.State) error {
	s.calls++
	time.Sleep(s.takes)
	if s.fails != nil {
		return s.fails
	}
	return s.memoryStore.Save(st)
}

// What a save covers grows with the time it takes, so that a slow one holds up few calls.
func TestSlowStore(t *testing.T) {
	for _, tt := range []struct {
		takes   time.Duration
		longest time.Duration // that a call may take once the time of a save is known
	}{
		{0, 0}, {100 * time.Millisecond, 0}, {900 * time.Millisecond, 0}, {1300 * time.Millisecond, 0},
		{2500 * time.Millisecond, 0}, {4 * time.Second, 4 * time.Second},
	} {
		inBubble(t, tt.takes.String(), func(t *testing.T) {
			store := &slowStore{takes: tt.takes}
			g := newGenerator(t, uuid.Options{Store: store})
			const goroutines = 30
			seconds := 60
			if testing.Short() || uuid.RaceEnabled {
				seconds = 20
			}
			var issued [goroutines]int
			var longest [goroutines]time.Duration
			var group sync.WaitGroup
			start := time.Now()
			for i := range goroutines {
				group.Go(func() {
					for time.Since(start) < time.Duration(seconds)*time.Second {
						begun := time.Now()
						must(t)(g.NewV7())
						took := time.Since(begun)
						if issued[i]++; time.Since(start) > 15*time.Second {
							longest[i] = max(longest[i], took)
						}
						time.Sleep(10 * time.Millisecond)
					}
				})
			}
			group.Wait()
			all, held := 0, 0
			for i, n := range issued {
				all += n
				if longest[i] > tt.longest {
					held++
				}
			}
			if held > 1+seconds/int(1+tt.takes/time.Second) || all < goroutines*seconds*10 {
				t.Errorf("%d UUIDs; %d of %d goroutines were held up for %v", all, held, goroutines, longest)
			}
			if store.calls > seconds+2 {
				t.Errorf("saved %d times", store.calls)
			}
		})
	}
}

// Thirty goroutines on a Store whose Save takes 1.3 s make thousands of UUIDs in seven
// seconds, from the first one on.
func TestSlowStoreFromTheStart(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		g := newGenerator(t, uuid.Options{Store: &slowStore{takes: 1300 * time.Millisecond}})
		var issued [30]int
		var group sync.WaitGroup
		start := time.Now()
		for i := range issued {
			group.Go(func() {
				for time.Since(start) < 7*time.Second {
					must(t)(g.NewV7())
					issued[i]++
					time.Sleep(time.Millisecond)
				}
			})
		}
		group.Wait()
		all := 0
		for _, n := range issued {
			all += n
		}
		if all < 30*3000 {
			t.Errorf("%d UUIDs", all)
		}
	})
}

// Those who waited for a Save that fails share its error. It is tried again after a
// quarter of a second.
func TestFailedSaveIsShared(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		store := &slowStore{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		store.takes, store.fails, store.calls = 300*time.Millisecond, errors.New("no space left"), 0
		clock.advance(time.Minute)
		var group sync.WaitGroup
		start := time.Now()
		for range 30 {
			group.Go(func() {
				if u, err := g.NewV7(); !errors.Is(err, store.fails) || !u.IsNil() {
					t.Errorf("%v, %v", u, err)
				}
			})
		}
		group.Wait()
		if took := time.Since(start); took != store.takes || store.calls != 1 {
			t.Errorf("%d saves in %v", store.calls, took)
		}
		for _, tt := range []struct {
			sleep time.Duration
			calls int
		}{{0, 1}, {249 * time.Millisecond, 1}, {time.Millisecond, 2}} {
			time.Sleep(tt.sleep)
			if u, err := g.NewV1(); !errors.Is(err, store.fails) || !u.IsNil() || store.calls != tt.calls {
				t.Errorf("%v, %v after %d saves, want %d", u, err, store.calls, tt.calls)
			}
		}
	})
}

// A lateStore writes and then fails while err is set.
type lateStore struct {
	memoryStore
	late error
}

func (s *lateStore) Save(st uuid.State) error { return errors.Join(s.memoryStore.Save(st), s.late) }

// When a step back was to be followed, and the Save for it has written and then failed,
// the Store holds the lower state. A clock that comes back is of no use until a Save covers
// it again.
func TestNothingAboveLowerState(t *testing.T) {
	for _, call := range clockedCalls {
		inBubble(t, call.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &lateStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			first := must(t)(call.next(g))
			store.late = errors.New("the disk has vanished")
			clock.advance(-time.Hour)
			if u, err := call.next(g); !errors.Is(err, store.late) || !u.IsNil() {
				t.Errorf("following: %v, %v", u, err)
			}
			clock.advance(time.Hour + 100*time.Millisecond)
			if u, err := call.next(g); !errors.Is(err, store.late) || !u.IsNil() {
				t.Errorf("above the Store: %v, %v", u, err)
			}
			store.late = nil
			time.Sleep(time.Second)
			u := must(t)(call.next(g))
			if u.Version() != 1 && u.Compare(first) <= 0 {
				t.Errorf("%v after %v", u, first)
			}
			if st := g.State(); st.Ticks > store.state.Ticks || st.V7.Compare(store.state.V7) > 0 {
				t.Errorf("issued %+v, saved %+v", st, store.state)
			}
		})
	}
}

// A fill during which others issue later UUIDs goes on with the time from then: its own
// reading is no step back of the clock.
func TestFillWhileOthersGoOn(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &gatedStore{}
	g := newGenerator(t, uuid.Options{
		Now: clock.Now, Store: store, V7: uuid.V7Random, MaxRollback: time.Millisecond, Rollback: uuid.RollbackError,
	})
	clock.advance(600 * time.Millisecond) // so that the Store is told in time
	store.begun, store.gate = make(chan struct{}), make(chan struct{})
	gate := store.gate
	dst := make([]uuid.UUID, 10_000)
	done := make(chan error)
	go func() {
		_, err := g.FillV7(dst)
		done <- err
	}()
	<-store.begun // before the first of them
	clock.advance(100 * time.Millisecond)
	u := must(t)(g.NewV7())
	close(gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	wantIncreasing(t, dst)
	if dst[0].Compare(u) < 0 {
		t.Errorf("%v is not below %v", u, dst[0])
	}
}

// Close saves what was issued and no more, so the next generator need not wait, and
// ends the use of this one.
func TestClose(t *testing.T) {
	for _, m := range methods[:3] {
		inBubble(t, m.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, V7: m.method}
			first := newGenerator(t, opts)
			v1, v6, v7 := must(t)(first.NewV1()), must(t)(first.NewV6()), must(t)(first.NewV7())
			issued := first.State()
			if err := first.Close(); err != nil || store.state != issued || first.State() != issued {
				t.Errorf("Close: %v, saved %+v of %+v", err, store.state, issued)
			}
			start := time.Now()
			second := newGenerator(t, opts)
			w1, w6, w7 := must(t)(second.NewV1()), must(t)(second.NewV6()), must(t)(second.NewV7())
			wantIncreasing(t, []uuid.UUID{v6, w6})
			wantIncreasing(t, []uuid.UUID{v7, w7})
			wantDistinct(t, []uuid.UUID{v1, w1})
			if time.Since(start) > 0 {
				t.Errorf("%v after %v, waited %v", w1, v1, time.Since(start))
			}
		})
	}
}

func TestClosedGenerator(t *testing.T) {
	for name, opts := range map[string]uuid.Options{
		"zero": {}, "Store": {Store: &memoryStore{}}, "Rand": {Rand: &flakySource{fill: 1}}, "unordered": {V7: uuid.V7Unordered},
	} {
		for _, used := range []bool{false, true} {
			g := newGenerator(t, opts)
			if used {
				must(t)(g.NewV1())
				must(t)(g.NewV7())
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
			dst, v4s := []uuid.UUID{uuid.Max()}, []uuid.UUID{uuid.Max()}
			_, v1 := g.NewV1()
			_, v4 := g.NewV4()
			_, v6 := g.NewV6()
			_, v7 := g.NewV7()
			_, fillV4 := g.FillV4(v4s)
			_, fillV7 := g.FillV7(dst)
			_, empty := g.FillV7(nil)
			for i, err := range []error{v1, v4, v6, v7, fillV4, fillV7, empty, g.Close()} {
				if !errors.Is(err, os.ErrClosed) {
					t.Errorf("%s, used %t: call %d: %v", name, used, i, err)
				}
			}
			if !dst[0].IsNil() || !v4s[0].IsNil() {
				t.Errorf("%s: filled %v, %v", name, dst, v4s)
			}
		}
	}
	var zero uuid.Generator
	if _, v7 := zero.NewV7(); zero.Close() != nil || v7 != nil {
		t.Error("a zero Generator cannot be closed")
	}
	source := &flakySource{}
	drawing := newGenerator(t, uuid.Options{Rand: source})
	drawing.Close()
	source.err = io.ErrUnexpectedEOF
	if _, err := drawing.NewV1(); !errors.Is(err, os.ErrClosed) || source.reads > 0 {
		t.Errorf("%v after Close, %d reads from a Rand that fails", err, source.reads)
	}
	if _, err := drawing.NewV7(); !errors.Is(err, os.ErrClosed) || source.reads > 0 {
		t.Errorf("%v after Close, %d reads from a Rand that fails", err, source.reads)
	}
	var unused uuid.Generator
	if err := unused.Close(); err != nil || unused.State() != (uuid.State{}) {
		t.Errorf("closed an unused Generator: %v, %+v", err, unused.State())
	}
	broken := errors.New("broken")
	store := &memoryStore{}
	g := newGenerator(t, uuid.Options{Store: store})
	before := store.state
	store.err = broken
	if err := g.Close(); !errors.Is(err, broken) || store.state != before {
		t.Errorf("Close: %v, %+v", err, store.state)
	}
	if _, err := g.NewV7(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("NewV7: %v", err)
	}
}

// A start saves once, also under a method or a version that is not used.
func TestStartSavesOnce(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	for range 3 {
		saved := store.saved
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		must(t)(g.NewV1())
		must(t)(g.NewV6())
		must(t)(g.NewV7())
		if n := store.saved - saved; n != 1 {
			t.Errorf("saved %d times", n)
		}
		clock.advance(time.Minute)
	}
}

// A turnstileStore lets each Save in and out through channels, once they are set.
type turnstileStore struct {
	memoryStore
	in, out chan struct{}
}

func (s *turnstileStore) Save(st uuid.State) error {
	if s.in != nil {
		s.in <- struct{}{}
		<-s.out
	}
	return s.memoryStore.Save(st)
}

// What Close saves is the last that is saved, whoever waits for the Store at the time:
// a call that began before either ends before or returns os.ErrClosed.
func TestNothingIsSavedAfterClose(t *testing.T) {
	for range 20 {
		clock := fakeClock{now: atSecond(1e9)}
		store := &turnstileStore{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		must(t)(g.NewV1())
		clock.advance(-time.Hour) // so that the next call saves
		store.in, store.out = make(chan struct{}), make(chan struct{})
		closed, done := make(chan error), make(chan struct{})
		const calls = 4
		for range calls {
			go func() {
				if u, err := g.NewV1(); err != nil && !errors.Is(err, os.ErrClosed) {
					t.Errorf("%v, %v", u, err)
				}
				done <- struct{}{}
			}()
		}
		<-store.in // one call saves, and the others begin to wait for it
		go func() { closed <- g.Close() }()
		time.Sleep(time.Millisecond)
		store.out <- struct{}{}
		for ended, running := false, calls; !ended || running > 0; {
			select {
			case <-store.in:
				if ended {
					t.Error("a call saves after Close")
				}
				store.out <- struct{}{}
			case err := <-closed:
				if err != nil {
					t.Error(err)
				}
				ended = true
			case <-done:
				running--
			}
		}
		if t.Failed() {
			return
		}
	}
}

// While the Store is told that version 1 went back, a call of version 7 may find the
// clock where it was before. What the Store holds covers that too.
func TestOtherSequenceWhileOneIsFollowed(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &gatedStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	must(t)(g.NewV1())
	store.begun, store.gate = make(chan struct{}), make(chan struct{})
	begun, gate := store.begun, store.gate
	clock.advance(-time.Hour)
	followed := make(chan error)
	go func() {
		_, err := g.NewV1()
		followed <- err
	}()
	<-begun
	clock.advance(time.Hour)
	v7 := must(t)(g.NewV7())
	close(gate)
	if err := <-followed; err != nil {
		t.Fatal(err)
	}
	if store.state.V7.Compare(v7) < 0 {
		t.Errorf("the Store holds %v after %v", store.state.V7, v7)
	}
}

// What is saved for one sequence is put back when it is followed back. For the other
// one it stays where it is.
func TestSavedOfOneSequence(t *testing.T) {
	inBubble(t, "", func(t *testing.T) { // so that a save takes no time
		clock := fakeClock{now: atSecond(1e9)}
		store := &memoryStore{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		must(t)(g.NewV1())
		must(t)(g.NewV7())
		before := store.state
		clock.advance(-time.Hour)
		must(t)(g.NewV1())
		if back := before.Ticks - store.state.Ticks; back != 3600*1e7 || store.state.V7 != before.V7 {
			t.Errorf("version 1 went back: the Store held %+v, holds %+v", before, store.state)
		}
		before = store.state
		clock.advance(-time.Hour)
		must(t)(g.NewV7())
		if back := timeOf(t, before.V7).Sub(timeOf(t, store.state.V7)); back != 2*time.Hour || store.state.Ticks != before.Ticks {
			t.Errorf("version 7 went back: the Store held %+v, holds %+v", before, store.state)
		}
	})
}
