package uuid

import (
	"errors"
	"io/fs"
	"time"
)

// A State is a [Generator]'s checkpoint. A Generator that continues from a State issues only later
// UUIDs, and waits until its clock is within MaxLead of the State. If the State is more than
// MaxLead + 6 s + MaxRollback ahead of the clock, Options.Rollback applies.
type State struct {
	Ticks uint64 // last version 1 or 6 timestamp, or a later one, in 100 ns since 1582-10-15
	V7    UUID   // last version 7 UUID, or a later one; Nil if none
}

// A Store keeps the [State] of a [Generator] for the next process (RFC 9562 section 6.3), so UUIDs
// stay in order across restarts. UUIDs are unique without a Store, unless Options.Node is set.
// [FileStore] is for processes on one host. For hosts that share a PostgreSQL server, see
// integration/pgstore in the repository.
//
// A Generator calls one method at a time. A Generator with a Store must not be used inside and
// outside a testing/synctest bubble at the same time.
//
// A Generator saves a State before it issues the UUIDs that the State covers, so the process may be
// killed at any time. The saved time is up to MaxLead + 6 s after the latest clock time. Each Save
// extends it by a reserve of one second plus twice the duration of the last Save. When only half of
// the reserve is left, one call starts the next Save. Other calls use this half, then wait for the
// Save and return its error if it fails. After an error, the next Save starts a quarter of a second
// later.
//
// Processes that share a clock may share a Store, as in a rolling restart. The order across a
// restart is guaranteed if only one process uses the Store. Overlapping processes can break the
// order if the clock is set back at that time, or if MaxLead is above half a second.
type Store interface {
	// Load returns the last saved state. The error is fs.ErrNotExist only if no state was ever
	// saved. Then the Generator starts without a state.
	Load() (State, error)

	// Save makes a state durable before it returns. The state may be lower than the previous state
	// if a Generator follows its clock back. If Save fails, the Store may contain either state.
	Save(State) error
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.Ticks <= maxTick && (st.V7.IsNil() || st.V7.Version() == 7)
}

// stateAt returns the state for the last timestamp of each timeline, which may be none. counterBits
// is the width of the version 7 counter. All random bits of V7 are set, so V7 is an upper bound.
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

// State returns the state to continue from after g's last UUID. Before the first UUID, it returns
// the state that g continues from, or the zero State. It does not wait for a Store.
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
	minReserve = time.Second     // minimum time by which a saved state is ahead
	maxReserve = 6 * time.Second // maximum, if Save is slow
	backOff    = time.Second / 4 // pause after a failed Save
)

// A saveHistory records a Generator's calls to Store.Save.
type saveHistory struct {
	running *saveCall     // nil if no call is running
	reserve time.Duration // time by which the next state is ahead
	saved   State         // argument of the last call that succeeded
	tried   State         // argument of the last call
	err     error         // result of the last call
	retry   time.Time     // no call starts before this time if err is not nil
}

// A saveCall is one call to Store.Save.
type saveCall struct {
	state     State
	tick      [2]int64      // last tick that the state covers, for each timeline
	softLimit [2]int64      // softLimit of each timeline after this call
	done      chan struct{} // closed when the call has returned
	err       error         // result of the call, set before done is closed
}

// restore makes g continue from the state in its Store.
func (g *Generator) restore() error {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{} // Load may have returned a state with the error
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
		// t issues only timestamps after the state, and none of them before a Save.
		t := &g.timelines[i]
		t.last, t.limit, t.softLimit, t.maxStored = last, last.tick, last.tick, last.tick
		if last != none {
			// A saved state may be this far ahead of the clock, which must not count as a rollback.
			t.seen = last.tick - t.scale.ticks(maxReserve) - t.maxLead
		}
	}
	return g.cover(unix, &call{}, r, errStart) // one Save covers both timelines
}

// cover saves the state that a call c needs at the reading r. Saves do not overlap, and all calls
// that wait for a Save return its error. The need is
//   - errLimit if the state must cover the timestamp of c
//   - errStoreAhead if the state must be lower
//   - errHalfUsed if half of the reserve is used, so a call may soon need a higher state
//   - errStart at a start, which has nothing to issue yet
func (g *Generator) cover(which int, c *call, r reading, need error) error {
	s, begun, err := g.beginSave(which, c, r, need)
	switch {
	case begun:
		return g.runSave(s)
	case s != nil && need != errHalfUsed:
		// Another call has started this Save. With errHalfUsed, c has its timestamp and does not
		// wait. If the Save does not cover c, the loop in next tries again.
		<-s.done
		return s.err
	}
	return err
}

