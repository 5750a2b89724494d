// Proves what a call does with a reading that it keeps while it waits for a Save or draws bits.
package uuid

import (
	"crypto/rand"
	"fmt"
	"math"
	chacha "math/rand/v2"
	"sync"
	"testing"
	"time"
)

// scriptedCall returns a call that needs no identity, and has its random bits.
func scriptedCall(timeline int) *call { return &call{timeline: timeline, bits: bits64} }

// shown returns the time in the UUID of a call that has succeeded.
func shown(g *Generator, c *call) time.Time {
	return g.timelines[c.timeline].scale.time(uint64(c.stamp.tick))
}

// near reports whether the time in a UUID is at most MaxLead after the time on the clock.
func near(shown, clock time.Time) bool {
	return !shown.Before(clock.Truncate(time.Microsecond)) && shown.Sub(clock) <= defaultMaxLead
}

// TestSetBackDuringSave corrects a clock that is ahead, during a Save. Calls that begin before and
// after the step wait for this Save, and then go on in any order. A call that begins before the
// step may use the time before it or after it. A call that begins after the step must not use the
// wrong time; if another call already has, the policy decides.
func TestSetBackDuringSave(t *testing.T) {
	shuffle := chacha.New(chacha.NewPCG(1, 2))
	for _, timeline := range []int{unix, gregorian} {
		for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
			for _, step := range []time.Duration{11 * time.Second, time.Hour, 24 * time.Hour} {
				for range 50 {
					order := shuffle.Perm(4)
					t.Run(
						fmt.Sprintf("%d/%d/%v/%v", timeline, policy, step, order),
						func(t *testing.T) {
							setBackDuringSave(t, timeline, policy, step, order)
						},
					)
				}
			}
		}
	}
}

func setBackDuringSave(
	t *testing.T,
	timeline int,
	policy RollbackPolicy,
	step time.Duration,
	order []int,
) {
	g, clock, _ := newStepped(t, Options{Rollback: policy})
	mustIssue(t, g.NewV7)
	mustIssue(t, g.NewV6)
	clock.advance(step)
	var calls [4]*call
	var begun [4]time.Time
	begin := func(i int, needs need) {
		calls[i], begun[i] = scriptedCall(timeline), clock.Now()
		mustNeed(t, g, calls[i], needs)
		clock.advance(50 * time.Millisecond)
	}
	begin(0, ownSave)
	begin(1, otherSave)
	clock.advance(-step)
	begin(2, otherSave)
	begin(3, otherSave)
	g.runSave(calls[0].save)

	corrected := false // a call has taken a step at a reading from after the correction
	ahead := false     // a call has taken a step at the wrong time, before that
	for _, i := range order {
		before := i < 2
		err := g.issueSlow(calls[i])
		if policy == RollbackError && ahead && !before {
			if err != ErrClockRollback {
				t.Errorf("call %d: %v, want %v", i, err, ErrClockRollback)
			}
			continue
		}
		if err != nil {
			t.Errorf("call %d: %v", i, err)
			continue
		}
		at := shown(g, calls[i])
		right := near(at, begun[2]) || near(at, begun[3])
		wrong := near(at, begun[0]) || near(at, begun[1])
		switch {
		case policy == RollbackHold && ahead:
			if !wrong {
				t.Errorf("call %d shows %v, which is earlier than others show", i, at)
			}
		case before:
			if !right && !wrong {
				t.Errorf("call %d began at %v and shows %v", i, begun[i], at)
			}
			ahead = ahead || !corrected
		default:
			if !right {
				t.Errorf("call %d began at %v and shows %v", i, begun[i], at)
			}
			corrected = true
		}
	}

	next := scriptedCall(timeline)
	err := g.issueSlow(next)
	at := shown(g, next)
	switch {
	case policy == RollbackError && ahead:
		if err != ErrClockRollback {
			t.Errorf("the next call: %v, want %v", err, ErrClockRollback)
		}
	case err != nil:
		t.Errorf("the next call: %v", err)
	case policy == RollbackHold && ahead:
		if !near(at, begun[0]) && !near(at, begun[1]) {
			t.Errorf("the next call shows %v, which is earlier than others show", at)
		}
	case !near(at, clock.Now()):
		t.Errorf("the next call shows %v at %v", at, clock.Now())
	}
}

