package uuid

import (
	"errors"
	"io/fs"
	"time"
)

// A State is what a [Generator] must not forget: time. A generator that continues from
// a State issues nothing at or below it, and waits until its clock is within MaxLead of
// it. If the clock is behind by more than Options.MaxRollback, Options.Rollback decides.
//
// A State up to MaxLead + 6 s ahead of the clock does not count as a rollback. A smaller
// MaxLead at the next start may turn it into one.
type State struct {
	Ticks uint64 // the last timestamp of versions 1 and 6, in 100 ns since 1582-10-15, or 0
	V7    UUID   // not less than the last version 7 UUID, or Nil
}

// A Store keeps the [State] of a [Generator] for the next one (RFC 9562 section 6.3), so
// that order outlives the process. UUIDs are unique without it, unless Options.Node is set.
// [FileStore] is for the processes of one host, integration/pgstore in the repository for
// hosts that share a PostgreSQL server. A Generator calls one method at a time. It must not
// use a Store inside and outside of a testing/synctest bubble at the same time.
//
// A Generator saves a State that is ahead of all that it issues, so that it may be killed
// at any time. A save covers one second and twice the time that the last Save took, six
// seconds at most, so there is about one Save in a second. When half of that is left, a
// call saves and others use the other half. Then they wait for Save, and fail if it fails.
// After an error the next Save comes a quarter of a second later.
//
// Processes that share a clock may share a Store, as in a rolling restart. Order across a
// restart is exact for a process that uses its Store alone. For processes that overlap it
// can be lost if the clock is set back while they do, or with a MaxLead above half a second.
type Store interface {
	// Load returns the state saved last, and an error that is fs.ErrNotExist only if
	// nothing was ever saved: the generator then begins without a state.
	Load() (State, error)

	// Save keeps a state durably before it returns. The state may be lower than the one before, as
	// when a Generator follows its clock back. If Save fails, the Store may hold either state.
	Save(State) error
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.Ticks <= maxTick && (st.V7.IsNil() || st.V7.Version() == 7)
}

// stateAt returns the state after the timestamps of the timelines, none for one without any.
// counterBits is the width of the counter of version 7.
func stateAt(last [2]timestamp, counterBits uint) (st State) {
	if last[gregorian] != none {
		st.Ticks = uint64(last[gregorian].tick)
	}
	if last[unix] != none {
		st.V7 = FromUint64s(v7(last[unix], counterBits, randBMask))
	}
	return st
}

// last is the inverse of stateAt.
func (st State) last(counterBits uint) [2]timestamp {
	last := [2]timestamp{none, none}
	if st.Ticks > 0 {
		last[gregorian].tick = int64(st.Ticks)
	}
	if !st.V7.IsNil() {
		last[unix] = v7Timestamp(st.V7, counterBits)
	}
	return last
}

// State returns the state after the last UUID that g issued or, before the first, the one it
// continues from; Ticks and V7 are zero without one. State does not wait for a Store.
func (g *Generator) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.stateLocked()
}

func (g *Generator) stateLocked() State {
	if g.reader == nil {
		return State{} // the timelines have not begun
	}
	v1v6, v7 := &g.timelines[gregorian], &g.timelines[unix]
	return stateAt([2]timestamp{gregorian: v1v6.last, unix: v7.last}, v7.counterBits)
}

const (
	minReserve = time.Second     // what a save covers
	maxReserve = 6 * time.Second // if Save is slow
	backOff    = time.Second / 4 // after a Save that failed
)

// saves is what a Generator knows of its calls of Store.Save.
type saves struct {
	running *save         // nil: none is
	reserve time.Duration // what the next one covers
	saved   State         // by the last one that succeeded
	tried   State         // by the last one
	err     error         // of the last one
	retry   time.Time     // err stands until then
}

// A save is one call of Store.Save.
type save struct {
	state     State
	tick      [2]int64      // what the state covers, for each timeline
	softLimit [2]int64      // from where on the next save begins
	done      chan struct{} // closed when the call has ended
	err       error         // its result, valid then
}

// errStart is why a start saves. A timeline that is ahead of the clock keeps its state.
var errStart = errors.New("uuid: internal: the Store is to hold what a start continues from")

// restore makes g continue from its Store.
func (g *Generator) restore() error {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{} // whatever Load returned beside the error
	case err != nil:
		return err
	case !st.valid():
		return errors.New("uuid: cannot make a Generator, its Store holds an invalid state")
	}
	r, err := g.read()
	if err != nil {
		return err
	}
	g.saves.reserve = minReserve
	for i, last := range st.last(g.timelines[unix].counterBits) {
		// Nothing at or below the state is issued, and nothing above it before a Save.
		t := &g.timelines[i]
		t.mono, t.last, t.limit, t.softLimit, t.maxStored = r.mono, last, last.tick, last.tick, last.tick
		if last != none {
			// A state is saved ahead of the clock. That distance must not count as a step back.
			t.seen = last.tick - t.scale.ticks(maxReserve) - t.maxLead
		}
	}
	return g.cover(unix, &call{}, r, errStart)
}

// cover has the Store hold a state for what a call c needs at the reading r, as need says:
// errLimit for a timestamp past what it covers, errStoreAhead for a lower state, nil for
// more than the half that is left. One Save runs at a time, and its error is everybody's.
func (g *Generator) cover(which int, c *call, r reading, need error) error {
	s, begun, err := g.beginSave(which, c, r, need)
	switch {
	case begun:
		return g.save(s)
	case s != nil && need != nil:
		// The call cannot go on without the Save of another one. It may need more than that
		// covers: then it finds out in the next round of its loop.
		<-s.done
		return s.err
	}
	return err
}

