package uuid

import (
	"errors"
	"io/fs"
	"time"
)

// A State is what a [Generator] must not forget.
//
// A generator that continues from a State takes the clock sequence after ClockSeq
// and issues nothing at or below Ticks and V7: it waits until its clock has passed
// them. There is one exception. If its clock is behind by more than
// Options.MaxRollback, Options.Rollback decides: RollbackFollow takes the earlier
// time, RollbackHold goes on at the later one, RollbackError returns
// ErrClockRollback. Versions 1 and 6 never repeat, because the clock sequence is
// another one.
//
// A State may be ahead of the clock by MaxLead and the saved reserve; that does not
// count as a step back. Do not reduce MaxLead or MaxRollback, or order may start anew.
type State struct {
	// Node and ClockSeq are those of version 1, and of version 6 if it has no
	// random ones of its own. A zero Node means none.
	Node     Node
	ClockSeq uint16

	// Ticks is the last timestamp of versions 1 and 6, in units of 100 ns
	// since 1582-10-15, or 0 if there is none.
	Ticks uint64

	// V7 is not less than the last version 7 UUID, or Nil if there is none.
	// V7Unordered leaves nothing here.
	V7 UUID
}

// A Store keeps the state of a [Generator] for the next one, as RFC 9562
// section 6.3 recommends. A saved state lies ahead of all UUIDs issued, by half a
// second to one and a half, in both Ticks and V7, whichever versions are used. So a
// Generator saves about once a second, and a process may be killed at any time. The
// next process waits until the clock has passed the state. [Generator.Close] saves the
// last UUIDs issued instead, so the next process need not wait.
//
// When half a second is left, one call saves the next state, which adds the time of
// Save to that call; other calls go on meanwhile. If this Save fails, no call returns
// the error. When nothing is left, each call that needs the state tries again and
// returns the error.
//
// One goroutine at a time calls a Store. State and version 4 never wait for it.
// Options.MaxWait does not bound the time of a Store, so a Store should bound it. In a
// testing/synctest bubble a Store must not sleep while other goroutines use the
// Generator: they wait on a mutex, which is not durable blocking.
//
// Keep the state of one host's processes in a [FileStore]. For many hosts write a
// Store on a database that all of them reach: a row with the State and a revision.
// Their clocks have to agree, since a start waits until its clock has passed the state.
// The directory integration/pgstore of this module's repository has one for
// PostgreSQL.
type Store interface {
	// Load returns the state saved last. It returns an error that is fs.ErrNotExist
	// only if nothing was ever saved: the generator then begins anew.
	Load() (State, error)

	// Save keeps a state durably, in the place of the one before. If it returns an
	// error, the Store may hold either state.
	//
	// A Store that several processes share has two rules more. A Node and ClockSeq
	// that this Store has not saved before are a claim: Save compares and swaps, and
	// returns ErrStateTaken if another process has saved since Load. The generator
	// then loads again and takes others. Under a Node and ClockSeq that this Store
	// has saved before, Save keeps the Node and ClockSeq that were claimed last by
	// anyone, and the greater Ticks and V7.
	Save(State) error
}

// ErrStateTaken says that a [Store] does not save a state because another process
// may have its Node and ClockSeq.
var ErrStateTaken = errors.New("uuid: node and clock sequence may be taken")

// State returns the state after the last UUID that g issued or, if it issued
// none, the one it continues from. Ticks and V7 are zero for versions that g has not
// issued. Node and ClockSeq are those that versions 1 and 6 will have; they are zero
// only if they are to be random and Options.Rand fails. State does not wait for a
// Store.
func (g *Generator) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ready {
		g.setupLocked()
	}
	return g.stateLocked()
}

func (g *Generator) stateLocked() State {
	if !g.identity.known {
		g.identity, _ = g.newIdentity(g.random128Locked) // or none
	}
	st := State{}.withIdentity(g.identity)
	if last := g.gregorian.last; last != none {
		st.Ticks = uint64(last.tick)
	}
	if last := g.unix.last; last != none {
		st.V7 = FromUint64s(v7(last, g.unix.counterBits, randBMask))
	}
	return st
}