// TestSetBackWhileBitsAreDrawn sets the clock back while a version 1 call draws its bits. No Store
// makes calls wait.
func TestSetBackWhileBitsAreDrawn(t *testing.T) {
	for _, policy := range []RollbackPolicy{RollbackFollow, RollbackError} {
		clock := new(steppedClock)
		g := start(t, Options{Now: clock.Now, Rollback: policy})
		mustIssue(t, g.NewV6) // needs no identity
		clock.advance(time.Hour)
		before := &call{timeline: gregorian, withIdentity: true}
		mustNeed(t, g, before, moreBits)
		clock.advance(-time.Hour)
		after := &call{timeline: gregorian, withIdentity: true}
		mustNeed(t, g, after, moreBits)
		before.bits, after.bits = bits128, bits128
		mustNeed(t, g, before, nothing)
		clock.advance(time.Microsecond)
		err := g.issueSlow(after)
		switch at := shown(g, after); {
		case policy == RollbackError:
			if err != ErrClockRollback {
				t.Errorf("%v, want %v", err, ErrClockRollback)
			}
		case err != nil || !near(at, after.at):
			t.Errorf("the call shows %v at %v, %v", at, clock.Now(), err)
		}
	}
}

// TestOvertakenReadingRaisesNothing checks that a call does not raise the time to its old reading
// after another call has taken a step at a later one. Otherwise a small step back after that would
// look like a long one, and restart the order.
func TestOvertakenReadingRaisesNothing(t *testing.T) {
	g, clock, _ := newStepped(t, Options{})
	mustIssue(t, g.NewV7)
	clock.advance(6 * time.Second)
	old := v7Call()
	mustNeed(t, g, old, ownSave)
	clock.advance(-10 * time.Second)
	g.runSave(old.save)
	first := mustIssue(t, g.NewV7)
	if err := g.issueSlow(old); err != nil {
		t.Error(err)
	}
	clock.advance(-time.Second)
	if second := mustIssue(t, g.NewV7); second.Compare(first) < 0 {
		t.Errorf("%v after %v, although the clock went back by only 1 s", second, first)
	}
}

// TestSaveIsNoWaitForClock checks that the duration of a Save does not count as a wait for the
// clock. While a call waits for a Save, others use up the lead of a later reading. The call then
// reads the clock again, which has moved on during the Save.
func TestSaveIsNoWaitForClock(t *testing.T) {
	for _, lead := range []time.Duration{1, time.Microsecond, time.Millisecond} {
		for _, takes := range []time.Duration{time.Second, time.Hour} {
			for _, maxWait := range []time.Duration{0, 100 * time.Millisecond} {
				for _, method := range []string{"NewV1", "NewV7", "FillV7"} {
					t.Run(
						fmt.Sprintf("%s/%v/%v/%v", method, lead, takes, maxWait),
						func(t *testing.T) {
							bubble(t, func(t *testing.T) {
								saveIsNoWait(
									t,
									method,
									takes,
									Options{MaxLead: lead, MaxWait: maxWait},
								)
							})
						},
					)
				}
			}
		}
	}
}

