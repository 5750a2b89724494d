package uuid

import (
	"cmp"
	"math"
	"time"
)

// A wait is one call's waiting until the clock has passed what was issued.
type wait struct {
	position uint64        // of the call among those that wait; 0: it does not wait
	began    time.Time     // when the call waited first
	idle     time.Time     // when it waited first since its last UUID; zero: it has not
	at       instant       // the last reading of the clock
	moved    time.Duration // how far the clock went forward since idle
	pause    time.Duration // the last sleep
}

const (
	// maxStill is how long the clock may stand still before it counts as one
	// that does: a clock that ticks once a second is to be seen moving.
	maxStill = 2 * time.Second

	// minPause is how long a call sleeps at least, maxPause bounds how late it
	// notices a step of the clock. In a second all calls that wait look for one no
	// more than wakeUps times.
	minPause = time.Millisecond
	maxPause = 20 * time.Millisecond
	wakeUps  = 20_000
)

// retryLocked waits for the clock, and reports whether the call is to be tried again. It
// is not if the clock is too far back or stands still, or the call has waited for as long
// as it may. The shared generator never gives up: its callers could do nothing but call
// again. The lock is free while it waits. The caller ends w once after that.
func (w *wait) retryLocked(g *Generator, t *timeline) bool {
	now := time.Now()
	if w.idle.IsZero() {
		w.idle = now
	}
	if w.began.IsZero() {
		w.began = now
	}
	short, longest, moved := w.lookLocked(g, t)
	idle := now.Sub(w.idle)
	left := waitLeft(&g.opts, now.Sub(w.began), idle)
	switch {
	case g == &shared:
		left = math.MaxInt64
	case short > left, left <= 0, w.stillLocked(g, idle):
		return false
	}
	if short == 0 && w.pause == 0 {
		w.pause = 1 // the clock got there meanwhile; if that is of no use, sleep
		return true
	}
	pause := short
	if !moved {
		pause = max(pause, 2*w.pause) // the clock is coarse
	}
	w.pause = min(max(pause, minPause), longest, left)
	g.mu.Unlock()
	time.Sleep(w.pause)
	g.mu.Lock()
	return true
}

// progress says that the call has issued a UUID, and goes on.
func (w *wait) progress() { w.idle, w.moved, w.pause = time.Time{}, 0, 0 }

// endLocked says that the call does not wait any more.
func (w *wait) endLocked(g *Generator) {
	if w.position > 0 {
		g.waiting--
	}
}

// end is endLocked without the lock.
func (w *wait) end(g *Generator) {
	if w.position > 0 {
		g.mu.Lock()
		defer g.mu.Unlock()
		w.endLocked(g)
	}
}

// waitLeft returns how long a call may still wait that has waited for some time in all, and
// was idle since its last UUID.
func waitLeft(opts *Options, waited, idle time.Duration) time.Duration {
	if opts.MaxWait > 0 {
		return opts.MaxWait - waited
	}
	most := maxStill
	if opts.Store != nil {
		most += reserveMost
	}
	return min(cmp.Or(opts.MaxRollback, defaultMaxRollback), math.MaxInt64-most) + most - idle
}

// stillLocked reports whether it is of no use to wait any longer: the clock moves less
// than half as fast as time passes or, as far as this call or one before it at the same
// reading has found, not at all.
func (w *wait) stillLocked(g *Generator, idle time.Duration) bool {
	if idle >= maxStill && w.moved == 0 {
		g.still = w.at
	}
	return g.still == w.at || w.moved > 0 && idle >= maxPause && w.moved < idle/2
}

// lookLocked reads the clock. It returns how much the clock is short of where t can go on
// for this call, those that wait before it served, how long the call may sleep, and
// whether the clock has moved on since it looked last.
func (w *wait) lookLocked(g *Generator, t *timeline) (short, longest time.Duration, moved bool) {
	at := g.read().at
	if w.position == 0 {
		g.waiting++
		w.position = g.waiting
	} else if forward := at.sub(w.at); forward > 0 {
		w.moved += forward
		moved = true
	}
	w.position = min(w.position, g.waiting)
	w.at = at
	longest = max(maxPause, time.Duration(g.waiting)*(time.Second/wakeUps))
	if now, err := g.scale(t).tick(at); err == nil {
		short = g.scale(t).duration(max(0, t.earliest(w.position)-now))
	}
	return short, longest, moved
}
