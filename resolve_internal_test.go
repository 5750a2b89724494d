// Proves each decision of resolve and of the Store, one by one.
package uuid

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A gatedStore keeps a state in memory. If gate is not nil, Save closes begun, then waits for gate.
type gatedStore struct {
	mu          sync.Mutex
	state       State
	saves       int
	begun, gate chan struct{}
	err         error
	drop        bool // Save writes nothing
	panics      bool
}

func (s *gatedStore) Load() (State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == (State{}) {
		return s.state, fs.ErrNotExist
	}
	return s.state, nil
}

func (s *gatedStore) Save(st State) error {
	if begun, gate := s.begun, s.gate; gate != nil {
		s.begun, s.gate = nil, nil
		close(begun)
		<-gate
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saves++
	if s.panics {
		panic("disk")
	}
	if !s.drop {
		s.state = st
	}
	return s.err
}

// ahead returns how far the saved version 7 time is ahead of a time.
func (s *gatedStore) ahead(of time.Time) time.Duration {
	at, _ := s.state.V7.Time()
	return at.Sub(of)
}

// A steppedClock is a clock that a test sets. It counts its readings.
type steppedClock struct {
	ns       atomic.Int64
	readings atomic.Int64
}

func (c *steppedClock) Now() time.Time {
	c.readings.Add(1)
	return time.Unix(1e9, 123456700).Add(time.Duration(c.ns.Load()))
}
func (c *steppedClock) advance(d time.Duration) { c.ns.Add(int64(d)) }

// start is NewGenerator for options that are valid.
func start(t *testing.T, o Options) *Generator {
	t.Helper()
	g, err := NewGenerator(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newStepped(t *testing.T, o Options) (*Generator, *steppedClock, *gatedStore) {
	t.Helper()
	clock, store := new(steppedClock), new(gatedStore)
	o.Now, o.Store = clock.Now, store
	return start(t, o), clock, store
}

// v7Call returns a call for version 7 that has its random bits.
func v7Call() *call { return &call{timeline: unix, bits: bits64} }

// mustNeed resolves c, and checks what c needs.
func mustNeed(t *testing.T, g *Generator, c *call, want need) {
	t.Helper()
	if got, err := g.resolve(c); got != want || err != nil {
		t.Fatalf("the call needs %d, %v, want %d", got, err, want)
	}
}

// TestReadingInOrderOfTheLock checks that no other call can read the clock between the reading of a
// call and its step.
func TestReadingInOrderOfTheLock(t *testing.T) {
	var g Generator
	mustIssue(t, g.NewV7)
	done := make(chan error)
	attempt := func(c *call) { _, err := g.resolve(c); done <- err }
	c := v7Call()
	g.mu.Lock()
	go attempt(c)
	time.Sleep(20 * time.Millisecond)
	locked := time.Now()
	g.mu.Unlock()
	if err := <-done; err != nil || c.at.Before(locked) {
		t.Errorf("%v, the system's clock was read at %v, the lock was free at %v",
			err, c.at, locked)
	}

	clock := new(steppedClock)
	g.opts.Now = clock.Now
	g.mu.Lock()
	go attempt(v7Call())
	for clock.readings.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	clock.advance(-time.Hour) // nobody can follow this before the call has taken its step
	time.Sleep(20 * time.Millisecond)
	if g.nowMu.TryLock() {
		g.nowMu.Unlock()
		t.Error("another call could read the clock")
	}
	g.mu.Unlock()
	if err := <-done; err != nil {
		t.Error(err)
	}

	g.opts.Now = func() time.Time { panic("Now") }
	func() {
		defer func() { recover() }()
		g.resolve(v7Call())
	}()
	if !g.nowMu.TryLock() || !g.mu.TryLock() {
		t.Error("locked after a panic")
	}
}

// TestOldReadingDecidesNothing checks that a reading from before the lock is refused if it is
// further than MaxRollback from the time that the timeline has seen.
func TestOldReadingDecidesNothing(t *testing.T) {
	for _, o := range []Options{
		{}, {MaxRollback: 1}, {Rollback: RollbackHold}, {V7: V7Counter}, {V7: V7Random},
	} {
		o.Now = new(steppedClock).Now // not coarse, as a browser's is
		g := start(t, o)
		mustIssue(t, g.NewV7)
		timeline := &g.timelines[unix]
		rollback := unixScale().ticksUp(o.maxRollback())
		for _, tt := range []struct {
			tick int64
			ok   bool
		}{
			{timeline.seen - rollback - 1, false}, {timeline.seen + rollback + 1, false},
			{timeline.seen - rollback, true},
			{timeline.seen + rollback - timeline.rule.countMask, true},
		} {
			next := timeline.sequence
			if _, ok := next.step(tt.tick, 0, 0); ok != tt.ok {
				t.Errorf("%+v: a reading that is %d ticks after the last one: %t",
					o, tt.tick-timeline.seen, ok)
			}
		}
	}
}

// TestOneRestart checks that one rollback gives one restart, although a call that has read the
// clock before takes the lock after another call has followed the rollback.
func TestOneRestart(t *testing.T) {
	for _, m := range []V7Method{V7Precise, V7Counter, V7Random} {
		for _, o := range []Options{
			{MaxRollback: 1, V7: m}, {MaxRollback: time.Millisecond, V7: m},
			{MaxRollback: 400 * time.Millisecond, V7: m}, {V7: m},
		} {
			clock := new(steppedClock)
			o.Now = clock.Now
			g := start(t, o)
			falls := 0
			issue := func() {
				before := g.timelines[unix].seen
				mustIssue(t, g.NewV7)
				if g.timelines[unix].seen < before {
					falls++
				}
			}
			issue()
			clock.advance(time.Microsecond)
			old, _ := unixScale().tick(instantOf(clock.Now()))
			clock.advance(-o.maxRollback() - 2*time.Microsecond)
			issue()
			g.issueFast(v7Call(), old)
			clock.advance(100)
			issue()
			if falls != 1 {
				t.Errorf("%v, MaxRollback %v: %d restarts", m, o.MaxRollback, falls)
			}
		}
	}
}

// TestOtherTimelineIsLoweredToo checks that a Save for version 7 spares version 1 a Save, and that
// version 1 is not refused after a kill because of a Save that version 7 needed under a wrong
// clock.
func TestOtherTimelineIsLoweredToo(t *testing.T) {
	seq := uint16(5)
	g, _, store := newStepped(t, Options{Node: Node{1}, ClockSeq: &seq})
	mustIssue(t, g.NewV7)
	mustIssue(t, g.NewV1)
	if store.saves != 1 {
		t.Errorf("%d Saves", store.saves)
	}
	g, clock, store := newStepped(t, Options{Node: Node{1}, ClockSeq: &seq})
	clock.advance(time.Hour)
	mustIssue(t, g.NewV7)
	clock.advance(-time.Hour)
	mustIssue(t, g.NewV7)
	clock.advance(2 * time.Second)
	next := start(t, Options{Node: Node{1}, ClockSeq: &seq, Now: clock.Now, Store: store})
	mustIssue(t, next.NewV1)
}

// TestOtherTimelineIsNotRaised checks that a Save for version 7 raises the state of version 1 only
// from a reading that is not behind version 1's clock, and not from before a rollback that either
// version has followed.
func TestOtherTimelineIsNotRaised(t *testing.T) {
	for _, follows := range []string{"nobody", "version 1", "version 7"} {
		g, clock, store := newStepped(t, Options{})
		mustIssue(t, g.NewV1)
		mustIssue(t, g.NewV7)
		before := store.state.Ticks
		clock.advance(5 * time.Second)
		c := v7Call()
		if follows != "nobody" {
			// The reading is kept during another call's Save, and the clock is followed back by an
			// hour.
			saver := v7Call()
			mustNeed(t, g, saver, ownSave)
			clock.advance(time.Second)
			mustNeed(t, g, c, otherSave)
			g.runSave(saver.save)
			clock.advance(-time.Hour)
			if follows == "version 1" {
				mustIssue(t, g.NewV1)
			} else {
				mustIssue(t, g.NewV7)
			}
			before = store.state.Ticks
			clock.advance(time.Hour)
			// so c needs another Save
			g.timelines[unix].stored.min = g.timelines[unix].last.tick - 1
		} else {
			clock.advance(-time.Second) // behind the clock of version 1
			g.timelines[gregorian].seen += gregorianScale().ticks(5 * time.Second)
		}
		mustNeed(t, g, c, ownSave)
		g.runSave(c.save)
		if store.state.Ticks != before {
			t.Errorf("%s follows: version 1's state changed by %d ticks",
				follows, int64(store.state.Ticks-before))
		}
	}
}

// TestSaveClosesOtherTimeline checks that a Save for version 7 makes the next version 1 call look
// at the Store again, from the moment that it is planned. Here the clock is 5 s ahead at that
// moment only, so the Store may be too far ahead for version 1.
func TestSaveClosesOtherTimeline(t *testing.T) {
	g, clock, _ := newStepped(t, Options{})
	mustIssue(t, g.NewV1)
	mustIssue(t, g.NewV7)
	mustIssue(t, g.NewV1)
	clock.advance(5 * time.Second)
	c := v7Call()
	mustNeed(t, g, c, ownSave)
	clock.advance(10*time.Millisecond - 5*time.Second)
	now, _ := gregorianScale().tick(instantOf(clock.Now()))
	if v1 := (call{timeline: gregorian, withIdentity: true}); g.issueFast(&v1, now) {
		t.Errorf("%v was issued", v1.stamp)
	}
	g.runSave(c.save)
}

// TestOthersDuringEarlySave checks that calls during an early Save use the rest of the reserve
// without a look at the Store.
func TestOthersDuringEarlySave(t *testing.T) {
	g, clock, _ := newStepped(t, Options{})
	mustIssue(t, g.NewV7)
	clock.advance(1001 * time.Millisecond)
	c := v7Call()
	mustNeed(t, g, c, earlySave)
	if timeline := &g.timelines[unix]; timeline.bound != timeline.stored.min {
		t.Errorf("calls are resolved after %d, the limit is %d",
			timeline.bound, timeline.stored.min)
	}
	for _, next := range []func() (UUID, error){g.NewV7, g.NewV6, g.NewV1, g.NewV4} {
		mustIssue(t, next)
	}
	g.State()
	g.runSave(c.save)
}

// TestFailedEarlySave checks that a call tries an early Save again a quarter of a second after it
// has failed, before the reserve is used up, and that calls in this pause need no decision.
func TestFailedEarlySave(t *testing.T) {
	bubble(t, func(t *testing.T) {
		store := new(gatedStore)
		g := start(t, Options{Store: store})
		time.Sleep(300 * time.Nanosecond) // a reading of whole milliseconds would take another path
		mustIssue(t, g.NewV7)
		store.err = errors.New("disk")
		for _, tt := range []struct {
			sleep time.Duration
			saves int
		}{
			{999 * time.Millisecond, 1}, {2 * time.Millisecond, 2}, {100 * time.Millisecond, 2},
			{148 * time.Millisecond, 2}, {3 * time.Millisecond, 3},
		} {
			time.Sleep(tt.sleep)
			mustIssue(t, g.NewV7)
			if store.saves != tt.saves {
				t.Errorf("%d saves after %v, want %d", store.saves, tt.sleep, tt.saves)
			}
			if tt.sleep == 100*time.Millisecond &&
				!g.issueFast(v7Call(), fastTick(unix, time.Now())) {
				t.Error("calls in the pause take the slow path")
			}
		}
	})
}

// TestHoldStaysFast checks that calls need no decision while a rollback is ignored, and that the
// bound is narrow again after the clock has caught up.
func TestHoldStaysFast(t *testing.T) {
	g, clock, _ := newStepped(t, Options{Rollback: RollbackHold})
	mustIssue(t, g.NewV7)
	clock.advance(-time.Hour)
	mustIssue(t, g.NewV7)
	now, _ := unixScale().tick(instantOf(clock.Now()))
	if !g.issueFast(v7Call(), now) {
		t.Error("calls take the slow path while a rollback is ignored")
	}
	clock.advance(time.Hour + 2*time.Second)
	mustIssue(t, g.NewV7)
	if timeline := &g.timelines[unix]; timeline.slack != timeline.maxRollback {
		t.Errorf("the slack is %d, want %d", timeline.slack, timeline.maxRollback)
	}
}

// TestFailedSaveInAnotherBubble checks a call in the pause after a Save that failed in another
// bubble.
func TestFailedSaveInAnotherBubble(t *testing.T) {
	store := &gatedStore{err: errors.New("disk"), drop: true}
	g := start(t, Options{Store: store})
	for range 2 {
		bubble(t, func(t *testing.T) {
			if _, err := g.NewV7(); err != store.err {
				t.Errorf("%v, want %v", err, store.err)
			}
		})
	}
	if store.saves != 1 {
		t.Errorf("%d saves within a quarter of a second", store.saves)
	}
}

// TestReaderReplacedDuringCall checks a call that draws bits while a test replaces rand.Reader, so
// the timelines begin again, after a restart.
func TestReaderReplacedDuringCall(t *testing.T) {
	var g Generator
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV6) })
	mustIssue(t, g.NewV6)
	c := &call{timeline: gregorian, withIdentity: true}
	mustNeed(t, &g, c, moreBits)
	system := rand.Reader
	defer func() { rand.Reader = system }()
	rand.Reader = io.MultiReader(system)
	c.bits = bits128
	mustNeed(t, &g, c, nothing)
	if now, _ := gregorianScale().tick(instantOf(c.at)); c.stamp.tick < now {
		t.Errorf("issued %d at %d", c.stamp.tick, now)
	}
}

