package uuid

import (
	"errors"
	"io/fs"
	"time"
)

// A State is the time that a [Generator] must not forget. A Generator that continues from a State
// issues nothing at or below it, and waits until its clock is within MaxLead of it. If the clock is
// behind by more than Options.MaxRollback, Options.Rollback decides. A State up to MaxLead + 6 s
// ahead of the clock is no rollback, but may be if the next start has a smaller MaxLead.
type State struct {
	Ticks uint64 // the last timestamp of versions 1 and 6, in 100 ns since 1582-10-15, or 0
	V7    UUID   // not less than the last version 7 UUID, or Nil
}

// A Store keeps the [State] of a [Generator] for the next process (RFC 9562 section 6.3), so that
// order outlives the process. UUIDs are unique without a Store, unless Options.Node is set.
// [FileStore] is for the processes of one host, integration/pgstore in the repository for hosts that
// share a PostgreSQL server.
//
// A Generator calls one method at a time. It must not use a Store inside and outside of a
// testing/synctest bubble at the same time.
//
// A Generator saves a State ahead of all that it issues, so it may be killed at any time. Each
// State covers one second and twice the time that the last Save took, at most six seconds. When
// half of that is used, one call saves. Others use the other half. After that they wait for Save,
// and return its error. After an error the next Save comes a quarter of a second later.
//
// Processes that share a clock may share a Store, as in a rolling restart. Order across a restart is
// exact for a process that uses its Store alone. Processes that overlap can lose order if
// the clock is set back at that time, or with a MaxLead above half a second.
type Store interface {
	// Load returns the state saved last. The error is fs.ErrNotExist only if nothing was ever saved;
	// then the Generator begins without a state.
	Load() (State, error)

	// Save keeps a state durably before it returns. The state may be lower than the one before, as
	// when a Generator follows its clock back. If Save fails, the Store may hold either state.
	Save(State) error
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.Ticks <= maxTick && (st.V7.IsNil() || st.V7.Version() == 7)
}

// stateAt returns the state after the last timestamps of the two timelines, each of which may be
// none. counterBits is the width of the counter of version 7.
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

// State returns the state after the last UUID that g issued. Before the first UUID it returns the
// state that g continues from, or the zero State. It does not wait for a Store.
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
	minReserve = time.Second     // how far a saved state is ahead, at least
	maxReserve = 6 * time.Second // and at most, if Save is slow
	backOff    = time.Second / 4 // pause after a Save that failed
)

// saves is what a Generator remembers of its calls of Store.Save.
type saves struct {
	running *save         // nil if no call is running
	reserve time.Duration // how far ahead the next state will be
	saved   State         // argument of the last call that succeeded
	tried   State         // argument of the last call
	err     error         // result of the last call
	retry   time.Time     // no call begins before that if err is not nil
}

// A save is one call of Store.Save.
type save struct {
	state     State
	tick      [2]int64      // the last tick that the state covers, for each timeline
	softLimit [2]int64      // of the timelines after this call
	done      chan struct{} // closed when the call has ended
	err       error         // its result, once done is closed
}

// restore makes g continue from its Store.
func (g *Generator) restore() error {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{} // Load may have returned something beside the error
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
		t.last, t.limit, t.softLimit, t.maxStored = last, last.tick, last.tick, last.tick
		if last != none {
			// A state is saved ahead of the clock, by this much at most. That is not a step back.
			t.seen = last.tick - t.scale.ticks(maxReserve) - t.maxLead
		}
	}
	return g.cover(unix, &call{}, r, errStart) // one Save is for both timelines
}

// cover makes the Store hold the state that a call c needs at the reading r. One Save runs at a
// time, and all calls that wait for it return its error. The need is
//   - errLimit, if the state has to cover the timestamp of c
//   - errStoreAhead, if it has to be lower
//   - errHalfUsed, if it should be higher before a call needs that
//   - errStart, at a start, which has nothing to issue yet
func (g *Generator) cover(which int, c *call, r reading, need error) error {
	s, begun, err := g.beginSave(which, c, r, need)
	switch {
	case begun:
		return g.save(s)
	case s != nil && need != errHalfUsed:
		// c cannot go on before the Save of another call has ended. If that does not cover c, the
		// next round of its loop finds out.
		<-s.done
		return s.err
	}
	return err
}