func saveIsNoWait(t *testing.T, method string, takes time.Duration, o Options) {
	store := &slowStore{takes: takes}
	o.Store = store
	g := start(t, o)
	mustIssue(t, g.NewV1)
	mustIssue(t, g.NewV7)
	time.Sleep(time.Minute + 300*time.Nanosecond) // the reading is not a whole millisecond

	timeline := unix
	if method == "NewV1" {
		timeline = gregorian
	}
	newCall := func() *call {
		c := scriptedCall(timeline)
		c.withIdentity = timeline == gregorian
		return c
	}
	calls := [2]*call{newCall(), newCall()}
	if method == "FillV7" {
		// As many as the lead holds, so two of these calls do not find room at one reading.
		calls[0].more = int(unixScale().ticks(o.MaxLead)) << preciseBits
	}
	mustNeed(t, g, calls[0], ownSave)
	time.Sleep(time.Second)
	all := newCall()
	all.more = math.MaxInt
	mustNeed(t, g, all, otherSave)
	mustNeed(t, g, calls[1], otherSave)
	g.runSave(calls[0].save)
	mustNeed(t, g, all, nothing)
	store.takes = 0

	for i, c := range calls {
		if err := g.issueSlow(c); err != nil {
			t.Errorf("call %d: %v", i, err)
		}
		if c.got != c.more {
			t.Errorf("call %d issued %d timestamps after the first, want %d", i, c.got, c.more)
		}
		slept := time.Duration(0)
		if c.waiting != nil {
			slept = c.waiting.slept
		}
		switch {
		case o.MaxLead == 1 && slept > 2*time.Millisecond:
			t.Errorf("call %d slept for %v", i, slept)
		case o.MaxLead > 1 && method != "FillV7" && slept > 0:
			t.Errorf("call %d slept for %v", i, slept)
		case method == "FillV7" && i == 0 && slept > 0:
			t.Errorf("call %d slept for %v", i, slept)
		}
	}
}

// A slowStore keeps a state in memory. Each Save takes a while.
type slowStore struct {
	gatedStore
	takes time.Duration
}

func (s *slowStore) Save(st State) error {
	time.Sleep(s.takes)
	return s.gatedStore.Save(st)
}

// TestSlowSaveRefusesNoCall lets many calls wait for one Save, in the order in which goroutines
// wake.
func TestSlowSaveRefusesNoCall(t *testing.T) {
	fill := func(n int) func(*Generator) error {
		return func(g *Generator) error {
			_, err := g.FillV7(make([]UUID, n))
			return err
		}
	}
	newV1 := func(g *Generator) error { _, err := g.NewV1(); return err }
	newV7 := func(g *Generator) error { _, err := g.NewV7(); return err }
	for _, tt := range []struct {
		name  string
		lead  time.Duration
		takes time.Duration
		calls int
		issue func(*Generator) error
	}{
		{name: "NewV1", lead: 1, takes: time.Second, calls: 20, issue: newV1},
		{name: "NewV1", lead: 1, takes: time.Hour, calls: 20, issue: newV1},
		{name: "NewV1", lead: time.Microsecond, takes: time.Second, calls: 200, issue: newV1},
		{name: "NewV7", lead: 1, takes: time.Second, calls: 400, issue: newV7},
		{
			name:  "FillV7 of 1000",
			lead:  time.Microsecond,
			takes: time.Second,
			calls: 20,
			issue: fill(1000),
		},
		{
			name:  "FillV7 of 100000",
			lead:  time.Millisecond,
			takes: time.Second,
			calls: 20,
			issue: fill(100_000),
		},
	} {
		t.Run(fmt.Sprintf("%s/%v/%v", tt.name, tt.lead, tt.takes), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				store := &slowStore{takes: tt.takes}
				g := start(
					t,
					Options{MaxLead: tt.lead, MaxWait: 100 * time.Millisecond, Store: store},
				)
				var group sync.WaitGroup
				for range tt.calls {
					group.Go(func() {
						if err := tt.issue(g); err != nil {
							t.Error(err)
						}
					})
					time.Sleep(time.Second / time.Duration(tt.calls))
				}
				group.Wait()
			})
		})
	}
}

