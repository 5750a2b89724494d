package uuid

import (
	"crypto/rand"
	"io"
	"time"
)

// This file decides everything that is rare: the first call, a coarse clock, a bubble, a rollback,
// a jump forward, a missing identity, a Save that is due, and Close. Calls come here only if the
// straight path refuses them, or with Options.Now.

// A call is one call to NewV7 or a similar method.
type call struct {
	timeline     int    // unix or gregorian
	bits         uint8  // random bits drawn: 0, 64 (in lo), or 128
	withIdentity bool   // the UUID contains the identity instead of random bits
	hi, lo       uint64 // the random bits; withIdentity, lo becomes the identity

	at    time.Time // reading of the clock; see resolve
	order uint64    // place of at among all readings, from 1, or 0 without a reading
	kept  bool      // at is from an earlier resolve, so it may be old

	stamp timestamp // first timestamp issued
	more  int       // maximum number of timestamps to issue after the first
	got   int       // number of timestamps issued after the first

	save    *saveCall // the Save to run or to wait for
	waiting *waiting  // nil if the call has not waited for the clock
}

// A need is what a call must do before, or after, its step.
type need uint8

const (
	nothing    need = iota // the call has succeeded or failed
	moreBits               // draw 128 random bits
	ownSave                // run call.save
	lateSave               // run call.save, although the call has its timestamps
	otherSave              // wait for call.save, which another call runs
	newReading             // read the clock again
	laterTime              // wait for the clock
)