// A saved state lies ahead of the clock and of every UUID issued, by half a second
// to one and a half: each save covers a second more. That is how often one is
// saved, by the call that notices that half a second is left.
const (
	reserveStep = time.Second
	reserveLow  = time.Second / 2
	reserveMost = reserveStep + reserveLow
)

// stateAt returns a state that covers the given ticks, as far as there are any.
// Its node and clock sequence are for withIdentity to set.
func stateAt(gregorian, unix int64) (st State) {
	if gregorian > none.tick {
		st.Ticks = uint64(gregorian)
	}
	if unix > none.tick {
		st.V7 = FromUint64s(v7(timestamp{tick: unix}, 0, randBMask))
	}
	return st
}

// ahead returns the tick up to which the next save is to cover s. A sequence that
// need not go on stays where it is until the clock has passed what it continues from:
// else what is saved would be further ahead with each save and each start.
func (s *clocked) ahead(at instant, needed bool) int64 {
	now, err := s.scale.tick(at)
	if !needed && (err != nil || now <= s.last.tick) {
		return s.reserved
	}
	now = max(now, s.seen, s.last.tick)
	step, most := s.scale.ticks(reserveStep), s.scale.ticks(reserveMost)
	return max(s.reserved, min(max(now, s.reserved)+step, now+most, maxTick))
}

// reserve lets s issue ticks up to the given one, which the Store covers.
func (s *clocked) reserve(tick int64) {
	s.reserved = tick
	s.limit = tick - s.scale.ticks(reserveLow)
}

// resume makes s continue after last, which the Store covers. When it was saved it
// was ahead of the clock by at most what is reserved and the lead.
func (s *clocked) resume(last timestamp) {
	s.last = last
	s.seen = last.tick - s.scale.ticks(reserveMost) - s.maxLead
	s.reserved = last.tick
}

// restoreLocked makes g continue from its Store. A start takes one save: it covers
// what is issued next, unless that has to wait for the clock to pass the state.
func (g *Generator) restoreLocked() error {
	now := g.clock.read()
	g.gregorian.mono, g.unix.mono = now.mono, now.mono
	g.gregorian.reserved, g.unix.reserved = none.tick, none.tick
	gregorian, unix := g.gregorian, g.unix
	return g.storeLocked(func() (err error) {
		g.identity, err = g.claim(identity{}, func(loaded State) State {
			g.gregorian, g.unix = gregorian, unix
			if loaded.Ticks > 0 {
				g.gregorian.resume(timestamp{tick: int64(loaded.Ticks)})
			}
			if !loaded.V7.IsNil() {
				g.unix.resume(v7Timestamp(loaded.V7, unix.counterBits))
			}
			ticks, unixTicks := g.gregorian.ahead(now.at, false), g.unix.ahead(now.at, false)
			g.gregorian.reserve(ticks)
			g.unix.reserve(unixTicks)
			return stateAt(ticks, unixTicks)
		})
		return err
	})
}

// reserveLocked has the Store cover more of s, and the other sequence from now on. It
// reports again if it did nothing but wait for another call that has work for the
// Store.
func (g *Generator) reserveLocked(s *clocked, at instant) (again bool, err error) {
	if g.storing {
		g.awaitStoreLocked()
		return true, nil
	}
	ticks := g.gregorian.ahead(at, s == &g.gregorian)
	unixTicks := g.unix.ahead(at, s == &g.unix)
	return false, g.coverLocked(ticks, unixTicks, nil)
}

// reserveEarlyLocked does so for s when little is left, so that nobody has to wait
// for it. An error is for those who find nothing left.
func (g *Generator) reserveEarlyLocked(s *clocked, at instant) {
	if s.last.tick > s.limit && !g.storing {
		g.reserveLocked(s, at)
	}
}