// TestReaderRestored checks that a node from another rand.Reader is not used after the first one is
// back, and that calls then take the fast path again.
func TestReaderRestored(t *testing.T) {
	var g Generator
	system := rand.Reader
	defer func() { rand.Reader = system }()
	mustIssue(t, g.NewV1)
	rand.Reader = io.MultiReader(system)
	first, _ := mustIssue(t, g.NewV1).Node()
	rand.Reader = system
	if second, _ := mustIssue(t, g.NewV1).Node(); first == second {
		t.Errorf("the node is still %v", first)
	}
	if timeline := &g.timelines[gregorian]; timeline.bound < timeline.last.tick {
		t.Error("calls still take the slow path")
	}
}

// TestGivenIdentityOutlivesReader checks that a new rand.Reader does not make version 1 repeat
// timestamps if nothing else keeps them distinct, with a clock that stands still and in a bubble.
func TestGivenIdentityOutlivesReader(t *testing.T) {
	at5 := timeline{
		sequence: sequence{last: timestamp{tick: 5}},
		identity: identity{nodeGiven: true, clockSeqGiven: true, known: true},
	}
	if _, _, err := at5.identityFor(&call{bits: bits128}, 5, true); err != ErrClockRollback {
		t.Errorf("a restart at the last tick: %v", err)
	}
	seq := uint16(5)
	for _, now := range []func() time.Time{new(steppedClock).Now, nil} {
		bubble(t, func(t *testing.T) {
			g := start(t, Options{Node: Node{1}, ClockSeq: &seq, Now: now})
			system := rand.Reader
			defer func() { rand.Reader = system }()
			seen := map[UUID]bool{}
			for i := range 6 {
				rand.Reader = system
				if i%2 == 1 {
					rand.Reader = io.MultiReader(system)
				}
				for range 100 {
					u := mustIssue(t, g.NewV1)
					if seen[u] {
						t.Fatalf("%v twice", u)
					}
					seen[u] = true
				}
			}
		})
	}
}

