package uuid

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
)

// A Generator issues UUIDs. [NewGenerator] takes [Options]. The zero value is ready to use: it
// behaves as the package-level functions do, but waits for MaxWait at most. A Generator is safe for
// concurrent use and must not be copied after first use.
//
// Each version 7 UUID of a Generator is greater than all those of calls that returned before, on
// any goroutine. The same holds for version 6. While this order lasts, no UUID is issued twice.
// Where it ends, random bits and a new clock sequence make UUIDs differ. Order has four exceptions:
//
//   - V7Unordered keeps no order.
//   - Under RollbackFollow order starts again after a step back of more than MaxRollback.
//   - Without Now and Store, order starts again when a call comes from another testing/synctest
//     bubble than the call before, or from outside.
//   - Without Rand and Store, order starts again when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does.
type Generator struct {
	mu        sync.Mutex  // guards timelines, reader and saves
	timelines [2]timeline // unix and gregorian

	// A call reads these before it has the lock, so they are not in the lock's cache line.
	closed   atomic.Bool // changes under mu
	patient  bool        // calls wait for the clock without limit
	ownClock bool        // opts.Now is set
	ownRand  bool        // opts.Rand is set
	reader   any         // systemSource when the timelines began, nil before that; guarded by mu

	saves    saves        // of opts.Store
	sleepers atomic.Int64 // how many calls sleep until the clock has moved on
	opts     Options      // never changed

	clock    sync.Mutex // held while opts.Now is called; guards readings
	readings int64      // number of the last reading
	source   sync.Mutex // held while opts.Rand is read; guards scratch
	scratch  UUID       // opts.Rand writes to it
}

// The timelines of a Generator.
const (
	unix      = iota // of version 7
	gregorian        // of versions 1 and 6
)

// shared issues the UUIDs of the package-level functions. They return no error, so a caller could
// only call again. That is why shared waits without limit.
var shared = Generator{patient: true}