// TestNothingOvertakesKeptReading checks that the fast path is shut while a call keeps the
// latest reading. Its readings have no order, so that call could restart the timeline after a later
// reading, at which the clock was right again. A step of a call with an older reading does not open
// it.
func TestNothingOvertakesKeptReading(t *testing.T) {
	g, clock, _ := newStepped(t, Options{})
	mustIssue(t, g.NewV7)
	clock.advance(2 * time.Second)
	old, low, last := v7Call(), v7Call(), v7Call()
	mustNeed(t, g, old, ownSave)
	clock.advance(-13 * time.Second)
	mustNeed(t, g, low, otherSave)
	mustNeed(t, g, last, otherSave)
	g.runSave(old.save)
	wantOpen := func(want bool) {
		t.Helper()
		clock.advance(4 * time.Second)
		now, _ := unixScale().tick(instantOf(clock.Now()))
		if got := g.issueFast(v7Call(), now); got != want {
			t.Errorf("the fast path is open: %t", got)
		}
	}
	wantOpen(false)
	mustNeed(t, g, old, nothing)
	wantOpen(false)
	mustIssue(t, g.NewV7)
	wantOpen(true)
	seen := g.timelines[unix].seen
	for _, c := range []*call{low, last} {
		if err := g.issueSlow(c); err != nil || g.timelines[unix].seen != seen {
			t.Errorf("%v, the time moved by %d ticks", err, g.timelines[unix].seen-seen)
		}
	}

	g = start(t, Options{Now: clock.Now}) // without a Store, which shuts the path itself
	mustIssue(t, g.NewV1)
	clock.advance(-13 * time.Second)
	mustNeed(t, g, &call{timeline: gregorian, withIdentity: true}, moreBits)
	clock.advance(13 * time.Second)
	now, _ := gregorianScale().tick(instantOf(clock.Now()))
	if g.issueFast(&call{timeline: gregorian}, now) {
		t.Error("the fast path is open while a call draws bits")
	}
}

// TestKeptReadingsAfterBubble checks kept readings from outside after a step in a bubble: the first
// one restarts the timeline, and a later one does not show a time from before its call, although
// the bubble's reading was the latest of all.
func TestKeptReadingsAfterBubble(t *testing.T) {
	var g Generator
	g.beginLocked()
	now := time.Now()
	inside := time.Unix(1e9, 300) // without monotonic time, as in a bubble
	for _, tt := range []struct {
		order uint64
		at    time.Time
	}{
		{4, inside},
		{1, now},
		{2, now.Add(time.Second)},
		{3, now.Add(2 * time.Second)},
	} {
		c := &call{timeline: unix, bits: bits128, at: tt.at, order: tt.order, kept: true}
		need, err := g.resolveLocked(c)
		want, _ := unixScale().tick(instantOf(tt.at))
		if need != nothing || err != nil || c.stamp.tick != want {
			t.Errorf("reading %d: %d ticks after it, %d, %v",
				tt.order, c.stamp.tick-want, need, err)
		}
	}
}

// TestManyReadings follows a rollback when the number of readings passes 2^32, which a busy service
// with Options.Now reaches in days. Later readings must still count as later.
func TestManyReadings(t *testing.T) {
	clock := new(steppedClock)
	g := start(t, Options{Now: clock.Now})
	mustIssue(t, g.NewV7)
	g.readings = math.MaxUint32 - 1
	clock.advance(-time.Hour)
	for range 5 {
		clock.advance(11 * time.Second)
		if at, _ := mustIssue(t, g.NewV7).Time(); clock.Now().Sub(at) > time.Millisecond {
			t.Errorf("the UUID shows %v at %v", at, clock.Now())
		}
	}
}

