package uuid

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
)

// A Generator issues UUIDs. [NewGenerator] accepts [Options]. The zero value is ready to use, and
// behaves like the package-level functions, but waits for MaxWait at most. A Generator is safe for
// concurrent use and must not be copied after first use.
//
// Each version 7 UUID of a Generator is greater than the version 7 UUIDs of all calls that returned
// before, on any goroutine. The same is true for version 6. While the order lasts, no UUID is
// issued twice. When order restarts, random bits and a new clock sequence make UUIDs differ. The
// order has four exceptions:
//
//   - V7Unordered keeps no order.
//   - With RollbackFollow, order restarts after a step back of more than MaxRollback.
//   - With neither Now nor Store, order restarts when calls enter or leave a synctest bubble.
//   - With neither Rand nor Store, order restarts when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does.
type Generator struct {
	mu        sync.Mutex  // guards timelines, reader and saves
	timelines [2]timeline // unix and gregorian

	// A call reads these fields before it has the lock, so they are not in the lock's cache line.
	closed   atomic.Bool // changes under mu
	patient  bool        // calls wait for the clock without limit
	ownClock bool        // opts.Now is set
	ownRand  bool        // opts.Rand is set
	reader   any         // result of systemSource when the timelines began, or nil; guarded by mu

	saves    saves        // calls of opts.Store
	sleepers atomic.Int64 // number of calls that sleep until the clock has moved on
	opts     Options      // never changes

	clock    sync.Mutex // held while opts.Now is called; guards readings
	readings int64      // number of the last reading
	source   sync.Mutex // held while opts.Rand is read; guards scratch
	scratch  UUID       // opts.Rand writes to it
}

// The timelines of a Generator.
const (
	unix      = iota // for version 7
	gregorian        // for versions 1 and 6
)

// shared issues the UUIDs of the package-level functions. These functions return no error, so a
// caller could only call again. That is why shared waits without limit.
var shared = Generator{patient: true}