// TestOtherClockDuringCall checks a call in a bubble that draws bits while a call in another bubble
// or outside takes a step. The UUID shows the time of its own bubble, whether that is ahead or
// behind.
func TestOtherClockDuringCall(t *testing.T) {
	needBubbles(t)
	for _, ahead := range []time.Duration{0, 48 * time.Hour} {
		for _, outside := range []bool{false, true} {
			var g Generator
			var both sync.WaitGroup
			turn := make(chan bool) // not the bubbles', so their clocks stand still during the call
			other := func(t *testing.T) {
				<-turn
				mustIssue(t, g.NewV7)
				turn <- true
			}
			both.Go(func() { // t.Parallel would need more than -parallel 1
				t.Run("other", func(t *testing.T) {
					if outside {
						other(t)
					} else {
						bubble(t, func(t *testing.T) { time.Sleep(24 * time.Hour); other(t) })
					}
				})
			})
			t.Run("call", func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					time.Sleep(ahead)
					mustIssue(t, g.NewV7)
					c := v7Call()
					mustNeed(t, &g, c, moreBits)
					turn <- true
					<-turn
					c.bits = bits128
					mustNeed(t, &g, c, nothing)
					at := unixScale().time(uint64(c.stamp.tick))
					if time.Until(at).Abs() > time.Millisecond {
						t.Errorf("the call shows %v, its bubble %v", at, time.Now())
					}
				})
			})
			both.Wait()
		}
	}
}

