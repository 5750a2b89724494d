package uuid

import (
	"errors"
	"io/fs"
	"slices"
	"time"
)

// A State is a [Generator]'s checkpoint. A Generator that continues from a State issues only UUIDs
// that are later than those that the State covers, so it waits until its clock is within MaxLead of
// the State. If the State is more than MaxLead + 6 s + MaxRollback ahead of the clock,
// Options.Rollback applies instead.
type State struct {
	// Ticks is an upper bound of all version 1 and 6 timestamps issued, in units of 100 ns since
	// 1582-10-15; 0 means none.
	Ticks uint64

	// V7 is an upper bound of all version 7 UUIDs issued; Nil means none.
	V7 UUID
}

// A Store keeps the [State] of a [Generator] for the next process (RFC 9562 section 6.3), so UUIDs
// stay in order across restarts. UUIDs are unique even without a Store, unless Options.Node is set.
// [FileStore] is for processes on one host. For hosts that share a PostgreSQL server, see
// integration/pgstore in the repository. The [Guarantees] page describes what happens at startup,
// after a kill, and when processes overlap.
//
// A Generator saves a State before it issues the UUIDs that the State covers, so the order survives
// even if the process is killed at any time. The Generator saves before its first UUID and then,
// while it issues UUIDs, about once a second, or less often if Save is slow. It calls one Store
// method at a time, on the goroutine of one of its callers.
//
// If a Save fails, calls that need it return the error. The next Save starts at least a quarter of
// a second later, unless Close calls it. If the failed Save was meant to lower the State, the Store
// may contain the lower State, so all calls return the error until a Save succeeds.
//
// Processes that share a clock may share a Store, but the order across a restart is guaranteed only
// if one process uses it at a time. A Generator with a Store must not be used inside and outside a
// testing/synctest bubble at the same time.
//
// [Guarantees]: https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md
type Store interface {
	// Load returns the State that was saved last. If no State was ever saved, the error must be
	// fs.ErrNotExist, and the Generator starts without a State. Load must not return this error in
	// any other case.
	Load() (State, error)

	// Save must make the State durable before it returns. The State may be lower than the previous
	// State, because a Generator may follow its clock back, and because Close saves the exact time.
	// If Save fails, the Store may contain either State.
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

// State returns the State from which a new Generator can continue after g's last UUID. Before g
// issues its first UUID, State returns the State from which g itself continues, or the zero State.
// The method does not wait for the Store.
func (g *Generator) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.stateLocked()
}

func (g *Generator) stateLocked() State {
	if g.begunWith == nil {
		return State{} // the timelines have not begun
	}
	v7, last := &g.timelines[unix], [2]timestamp{g.timelines[0].last, g.timelines[1].last}
	return stateAt(last, v7.rule.counterBits)
}

// A Save covers the next 1.5 s plus three times the duration of the last Save, but at most 6 s, so
// the saved time is up to MaxLead + 6 s after the latest clock time. When two thirds of this
// reserve are used up, a call that already has its UUID runs the next Save. Other calls use the
// last third, then wait for this Save.
const (
	minReserve = 1500 * time.Millisecond // shortest time by which a saved state is ahead
	maxReserve = 6 * time.Second         // longest, if Save is slow
	backOff    = time.Second / 4         // pause after a failed Save

	// maxOwn limits the length of Generator.own. A state that a failed Save may have written is
	// forgotten after this many further failures. If the Store still contains it, Close treats it
	// as another process's state and saves nothing, so the next start waits.
	maxOwn = 64
)

// An interval is what a timeline knows of its tick in the Store: it lies between min and max. A
// Save that begins widens the interval by its tick. If it succeeds, the interval becomes this tick.
// If it fails, the Store may contain either, so the interval stays.
//
//	 issued      free        an early Save    the Store may contain
//	             to issue    begins           any of these
//	---------+-------------+----------------+------------------------+-----------+----> ticks
//	  seen  last          due              min                      max   seen + maxAhead
//
// A timestamp may be issued only if every tick in the interval covers it, and none is more than
// maxAhead after the clock. Otherwise, if the process were killed, the next start could find a
// state below the timestamp, or one so far ahead that it looks like a rollback.
type interval struct {
	min, max int64 // without a Store, every timestamp is covered, and no state is ahead
	maxAhead int64 // MaxLead + maxReserve
	due      int64 // after a timestamp later than due, the next Save begins early
}

