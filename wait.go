package uuid

import (
	"cmp"
	"math"
	"time"
)

// A wait is one call's waiting until the clock has passed what was issued.
type wait struct {
	g *Generator
	s *clocked

	position uint64        // of the call among those that wait; 0: it does not wait
	at       instant       // the last reading of the clock
	slept    time.Duration // in all
	idle     time.Duration // slept since the last UUID
	moved    time.Duration // how far the clock went forward in that time
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

// retry waits for the clock if err is ErrClockLead, and reports whether the call is
// to be tried again. It is not if the clock is too far back or stands still, or the
// call has waited for as long as it may. The shared generator never gives up: its
// callers could do nothing but call again.
//
// The caller does not hold the lock, and has end called once after that.
func (w *wait) retry(err error) bool {
	if err != ErrClockLead {
		return false
	}
	short, longest, moved := w.look()
	left := w.left()
	switch {
	case w.g == &shared:
		left = math.MaxInt64
	case short > left, left <= 0, w.still():
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
	time.Sleep(w.pause)
	w.slept += w.pause
	w.idle += w.pause
	return true
}

// progress says that the call has issued a UUID, and goes on.
func (w *wait) progress() { w.idle, w.moved, w.pause = 0, 0, 0 }

// end says that the call does not wait any more.
func (w *wait) end() {
	if w.position > 0 {
		w.g.mu.Lock()
		w.g.waiting--
		w.g.mu.Unlock()
	}
}

// left returns how long the call may still wait.
func (w *wait) left() time.Duration {
	if w.g.opts.MaxWait > 0 {
		return w.g.opts.MaxWait - w.slept
	}
	const most = reserveMost + maxStill
	rollback := cmp.Or(w.g.opts.MaxRollback, defaultMaxRollback)
	return min(rollback, math.MaxInt64-most) + most - w.idle
}

// still reports whether it is of no use to wait any longer: the clock moves less than
// half as fast as time passes or, as far as this call or one before it at the same
// reading has found, not at all.
func (w *wait) still() bool {
	w.g.mu.Lock()
	defer w.g.mu.Unlock()
	if w.idle >= maxStill && w.moved == 0 {
		w.g.still = w.at
	}
	return w.g.still == w.at || w.moved > 0 && w.idle >= maxPause && w.moved < w.idle/2
}

// look reads the clock. It returns how much the clock is short of where s can go on
// for this call, those that wait before it served, how long the call may sleep, and
// whether the clock has moved on since it looked last.
func (w *wait) look() (short, longest time.Duration, moved bool) {
	w.g.mu.Lock()
	defer w.g.mu.Unlock()
	at := w.g.clock.read().at
	if w.position == 0 {
		w.g.waiting++
		w.position = w.g.waiting
	} else if forward := at.sub(w.at); forward > 0 {
		w.moved += forward
		moved = true
	}
	w.position = min(w.position, w.g.waiting)
	w.at = at
	longest = max(maxPause, time.Duration(w.g.waiting)*(time.Second/wakeUps))
	if now, err := w.s.scale.tick(at); err == nil {
		short = w.s.scale.duration(max(0, w.s.earliest(w.position)-now))
	}
	return short, longest, moved
}
