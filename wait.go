package uuid

import (
	"math"
	"time"
)

const (
	// A clock counts as stopped after maxStill without a change. Some clocks tick once a second.
	maxStill = 2 * time.Second

	// A call sleeps for at least minPause, unless less of its MaxWait is left. maxPause limits the
	// delay before a call detects that the clock was set forward. Calls with long waits wake at
	// most wakeUps times a second in total.
	minPause = time.Millisecond
	maxPause = 20 * time.Millisecond
	wakeUps  = 20_000
)

// A waiting is the state of a call that waits for the clock.
type waiting struct {
	at       time.Time     // the last reading of the clock
	movedAt  time.Time     // when the reading changed
	slept    time.Duration // total time of all sleeps
	pause    time.Duration // last sleep
	position int64         // place of the call among those that wait
}

// wait sleeps once, because at the reading of c its timestamp would be too far ahead of the clock.
// It returns ErrClockLead if the clock has stopped, or cannot catch up within MaxWait.
func (g *Generator) wait(c *call) error {
	// time.Now measures how long the clock has been stopped, even with Options.Now: a stopped clock
	// cannot measure itself.
	now := time.Now()
	if c.waiting == nil {
		c.waiting = &waiting{movedAt: now, position: math.MaxInt64}
	}
	w := c.waiting
	if w.at != c.at {
		w.at, w.movedAt, w.pause = c.at, now, 0
	}
	// A call also sleeps long enough for the calls before it. If all of them woke up for the same
	// timestamp, all but one would sleep again.
	sleepers := g.sleepers.Add(1)
	defer g.sleepers.Add(-1)
	w.position = min(w.position, sleepers)
	needed, left := g.timeUntil(c, w.position), g.maxWait()-w.slept
	if needed > left || left <= 0 || !g.patient && now.Sub(w.movedAt) >= maxStill {
		return ErrClockLead
	}
	// If the clock did not move during the last sleep, it is coarse, so the next sleep is longer.
	longest := max(maxPause, time.Duration(sleepers)*(time.Second/wakeUps))
	w.pause = min(max(needed, 2*w.pause, minPause), longest, left)
	time.Sleep(w.pause)
	w.slept += time.Since(now)
	return nil
}

// timeUntil returns the time from the reading of c until its timeline can issue n more timestamps.
func (g *Generator) timeUntil(c *call, n int64) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := &g.timelines[c.line]
	now, _ := t.scale.tick(instantOf(c.at)) // resolve has found it within range
	return t.scale.duration(max(0, t.earliest(uint64(n))-now))
}

// maxWait returns Options.MaxWait or its default.
func (g *Generator) maxWait() time.Duration {
	switch {
	case g.patient:
		return math.MaxInt64
	case g.opts.MaxWait > 0:
		return g.opts.MaxWait
	}
	// Within this time, a running clock catches up with an ignored rollback and with the state in
	// the Store. A clock that has not caught up by then has stopped. min prevents an overflow.
	longest := maxStill
	if g.opts.Store != nil {
		longest += maxReserve
	}
	return longest + min(g.opts.maxRollback(), math.MaxInt64-longest)
}