// TestNextBubble checks that a second bubble has its own time, even if it begins less than
// MaxRollback before the last time of the first.
func TestNextBubble(t *testing.T) {
	var g Generator
	for _, d := range []time.Duration{5 * time.Second, time.Second} {
		bubble(t, func(t *testing.T) {
			time.Sleep(d + 300*time.Microsecond) // no whole millisecond
			for range 2 {
				at, _ := mustIssue(t, g.NewV7).Time()
				if time.Since(at).Abs() > 2*time.Millisecond {
					t.Errorf("%v at %v", at, time.Now())
				}
			}
		})
	}
}

// TestBubbleAhead checks that a bubble whose clock is ahead of the real time is noticed, so leaving
// it is not a rollback, and that the next bubble is noticed too.
func TestBubbleAhead(t *testing.T) {
	for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
		g := Generator{opts: Options{Rollback: policy, MaxWait: 1}}
		mustIssue(t, g.NewV7)
		bubble(t, func(t *testing.T) {
			time.Sleep(80*365*24*time.Hour + 300*time.Microsecond) // no whole millisecond
			mustIssue(t, g.NewV7)
		})
		issue := func(t *testing.T) {
			if at, _ := mustIssue(t, g.NewV7).Time(); time.Since(at).Abs() > time.Minute {
				t.Errorf("policy %d: %v at %v", policy, at, time.Now())
			}
		}
		issue(t)
		bubble(t, func(t *testing.T) { time.Sleep(300 * time.Microsecond); issue(t) })
	}
}