// beginSave decides, under the lock, whether there is to be a Save. It returns the one that begins
// or is running already, or none if another call was faster or the last one has just failed.
func (g *Generator) beginSave(which int, c *call, r reading, need error) (s *save, begun bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	left := time.Until(g.saves.retry)
	switch {
	case g.closed.Load():
		return nil, false, fs.ErrClosed // what Close saves is the last
	case !g.timelines[which].needs(need, c, r):
		return nil, false, nil // another call was faster
	case g.saves.running != nil:
		return g.saves.running, false, nil
	case g.saves.err != nil && 0 < left && left <= backOff: // more is left if the clock was set back
		return nil, false, g.saves.err
	}

	// A state has both timelines. So a save for one of them extends the other as well, and there is
	// one Save in a second instead of two.
	reserve := g.saves.reserve
	s = &save{done: make(chan struct{})}
	for i := range g.timelines {
		t := &g.timelines[i]
		s.tick[i] = t.target(r.at, reserve, need, i == which)
		s.softLimit[i] = s.tick[i] - t.scale.ticks(reserve/2)
		// From now on the Store may hold the new state, even if Save fails. So nothing is
		// issued above it.
		t.limit, t.softLimit, t.maxStored = min(t.limit, s.tick[i]), min(t.softLimit, s.softLimit[i]), max(t.maxStored, s.tick[i])
	}
	s.state = stateAt([2]timestamp{{tick: s.tick[0]}, {tick: s.tick[1]}}, 0)
	g.saves.running, g.saves.tried = s, s.state
	return s, true, nil
}

// needs reports whether what a call c needed at the reading r is still missing: another call
// may have got it, or have gone on.
func (t *timeline) needs(need error, c *call, r reading) bool {
	switch need {
	case nil:
		return t.last.tick > t.softLimit
	case errLimit:
		return c.stamp.tick > t.limit
	case errStoreAhead:
		// If another call has read the clock later, a lower state might not cover what that
		// call issued.
		now, _, restart, err := t.place(r)
		return err == nil && restart && t.storeAhead(now)
	}
	return true
}

// storeAhead reports whether a start on what the Store may hold would take its clock, at the
// tick now, for one that was set back.
func (t *timeline) storeAhead(now int64) bool {
	return t.hasStore && t.maxStored > now+t.scale.ticks(maxReserve)
}

// target returns the tick that the next save covers for t. mine tells whether the save is
// for a call that needs it of t, or of the other timeline.
func (t *timeline) target(at instant, reserve time.Duration, need error, mine bool) int64 {
	now, err := t.scale.tick(at)
	step := t.scale.ticks(reserve)
	passed := err == nil && now > t.last.tick // a timeline may be ahead of the clock, or end before it
	switch {
	case need == errStoreAhead && mine:
		return min(now+step, maxTick)
	case need == errStoreAhead, !passed && (!mine || need == errStart):
		// The save is not about t, or t is still ahead of the clock. So its state stays. Otherwise
		// each save and each start would push it further ahead.
		return max(t.limit, t.last.tick)
	}
	// The clock counts as standing still where t has seen it, and UUIDs may be ahead of it.
	now = max(now, t.seen, t.last.tick)
	// The reserve is added to the rest of the last one, so that the next save is one reserve later.
	left := min(max(0, t.limit-now), step/2)
	return min(now+min(left+step, t.scale.ticks(maxReserve)), maxTick)
}

// save calls Store.Save for s, without the lock.
func (g *Generator) save(s *save) error {
	begun, returned := time.Now(), false
	// Deferred, because a panic of Save goes on to the caller of the method. The calls that wait
	// for this Save must not wait for ever.
	defer func() {
		took := max(0, time.Since(begun)) // a clock without monotonic time may be set back
		g.mu.Lock()
		defer g.mu.Unlock()
		v := &g.saves
		v.running, v.err = nil, s.err
		v.reserve, v.retry = min(minReserve+2*took, maxReserve), begun.Add(took+backOff)
		if returned && s.err == nil {
			// The Store holds exactly this now, and nothing greater.
			v.saved = s.state
			for i := range g.timelines {
				t := &g.timelines[i]
				t.limit, t.softLimit, t.maxStored = s.tick[i], s.softLimit[i], s.tick[i]
			}
		}
		close(s.done)
	}()
	s.err = g.opts.Store.Save(s.state)
	returned = true
	return s.err
}

// Close saves in Store exactly what g issued, so that the next generator on it need not wait. If
// Store holds neither what g saved last nor what it tried to save last, another process uses it,
// and Close leaves the state as it is. Every later call but State returns [os.ErrClosed]. Close
// returns an error of Store. Store then holds a state that covers what g issued.
func (g *Generator) Close() error {
	g.mu.Lock()
	if g.closed.Swap(true) {
		g.mu.Unlock()
		return fs.ErrClosed
	}
	// From now on no call issues anything or begins a Save.
	issued, running := g.stateLocked(), g.saves.running
	g.mu.Unlock()

	store := g.opts.Store
	if store == nil {
		return nil
	}
	if running != nil {
		<-running.done // a Store is called for one thing at a time
	}
	loaded, err := store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // somebody has removed it, and the next start is to begin without a state
	case err != nil:
		return err
	case loaded != g.saves.saved && loaded != g.saves.tried: // no Save changes these any more
		return nil // what g issued may be below what the other process has issued
	}
	return store.Save(issued)
}