// beginSave begins a Save if c still needs one. It returns the Save that begins or is running
// already, or nil if c no longer needs it, or if the last one has just failed.
func (g *Generator) beginSave(which int, c *call, r reading, need error) (s *save, begun bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	left := time.Until(g.saves.retry)
	switch {
	case g.closed.Load():
		return nil, false, fs.ErrClosed // the Save of Close is the last
	case !g.timelines[which].needs(need, c, r):
		return nil, false, nil // another call was faster
	case g.saves.running != nil:
		return g.saves.running, false, nil
	case g.saves.err != nil && 0 < left && left <= backOff: // if more is left, the clock was set back
		return nil, false, g.saves.err
	}

	// A state has both timelines. So a save for one of them extends the other as well, which makes
	// one Save in a second instead of two.
	reserve := g.saves.reserve
	s = &save{done: make(chan struct{})}
	for i := range g.timelines {
		t := &g.timelines[i]
		s.tick[i] = t.target(r.at, reserve, need, i == which)
		s.softLimit[i] = s.tick[i] - t.scale.ticks(reserve/2)
		// From now on the Store may hold the new state, even if Save fails. So nothing may be issued
		// above that, or above the old limit.
		t.limit = min(t.limit, s.tick[i])
		t.softLimit = min(t.softLimit, s.softLimit[i])
		t.maxStored = max(t.maxStored, s.tick[i])
	}
	// Without counter bits the state has the greatest UUID of its tick.
	s.state = stateAt([2]timestamp{unix: {tick: s.tick[unix]}, gregorian: {tick: s.tick[gregorian]}}, 0)
	g.saves.running, g.saves.tried = s, s.state
	return s, true, nil
}

// needs reports whether a call c at the reading r still needs a Save. Another call may have saved
// since c found out, or may have read the clock later.
func (t *timeline) needs(need error, c *call, r reading) bool {
	switch need {
	case errHalfUsed:
		return t.last.tick > t.softLimit
	case errLimit:
		return c.stamp.tick > t.limit
	case errStoreAhead:
		// If another call has read the clock later, a lower state might not cover its UUIDs.
		now, _, restart, err := t.clockAt(r)
		return err == nil && restart && t.storeAhead(now)
	}
	return true
}

// storeAhead reports whether the Store may hold a state that the next start takes for a step back.
func (t *timeline) storeAhead(now int64) bool {
	return t.hasStore && t.maxStored > now+t.scale.ticks(maxReserve)
}

// target returns the last tick of t that the next save covers. mine tells that the call that needs
// the save needs it for t, not for the other timeline.
func (t *timeline) target(at instant, reserve time.Duration, need error, mine bool) int64 {
	now, err := t.scale.tick(at)
	step := t.scale.ticks(reserve)
	passed := err == nil && now > t.last.tick // the clock is past t, and not past the end of time
	switch {
	case need == errStoreAhead && mine:
		return min(now+step, maxTick)
	case need == errStoreAhead:
		return max(t.limit, t.last.tick) // the other timeline needs a lower state, and t keeps its own
	case !passed && (!mine || need == errStart):
		// t is ahead of the clock and does not ask for more. If its state rose all the same, each save
		// and each start would push it further ahead. A failed Save may have lowered t.limit.
		return max(t.limit, t.last.tick)
	}
	// UUIDs may be ahead of the clock, and after a step back t keeps the time that it has seen.
	now = max(now, t.seen, t.last.tick)
	// What is left of the last reserve is added, so that the next save comes a whole reserve later. A
	// save begins when half is used, so at most half is left.
	left := min(max(0, t.limit-now), step/2)
	return min(now+min(left+step, t.scale.ticks(maxReserve)), maxTick)
}

// save calls Store.Save for s, without the lock.
func (g *Generator) save(s *save) error {
	begun, returned := time.Now(), false
	// Deferred, because Save may panic, and the calls that wait for it must not wait for ever.
	defer func() {
		took := max(0, time.Since(begun)) // negative if a clock without monotonic time is set back
		g.mu.Lock()
		defer g.mu.Unlock()
		v := &g.saves
		v.running, v.err = nil, s.err
		v.reserve, v.retry = min(minReserve+2*took, maxReserve), begun.Add(took+backOff)
		if returned && s.err == nil {
			// The Store holds exactly this state now, so the limits may rise, and maxStored may fall.
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

// Close saves g.State() in Store, so that the next Generator on Store need not wait. If the
// state in Store is not the last that g saved or tried to save, another process uses Store, and Close
// leaves that state. Every later call except State returns [os.ErrClosed]. After an error of Store,
// which Close returns, Store still holds a state that covers the UUIDs of g.
func (g *Generator) Close() error {
	g.mu.Lock()
	wasClosed := g.closed.Swap(true)
	// From now on no call issues anything or begins a Save.
	issued, running := g.stateLocked(), g.saves.running
	g.mu.Unlock()

	store := g.opts.Store
	switch {
	case wasClosed:
		return fs.ErrClosed
	case store == nil:
		return nil
	}
	if running != nil {
		<-running.done // one method of a Store is called at a time
	}
	// The exact state is lower than the saved one. It must not replace that of another process,
	// which may have issued more since.
	loaded, err := store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // somebody removed it, so that the next start begins without a state
	case err != nil:
		return err
	case loaded != g.saves.saved && loaded != g.saves.tried: // no lock: no Save changes them now
		return nil
	}
	return store.Save(issued)
}