// beginSave starts a Save if c still needs one. It returns the new Save, or a Save that is already
// running. It returns nil if c no longer needs a Save, or if the last Save has just failed.
func (g *Generator) beginSave(which int, c *call, r reading, need error) (s *saveCall, begun bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	left := time.Until(g.saves.retry)
	switch {
	case g.closed.Load():
		return nil, false, fs.ErrClosed // the Save in Close is the last
	case !g.timelines[which].needs(need, c, r):
		return nil, false, nil // another call has saved enough
	case g.saves.running != nil:
		return g.saves.running, false, nil
	case g.saves.err != nil && 0 < left && left <= backOff: // if more is left, the clock was set back
		return nil, false, g.saves.err
	}

	// A state contains both timelines, so a Save for one timeline also extends the other.
	reserve := g.saves.reserve
	s = &saveCall{done: make(chan struct{})}
	for i := range g.timelines {
		t := &g.timelines[i]
		s.tick[i] = t.target(r.at, reserve, need, i == which)
		s.softLimit[i] = s.tick[i] - t.scale.ticks(reserve/2)
		// From now on the Store may contain the new state, even if Save fails. So no timestamp may
		// be later than the new state, or later than the old limit.
		t.limit = min(t.limit, s.tick[i])
		t.softLimit = min(t.softLimit, s.softLimit[i])
		t.maxStored = max(t.maxStored, s.tick[i])
	}
	// With 0 counter bits, stateAt sets all of rand_b, so the state covers its whole tick.
	s.state = stateAt([2]timestamp{unix: {tick: s.tick[unix]}, gregorian: {tick: s.tick[gregorian]}}, 0)
	g.saves.running, g.saves.tried = s, s.state
	return s, true, nil
}

// needs reports whether a call c at the reading r still needs a Save. Before beginSave took the
// lock, another call may have saved, or may have read the clock later.
func (t *timeline) needs(need error, c *call, r reading) bool {
	switch need {
	case errHalfUsed:
		return t.last.tick > t.softLimit
	case errLimit:
		return c.stamp.tick > t.limit
	case errStoreAhead:
		// If another call has read the clock later, clockAt reports no restart for r. So no lower state
		// is saved, which might not cover that call's UUIDs.
		now, _, restart, err := t.clockAt(r)
		return err == nil && restart && t.storeAhead(now)
	}
	return true
}

// storeAhead reports whether the Store may contain a state more than maxReserve ahead of the tick
// now.
func (t *timeline) storeAhead(now int64) bool {
	return t.hasStore && t.maxStored > now+t.scale.ticks(maxReserve)
}

// target returns the last tick of t that the next Save covers. mine means that the Save is for t.
func (t *timeline) target(at instant, reserve time.Duration, need error, mine bool) int64 {
	now, err := t.scale.tick(at)
	step := t.scale.ticks(reserve)
	passed := err == nil && now > t.last.tick // the clock is past t.last, and within the timescale
	switch {
	case need == errStoreAhead && mine:
		return min(now+step, maxTick)
	case need == errStoreAhead, !passed && (!mine || need == errStart):
		// Only the other timeline needs a lower state, or t is ahead of the clock and needs no
		// later state. If its state rose anyway, each Save and each start would push it further
		// ahead.
		return max(t.limit, t.last.tick) // a failed Save may have lowered t.limit below t.last
	}
	// UUIDs may be ahead of the clock, and after a rollback t keeps the time that it has seen. So
	// start from the latest of the three. The next timestamp is less than a millisecond later, so
	// each reserve covers it.
	now = max(now, t.seen, t.last.tick)
	// Add what is left of the last reserve, but at most half a reserve. Then the target is at most
	// 1.5 reserves from now. softLimit is half a reserve before it, at most one reserve from now, so
	// the next Save starts within one reserve. More than half can be left if the last reserve was longer, or if
	// the other timeline has started this Save.
	left := min(max(0, t.limit-now), step/2)
	return min(now+min(left+step, t.scale.ticks(maxReserve)), maxTick)
}

// runSave calls Store.Save for s. The caller must not hold g.mu.
func (g *Generator) runSave(s *saveCall) error {
	begun, returned := time.Now(), false
	// Deferred, because Save may panic, and other calls must not wait for it forever.
	defer func() {
		took := max(0, time.Since(begun)) // negative if a clock without monotonic time is set back
		g.mu.Lock()
		defer g.mu.Unlock()
		v := &g.saves
		v.running, v.err = nil, s.err
		v.reserve, v.retry = min(minReserve+2*took, maxReserve), begun.Add(took+backOff)
		if returned && s.err == nil {
			// The Store now has exactly this state, so the limits may rise, and maxStored may fall.
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

// Close saves g.State() in Store, so the next Generator with Store does not have to wait. Close
// saves nothing if the state in Store was removed, or was saved by another process. Every later
// call except State returns [os.ErrClosed]. If Store fails, Close returns the error, and the state
// in Store still covers g's UUIDs.
func (g *Generator) Close() error {
	g.mu.Lock()
	wasClosed := g.closed.Swap(true)
	// From now on no call issues a UUID or starts a Save.
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
		<-running.done // calls to a Store must not overlap
	}
	// The exact state is lower than the saved state. It must not replace another process's state,
	// which may have issued later UUIDs.
	loaded, err := store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // somebody removed the state, so the next start should find none
	case err != nil:
		return err
	case loaded != g.saves.saved && loaded != g.saves.tried: // no lock: no Save changes these fields now
		return nil
	}
	return store.Save(issued)
}
