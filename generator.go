package uuid

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// Options configure a [Generator]. The zero value of each field is its default. Now,
// Rand and Store must not call the Generator that calls them.
type Options struct {
	// Now reads the clock; nil means the system clock. One goroutine at a time calls
	// it, except with V7Unordered. On a clock that is coarser than a millisecond, calls
	// for versions 1 and 6 soon wait for the next tick.
	Now func() time.Time

	// Rand is the source of random bits; nil means crypto/rand. One goroutine at a time
	// reads from it, 16 bytes for each UUID, without buffering; short reads are
	// completed. Version 1, and 6 with Node or ClockSeq, read only for a random node or
	// clock sequence. See the example "Fast" of NewGenerator.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6. The zero Node means a random
	// one. Two generators must not use one Node at the same time, unless each has a
	// ClockSeq of its own.
	//
	// Under a Node, only a Store makes versions 1 and 6 unique across restarts, and
	// only until a step back of the clock is followed: then a clock sequence may come
	// again. With ClockSeq, no step back is followed: calls return ErrClockRollback,
	// also if Store holds a state from the future. Without it, one pair of starts in
	// 16384 shares a clock sequence.
	Node Node

	ClockSeq *uint16 // the first of versions 1 and 6, 14 bits; nil means a random one

	V7 V7Method // keeps version 7 UUIDs in order

	// MaxRollback is how far the clock may go back without being followed; zero means
	// 10 s. Until it has caught up, UUIDs keep the time before the step and their
	// order, and calls wait if more are asked for than MaxLead has room for.
	MaxRollback time.Duration

	Rollback RollbackPolicy // for a step back by more than MaxRollback

	// MaxLead is how far the time in UUIDs may run ahead of the clock, or of the time
	// that is kept after a step back; zero means 10 ms.
	MaxLead time.Duration

	// MaxWait is how long one call may wait for the clock, besides the time that
	// Store takes. A call that would wait longer returns ErrClockLead, at once if it can
	// tell. Zero means MaxRollback and 2 s for one UUID, and with a Store 6 s more. In a
	// testing/synctest bubble a wait ends only when all other goroutines are blocked
	// durably; waiting for a mutex does not count.
	MaxWait time.Duration

	Store Store // keeps the state for the next process; nil means none
}

const (
	defaultMaxRollback = 10 * time.Second
	defaultMaxLead     = 10 * time.Millisecond
)

// A Generator issues UUIDs. Its zero value is ready to use and behaves as the
// package-level functions do, but returns an error where they wait on; [NewGenerator]
// makes one with [Options]. It is safe for concurrent use and must not be copied after
// first use.
//
// Each version 7 UUID of a Generator is greater than all those of calls that returned
// before, on any goroutine; so is each of version 6. While this order lasts, no UUID
// comes twice; otherwise random bits and a new clock sequence keep UUIDs apart. The order
// has four exceptions:
//
//   - V7Unordered keeps none.
//   - Under RollbackFollow it starts anew when the clock goes back by more than
//     MaxRollback.
//   - It starts anew when a call comes from another testing/synctest bubble than the
//     one before, or from outside.
//   - It starts anew when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does, unless Rand or Store is set.
type Generator struct {
	mu sync.Mutex // guards all that changes, but closed; functions named …Locked need it
	v7 timeline

	// Most calls need no more than what is above and the next three.
	ownClock bool // opts.Now is set; never changes
	ownRand  bool // opts.Rand is set; never changes
	system   any  // systemSource when g began; nil: it has not

	v1v6     timeline
	identity identity
	source   source      // opts.Rand with its buffer
	waiting  uint64      // how many calls wait for the clock
	still    instant     // the reading at which a call found the clock to stand still
	saves    saves       // of opts.Store
	closed   atomic.Bool // read without the lock, too
	opts     Options     // never change
}

// shared issues the UUIDs of the package-level functions.
var shared Generator

// A timeline is a sequence that runs on the clock and the Store of a Generator.
type timeline struct {
	mono int64 // the monotonic time when the clock showed seen
	sequence
	reserved int64 // the last tick that the Store surely covers; limit is less, so that the Store is told in time
	target   int64 // the last tick that it covers after the save under way
}

