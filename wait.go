package uuid

import (
	"io/fs"
	"math"
	"time"
)

// A waitRecord is the state of a call that waits for the clock.
type waitRecord struct {
	slept   time.Duration // total time of all sleeps
	at      instant       // the last reading of the clock
	movedAt time.Time     // time of the last change to at
}

const (
	// A clock counts as stopped after maxStill without a change. Some clocks tick once a second.
	maxStill = 2 * time.Second

	// A call sleeps for at least minPause, unless less of its MaxWait is left. maxPause limits the delay before a call detects that the
	// clock was set forward. Calls with long waits wake at most wakeUps times a second in total.
	minPause = time.Millisecond
	maxPause = 20 * time.Millisecond
	wakeUps  = 20_000
)

// wait sleeps until advance can issue a timestamp or return another error, and returns the last
// reading of the clock. It returns ErrClockLead if the sleep would take too long.
func (g *Generator) wait(which int, c *call) (r reading, err error) {
	// The call's reading may be old, so its first wait may return without sleeping. If it waits
	// again, another call has taken the timestamp, so it must sleep, or it would spin.
	mayReturn := c.waited == nil
	if mayReturn {
		// time.Now measures how long the clock has been stopped, even with Options.Now: a stopped
		// clock cannot measure itself.
		c.waited = &waitRecord{movedAt: time.Now()}
	}
	// A call also sleeps long enough for the calls before it. If all of them woke up for the same
	// timestamp, all but one would sleep again.
	position := g.sleepers.Add(1)
	defer g.sleepers.Add(-1) // even if Options.Now panics
	for pause := time.Duration(0); ; mayReturn = true {
		r, err = g.read()
		if err != nil {
			return r, err
		}
		now := time.Now()
		if c.waited.at != r.at {
			c.waited.at, c.waited.movedAt, pause = r.at, now, 0
		}
		sleepers := g.sleepers.Load()
		// For c and the calls before it. Some of these may have returned since position was taken.
		needed := g.timeUntil(which, min(position, sleepers), r)
		left := g.maxWait() - c.waited.slept
		// Check for success first, because a call that slept too long may still succeed. A call
		// with no time left must return: its next pause would be 0, so it would spin.
		switch {
		case g.closed.Load():
			return r, fs.ErrClosed
		case mayReturn && g.timeUntil(which, 1, r) == 0:
			return r, nil
		case needed > left, left <= 0, !g.patient && now.Sub(c.waited.movedAt) >= maxStill:
			return r, ErrClockLead
		}
		// If the clock did not move during the last sleep, it is coarse, so the next sleep is longer.
		longest := max(maxPause, time.Duration(sleepers)*(time.Second/wakeUps))
		pause = min(max(needed, 2*pause, minPause), longest, left)
		time.Sleep(pause)
		c.waited.slept += time.Since(now)
	}
}

// timeUntil returns the time from the reading r until the timeline can issue n more timestamps.
func (g *Generator) timeUntil(which int, n int64, r reading) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := &g.timelines[which]
	_, _, restart, err := t.clockAt(r)
	if restart || err != nil {
		return 0 // the clock was set during the wait, so advance restarts t or returns an error
	}
	now, _ := t.scale.tick(r.at) // not from clockAt, which returns the time before an ignored rollback
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

// resetWait resets the waiting time of c, unless the limit applies to the whole call.
func (c *call) resetWait(o *Options) {
	// A MaxWait set by the caller applies to the whole call. The default applies to each UUID.
	if o.MaxWait == 0 {
		c.waited = nil
	}
}
