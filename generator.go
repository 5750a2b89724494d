package uuid

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
)

// A Generator issues UUIDs. Use [NewGenerator] to set [Options]. The zero value is ready to use,
// and behaves like the package-level functions, but waits for at most MaxWait. A Generator is safe
// for concurrent use and must not be copied after first use.
//
// Each version 7 UUID from a Generator is greater than the version 7 UUIDs from all calls that
// returned earlier, on any goroutine. The same is true for version 6. While the order lasts, no
// UUID is issued twice. When the order restarts, random bits and a new clock sequence keep UUIDs
// distinct. The order has four exceptions:
//
//   - V7Unordered keeps no order.
//   - With RollbackFollow, the order restarts when the clock moves back by more than MaxRollback.
//   - With neither Now nor Store, the order restarts when calls enter or leave a synctest bubble.
//   - With neither Rand nor Store, the order restarts when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does.
type Generator struct {
	mu        sync.Mutex  // guards timelines, reader and saves
	timelines [2]timeline // unix and gregorian
	reader    any         // result of systemSource when the timelines began, or nil

	// Calls read these fields before they take the lock, so they are not in the lock's cache line.
	closed   atomic.Bool // set under mu
	patient  bool        // calls wait for the clock indefinitely
	ownClock bool        // opts.Now is set
	ownRand  bool        // opts.Rand is set

	saves    saveHistory  // calls to opts.Store.Save
	sleepers atomic.Int64 // number of calls that wait for the clock
	opts     Options      // never changes

	clock    sync.Mutex // held while opts.Now is called; guards readings
	readings int64      // number of the last reading
	source   sync.Mutex // held while opts.Rand is read; guards scratch
	scratch  UUID       // buffer for reading opts.Rand
}

// The timelines of a Generator.
const (
	unix      = iota // for version 7
	gregorian        // for versions 1 and 6
)

// shared issues UUIDs for the package-level functions. It waits for the clock as long as necessary,
// because these functions cannot return an error.
var shared = Generator{patient: true}

// NewGenerator returns a Generator with the given options. It returns an error if an option is out
// of range, or if Store fails or contains an invalid state. It does not wait for the clock. After a
// crash or kill, the first call waits until the clock is within MaxLead of the state in Store.
func NewGenerator(opts Options) (*Generator, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq // the caller may change its variable
		opts.ClockSeq = &seq
	}
	g := &Generator{ownClock: opts.Now != nil, ownRand: opts.Rand != nil, opts: opts}
	// No other goroutine has g yet, so no lock is needed. The timelines begin now, because restore
	// needs them.
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
		return // no change; if the Reader cannot be compared, g.reader is its type, so Generator.next always gets here
	}
	if before != nil && (g.ownRand || g.opts.Store != nil) {
		return // g does not use the Reader, or its order must outlive the process
	}
	// New timelines depend only on the source and the clock, so a seed makes tests reproducible.
	g.timelines = [2]timeline{
		gregorian: newTimeline(gregorianScale(), counterRule{}, givenIdentity(&g.opts), &g.opts),
		unix:      newTimeline(unixScale(), g.opts.V7.counterRule(), identity{}, &g.opts),
	}
}

// A call records the needs and results of one call to NewV7 or a similar method.
type call struct {
	want         uint8       // random bits to draw first: 0, 64 or 128
	bits         uint8       // random bits drawn: 0, 64 (in lo), or 128
	withIdentity bool        // the UUID contains the identity instead of random bits
	saveDue      bool        // half of the saved reserve is used
	hi, lo       uint64      // the random bits
	more         int         // maximum number of timestamps to issue after the first
	got          int         // number of timestamps issued after the first
	stamp        timestamp   // first timestamp issued or, with errLimit, the timestamp past the limit
	tail         uint64      // low 64 bits of the UUID if withIdentity is set
	waited       *waitRecord // nil if the call has not waited
}

// These errors report what a call or a start needs. The package never returns them to a caller.
var (
	errLimit      = errors.New("uuid: internal: the timestamp would be past the limit of its sequence")
	errBits       = errors.New("uuid: internal: 128 random bits are needed")
	errStoreAhead = errors.New("uuid: internal: the Store contains a later state")
	errHalfUsed   = errors.New("uuid: internal: half of the saved reserve is used")
	errStart      = errors.New("uuid: internal: a start must save a state before it issues UUIDs")
)