// issueRare issues the timestamps for c that the straight path has refused, or was not tried for.
// It holds no lock, because what c needs can block.
func (g *Generator) issueRare(c *call) error {
	for {
		need, err := g.resolve(c)
		switch need {
		case moreBits:
			err = g.draw(c, 128)
		case ownSave:
			err = g.runSave(c.save)
		case otherSave:
			<-c.save.done
			err = c.save.err // without an error, the Save may still be too low for c
		case newReading:
			c.order = 0
		case laterTime:
			err = g.wait(c)
			c.order = 0
		case lateSave:
			// The call succeeds even if this Save returns an error. Others continue until the saved
			// time is used up. Only then do they wait for a Save.
			g.runSave(c.save)
			return nil
		default:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// resolve issues the timestamps for c with its reading of the clock or, if it has none, with a new
// one. If this is not possible yet, it returns what c needs.
//
// What is decided depends on the order of the readings, so no call may have taken a step with a
// later one: the system clock is read under mu. Options.Now may block, so it is called before, but
// nowMu keeps every other call from it until this one is resolved. The reading is kept while c
// draws bits or waits for a Save, because a new one could be past the Store's limit again; see
// clockFor. Only before a wait for the clock, c reads it again: the time that has passed since the
// kept reading is no wait.
func (g *Generator) resolve(c *call) (need, error) {
	c.kept = c.order > 0
	if !c.kept && g.opts.Now != nil {
		g.nowMu.Lock()
		defer g.nowMu.Unlock() // even if Now panics
		if !g.closed.Load() {  // closed while this call waited for the lock
			c.at = g.opts.Now()
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed.Load() {
		return nothing, errClosed // Close saves the last timestamps, so none may follow
	}
	g.beginLocked()
	if !c.kept {
		if g.opts.Now == nil {
			c.at = time.Now()
		}
		g.readings++
		c.order = g.readings
	}
	return g.resolveLocked(c)
}

// A timeline is a sequence with its clock, its identity, and what the Store may contain of it.
type timeline struct {
	sequence
	scale       timescale
	identity    identity // for versions 1 and 6
	bubble      bool     // seen is from a testing/synctest bubble; then bound is ask
	maxRollback int64    // slack, unless a longer rollback is ignored
	latest      uint64   // order of the latest reading of a step since the last restart, or 0
	stored      interval // what the Store may contain
}

func newTimeline(scale timescale, how counterRule, id identity, o *Options) timeline {
	t := timeline{
		sequence: sequence{
			seen: -maxTick, last: none, bound: ask, maxLead: scale.ticks(o.maxLead()), rule: how,
		},
		scale: scale, identity: id, maxRollback: scale.ticksUp(o.maxRollback()),
		stored: interval{min: maxTick, max: none.tick, due: maxTick},
	}
	// If the fraction of a millisecond is part of the counter, it does not count as lead: furthest
	// adds maxLead to a tick without these bits, so they are set in maxLead. V7Precise's random
	// fraction must not exceed the lead, or the first call in a millisecond would wait.
	t.maxLead |= how.countMask
	t.rule.maxFraction = min(how.maxFraction, uint64(t.maxLead))
	t.stored.maxAhead = t.maxLead + scale.ticks(maxReserve)
	return t
}

// initialReader is the crypto/rand.Reader with which the program started. Calls take the straight
// path only with this Reader, also after a test that replaced it has put it back.
var initialReader, _ = readerID().(io.Reader)

// beginLocked begins the timelines, and restarts them when a test has replaced crypto/rand.Reader.
func (g *Generator) beginLocked() {
	before := g.begunWith
	// These differ at the first call, after a test has replaced the Reader, and always if the
	// Reader cannot be compared; then begunWith is its type, so == does not panic.
	if any(rand.Reader) == before {
		return
	}
	g.begunWith = readerID()
	// If they are equal now, the Reader cannot be compared, and has not changed. With Rand, g does
	// not use the Reader. With a Store, the order must outlive the process.
	if g.begunWith == before || before != nil && (g.opts.Rand != nil || g.opts.Store != nil) {
		return
	}
	// New timelines depend only on the Reader and the clock, so a seed makes tests reproducible.
	// With a given node and clock sequence, only the old timeline keeps versions 1 and 6 distinct.
	if id := givenIdentity(&g.opts); before == nil || !id.known {
		g.timelines[gregorian] = newTimeline(gregorianScale(), counterRule{}, id, &g.opts)
	}
	g.timelines[unix] = newTimeline(unixScale(), g.opts.V7.counterRule(), identity{}, &g.opts)
}

// resolveLocked takes the step for c, or changes no timestamp and no identity and returns what c
// needs. It asks one part after the other: the clock, the identity, the step, and the Store. The
// caller holds mu.
func (g *Generator) resolveLocked(c *call) (need, error) {
	t := &g.timelines[c.timeline]
	// c may keep its reading, and steps of the straight path have no order that could overtake it.
	t.bound = ask
	reading, err := t.scale.tick(instantOf(c.at))
	if err != nil {
		return nothing, err
	}
	now, restart, err := g.clockFor(c, reading)
	if err != nil {
		return nothing, err
	}
	id, need, err := t.identityFor(c, now, restart)
	if need != nothing || err != nil {
		return need, err
	}
	next := *t // a copy, because the step may be refused
	next.identity = id
	if restart {
		next.seen, next.last, next.bubble, next.latest = now, none, g.inBubble(c), 0
	}
	next.latest = max(next.latest, c.order)
	next.bound = t.stored.limit(now)
	ok := c.step(&next, now, g.stepBits(c, c.coarse()))
	// Neither waiting nor a Save would help at the end of the timescale, so it comes first. The
	// lead comes before the Store, because a call that must wait does not need a Save yet.
	switch {
	case ok:
	case c.stamp.tick > maxTick:
		return nothing, ErrTimeRange
	case c.stamp.tick > t.furthest(now) && c.kept:
		return newReading, nil
	case c.stamp.tick > t.furthest(now):
		g.queue(c, reading)
		return laterTime, nil
	default:
		return g.needSave(c, c.stamp.tick)
	}

	next.slack = t.maxRollback
	if g.opts.Rollback == RollbackHold {
		next.slack += max(0, next.seen-reading) // so calls are not rare while a long rollback is ignored
	}
	*t = next
	need = g.needEarlySave(c)
	t.bound = g.openUntil(c)
	return need, nil
}

// clockFor returns the tick of the clock that the timeline of c follows at the given reading, and
// reports whether the timeline restarts there. Without a restart, the tick is not before t.seen.
//
// The latest reading decides. If another call has taken a step at a later reading than this one,
// which was kept, the UUID shows what the timeline has seen: a time from during the call. An older
// reading must not restart the timeline, undo a restart, or raise the time of calls that began
// later. A bubble's clock stands still during a call, so there a kept reading is as good as a new
// one.
func (g *Generator) clockFor(c *call, reading int64) (now int64, restart bool, err error) {
	t := &g.timelines[c.timeline]
	bubble, back := g.inBubble(c), t.seen-reading
	switch {
	case bubble != t.bubble, bubble && back > 0:
		return reading, true, nil // from another clock: a bubble's never moves back
	case !bubble && c.order < t.latest:
		return t.seen, false, nil // overtaken
	case back <= t.maxRollback:
		return max(reading, t.seen), false, nil
	}
	switch g.opts.Rollback {
	case RollbackFollow:
		return reading, true, nil
	case RollbackHold:
		return t.seen, false, nil
	case RollbackError:
		return 0, false, ErrClockRollback
	}
	panic("uuid: unknown RollbackPolicy")
}

// identityFor returns the identity that t has after a step of c. A timeline that restarts may
// repeat timestamps, so it gets another one. The first is drawn when a call needs it: for version
// 1, or for version 6 with Node or ClockSeq.
func (t *timeline) identityFor(c *call, now int64, restart bool) (identity, need, error) {
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	switch {
	case c.bits < 128 && (renew || c.coarse()):
		return identity{}, moreBits, nil // the kernel is slow, and Options.Rand must not run under mu
	case renew:
		id, err := t.identity.successor(c.hi, c.lo, now > t.last.tick)
		return id, nothing, err
	}
	return t.identity, nothing, nil
}

// inBubble reports whether the reading of c is from a bubble that the timelines must notice. With a
// Store, a change of the clock counts as setting one clock. Options.Now is one clock.
func (g *Generator) inBubble(c *call) bool {
	return g.opts.Now == nil && g.opts.Store == nil && inBubble(c.at)
}

// coarse reports whether the reading of c is a whole number of milliseconds, as on a coarse clock,
// so the fraction must be random. A finer clock can happen to return such a reading too. Then the
// UUID is up to half a millisecond ahead, which is within the lead.
func (c *call) coarse() bool { return c.timeline == unix && c.at.Nanosecond()%1e6 == 0 }

// stepBits returns the random word hi for sequence.step: none if V7Precise has a fine clock.
func (g *Generator) stepBits(c *call, coarse bool) uint64 {
	if c.timeline == unix && g.opts.V7 == V7Precise && !coarse {
		return 0
	}
	return c.hi
}

// openUntil returns the last tick that the timeline of c, which has just taken a step, may issue
// before the next resolve.
func (g *Generator) openUntil(c *call) int64 {
	t := &g.timelines[c.timeline]
	switch {
	case t.bubble, g.begunWith != initialReader:
		return ask // nobody tells g when the bubble ends or the Reader changes
	case c.order < g.readings:
		return ask // another call may keep a later reading
	}
	// t has just issued a timestamp, so stored.max is at most maxAhead after seen. This remains
	// true: seen does not fall, and stored.max does not rise before the next resolve.
	//
	// A reading that is more than maxRollback ahead may be a bubble's, or be from before a rollback
	// that another call has followed. Its timestamp may lack the countMask bits.
	return min(t.stored.min, t.stored.due, t.seen+t.maxRollback-t.rule.countMask)
}
