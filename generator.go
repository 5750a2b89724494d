package uuid

import (
	"cmp"
	"errors"
	"io"
	"sync"
	"time"
)

// Errors of a [Generator] and of the functions that take a time. They are
// returned as they are, so == finds them as well as [errors.Is].
var (
	// ErrClockRollback says that the clock went back by more than
	// Options.MaxRollback and the policy is RollbackError.
	ErrClockRollback = errors.New("uuid: clock went back")

	// ErrClockLead says that UUIDs are as far ahead of the clock as
	// Options.MaxLead allows, and that waiting did not help because the clock
	// stands still or is held too far back.
	ErrClockLead = errors.New("uuid: too far ahead of the clock")

	// ErrTimeRange says that a time does not fit the timestamp field of the
	// UUID version: 1582-10-15 to 5236-03-31 for versions 1, 2 and 6, 1970 to
	// 10889 for version 7, 1970 to 2527-06-23 for version 9.
	ErrTimeRange = errors.New("uuid: time out of range")
)

// Options configure a [Generator]. The zero value of each field is its
// default. Now, Rand and Store must not call the Generator that calls them.
type Options struct {
	// Now reads the clock. It is called by one goroutine at a time, except
	// with V7Unordered. Nil is the system clock.
	Now func() time.Time

	// Rand is where random bits come from. It is read by one goroutine at a
	// time, without buffering; short reads are completed. Nil is the entropy
	// of the package-level functions.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6. The zero Node is that
	// of Store or a random one, see RandomNode.
	Node Node

	// ClockSeq is the clock sequence that versions 1 and 6 start with, at most
	// 14 bits. Nil is a random one. It is not used where Store has a state:
	// the one after that is.
	ClockSeq *uint16

	// V7 is the method that keeps version 7 UUIDs in order.
	V7 V7Method

	// MaxRollback is how far the clock may go back without being followed:
	// until it has caught up, UUIDs carry the last time before the step and
	// keep increasing, and calls wait if more are asked for than MaxLead has
	// room for. Zero is 10 s.
	MaxRollback time.Duration

	// Rollback says what happens when the clock goes back by more than that.
	Rollback RollbackPolicy

	// MaxLead is how far the time in UUIDs may run ahead of the clock when
	// they are issued faster than it ticks. Zero is 10 ms.
	MaxLead time.Duration

	// Store keeps the generator's state for the next process. Nil is none.
	Store Store
}

// A RollbackPolicy says what a [Generator] does when its clock goes back by
// more than Options.MaxRollback.
type RollbackPolicy uint8

const (
	// RollbackFollow takes the new time. Order starts anew: version 6 and 7
	// UUIDs sort below those from before the step. Versions 1 and 6 change
	// the clock sequence, so that nothing repeats; when a Generator with an
	// Options.Node of the caller's has used all 16384 of them, it returns
	// ErrClockRollback.
	RollbackFollow RollbackPolicy = iota

	// RollbackHold never takes an earlier time, so order is always kept. What
	// the timestamp has room for at the held time is issued, up to MaxLead;
	// after that calls wait for the clock if it is not much further back than
	// MaxRollback, and else return ErrClockLead until it has caught up.
	RollbackHold

	// RollbackError returns ErrClockRollback until the clock has caught up to
	// within MaxRollback.
	RollbackError
)

const (
	defaultMaxRollback = 10 * time.Second
	defaultMaxLead     = 10 * time.Millisecond
)

// A Generator issues UUIDs. Its zero value is ready to use and behaves as the
// package-level functions do; [NewGenerator] makes one with [Options]. It is
// safe for concurrent use and must not be copied after first use.
//
// What is guaranteed: no two UUIDs of one Generator are the same, whatever the
// clock does, and every version 7 UUID is greater than all version 7 UUIDs
// before it, on whichever goroutines; before means that one call returned
// before the other began, and concurrent calls are ordered as they took the
// lock. The same holds for version 6. There are two exceptions: V7Unordered
// has no order, and under RollbackFollow order starts anew whenever the clock
// goes back by more than MaxRollback. Version 1 UUIDs do not sort by time.
// UUIDs of different generators, hosts or versions are as ordered as their
// clocks are.
type Generator struct {
	opts Options

	mu        sync.Mutex // guards all below
	ready     bool       // setup is done
	clock     clock
	source    stream
	identity  identity
	gregorian track // versions 1 and 6
	unix      track // version 7
}

// shared issues the UUIDs of the package-level functions.
var shared Generator

// A track is a timeline together with what it runs on.
type track struct {
	scale    *timescale
	pace     pace
	line     timeline
	reserved uint64 // the Store covers the ticks up to this one
}