// next issues timestamps for c on the timeline unix or gregorian. All calls for versions 1, 6 and 7
// run this loop, except calls with V7Unordered.
func (g *Generator) next(which int, c *call) error {
	if g.closed.Load() {
		return fs.ErrClosed // before Rand and Now are called, because another call may hang in them
	}
	// Read random bits and the clock before taking the lock, so other calls wait less for it.
	err := g.draw(c, c.want)
	if err != nil {
		return err
	}
	r, err := g.read()
	for issued := false; err == nil && !issued; {
		// advance takes one step, or changes no timeline and returns an error that says what c
		// needs. A Store or a clock that blocks must not delay other calls, so neither runs under
		// the lock.
		g.mu.Lock()
		if g.closed.Load() {
			err = fs.ErrClosed // Close saves the last timestamps, so none may follow
		} else {
			// g.reader differs on the first call, after a test has replaced rand.Reader, and always
			// if rand.Reader cannot be compared. Then g.reader has another type, so != does not panic.
			if any(rand.Reader) != g.reader {
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
			// Keep the reading, because a new one might be past the limit again.
			err = g.cover(which, c, r, err)
		case ErrClockLead:
			r, err = g.wait(which, c)
		}
	}
	if err == nil && c.saveDue {
		// The call has its timestamps, so it ignores an error from this Save. Other calls continue
		// until the saved time is used up. Only then do they wait for a Save.
		g.cover(which, c, r, errHalfUsed)
	}
	return err
}

// A timeline connects a sequence with the clock and the Store of a Generator.
type timeline struct {
	mono      int64 // mono of the reading that set seen
	softLimit int64 // a call that issues a later tick starts the next Save
	sequence
	scale timescale

	identity    identity // for versions 1 and 6
	maxRollback int64    // a clock that moves back by up to this number of ticks counts as standing still
	rollback    RollbackPolicy
	hasStore    bool
	maxStored   int64 // greatest tick that the Store may contain
}

func newTimeline(scale timescale, how counterRule, id identity, o *Options) timeline {
	t := timeline{
		sequence: sequence{
			seen: none.tick, last: none, limit: maxTick,
			maxLead: scale.ticks(o.maxLead()), counterRule: how,
		},
		softLimit: maxTick, scale: scale, identity: id,
		maxRollback: scale.ticksUp(o.maxRollback()), rollback: o.Rollback, hasStore: o.Store != nil,
	}
	// If the fraction of a millisecond is part of the counter, it does not count as lead. furthest
	// adds maxLead to a tick without these bits. So set them in maxLead, to allow every fraction.
	// V7Precise's random fraction must not exceed the lead, or the first call in a millisecond would
	// wait.
	t.maxLead |= t.countMask
	t.maxFraction = min(t.maxFraction, uint64(t.maxLead))
	return t
}

// advance issues timestamps for c at the reading r, or returns an error and does not change t. With
// errLimit, c.stamp is the rejected timestamp. advance uses no state outside t. The caller holds
// the lock.
func (t *timeline) advance(c *call, r reading) error {
	// Convert the reading to a tick of this timeline.
	now, mono, restart, err := t.clockAt(r)
	if err != nil {
		return err
	}

	// A timeline that restarts may repeat timestamps, so it gets a new identity. The first identity
	// is drawn when a call needs it: for version 1, or for 6 with a given node or clock sequence.
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	// If the reading is a whole number of milliseconds, the clock may be coarse, so the fraction is
	// random. A finer clock can happen to return such a reading too. Then the UUID is up to half a
	// millisecond ahead, which is within the lead.
	randomFraction := t.countMask != 0 || r.wholeMilliseconds() && t.maxFraction != 0
	if c.bits < 128 && (renew || randomFraction) {
		return errBits // not drawn here: the kernel is slow, and the caller's Reader must not run under the lock
	}
	id := &t.identity
	if renew {
		// Find the identity before checking storeAhead. If there is no other identity, t rejects
		// the rollback, so the Store must not get a lower state.
		id, err = id.successor(c.hi, c.lo, now > t.last.tick)
		if err != nil {
			return err
		}
	}

	// Make the request. The counter starts with the bits of lo that v7 ignores.
	q := request{now, timestamp{now, t.start(c.lo)}, 1}
	if randomFraction {
		q.first.tick = now&^t.countMask + int64(c.hi%(t.maxFraction+1))
		q.inc += c.hi >> 32 & t.incMask // the high half, because the fraction uses the low bits
	}
	if restart && t.storeAhead(now) {
		// Save a lower state before issuing a timestamp at the earlier time. Otherwise, if the
		// process were killed, the next start would find a state far ahead of its clock.
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

// clockAt returns the tick and the mono that t uses for r, and reports whether t must restart.
func (t *timeline) clockAt(r reading) (now, mono int64, restart bool, err error) {
	if r.overtaken(t.mono) {
		// Another call read the clock later and got the lock first. An old reading must not count
		// as a rollback, so the clock counts as stopped for this call.
		return t.seen, t.mono, false, nil
	}
	now, err = t.scale.tick(r.at)
	if err != nil {
		return 0, 0, false, err
	}
	back := t.seen - now // positive if the clock moved back
	switch {
	case r.fromOtherClock(t.mono, back > 0) && !t.hasStore:
		// Times from two clocks cannot be compared. With a Store, switching clocks counts as
		// setting one clock. The first reading also ends up here, which is harmless.
		restart = true
	case back <= 0: // the usual case: the clock did not move back
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

// callNow calls Options.Now, one call at a time. In a bubble, Now and Rand must not block, because
// the bubble's time does not advance while another goroutine waits for a mutex.
func (g *Generator) callNow() (reading, error) {
	g.clock.Lock()
	defer g.clock.Unlock() // even if Now panics
	if g.closed.Load() {
		return reading{}, fs.ErrClosed // closed while this call waited for the lock
	}
	at := instantOf(g.opts.Now())
	// The lock covers both the reading and its number, so a later reading has a greater number. The
	// monotonic time from Now is not used, because Now may change it, as Time.Add does.
	g.readings++
	return reading{at, g.readings}, nil
}

// callRand reads from Options.Rand, one call at a time.
func (g *Generator) callRand() (hi, lo uint64, err error) {
	g.source.Lock()
	defer g.source.Unlock() // even if Rand panics
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed // closed while this call waited for the lock
	}
	return read128(g.opts.Rand, &g.scratch)
}

// draw draws 0, 64 or 128 random bits for c. Options.Rand provides 16 bytes for each UUID, so draw
// reads 128 bits from it instead of 64.
func (g *Generator) draw(c *call, bits uint8) (err error) {
	switch {
	case bits == 0:
	case bits == 64 && !g.ownRand:
		// The kernel takes a few nanoseconds per byte, so read only the 8 bytes needed.
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