// TestKeptReading holds a call up during its Save, while the clock is set back by an hour and
// another call follows it. The call must neither move the time forward again nor save another
// state.
func TestKeptReading(t *testing.T) {
	for _, forward := range []bool{false, true} {
		g, clock, store := newStepped(t, Options{})
		mustIssue(t, g.NewV7)
		clock.advance(2 * time.Second)
		c := v7Call()
		mustNeed(t, g, c, ownSave)
		g.runSave(c.save)
		clock.advance(-time.Hour)
		last := mustIssue(t, g.NewV7)
		if at, _ := last.Time(); at.After(clock.Now()) {
			t.Fatalf("%v did not follow", last)
		}
		if forward {
			clock.advance(time.Hour)
			last = mustIssue(t, g.NewV7)
		}
		seen, saves := g.timelines[unix].seen, store.saves
		mustNeed(t, g, c, nothing)
		if tick := v7Timestamp(last, preciseBits).tick; c.stamp.tick < tick ||
			c.stamp.tick > tick+10 {
			t.Errorf("the call that was held up issued %d after %d", c.stamp.tick, tick)
		}
		if now := g.timelines[unix].seen; now != seen || store.saves != saves ||
			store.ahead(clock.Now()) > 6*time.Second {
			t.Errorf("the clock moved by %d, %d saves, the Store is %v ahead",
				now-seen, store.saves-saves, store.ahead(clock.Now()))
		}
	}
}

// TestKeptReadingIsOvertaken checks a reading that is kept while the call draws bits: it restarts
// the timeline only if no other call has taken a step.
func TestKeptReadingIsOvertaken(t *testing.T) {
	for _, overtaken := range []bool{false, true} {
		clock := new(steppedClock)
		g := start(t, Options{Now: clock.Now, Rand: rand.Reader, MaxLead: 1})
		mustIssue(t, g.NewV1)
		clock.advance(-time.Hour)
		c := &call{timeline: gregorian, withIdentity: true}
		mustNeed(t, g, c, moreBits)
		clock.advance(time.Hour + time.Second)
		if overtaken {
			mustIssue(t, g.NewV1)
		}
		seen := g.timelines[gregorian].seen
		c.bits = bits128
		_, err := g.resolve(c)
		if restarted := g.timelines[gregorian].seen < seen; restarted == overtaken ||
			!overtaken && err != nil {
			t.Errorf("overtaken %t: restarted %t, %v", overtaken, restarted, err)
		}
	}
}

// TestReadingDuringOtherSave checks that a call that waits for another call's Save keeps its
// reading, because a later one could be past the new limit again, and that its UUID shows this
// reading.
func TestReadingDuringOtherSave(t *testing.T) {
	// before the two calls, and between them
	for _, tt := range []struct{ back, forward time.Duration }{
		{0, time.Second}, {time.Hour, time.Second}, {time.Hour, time.Hour},
	} {
		g, clock, _ := newStepped(t, Options{})
		mustIssue(t, g.NewV7)
		clock.advance(2*time.Second - tt.back)
		saver, waiter := v7Call(), v7Call()
		mustNeed(t, g, saver, ownSave)
		clock.advance(tt.forward)
		mustNeed(t, g, waiter, otherSave)
		g.runSave(saver.save)
		clock.advance(time.Minute)
		for _, c := range []*call{saver, waiter} {
			err := g.issueSlow(c)
			if want, _ := unixScale().tick(instantOf(c.at)); err != nil || c.stamp.tick != want {
				t.Errorf("%+v: the UUID is %d ticks after its reading, %v",
					tt, c.stamp.tick-want, err)
			}
		}
	}
}

// TestKeptReadingNearRestart checks a reading from before a rollback that another call has
// followed. Although the clock is within MaxRollback of the reading again, the UUID shows the
// latest reading, so no later call shows a time that is ahead of the clock.
func TestKeptReadingNearRestart(t *testing.T) {
	g, clock, _ := newStepped(t, Options{})
	mustIssue(t, g.NewV7)
	clock.advance(2 * time.Second)
	c := v7Call()
	mustNeed(t, g, c, ownSave)
	g.runSave(c.save)
	clock.advance(-13 * time.Second)
	mustIssue(t, g.NewV7)
	clock.advance(3 * time.Second)
	mustIssue(t, g.NewV7)
	err := g.issueSlow(c)
	if at := shown(g, c); err != nil || !near(at, clock.Now()) {
		t.Errorf("the UUID shows %v at %v, %v", at, clock.Now(), err)
	}
}
