// Proves when a Generator saves, and what Close, failures and restarts do.
package uuid_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

var errFull = errors.New("no space left")

// A forgetfulStore returns a state and fs.ErrNotExist, which means that there is no state.
type forgetfulStore struct{ memoryStore }

func (s *forgetfulStore) Load() (uuid.State, error) { return someState, fs.ErrNotExist }

// TestStoreWithInvalidState checks that a generator does not start if its state is invalid or
// cannot be loaded. It must ignore a state that is returned with fs.ErrNotExist.
func TestStoreWithInvalidState(t *testing.T) {
	stores := []*memoryStore{{loadErr: errFull}}
	for _, st := range invalidStates {
		stores = append(stores, &memoryStore{state: st})
	}
	for _, store := range stores {
		g, err := uuid.NewGenerator(uuid.Options{Store: store})
		if err == nil || store.loadErr != nil && err != store.loadErr || g != nil ||
			store.saves > 0 {
			t.Errorf("%+v: %v, %v", store, g, err)
		}
	}
	g := newGenerator(t, uuid.Options{Store: &forgetfulStore{}})
	if st := g.State(); st != (uuid.State{}) {
		t.Errorf("the generator started with %+v", st)
	}
}

// TestSavedStateIsAheadOfLead checks that the saved state is ahead of every UUID even if MaxLead
// exceeds the time that a Save covers.
func TestSavedStateIsAheadOfLead(t *testing.T) {
	ahead := atSecond(1e9 + 1800)
	g, clock, _ := newStored(t, uuid.Options{
		MaxLead: time.Hour,
		Store: &memoryStore{
			state: uuid.State{Ticks: gregorianTicks(ahead), V7: uuid.MaxV7(ahead)},
		},
	})
	for _, u := range oneOfEach(t, g) {
		if lead := timeOf(t, u).Sub(clock.Now()); lead < 29*time.Minute {
			t.Errorf("%v is %v ahead", u, lead)
		}
	}
}

// TestOthersStayAhead checks that a Save for one timeline does not change the saved state of a
// timeline that is ahead of the clock. Otherwise each Save would move that timeline further ahead.
func TestOthersStayAhead(t *testing.T) {
	ahead := uuid.MaxV7(atSecond(1e9 + 1800))
	g, clock, store := newStored(
		t,
		uuid.Options{MaxLead: time.Hour, Store: &memoryStore{state: uuid.State{V7: ahead}}},
	)
	for range 10 {
		must(t)(g.NewV1())
		clock.advance(time.Second)
	}
	if store.saves < 5 || store.state.V7 != ahead {
		t.Errorf("%d saves moved %v to %v", store.saves, ahead, store.state.V7)
	}
}

// TestSuccessor checks that a new generator continues above its predecessor. After Close, which
// saves no reserve, it does not wait. After a crash, it waits until the clock has passed the saved
// state, which is further ahead if Save is slow. The saved state must not count as a clock
// rollback, even if MaxRollback is small.
func TestSuccessor(t *testing.T) {
	for _, m := range methods[:3] { // V7Unordered has no order
		for _, tt := range []struct {
			name         string
			closed       bool
			takes, waits time.Duration
		}{
			{name: "closed", closed: true, takes: 0, waits: 0},
			{name: "killed", closed: false, takes: 0, waits: 1500*time.Millisecond - defaultLead},
			{
				name:   "killed, slow",
				closed: false,
				takes:  2500 * time.Millisecond,
				waits:  6*time.Second - 2500*time.Millisecond - defaultLead,
			},
		} {
			inBubble(t, m.name+"/"+tt.name, func(t *testing.T) {
				store := &memoryStore{during: func() { time.Sleep(tt.takes) }}
				opts := uuid.Options{V7: m.method, Store: store, MaxRollback: time.Millisecond}
				first := newGenerator(t, opts)
				time.Sleep(time.Hour)
				before := oneOfEach(t, first)
				issued := first.State()
				if issued.V7.Compare(before[2]) < 0 ||
					issued.Ticks != gregorianTicks(timeOf(t, before[1])) {
					t.Errorf("state %+v after %v", issued, before)
				}
				if tt.closed {
					noErrors(t, first.Close())
					if store.state != issued || first.State() != issued {
						t.Errorf("saved %+v of %+v", store.state, issued)
					}
				}
				store.during = nil
				start := time.Now()
				second := newGenerator(t, opts)
				after := oneOfEach(t, second)
				wantLater(t, before, after)
				if waited := time.Since(start); (waited - tt.waits).Abs() > 5*time.Millisecond {
					t.Errorf("waited %v, want %v", waited, tt.waits)
				}
			})
		}
	}
}