// NewGenerator returns a Generator with the given options. It fails if one of
// them is out of range, and if Store holds no usable state or cannot keep one.
func NewGenerator(opts Options) (*Generator, error) {
	switch {
	case opts.ClockSeq != nil && *opts.ClockSeq > maxClockSeq:
		return nil, errors.New("uuid: Options.ClockSeq has more than 14 bits")
	case opts.V7 > V7Unordered:
		return nil, errors.New("uuid: unknown Options.V7")
	case opts.MaxRollback < 0:
		return nil, errors.New("uuid: negative Options.MaxRollback")
	case opts.Rollback > RollbackError:
		return nil, errors.New("uuid: unknown Options.Rollback")
	case opts.MaxLead < 0:
		return nil, errors.New("uuid: negative Options.MaxLead")
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq
		opts.ClockSeq = &seq
	}
	g := &Generator{opts: opts}
	g.setup()
	if opts.Store != nil {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// setup derives the fields of g from its options.
func (g *Generator) setup() {
	g.ready = true
	g.clock.now = g.opts.Now
	g.source.reader = g.opts.Rand
	g.gregorian = g.newTrack(&gregorian, 0)
	g.unix = g.newTrack(&unix, g.opts.V7.countBits())
	if g.opts.V7 != V7Precise {
		// These methods count in the fraction, where it is no lead.
		g.unix.pace.maxLead |= fractionMask
	}
}

func (g *Generator) newTrack(s *timescale, countBits uint) track {
	return track{
		scale: s,
		pace: pace{
			countBits:   countBits,
			maxLead:     s.ticks(cmp.Or(g.opts.MaxLead, defaultMaxLead)),
			maxRollback: s.ticks(cmp.Or(g.opts.MaxRollback, defaultMaxRollback)),
			rollback:    g.opts.Rollback,
		},
		reserved: maxTick,
	}
}

// read returns the clock's reading, which is not a recent one. The caller holds
// the lock.
func (g *Generator) read() instant {
	if !g.ready {
		g.setup()
	}
	return g.clock.read()
}

// wall returns a reading of the wall clock. The caller need not hold the lock.
func (g *Generator) wall() instant {
	c := clock{now: g.opts.Now}
	return c.wall()
}

// A wait is one call's waiting for the clock.
type wait struct {
	start instant // the reading at which it began
	slept time.Duration
}

// A clock that moves in coarse steps, the coarsest in use being of 15.625 ms,
// must not be taken for one that stands still.
const (
	minSleep = time.Millisecond
	maxSleep = 20 * time.Millisecond
)

// again reports whether a call that failed with err is to be tried once more.
// It is if t was as far ahead as it may be and the clock now has had some time.
// It is not if the clock moves less than half as fast as time passes, or is held
// further back than any rollback that is bridged. The caller does not hold the
// lock.
func (w *wait) again(g *Generator, t *track, err error) bool {
	if err != ErrClockLead {
		return false
	}
	at, short := g.shortfall(t)
	if w.slept == 0 || at.sub(w.start) < 0 {
		*w = wait{start: at} // begin anew if the clock was set back
	}
	if short > t.pace.maxRollback+t.scale.ticks(reserve) {
		return false
	}
	if w.slept >= maxSleep && at.sub(w.start) < w.slept/2 {
		return false
	}
	sleep := min(max(t.scale.milliseconds(short), minSleep), maxSleep)
	time.Sleep(sleep)
	w.slept += sleep
	return true
}

// shortfall returns the clock's reading and how many ticks it has to advance
// from there before t can.
func (g *Generator) shortfall(t *track) (at instant, ticks uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at = g.read()
	now, err := t.scale.tick(at)
	earliest := t.line.last.tick + 1 - min(t.line.last.tick, t.pace.maxLead)
	if err != nil || now > earliest {
		return at, 0
	}
	return at, earliest - now
}

// proceed moves t on to next or, if the clock's reading now is not past the last
// position, to the one after that. It reports whether there was nothing more to
// it, which is nearly always: the clock has not gone back, and the lead and the
// Store leave room. If there was, advance says what is to be done. The caller
// holds the lock.
//
// It does what step does then, as TestStepExhaustively checks, but can be inlined.
func (t *track) proceed(now uint64, next position, inc uint64) bool {
	if now <= t.line.last.tick {
		next = t.line.last.plus(inc, t.pace.countBits)
	}
	if now < t.line.seen || next.tick > min(now+t.pace.maxLead, t.reserved) || !t.line.issued {
		return false
	}
	t.line.seen, t.line.last = now, next
	return true
}

// advance moves t on by one position at tick now, which is the clock's reading
// at or a coarser one. The caller holds the lock.
func (g *Generator) advance(t *track, at instant, now uint64, seed position, inc uint64) error {
	next, err := t.pace.step(t.line, now, seed, inc)
	if err != nil {
		return err
	}
	if next.seen < t.line.seen || next.last.tick > t.reserved {
		if err := g.secure(t, next, at); err != nil {
			return err
		}
	}
	t.line = next
	return nil
}

// nextGregorian sets u to the next UUID of version 1 or 6. Its second word is
// the identity of g or, if fresh, random bits.
func (g *Generator) nextGregorian(u *UUID, v Version, fresh bool) error {
	for w := (wait{}); ; {
		err := g.tryGregorian(u, v, fresh)
		if err == nil || !w.again(g, &g.gregorian, err) {
			return err
		}
	}
}

// tryGregorian is nextGregorian without waiting.
func (g *Generator) tryGregorian(u *UUID, v Version, fresh bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, elapsed := g.clock.recent()
	if elapsed >= maxElapsed {
		at = g.read()
	}
	now, err := gregorian.tick(at)
	if err != nil {
		return err
	}
	var tail uint64
	switch {
	case fresh:
		tail, err = g.source.next64()
	case !g.identity.known:
		g.identity, err = g.newIdentity()
	}
	if err != nil {
		return err
	}
	if !g.gregorian.proceed(now, position{tick: now}, 1) {
		if err := g.advance(&g.gregorian, at, now, position{}, 1); err != nil {
			return err
		}
	}
	if fresh {
		tail |= multicast
	} else {
		tail = g.identity.tail()
	}
	if tick := g.gregorian.line.last.tick; v == 1 {
		u.put(v1(tick, tail))
	} else {
		u.put(v6(tick, tail))
	}
	return nil
}

// insist panics unless err passes when the call is repeated, as it does for the
// shared generator.
func insist(err error) {
	if err != ErrClockLead {
		panic(err)
	}
}

// random128 returns 128 random bits. The caller does not hold the lock, and
// unless they come from Options.Rand it is not taken.
func (g *Generator) random128() (hi, lo uint64, err error) {
	if g.opts.Rand == nil {
		hi, lo = random128()
		return hi, lo, nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.source.next128()
}
