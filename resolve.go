package uuid

import (
	"slices"
	"time"
)

// This file is the slow path, which decides everything that is rare: the first call, a coarse
// clock, a bubble, a rollback, a jump forward, a missing identity, a Save that is due, and Close.
// Calls come here only if the fast path refuses them, or with Options.Now.

// resolve issues the timestamps for c with its reading of the clock or, if it has none, with a new
// one. If this is not possible yet, it returns what c needs.
//
// The decisions depend on the order of the readings, so no other call may have taken a step with a
// later reading. That is why the system clock is read under mu. Options.Now may block, so it is
// called before mu is locked, but nowMu keeps every other call from calling it until this one is
// resolved. While c draws bits or waits for a Save, it keeps its reading, because a new one could
// be past the Store's limit again; see clockFor. It reads the clock again only before it waits for
// it; see needTime.
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

// resolveLocked takes the step for c, or changes no timestamp and no identity and returns what c
// needs. It asks one part after the other: the clock, the identity, the step, and the Store. The
// caller holds mu.
func (g *Generator) resolveLocked(c *call) (need, error) {
	t := &g.timelines[c.timeline]
	// While c keeps its reading, no other call may take the fast path: its steps have no order,
	// so clockFor could not tell that they have overtaken c.
	t.bound = noTick
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
	next.bound = t.stored.covered(now)
	ok := c.step(&next, now, g.stepBits(c, c.coarse()))
	// Neither waiting nor a Save would help at the end of the timescale, so it comes first. The
	// lead comes before the Store, because a call that must wait does not need a Save yet.
	switch {
	case ok:
	case c.stamp.tick > maxTick:
		return nothing, ErrTimeRange
	case c.stamp.tick > t.furthest(now):
		return g.needTime(c, reading), nil
	default:
		return g.needSave(c, c.stamp.tick)
	}

	next.slack = t.maxRollback
	if g.opts.Rollback == RollbackHold {
		// So calls can take the fast path while a long rollback is ignored.
		next.slack += max(0, next.seen-reading)
	}
	*t = next
	need = g.needEarlySave(c)
	t.bound = g.nextBound(c)
	return need, nil
}

// clockFor returns the tick of the clock that the timeline of c follows at the given reading, and
// reports whether the timeline restarts there. Without a restart, the tick is not before t.seen.
//
// The latest reading decides. c may have kept this reading while another call has taken a step at a
// later one. Then the UUID contains what the timeline has seen, which is a time from during the
// call. An older reading must not restart the timeline, undo a restart, or raise the time of calls
// that began later. A bubble's clock stands still during a call, so there a kept reading is as good
// as a new one.
func (g *Generator) clockFor(c *call, reading int64) (now int64, restart bool, err error) {
	t := &g.timelines[c.timeline]
	bubble := g.inBubble(c)
	otherClock := bubble != t.bubble || bubble && reading < t.seen // a bubble's never moves back
	overtaken := !bubble && c.order < t.latest
	switch {
	case otherClock:
		return reading, true, nil
	case overtaken:
		return t.seen, false, nil
	case t.seen-reading <= t.maxRollback:
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
// repeat timestamps, so it gets a new identity. The first identity is drawn when a call needs one:
// for version 1, or for version 6 with Node or ClockSeq.
func (t *timeline) identityFor(c *call, now int64, restart bool) (identity, need, error) {
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	switch {
	case c.bits < bits128 && (renew || c.coarse()):
		// The kernel is slow, and Options.Rand must not run under mu.
		return identity{}, moreBits, nil
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

// stepBits returns the random word hi for sequence.step: none if V7Precise has a fine clock.
func (g *Generator) stepBits(c *call, coarse bool) uint64 {
	if c.timeline == unix && g.opts.V7 == V7Precise && !coarse {
		return 0
	}
	return c.hi
}

// nextBound returns the last tick that the timeline of c, which has just taken a step, may issue
// before the next resolve.
func (g *Generator) nextBound(c *call) int64 {
	t := &g.timelines[c.timeline]
	switch {
	case t.bubble, g.begunWith != initialReader:
		return noTick // nothing tells g when the bubble ends or the Reader changes
	case c.order < g.readings:
		return noTick // another call may keep a later reading
	}
	// t has just issued a timestamp, so stored.max is at most maxAhead after seen. This remains
	// true: seen does not fall, and stored.max does not rise before the next resolve.
	//
	// A reading that is more than maxRollback ahead may be from a bubble, or from before a rollback
	// that another call has followed. Its timestamp may lack the countMask bits.
	return min(t.stored.min, t.stored.due, t.seen+t.maxRollback-t.rule.countMask)
}

// needTime returns what c needs if its timestamp would be too far ahead of the clock: a new
// reading, or a wait if this one is new. The time that has passed since a kept reading does not
// count as a wait. After the wait, c reads the clock again.
func (g *Generator) needTime(c *call, reading int64) need {
	c.order = 0
	if c.kept {
		return newReading
	}
	g.queue(c, reading)
	return laterTime
}

// needSave returns what c needs before it can issue a timestamp in the given tick, which the Store
// does not cover: a Save, the Save that is running, or nothing if the last one has just failed.
func (g *Generator) needSave(c *call, tick int64) (need, error) {
	switch {
	case g.saving():
		c.save = g.lastSave
		return otherSave, nil
	case g.pause() > 0 && g.lastSave.err != nil: // after a panic, the next call tries at once
		return nothing, g.lastSave.err
	}
	g.planSave(c, tick)
	return ownSave, nil
}

// needEarlySave returns earlySave if c, which has its timestamps, must run a Save for later calls.
func (g *Generator) needEarlySave(c *call) need {
	t := &g.timelines[c.timeline]
	if t.last.tick <= t.stored.due {
		return nothing
	}
	if pause := g.pause(); pause > 0 {
		t.stored.due = t.last.tick + t.scale.ticks(pause) // ask again when the pause is over
		return nothing
	}
	g.planSave(c, t.last.tick)
	return earlySave
}

// planSave begins a Save that c must run, for a timestamp of c in the given tick.
func (g *Generator) planSave(c *call, tick int64) {
	s := &saveCall{reserve: minReserve, done: make(chan struct{})}
	if last := g.lastSave; last != nil {
		s.reserve = min(minReserve+3*last.took, maxReserve)
	}
	latest := max(g.timelines[unix].latest, g.timelines[gregorian].latest)
	for i := range g.timelines {
		t := &g.timelines[i]
		reserve := t.scale.ticks(s.reserve)
		if i == c.timeline {
			s.until[i] = min(tick+reserve, maxTick)
		} else {
			s.until[i] = max(t.last.tick, t.stored.min) // the same as before
			// This Save covers t too, so t needs none of its own, or lowers a state from before the
			// clock was corrected. The tick counts from the clock, because with t.last each Save
			// would push the state further ahead.
			now, err := t.scale.tick(instantOf(c.at))
			if err == nil && now >= t.seen && c.order >= latest {
				s.until[i] = min(max(t.last.tick, now+reserve), maxTick)
			}
		}
		// From now on the Store may contain the new state, even if Save fails. No other Save begins
		// before this one has ended.
		t.stored.min, t.stored.max = min(t.stored.min, s.until[i]), max(t.stored.max, s.until[i])
		t.stored.due, t.bound = maxTick, noTick
	}
	if len(g.own) == maxOwn {
		g.own = slices.Delete(g.own, 1, 2) // the oldest that may never have been written
	}
	g.own = append(g.own, s.state())
	g.lastSave, c.save = s, s
}