// TestCloseKnowsManyStates checks that Close still knows the state that was saved, and the last
// ones that may have been written, after more failed Saves than a Generator remembers.
func TestCloseKnowsManyStates(t *testing.T) {
	bubble(t, func(t *testing.T) {
		// the second Save succeeded; all later ones fail
		for _, written := range []int{0, 20, maxOwn + 8} {
			store := new(gatedStore)
			g := start(t, Options{Store: store})
			mustIssue(t, g.NewV7)
			time.Sleep(time.Hour)
			// which replaces the first state among those that the Generator remembers
			mustIssue(t, g.NewV7)
			store.err = errors.New("disk")
			for i := range maxOwn + 10 {
				store.drop = i+1 != written
				time.Sleep(2 * time.Second)
				g.NewV7()
			}
			store.err, store.drop = nil, false
			if err := g.Close(); err != nil || store.state != g.State() {
				t.Errorf("state %d: %v, the Store has %+v, State is %+v",
					written, err, store.state, g.State())
			}
		}
	})
}

// TestJumpWhileQueued sets the clock forward by an hour after a call has read it and before the
// call sleeps, and lets another call follow. The first call must try again, not fail because the
// other call's time is an hour ahead of its own reading.
func TestJumpWhileQueued(t *testing.T) {
	clock := new(steppedClock)
	g := start(t, Options{Now: clock.Now, MaxLead: 1, MaxWait: time.Minute})
	mustIssue(t, g.NewV1)
	c := &call{timeline: gregorian, withIdentity: true}
	mustNeed(t, g, c, laterTime)
	clock.advance(time.Hour)
	mustIssue(t, g.NewV1)
	if err := g.wait(c); err != nil || g.sleepers != 0 {
		t.Errorf("%v, %d calls wait", err, g.sleepers)
	}
	clock.advance(time.Microsecond)
	mustNeed(t, g, c, nothing)
}