// NewGenerator returns a Generator with the given options. It returns an error if an option is out
// of range, or if Store has an unusable state or fails. It does not wait for the clock. After a
// kill, the first call waits until the clock is within MaxLead of the state in Store.
func NewGenerator(opts Options) (*Generator, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq // the caller may change its variable
		opts.ClockSeq = &seq
	}
	g := &Generator{ownClock: opts.Now != nil, ownRand: opts.Rand != nil, opts: opts}
	// No other goroutine has g yet, so the lock is not needed. The timelines begin before the first
	// call, because they have to continue from the state in the Store.
	g.beginLocked()
	if opts.Store != nil {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// beginLocked begins the timelines, and restarts them when a test has replaced crypto/rand.Reader.
func (g *Generator) beginLocked() {
	before := g.reader
	g.reader = systemSource()
	if g.reader == before {
		return // next compares Readers, and a Reader that cannot be compared always looks new
	}
	if before != nil && (g.ownRand || g.opts.Store != nil) {
		return // g does not use the Reader, or its order must survive the process
	}
	// New timelines depend only on the new source and the clock, so a test with a seed is
	// repeatable.
	g.timelines = [2]timeline{
		gregorian: newTimeline(gregorianScale(), counting{}, givenIdentity(&g.opts), &g.opts),
		unix:      newTimeline(unixScale(), g.opts.V7.counting(), identity{}, &g.opts),
	}
}

// A call contains the needs and the results of one call of NewV7 or a similar method.
type call struct {
	want         uint8       // number of random bits that it needs: 0, 64 or 128
	bits         uint8       // number of random bits that it has: 0, 64 in lo, or 128
	withIdentity bool        // the UUID contains the identity instead of random bits
	saveDue      bool        // half of the time that the State covers is used
	hi, lo       uint64      // the random bits
	more         int         // maximum number of timestamps to issue after the first
	got          int         // number of timestamps issued after the first
	stamp        timestamp   // first timestamp issued or, with errLimit, the timestamp past the limit
	tail         uint64      // second word of a UUID with the identity
	waited       *waitRecord // nil if it has not waited
}

// Internal errors name a need of a call or of a start. No caller of the package gets them.
var (
	errLimit      = errors.New("uuid: internal: the timestamp would be past the limit of its sequence")
	errBits       = errors.New("uuid: internal: 128 random bits are needed")
	errStoreAhead = errors.New("uuid: internal: the Store holds a later state")
	errHalfUsed   = errors.New("uuid: internal: half of the time in the Store is used")
	errStart      = errors.New("uuid: internal: the Store is to hold what a start continues from")
)

// next issues timestamps for c on the timeline unix or gregorian. All calls for versions 1, 6 and 7
// run this loop, except calls with V7Unordered.
func (g *Generator) next(which int, c *call) error {
	if g.closed.Load() {
		return fs.ErrClosed // before Rand and Now are called, because another call may hang there
	}
	// Random bits and the clock are read without the lock, or other calls would wait twice as long.
	err := g.draw(c, c.want)
	if err != nil {
		return err
	}
	r, err := g.read()
	for issued := false; err == nil && !issued; {
		// advance makes one step, or changes nothing and returns an error that names the need of c.
		// No code of a caller runs under the lock, because a Store or a clock that blocks must not
		// delay other calls.
		g.mu.Lock()
		if g.closed.Load() {
			err = fs.ErrClosed // nothing may be issued above the state that Close saves
		} else {
			if any(rand.Reader) != g.reader { // the first call, or a test has replaced the Reader
				g.beginLocked()
			}
			err = g.timelines[which].advance(c, r)
		}
		g.mu.Unlock()

		switch err {
		case nil:
			issued = true
		case errBits:
			err = g.draw(c, 128)
		case errLimit, errStoreAhead:
			// The reading does not change, because a new reading might be past the limit again.
			err = g.cover(which, c, r, err)
		case ErrClockLead:
			r, err = g.wait(which, c)
		}
	}
	if err == nil && c.saveDue {
		// The call has its timestamps, so it ignores an error of this Save. Other calls use the time
		// that is left in the Store, and then try again. A short Save delays only this call.
		g.cover(which, c, r, errHalfUsed)
	}
	return err
}

// A timeline is a sequence with the clock and the Store of a Generator.
type timeline struct {
	mono      int64 // mono of the reading that set seen
	softLimit int64 // a call that issues a later tick begins the next Save
	sequence
	scale timescale

	identity    identity // for versions 1 and 6
	maxRollback int64    // a clock that goes back by up to this number of ticks counts as standing still
	rollback    RollbackPolicy
	hasStore    bool
	maxStored   int64 // greatest tick that the Store may contain
}

func newTimeline(scale timescale, how counting, id identity, o *Options) timeline {
	t := timeline{
		sequence: sequence{
			seen: none.tick, last: none, limit: maxTick,
			maxLead: scale.ticks(o.maxLead()), counting: how,
		},
		softLimit: maxTick, scale: scale, identity: id,
		maxRollback: scale.ticksUp(o.maxRollback()), rollback: o.Rollback, hasStore: o.Store != nil,
	}
	// If the fraction of a millisecond is a part of the counter, it does not count as lead.
	// Otherwise a random fraction must not exceed the lead, or the first call of a millisecond would
	// have to wait.
	t.maxLead |= t.countMask
	t.maxFraction = min(t.maxFraction, uint64(t.maxLead))
	return t
}

// advance issues timestamps for c at the reading r, or returns an error and changes nothing. It uses
// no state outside t. The caller holds the lock.
func (t *timeline) advance(c *call, r reading) error {
	// Find the tick of the clock on this timeline.
	now, mono, restart, err := t.clockAt(r)
	if err != nil {
		return err
	}

	// A timeline that restarts may repeat timestamps, so it uses another identity. The first
	// identity is drawn when a call needs it: for version 1, or for 6 with a given node or clock
	// sequence.
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	// With a clock of whole milliseconds the fraction is random. A finer clock may show a whole
	// millisecond, too. Then the UUID is up to half a millisecond ahead, which is within the lead.
	randomFraction := t.countMask != 0 || r.wholeMilliseconds() && t.maxFraction != 0
	if c.bits < 128 && (renew || randomFraction) {
		return errBits // the kernel is slow, and a caller's source must not be read under the lock
	}
	id := &t.identity
	if renew {
		// The identity comes before storeAhead. Without another identity the step back is refused,
		// and the Store must not get a lower state.
		id, err = id.successor(c.hi, c.lo, now > t.last.tick)
		if err != nil {
			return err
		}
	}

	// Make the request. The counter starts with bits of lo that v7 does not use again.
	q := request{now, timestamp{now, t.start(c.lo)}, 1}
	if randomFraction {
		q.first.tick = now&^t.countMask + int64(c.hi%(t.maxFraction+1))
		q.inc += c.hi >> 32 & t.incMask
	}
	if restart && t.storeAhead(now) {
		// If the process were killed now, the next start would find a state far ahead of its clock.
		// So a lower state is saved before a timestamp is issued at the earlier time.
		return errStoreAhead
	}
	c.stamp, err = t.step(q, restart)
	if err != nil {
		return err
	}

	// The timestamp is issued, so nothing may fail after this. The identity is written only if it
	// changes, because a write to its cache line would slow down the next call on another core.
	t.mono = mono
	if renew {
		t.identity = *id
	}
	if c.more > 0 {
		c.got = t.extend(c.more)
	}
	if c.withIdentity {
		c.tail = id.tail()
	}
	c.saveDue = t.last.tick > t.softLimit
	return nil
}

// clockAt returns the tick that t uses for a reading, its monotonic time, and whether t restarts.
func (t *timeline) clockAt(r reading) (now, mono int64, restart bool, err error) {
	if r.overtaken(t.mono) {
		// Another call read the clock later and got the lock first. An old reading must not count as
		// a step back, so the clock stands still for this call.
		return t.seen, t.mono, false, nil
	}
	now, err = t.scale.tick(r.at)
	if err != nil {
		return 0, 0, false, err
	}
	back := t.seen - now // positive if the clock went back
	switch {
	case r.fromOtherClock(t.mono, back > 0) && !t.hasStore:
		// Times of two clocks cannot be compared. A Store belongs to one clock, so with a Store this
		// is a normal step. The very first reading is also handled here, which is harmless.
		restart = true
	case back <= 0: // the clock did not go back, the usual case
	case back <= t.maxRollback || t.rollback == RollbackHold:
		now = t.seen // the clock counts as standing still until it has caught up
	case t.rollback == RollbackError:
		return 0, 0, false, ErrClockRollback
	default:
		restart = true
	}
	return now, r.mono, restart, nil
}

func (g *Generator) read() (reading, error) {
	if g.ownClock {
		return g.callNow()
	}
	return systemTime(), nil
}

func (g *Generator) random128() (hi, lo uint64, err error) {
	if g.ownRand {
		return g.callRand()
	}
	hi, lo = random128()
	return hi, lo, nil
}

// callNow calls Options.Now. Its calls do not overlap.
func (g *Generator) callNow() (reading, error) {
	g.clock.Lock()
	defer g.clock.Unlock() // also if Now panics
	if g.closed.Load() {
		return reading{}, fs.ErrClosed // closed while this call waited for the lock
	}
	at := instantOf(g.opts.Now())
	// The lock is for both the reading and its number, so a later reading has a greater number. The
	// monotonic time from Now is not used, because Now may have made it up.
	g.readings++
	return reading{at, g.readings}, nil
}

// callRand reads from Options.Rand. Its calls do not overlap.
func (g *Generator) callRand() (hi, lo uint64, err error) {
	g.source.Lock()
	defer g.source.Unlock() // also if Rand panics
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed // closed while this call waited for the lock
	}
	return read128(g.opts.Rand, &g.scratch)
}

// draw draws random bits for c: 0, 64 or 128. From Options.Rand it draws 128 bits instead of 64.
func (g *Generator) draw(c *call, bits uint8) (err error) {
	switch {
	case bits == 0:
	case bits == 64 && !g.ownRand:
		// The kernel needs some nanoseconds for each byte, so only the 8 necessary bytes are read.
		var random UUID
		readRandom(random[8:])
		_, c.lo = random.words()
		c.bits = 64
	default:
		c.hi, c.lo, err = g.random128()
		c.bits = 128
	}
	return err
}