// NewGenerator returns a Generator with the given options, or an error if one of them
// is out of range, or if Store holds no usable state or cannot keep one.
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
	case opts.MaxWait < 0:
		return nil, errors.New("uuid: negative Options.MaxWait")
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq
		opts.ClockSeq = &seq
	}
	g := &Generator{
		ownClock: opts.Now != nil,
		ownRand:  opts.Rand != nil,
		source:   source{reader: opts.Rand},
		opts:     opts,
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.beginLocked()
	if opts.Store != nil {
		if err := g.restoreLocked(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// beginLocked prepares g for its first call. When a test has replaced
// crypto/rand.Reader, g begins anew, unless it has a source or a Store of its own: what it
// issues then depends on the new source and the clock alone.
func (g *Generator) beginLocked() {
	before := g.system
	if any(rand.Reader) == before {
		return
	}
	g.system = systemSource()
	if g.system == before || before != nil && (g.opts.Rand != nil || g.opts.Store != nil) {
		return
	}
	g.identity = identity{}
	g.still = instant{nsec: -1} // which no clock shows
	g.v1v6 = g.newTimeline(gregorianScale())
	g.v7 = g.newTimeline(unixScale())
	g.v7.counterBits = g.opts.V7.counterBits()
	if g.opts.V7 != V7Precise {
		// These methods count in the fraction, where it is no lead.
		g.v7.countMask = fractionMask
		g.v7.maxLead |= fractionMask
	}
}

// scale returns the timescale of t.
func (g *Generator) scale(t *timeline) timescale {
	if t == &g.v7 {
		return unixScale()
	}
	return gregorianScale()
}

func (g *Generator) newTimeline(scale timescale) timeline {
	return timeline{
		sequence: sequence{
			maxLead:     scale.ticks(cmp.Or(g.opts.MaxLead, defaultMaxLead)),
			maxRollback: scale.ticksUp(cmp.Or(g.opts.MaxRollback, defaultMaxRollback)),
			seen:        none.tick,
			last:        none,
			limit:       maxTick,
		},
		reserved: maxTick,
	}
}

// Close saves in Store exactly what g issued, so that the next generator on it need not
// wait. Every later call but State returns [os.ErrClosed]. If Store fails, Close
// returns its error, and Store has what was saved before, which lies ahead.
func (g *Generator) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.saves.underWay {
		g.awaitLocked()
	}
	if g.closed.Swap(true) {
		return fs.ErrClosed
	}
	for _, t := range []*timeline{&g.v1v6, &g.v7} { // nothing is issued any more, by calls that wait neither
		t.limit, t.reserved = none.tick, none.tick
	}
	if g.opts.Store == nil {
		return nil
	}
	return g.saveLocked(g.stateLocked())
}

// issue issues the next timestamp of t for a UUID with so many random bytes: 16, 8, or
// none if the identity of g is in their place. tail is the last 8 of them, or the
// identity. Every call for one UUID of version 1, 6 or 7, but for V7Unordered, takes this
// path. w is that of a call for more than one, or nil.
func (g *Generator) issue(t *timeline, size int, w *wait) (next timestamp, tail uint64, err error) {
	var hi, lo uint64
	if size > 0 && !g.ownRand {
		var random UUID
		rand.Read(random[len(random)-size:]) // ends the program rather than fail
		hi, lo = binary.BigEndian.Uint64(random[:8]), binary.BigEndian.Uint64(random[8:])
	}
	var r reading
	if !g.ownClock {
		r = systemTime()
	}
	now, timeErr := g.scale(t).tick(r.at)
	g.mu.Lock()
	if size > 0 && g.ownRand {
		size = 16
		if hi, lo, err = g.drawOwnLocked(); err != nil {
			g.mu.Unlock()
			return none, 0, err
		}
	}
	if 0 <= r.mono && r.mono < t.mono {
		now, r.mono = t.seen, t.mono // another call read the clock later and got here first
	}
	q := request{now, timestamp{now, lo >> (64 - t.counterBits)}, 1}
	if t.countMask != 0 {
		q = g.request(t, r, now, hi, lo)
	}
	// The rest is for resolve, which reads the clock anew: Options.Now, a new
	// crypto/rand.Reader, no identity yet, or a tick that may begin a millisecond, as one in
	// 4096 does: a clock of whole milliseconds takes more random bits.
	plain := !g.ownClock && any(rand.Reader) == g.system && timeErr == nil && now&fractionMask != 0 && (size > 0 || g.identity.known)
	if !plain || !t.step(q) {
		return g.resolve(t, size, hi, lo, w)
	}
	t.mono = r.mono
	next, tail = t.last, lo
	if size == 0 {
		tail = g.identity.tail()
	}
	g.mu.Unlock()
	return next, tail, nil
}

// drawOwnLocked draws 16 random bytes from Options.Rand. If that panics, it releases the
// lock.
func (g *Generator) drawOwnLocked() (hi, lo uint64, err error) {
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed
	}
	returned := false
	defer func() {
		if !returned {
			g.mu.Unlock()
		}
	}()
	hi, lo, err = g.source.next128()
	returned = true
	return hi, lo, err
}

// request returns the request for the next timestamp of t that the method of g makes of
// a reading, its tick now, and random bits.
func (g *Generator) request(t *timeline, r reading, now int64, hi, lo uint64) request {
	q := request{now, timestamp{now, lo >> (64 - t.counterBits)}, 1}
	switch {
	case t != &g.v7:
	case g.opts.V7 == V7Counter:
		q.first = timestamp{now&^t.countMask | int64(hi&(fractionMask>>1)), hi >> (64 - t.counterBits)}
	case g.opts.V7 == V7Random:
		q.first = timestamp{now&^t.countMask | int64(hi&fractionMask), lo & randBMask}
		q.inc += hi >> 32
	case r.wholeMilliseconds():
		q.first.tick += int64(hi % uint64(min(fractionMask>>1, t.maxLead)+1))
	}
	return q
}

// A draft is what a call has for its next timestamp.
type draft struct {
	reading
	size   int    // of its random bits in bytes: 16, 8 or 0
	hi, lo uint64 // the bits, 8 bytes in lo
}

// resolve is the rest of issue when that takes more than a step. It begins with the lock
// held, and releases it.
func (g *Generator) resolve(t *timeline, size int, hi, lo uint64, w *wait) (next timestamp, tail uint64, err error) {
	defer g.mu.Unlock()
	d := draft{size: size, hi: hi, lo: lo}
	if err = g.resolveLocked(t, &d, w); err != nil {
		return none, 0, err
	}
	if size == 0 {
		return t.last, g.identity.tail(), nil
	}
	return t.last, d.lo, nil
}

// resolveLocked issues the next timestamp of t, whatever it takes: reading Options.Now, a
// clock that went back, a call of the Store, waiting.
func (g *Generator) resolveLocked(t *timeline, d *draft, w *wait) error {
	err := g.tryLocked(t, d)
	if err != ErrClockLead {
		return err
	}
	if w == nil {
		w = new(wait)
		defer w.endLocked(g)
	}
	for err == ErrClockLead && w.retryLocked(g, t) {
		err = g.tryLocked(t, d)
	}
	if err == nil {
		w.progress()
	}
	return err
}

// tryLocked is resolveLocked without waiting for the clock. It issues nothing if it
// returns an error.
func (g *Generator) tryLocked(t *timeline, d *draft) error {
	for {
		if g.closed.Load() {
			return fs.ErrClosed
		}
		g.beginLocked()
		d.reading = g.read()
		now, err := g.scale(t).tick(d.at)
		if err == nil {
			err = g.drawLocked(d)
		}
		if err != nil {
			return err
		}
		if again, err := g.advanceLocked(t, g.request(t, d.reading, now, d.hi, d.lo), d.reading); !again {
			return err
		}
	}
}

// read reads the clock, for all but V7Unordered under the lock.
func (g *Generator) read() reading {
	if g.opts.Now != nil {
		return reading{at: instantOf(g.opts.Now())}
	}
	return systemTime()
}

// drawLocked draws the random bits that are missing: those of an identity, or 16 bytes
// instead of 8 if the clock shows whole milliseconds, which V7Precise needs then.
func (g *Generator) drawLocked(d *draft) (err error) {
	switch {
	case d.size == 0 && !g.identity.known:
		g.identity, err = g.newIdentityLocked()
	case d.size == 8 && d.wholeMilliseconds():
		d.size = 16
		d.hi, d.lo = random128()
	}
	return err
}

// advanceLocked makes the step of t that q asks for, after what it needs. It issues
// nothing if it returns an error. If it reports again, the lock was free meanwhile, and
// the reading r is out of date.
func (g *Generator) advanceLocked(t *timeline, q request, r reading) (again bool, err error) {
	if back := t.seen - q.now; back > 0 {
		far, otherClock := back > t.maxRollback, r.otherClock(t.mono)
		switch {
		case otherClock, far && g.opts.Rollback == RollbackFollow:
			if again, err = g.followLocked(t, r.at, q.now); again || err != nil {
				return again, err
			}
		case far && g.opts.Rollback == RollbackError:
			return false, ErrClockRollback
		default:
			q.now = t.seen // the clock counts as standing still
		}
	}
	next := t.next(q)
	switch {
	case next.tick > maxTick:
		return false, ErrTimeRange
	case next.tick > q.now&^t.countMask+t.maxLead:
		return false, ErrClockLead
	case next.tick > t.limit:
		released, err := g.coverLocked(t, r.at, next.tick > t.reserved)
		if err != nil {
			return false, err
		}
		if released {
			// Others have gone on meanwhile. The reading still serves if there is room.
			q.now = max(q.now, t.seen)
			if next = t.next(q); next.tick > min(q.now&^t.countMask+t.maxLead, t.reserved) {
				return true, nil
			}
		}
	}
	t.seen, t.last, t.mono = max(q.now, t.seen), next, r.mono
	return false, nil
}

// random128 returns 128 random bits. It takes the lock only for Options.Rand.
func (g *Generator) random128() (hi, lo uint64, err error) {
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed
	}
	if g.opts.Rand != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	return g.source.next128()
}

// panicOn panics with err if there is one.
func panicOn(err error) {
	if err != nil {
		panic(err)
	}
}
