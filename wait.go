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
	position int           // place of the call among those that wait, from 1
	reading  int64         // the last reading of the clock, in ticks
	needed   time.Duration // time from this reading until the calls up to position can continue
	movedAt  time.Time     // when the reading changed
	slept    time.Duration // total time of all sleeps
	pause    time.Duration // last sleep
	longest  time.Duration // longest next sleep
}

// queue counts c among the calls that wait, because at this reading its timestamp would be too far
// ahead of the clock. The caller then calls wait, which counts c out again. It holds mu, so no
// other call can take a step between the reading and the comparison.
func (g *Generator) queue(c *call, reading int64) {
	if c.waiting == nil {
		c.waiting = &waiting{position: math.MaxInt, reading: -1}
	}
	g.sleepers++
	w, t := c.waiting, &g.timelines[c.timeline]
	if w.reading != reading {
		// time.Now, even with Options.Now, because a stopped clock cannot measure itself.
		w.reading, w.movedAt, w.pause = reading, time.Now(), 0
	}
	// A call also sleeps long enough for the calls before it. If all of them woke up for the same
	// timestamp, all but one would sleep again.
	w.position = min(w.position, g.sleepers)
	w.longest = max(maxPause, time.Duration(g.sleepers)*(time.Second/wakeUps))
	w.needed = t.scale.duration(max(0, t.earliest(uint64(w.position))-reading))
}

// wait sleeps once. It returns ErrClockLead if the clock has stopped, or cannot catch up within
// MaxWait.
func (g *Generator) wait(c *call) error {
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.sleepers--
	}()
	now, w, left := time.Now(), c.waiting, g.maxWait()-c.waiting.slept
	if w.needed > left || left <= 0 || !g.patient && now.Sub(w.movedAt) >= maxStill {
		return ErrClockLead
	}
	// If the clock did not move during the last sleep, it is coarse, so the next sleep is longer.
	w.pause = min(max(w.needed, 2*w.pause, minPause), w.longest, left)
	time.Sleep(w.pause)
	w.slept += time.Since(now)
	return nil
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