// followLocked makes s begin anew at now, which is before what it has seen.
// Versions 1 and 6 get another clock sequence for that, and what the Store has for
// s is put back. With an error nothing changes. It reports again as reserveLocked
// does.
func (g *Generator) followLocked(s *clocked, at instant, now int64) (again bool, err error) {
	switch {
	case g.storing:
		g.awaitStoreLocked()
		return true, nil
	case g.opts.Store != nil:
		was := *s
		s.restart(now)
		s.reserved = none.tick
		ticks, unixTicks := g.gregorian.ahead(at, false), g.unix.ahead(at, false)
		*s = was
		err = g.coverLocked(ticks, unixTicks, s)
	case s == &g.gregorian && g.identity.known:
		g.identity, err = g.nextIdentity(g.identity, g.random128Locked)
	}
	if err != nil {
		return false, err
	}
	s.restart(now)
	return false, nil
}

// coverLocked has the Store cover the given ticks, which are less than before for a
// sequence that is followed back. Versions 1 and 6 get another identity for that.
// Meanwhile others go on with what was covered before.
func (g *Generator) coverLocked(gregorian, unix int64, followed *clocked) error {
	id, st := g.identity, stateAt(gregorian, unix)
	g.gregorian.limit, g.unix.limit = g.gregorian.reserved, g.unix.reserved
	err := g.storeLocked(func() (err error) {
		if followed != &g.gregorian {
			err = g.opts.Store.Save(st.withIdentity(id))
			if !errors.Is(err, ErrStateTaken) {
				return err
			}
		}
		id, err = g.claim(id, func(loaded State) State {
			// Other generators may have issued what is above st.
			if followed != &g.gregorian {
				st.Ticks = max(st.Ticks, loaded.Ticks)
			}
			if followed != &g.unix && st.V7.Compare(loaded.V7) < 0 {
				st.V7 = loaded.V7
			}
			return st
		})
		return err
	})
	if err == nil {
		g.identity = id
		g.gregorian.reserve(gregorian)
		g.unix.reserve(unix)
	}
	return err
}

// storeLocked does work that calls the Store, without the lock, so that whoever
// needs no Store is not held up. One call at a time does: the caller has seen that
// g is not storing.
func (g *Generator) storeLocked(work func() error) error {
	g.storing = true
	g.storeMu.Lock()
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		g.storing = false
		g.storeMu.Unlock()
	}()
	return work()
}

// awaitStoreLocked releases the lock until the work of another call is done.
func (g *Generator) awaitStoreLocked() {
	g.mu.Unlock()
	g.storeMu.Lock()
	g.storeMu.Unlock() //lint:ignore SA2001 there is nothing to do but wait
	g.mu.Lock()
}

// claim gives g an identity that no other generator on its Store has: the one
// after that in the Store. It saves under that what ahead returns for the state in
// the Store. The caller does not hold the lock.
func (g *Generator) claim(id identity, ahead func(loaded State) State) (identity, error) {
	for range maxClaims {
		loaded, next, err := g.load(id)
		if err != nil {
			return identity{}, err
		}
		err = g.opts.Store.Save(ahead(loaded).withIdentity(next))
		if !errors.Is(err, ErrStateTaken) {
			return next, err
		}
	}
	return identity{}, errors.New("uuid: Store never kept what was loaded from it")
}

// maxClaims bounds how often in a row another process may be faster.
const maxClaims = 100

// load returns the state in the Store and the identity after the one in it. The
// clock sequence goes on whatever the node, so that it serves all who share the
// Store.
func (g *Generator) load(id identity) (State, identity, error) {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{}
	case err != nil:
		return State{}, identity{}, err
	case !st.valid():
		return State{}, identity{}, errors.New("uuid: Store holds an invalid state")
	default:
		id = identity{node: st.Node, clockSeq: st.ClockSeq, changes: id.changes, known: true}
	}
	if g.opts.Node != (Node{}) {
		id.node = g.opts.Node
	}
	if !id.known || id.node == (Node{}) {
		id, err = g.newIdentity(g.random128)
	} else {
		id, err = g.nextIdentity(id, g.random128)
	}
	return st, id, err
}

// withIdentity returns st with the node and the clock sequence of id.
func (st State) withIdentity(id identity) State {
	st.Node, st.ClockSeq = id.node, id.clockSeq
	return st
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.ClockSeq <= maxClockSeq && st.Ticks <= maxTick &&
		(st.V7.IsNil() || st.V7.Version() == 7)
}