// TestGeneratorSavesEarly checks that a Generator saves again when half a second of the reserve is
// left. Even if this Save fails, the call succeeds, because the saved state still covers its UUID.
func TestGeneratorSavesEarly(t *testing.T) {
	for _, call := range clockedCalls {
		for _, err := range []error{nil, errFull} {
			inBubble(t, call.name, func(t *testing.T) { // a Save takes no time there
				g, clock, store := newStored(t, uuid.Options{})
				must(t)(call.next(g))
				store.saves, store.err = 0, err
				for _, tt := range []struct{ ms, saves int }{
					{999, 0}, {2, 1}, {1, 1}, {998, 1}, {2, 2},
				} {
					if err != nil && tt.ms == 998 {
						break // the reserve is used up
					}
					clock.advance(time.Duration(tt.ms) * time.Millisecond)
					must(t)(call.next(g))
					if store.saves != tt.saves {
						t.Errorf("%d saves %d ms later, want %d", store.saves, tt.ms, tt.saves)
					}
				}
			})
		}
	}
}

// TestFailedSaveIsShared checks that concurrent calls share a failed Save and its error, and that
// the next Save follows a quarter of a second later.
func TestFailedSaveIsShared(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		const takes = 300 * time.Millisecond
		g, clock, store := newStored(t, uuid.Options{})
		store.during, store.err, store.saves = func() { time.Sleep(takes) }, errFull, 0
		clock.advance(time.Minute)
		start := time.Now()
		together(t, 30, func(int) { wantError(t, errFull)(g.NewV7()) })
		if took := time.Since(start); took != takes || store.saves != 1 {
			t.Errorf("%d saves in %v", store.saves, took)
		}
		for _, tt := range []struct {
			sleep time.Duration
			saves int
		}{{0, 1}, {249 * time.Millisecond, 1}, {time.Millisecond, 2}} {
			time.Sleep(tt.sleep)
			wantError(t, errFull)(g.NewV1())
			if store.saves != tt.saves {
				t.Errorf("%d saves, want %d", store.saves, tt.saves)
			}
		}
	})
}