// covered returns the last tick that may be issued when the clock is at tick now.
func (i *interval) covered(now int64) int64 {
	if i.max-now > i.maxAhead {
		return noTick
	}
	return i.min
}

// A saveCall is one call to Store.Save.
type saveCall struct {
	until    [2]int64      // tick in the saved state, for each timeline
	reserve  time.Duration // time by which until is after the timestamp that needed the call
	done     chan struct{} // closed when the call has returned
	returned time.Time     // when the call returned, or zero; guarded by Generator.mu
	took     time.Duration // duration of the call; guarded by Generator.mu
	saved    bool          // the call has succeeded; guarded by Generator.mu
	err      error         // result of the call, set before done is closed
}

// state returns the state that s saves. With 0 counter bits, stateAt sets all of rand_b, so the
// state covers its whole tick.
func (s *saveCall) state() State {
	return stateAt([2]timestamp{{tick: s.until[0]}, {tick: s.until[1]}}, 0)
}

// restore makes g continue from the state in its Store. No other goroutine has g yet.
func (g *Generator) restore() error {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{} // Load may have returned a state with the error
	case err != nil:
		return err
	case !st.valid():
		return errors.New("uuid: cannot make a Generator: its Store holds an invalid state")
	}
	g.beginLocked()
	for i, last := range st.last(g.timelines[unix].rule.counterBits) {
		t := &g.timelines[i]
		t.last = last
		// A saved state may be this far ahead of the clock, which must not count as a rollback.
		t.seen = last.tick - t.stored.maxAhead
		// The state may not cover the rest of its tick, so a Save precedes the first timestamp.
		t.stored.min, t.stored.max, t.stored.due = last.tick-1, last.tick, last.tick-1
	}
	return nil
}

// saving reports whether a Save is running.
func (g *Generator) saving() bool { return g.lastSave != nil && g.lastSave.returned.IsZero() }

// pause returns what is left of the pause after a Save that has failed or panicked.
func (g *Generator) pause() time.Duration {
	if s := g.lastSave; s != nil && !s.saved {
		left := backOff - time.Since(s.returned)
		if left <= backOff { // otherwise a clock without monotonic time was set back
			return left
		}
	}
	return 0
}

// runSave calls Store.Save for s. The caller must not hold g.mu.
func (g *Generator) runSave(s *saveCall) error {
	begun, saved := time.Now(), false
	// Deferred, because Save may panic, and other calls must not wait for it forever.
	defer func() {
		returned := time.Now()
		g.mu.Lock()
		defer g.mu.Unlock()
		// The duration is negative if a clock without monotonic time is set back.
		s.returned, s.took = returned, max(0, returned.Sub(begun))
		for i := range g.timelines {
			t := &g.timelines[i]
			t.stored.due, t.bound = none.tick, noTick
			if saved {
				t.stored.min, t.stored.max = s.until[i], s.until[i]
				t.stored.due = s.until[i] - t.scale.ticks(s.reserve/3)
			}
		}
		s.saved = saved
		if saved {
			g.own = append(g.own[:0], s.state())
		}
		close(s.done)
	}()
	s.err = g.opts.Store.Save(s.state())
	saved = s.err == nil
	return s.err
}

// Close saves g.State() in the Store, so the next Generator with this Store does not have to wait.
// If a Save is running, Close waits for it. Close saves nothing if g has never saved a State, or if
// the State in the Store was removed or was saved by another process. Close may also save nothing
// after dozens of failed Saves. If the Store fails, Close returns the error, and the State in the
// Store still covers g's UUIDs. After Close, every call except State returns [os.ErrClosed].
func (g *Generator) Close() error {
	g.mu.Lock()
	wasClosed := g.closed.Swap(true)
	// From now on no call issues a UUID or starts a Save.
	g.timelines[unix].bound, g.timelines[gregorian].bound = noTick, noTick
	issued, last, running := g.stateLocked(), g.lastSave, g.saving()
	g.mu.Unlock()

	switch {
	case wasClosed:
		return errClosed
	case last == nil:
		return nil // g has saved nothing
	}
	if running {
		<-last.done // calls to a Store must not overlap
	}
	// The exact state is lower than the saved state. It must not replace another process's state,
	// which may have issued later UUIDs.
	loaded, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // the state was removed, so the next start must find none
	case err != nil:
		return err
	case !slices.Contains(g.own, loaded): // no lock: no Save changes own now
		return nil
	}
	return g.opts.Store.Save(issued)
}