// TestPanickingSave checks that one call runs an early Save that panics, and that others use the
// rest of the reserve in the pause after it.
func TestPanickingSave(t *testing.T) {
	bubble(t, func(t *testing.T) {
		store := &gatedStore{}
		g := start(t, Options{Store: store})
		mustIssue(t, g.NewV7)
		time.Sleep(1100 * time.Millisecond)
		store.panics = true
		panics := 0
		for range 50 {
			func() {
				defer func() {
					if recover() != nil {
						panics++
					}
				}()
				mustIssue(t, g.NewV7)
			}()
		}
		if panics != 1 {
			t.Errorf("%d of 50 calls panicked", panics)
		}
		store.panics = false
		time.Sleep(backOff + time.Millisecond)
		saves := store.saves
		mustIssue(t, g.NewV7)
		if store.saves != saves+1 {
			t.Errorf("%d Saves after the pause", store.saves-saves)
		}
	})
}

// TestFastTick checks that the fast path refuses times that are out of range, and whole
// milliseconds, which may come from a coarse clock.
func TestFastTick(t *testing.T) {
	begin, end := time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC), time.Unix(1<<40, 0)
	for _, tt := range []struct {
		timeline int
		at       time.Time
		ok       bool
	}{
		{unix, time.Unix(1e9, 300), true}, {gregorian, time.Unix(1e9, 300), true},
		{gregorian, time.Unix(1e9, 0), true},
		{unix, time.Unix(1e9, 0), false}, {unix, time.Unix(1e9, 7e6), false},
		{unix, time.Unix(0, -1), false}, {gregorian, begin.Add(-1), false}, {unix, end, false},
		{gregorian, end, false},
	} {
		// The timeline has seen the year 2001, and the longest MaxRollback reaches back beyond
		// 1970.
		seen, _ := unixScale().tick(instant{1e9, 0})
		s := sequence{seen: seen, last: none, bound: maxTick, slack: unixScale().ticksUp(1<<63 - 1)}
		if tick := fastTick(tt.timeline, tt.at); tt.ok {
			if want, _ := [...]timescale{
				unixScale(), gregorianScale(),
			}[tt.timeline].tick(instantOf(tt.at)); tick != want {
				t.Errorf("%d, %v: %d, want %d", tt.timeline, tt.at, tick, want)
			}
		} else if _, ok := s.step(tick, 0, 0); ok {
			t.Errorf("%d, %v: step took %d", tt.timeline, tt.at, tick)
		}
	}
}

// TestLeavesFastPath checks what must not take the fast path: an identity that has not been drawn,
// a Reader that a test has replaced, and Options.Rand.
func TestLeavesFastPath(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	for _, o := range []Options{{}, {V7: V7Counter}} {
		g := start(t, o)
		mustIssue(t, g.NewV6) // needs no identity
		if node, _ := mustIssue(t, g.NewV1).Node(); node[0]&1 == 0 {
			t.Errorf("%+v: node %v was not drawn", o, node)
		}
		fill := func() (UUID, error) {
			var dst [3]UUID
			_, err := g.FillV7(dst[:])
			return dst[2], err
		}
		for i, next := range []func() (UUID, error){g.NewV1, g.NewV6, g.NewV7, fill} {
			rand.Reader = io.MultiReader(system)
			mustIssue(t, next)
			if g.begunWith != rand.Reader {
				t.Errorf("%+v: call %d does not notice a new Reader", o, i)
			}
		}
		rand.Reader = system
	}
	reads := 0
	g := start(
		t,
		Options{Rand: readerFunc(func(b []byte) (int, error) { reads++; return len(b), nil })},
	)
	for i := range 3 {
		mustIssue(t, g.NewV7)
		if reads != i+1 {
			t.Errorf("%d reads for %d UUIDs", reads, i+1)
		}
	}
}

// TestUnknownOption checks that no switch treats a value that NewGenerator rejects as a known one.
func TestUnknownOption(t *testing.T) {
	clock := new(steppedClock)
	g := Generator{custom: true, opts: Options{Rollback: RollbackError + 1, Now: clock.Now}}
	mustIssue(t, g.NewV7)
	clock.advance(-time.Hour)
	for want, f := range map[string]func(){
		"uuid: unknown V7Method":       func() { (V7Unordered + 1).counterBits() },
		"uuid: unknown RollbackPolicy": func() { g.NewV7() },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