func TestClosedGenerator(t *testing.T) {
	source := &flakySource{fill: 1}
	for name, opts := range map[string]uuid.Options{
		"zero": {}, "Store": {Store: &memoryStore{}}, "Rand": {Rand: source},
		"unordered": {V7: uuid.V7Unordered},
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
			for _, call := range allCalls {
				u, err := call.next(g)
				wantError(t, os.ErrClosed)(u, err)
				if err != nil && err.Error() != "uuid: cannot use a closed Generator" {
					t.Errorf("%s: %v", call.name, err)
				}
			}
			dst := []uuid.UUID{uuid.Max(), uuid.Max()}
			_, fillV4 := g.FillV4(dst[:1])
			_, fillV7 := g.FillV7(dst[1:])
			_, empty := g.FillV7(nil)
			for i, err := range []error{fillV4, fillV7, empty, g.Close()} {
				if !errors.Is(err, os.ErrClosed) {
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
	for _, load := range []bool{false, true} {
		g, _, store := newStored(t, uuid.Options{})
		must(t)(g.NewV7()) // an unused Generator does not change the Store
		before := store.state
		store.err = errFull
		if load {
			store.loadErr, store.err = errFull, nil
		}
		if err := g.Close(); err != errFull || store.state != before {
			t.Errorf("Close: %v, %+v", err, store.state)
		}
		wantError(t, os.ErrClosed)(g.NewV7())
	}
}

// TestCloseDuringCalls checks that Close waits for a running Save and then saves the last state,
// which covers the UUIDs of all concurrent calls.
func TestCloseDuringCalls(t *testing.T) {
	for range uuid.Sized(50, 1000) {
		uuid.Bubble(t, func(t *testing.T) {
			var back atomic.Int64
			store := &memoryStore{
				during: func() { time.Sleep(time.Duration(rand.N(2000)) * time.Millisecond) },
			}
			g := newGenerator(
				t,
				uuid.Options{
					Store: store,
					Now:   func() time.Time { return time.Now().Add(-time.Duration(back.Load())) },
				},
			)
			var highest [8]uuid.UUID
			var saves int
			together(t, len(highest)+1, func(i int) {
				if i == len(highest) {
					time.Sleep(time.Duration(rand.N(5000)) * time.Millisecond)
					// some calls follow the clock back
					back.Store(rand.Int64N(2) * int64(time.Hour))
					time.Sleep(time.Duration(rand.N(2)) * time.Millisecond)
					if err := g.Close(); err != nil {
						t.Error(err)
					}
					saves = store.saves
					return
				}
				for {
					u, err := clockedCalls[i%len(clockedCalls)].next(g)
					if err != nil {
						if !errors.Is(err, os.ErrClosed) {
							t.Error(err)
						}
						return
					}
					highest[i] = u
					time.Sleep(time.Duration(rand.N(20)) * time.Millisecond)
				}
			})
			if store.saves != saves || store.state != g.State() {
				t.Fatalf("%d saves after Close; Close saved %+v, want %+v",
					store.saves-saves, store.state, g.State())
			}
			saved, _ := store.state.V7.Time()
			for _, u := range highest {
				if u.Version() != 7 || u.Compare(store.state.V7) <= 0 {
					continue
				}
				// If a call has followed the clock back by an hour before Close, the order has
				// restarted, and the state does not cover UUIDs from before that.
				at, _ := u.Time()
				restarted := back.Load() > 0 && !saved.IsZero() && at.Sub(saved) > time.Hour/2
				if !restarted {
					t.Fatalf("%v is above %+v, which Close saved", u, store.state)
				}
			}
		})
	}
}

// TestCloseLeavesOthers checks that Close does not change a state that another process has saved.
func TestCloseLeavesOthers(t *testing.T) {
	for _, other := range []uuid.State{later, {}} { // {}: another process removed the state
		store := new(memoryStore)
		g := newGenerator(t, uuid.Options{Store: store})
		oneOfEach(t, g)
		store.state = other
		if err := g.Close(); err != nil || store.state != other {
			t.Errorf("Close: %v; it changed %+v to %+v", err, other, store.state)
		}
	}
}

// TestClosedCallsNothing checks that a closed generator never calls Options.Now or Options.Rand,
// even while earlier calls hang in these functions.
func TestClosedCallsNothing(t *testing.T) {
	for _, of := range []string{"Now", "Rand"} {
		for _, m := range methods {
			t.Run(of+"/"+m.name, func(t *testing.T) {
				hang := make(chan bool)
				var calls atomic.Int32
				stop := func() {
					if calls.Add(1) == 2 {
						await(t, "Close", hang)
					}
				}
				opts := uuid.Options{V7: m.method}
				if of == "Now" {
					opts.Now = func() time.Time { stop(); return time.Now() }
				} else {
					opts.Rand = readerFunc(func(p []byte) (int, error) {
						stop()
						return len(p), nil
					})
				}
				g := newGenerator(t, opts)
				must(t)(g.NewV7())
				together(t, 4, func(i int) {
					if i < 3 { // one call hangs, and the others wait for it
						if _, err := g.NewV7(); !errors.Is(err, os.ErrClosed) &&
							(err != nil || m.method != uuid.V7Unordered) {
							t.Error(err)
						}
						return
					}
					time.Sleep(5 * time.Millisecond) // gives all calls time to start
					if err := g.Close(); err != nil {
						t.Error(err)
					}
					wantError(t, os.ErrClosed)(g.NewV7())
					close(hang)
				})
				if n := calls.Load(); n > 2 {
					t.Errorf("%d calls", n)
				}
			})
		}
	}
}

// TestSlowSaveCoversMore checks that the Save after a slow Save covers up to six seconds.
func TestSlowSaveCoversMore(t *testing.T) {
	for takes, want := range map[time.Duration]time.Duration{
		0: 1500 * time.Millisecond, time.Second: 4500 * time.Millisecond,
		2500 * time.Millisecond: 6 * time.Second, time.Minute: 6 * time.Second,
	} {
		inBubble(t, takes.String(), func(t *testing.T) {
			g, clock, store := newStored(t, uuid.Options{})
			store.during = func() { time.Sleep(takes) }
			for range 3 {
				clock.advance(time.Hour)
				must(t)(g.NewV7())
			}
			ahead := timeOf(t, store.state.V7).Sub(clock.Now())
			if (ahead - want).Abs() > time.Millisecond {
				t.Errorf("%v ahead, want %v", ahead, want)
			}
			for range 10 { // newStored checks that early Saves are not further ahead
				clock.advance(time.Second)
				must(t)(g.NewV7())
			}
		})
	}
}

// TestFailedSaveOutsideOfBubble checks that a Save that failed outside of a bubble does not delay a
// Save inside the bubble.
func TestFailedSaveOutsideOfBubble(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	store.err = errFull
	clock.advance(time.Hour)
	wantError(t, errFull)(g.NewV7())
	store.err = nil
	uuid.Bubble(t, func(t *testing.T) { must(t)(g.NewV7()) })
}

// TestStateAtTheEnds checks that a state can contain the first or the last possible tick.
func TestStateAtTheEnds(t *testing.T) {
	store := &memoryStore{state: uuid.State{Ticks: 1}}
	clock := fakeClock{now: gregorianEpoch.Add(100)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	must(t)(g.NewV1())
	if st := g.State(); st.Ticks != 2 {
		t.Errorf("tick %d after tick 1", st.Ticks)
	}
	clock.set(gregorianEnd.Add(-100 * time.Millisecond))
	must(t)(g.NewV1())
	if st := store.state; st.Ticks != 1<<60-1 {
		t.Errorf("saved %+v", st)
	}
}

// TestWrongTimeAtStart starts a generator while the clock is an hour ahead, as before the first NTP
// answer. Whether the clock is corrected before the first UUID or after it, a kill 20 s later must
// leave a state near the corrected clock, so the next process waits for seconds at most, and keeps
// the order even if its clock is 5 s behind.
func TestWrongTimeAtStart(t *testing.T) {
	seq := uint16(5)
	for _, p := range policies {
		for _, given := range []bool{false, true} {
			opts := uuid.Options{Rollback: p.policy, MaxWait: 1}
			if given {
				opts.Node, opts.ClockSeq = uuid.Node{1}, &seq
			}
			for _, wrong := range []string{"", "NewV1", "NewV6", "NewV7"} {
				if wrong != "" && (p.policy != uuid.RollbackFollow || given && wrong != "NewV7") {
					continue // this generator must not follow the correction
				}
				t.Run(fmt.Sprintf("%s/%t/%s", p.name, given, wrong), func(t *testing.T) {
					testWrongTimeAtStart(t, opts, wrong)
				})
			}
		}
	}
}

// testWrongTimeAtStart issues one UUID before the clock is corrected, by the call named wrong or by
// none, and then tests each call.
func testWrongTimeAtStart(t *testing.T, opts uuid.Options, wrong string) {
	for _, call := range clockedCalls {
		clock := &fakeClock{now: atSecond(1e9).Add(time.Hour)}
		opts.Now, opts.Store = clock.Now, new(memoryStore)
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
			t.Errorf("%s: %v, %v, want to wait", call.name, u, err)
		}
		clock.advance(11 * time.Second)
		if u := must(t)(call.next(g)); timeOf(t, u).Before(timeOf(t, last)) {
			t.Errorf("%s: %v after %v", call.name, u, last)
		}
	}
}

// TestStartAheadOfClock checks the bound between a saved time that a start waits for and one that
// it follows back: MaxRollback + MaxLead + 6 s, which is 16.01 s by default.
func TestStartAheadOfClock(t *testing.T) {
	now := atSecond(1e9)
	for _, call := range clockedCalls {
		for _, tt := range []struct {
			ahead time.Duration
			waits bool
		}{
			{16009 * time.Millisecond, true},
			{16011 * time.Millisecond, false},
		} {
			saved := now.Add(tt.ahead)
			store := &memoryStore{
				state: uuid.State{Ticks: gregorianTicks(saved), V7: uuid.MinV7(saved)},
			}
			g := newGenerator(t, uuid.Options{
				Now:     func() time.Time { return now },
				MaxWait: 1,
				Store:   store,
			})
			u, err := call.next(g)
			switch {
			case tt.waits && err != uuid.ErrClockLead:
				t.Errorf("%s, %v ahead: %v, %v, want to wait", call.name, tt.ahead, u, err)
			case !tt.waits && (err != nil || timeOf(t, u).Sub(now).Abs() > time.Millisecond):
				t.Errorf("%s, %v ahead: %v, %v, want the time %v", call.name, tt.ahead, u, err, now)
			}
		}
	}
}

// TestClosedTickIsNotCovered checks that a state from Close does not cover the rest of its tick, so
// the next generator issues nothing before it has saved.
func TestClosedTickIsNotCovered(t *testing.T) {
	g, clock, store := newStored(t, uuid.Options{})
	must(t)(g.NewV7())
	noErrors(t, g.Close())
	store.err = errFull
	wantError(t, errFull)(newGenerator(t, uuid.Options{Now: clock.Now, Store: store}).NewV7())
}

// TestSetBackAfterOverlap checks what Store's doc says that processes which overlap can lose.
func TestSetBackAfterOverlap(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		var back time.Duration
		opts := uuid.Options{
			Store: new(memoryStore),
			Now:   func() time.Time { return time.Now().Add(-back) },
		}
		a, b := newGenerator(t, opts), newGenerator(t, opts)
		oneOfEach(t, a)
		oneOfEach(t, b)
		noErrors(t, b.Close()) // saves less than a has promised
		for _, isSaved := range []bool{false, true} {
			time.Sleep(500 * time.Millisecond)
			last := must(t)(a.NewV7())
			back = 5 * time.Second
			if must(t)(newGenerator(t, opts).NewV7()).Compare(last) > 0 != isSaved {
				t.Errorf("after %v is in order: %t", last, !isSaved)
			}
			back = 0
			time.Sleep(time.Second)
			must(t)(a.NewV7()) // saves
		}
	})
}