// NewGenerator returns a Generator with the given options. It returns an error if an option is out
// of range, and if Store holds an unusable state or cannot save. It does not wait for the clock.
// After a kill, the first call waits until the clock is within MaxLead of the state in Store.
func NewGenerator(opts Options) (*Generator, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq // the caller may change it
		opts.ClockSeq = &seq
	}
	g := &Generator{ownClock: opts.Now != nil, ownRand: opts.Rand != nil, opts: opts}
	// Nobody else has g yet, so the lock is not needed. The timelines begin before the first call,
	// because they have to continue from the state in the Store.
	g.beginLocked()
	if opts.Store != nil {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// beginLocked begins the timelines, and again when a test has replaced crypto/rand.Reader.
func (g *Generator) beginLocked() {
	before := g.reader
	g.reader = systemSource()
	if g.reader == before {
		return // next compares Readers, and one that cannot be compared always looks new
	}
	if before != nil && (g.ownRand || g.opts.Store != nil) {
		return // g does not use the Reader, or its order has to outlive the process
	}
	// From now on the UUIDs of g depend only on the new source and the clock. So a test with a seed
	// gets the same UUIDs each time.
	g.timelines = [2]timeline{
		gregorian: newTimeline(gregorianScale(), counting{}, givenIdentity(&g.opts), &g.opts),
		unix:      newTimeline(unixScale(), g.opts.V7.counting(), identity{}, &g.opts),
	}
}

// A call holds the needs of one call of NewV7 or a method like it, and its results.
type call struct {
	want         uint8       // how many random bits it needs: 0, 64 or 128
	bits         uint8       // how many it has: 0, 64 in lo, or 128
	withIdentity bool        // the UUID carries the identity of the generator instead of random bits
	saveDue      bool        // half of the time in the Store is used, so the next Save begins
	hi, lo       uint64      // the random bits
	more         int         // how many timestamps after the first to issue, at most
	got          int         // how many of these were issued
	stamp        timestamp   // the first one issued or, with errLimit, the one past the limit
	tail         uint64      // second word of a UUID with the identity
	waited       *waitRecord // nil: it has not waited
}

// Errors that name a need of a call or of a start. No caller sees them.
var (
	errLimit      = errors.New("uuid: internal: the timestamp would be past the limit of its sequence")
	errBits       = errors.New("uuid: internal: 128 random bits are needed")
	errStoreAhead = errors.New("uuid: internal: the Store holds a later state")
	errHalfUsed   = errors.New("uuid: internal: half of the time in the Store is used")
	errStart      = errors.New("uuid: internal: the Store is to hold what a start continues from")
)

// next issues timestamps for c, of the timeline unix or gregorian. All calls for versions 1, 6 and 7
// run through this loop, except those of V7Unordered.
func (g *Generator) next(which int, c *call) error {
	if g.closed.Load() {
		return fs.ErrClosed // before Rand and Now are called, in which another call may hang
	}
	// Random bits and the clock are read before the lock is taken. Under it they would
	// double the time for which other calls have to wait.
	err := g.draw(c, c.want)
	if err != nil {
		return err
	}
	r, err := g.read()
	for issued := false; err == nil && !issued; {
		// advance makes one step, or changes nothing and returns an error that names its
		// need. No code of a caller runs under the lock: a Store or a clock that blocks must
		// not hold up calls that need neither.
		g.mu.Lock()
		if g.closed.Load() {
			err = fs.ErrClosed // nothing may be issued above the state that Close saves
		} else {
			if any(rand.Reader) != g.reader { // the first call, or a test has replaced it
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
			// The reading stays in use: a new one might be past the limit again.
			err = g.cover(which, c, r, err)
		case ErrClockLead:
			r, err = g.wait(which, c)
		}
	}
	if err == nil && c.saveDue {
		// c has its timestamps, so an error of this Save is not its error. Other calls use the
		// time that is left in the Store, and then try again. A short Save delays only this call.
		g.cover(which, c, r, errHalfUsed)
	}
	return err
}

// A timeline is a sequence that runs on the clock and the Store of a Generator.
type timeline struct {
	mono      int64 // mono of the reading that set seen
	softLimit int64 // the call that issues past this tick begins the next Save
	sequence
	scale timescale

	identity    identity // of versions 1 and 6
	maxRollback int64    // how many ticks back the clock counts as standing still
	rollback    RollbackPolicy
	hasStore    bool
	maxStored   int64 // the greatest tick that the Store may hold
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
	// Where the fraction of a millisecond is a part of the counter, it does not count as lead.
	// Elsewhere a random fraction must not be past the lead, or the first call in a millisecond
	// would have to wait.
	t.maxLead |= t.countMask
	t.maxFraction = min(t.maxFraction, uint64(t.maxLead))
	return t
}

// advance issues timestamps for c at the reading r, or returns an error and changes nothing. It
// decides from the state of t alone. The caller holds the lock.
func (t *timeline) advance(c *call, r reading) error {
	// Where the clock stands, for this timeline.
	now, mono, restart, err := t.clockAt(r)
	if err != nil {
		return err
	}

	// A timeline that begins again may repeat timestamps, so it takes another identity. A first
	// identity is drawn when a call needs it: of version 1, or 6 with a given node or clock sequence.
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	// On a clock of whole milliseconds the fraction is random. A finer clock may show a whole
	// millisecond, too. Then the UUID is up to half a millisecond ahead, which is within the lead.
	randomFraction := t.countMask != 0 || r.wholeMilliseconds() && t.maxFraction != 0
	if c.bits < 128 && (renew || randomFraction) {
		return errBits // the slow kernel, or a caller's source, must not be read under the lock
	}
	id := &t.identity
	if renew {
		// This comes before storeAhead: without another identity the step back is refused, and then
		// the Store must not get a lower state.
		id, err = id.successor(c.hi, c.lo, now > t.last.tick)
		if err != nil {
			return err
		}
	}

	// The step. The counter starts with bits of lo that v7 does not use again.
	q := request{now, timestamp{now, t.start(c.lo)}, 1}
	if randomFraction {
		q.first.tick = now&^t.countMask + int64(c.hi%(t.maxFraction+1))
		q.inc += c.hi >> 32 & t.incMask
	}
	if restart && t.storeAhead(now) {
		// If the process were killed now, the next start would find a state far ahead of its clock.
		// So a lower state is saved before anything is issued at the earlier time.
		return errStoreAhead
	}
	c.stamp, err = t.step(q, restart)
	if err != nil {
		return err
	}

	// The timestamp is issued, so nothing may fail from here on. The identity is written only if it
	// changes: a write to its cache line would slow down the next call on another core.
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

// clockAt returns the tick at which t sees the clock at a reading, the monotonic time of the
// reading, and whether t begins again there.
func (t *timeline) clockAt(r reading) (now, mono int64, restart bool, err error) {
	if r.overtaken(t.mono) {
		// Another call read the clock later and got the lock first. An old reading must not count as
		// a step back, so for this call the clock stands still.
		return t.seen, t.mono, false, nil
	}
	now, err = t.scale.tick(r.at)
	if err != nil {
		return 0, 0, false, err
	}
	back := t.seen - now // positive if the clock went back
	switch {
	case r.fromOtherClock(t.mono, back > 0) && !t.hasStore:
		// The times of two clocks cannot be compared. A Store belongs to one clock, so with a Store
		// this is a step like any other. The first reading of all comes here too, which does no harm.
		restart = true
	case back <= 0: // the clock went on, as nearly always
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

// callNow calls Options.Now, one call at a time.
func (g *Generator) callNow() (reading, error) {
	g.clock.Lock()
	defer g.clock.Unlock() // also if Now panics
	if g.closed.Load() {
		return reading{}, fs.ErrClosed // while this call waited for the lock
	}
	at := instantOf(g.opts.Now())
	// The number changes under the same lock as the reading, so a later reading has a greater number.
	// A monotonic time in the result of Now proves nothing: Now may have made it up.
	g.readings++
	return reading{at, g.readings}, nil
}

// callRand reads from Options.Rand, one call at a time.
func (g *Generator) callRand() (hi, lo uint64, err error) {
	g.source.Lock()
	defer g.source.Unlock() // also if Rand panics
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed // while this call waited for the lock
	}
	return read128(g.opts.Rand, &g.scratch)
}

// draw draws random bits for c: 0, 64 or 128. Options.Rand always gives 128.
func (g *Generator) draw(c *call, bits uint8) (err error) {
	switch {
	case bits == 0:
	case bits == 64 && !g.ownRand:
		// The kernel takes some nanoseconds for each byte, so only the 8 that are needed are read.
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
