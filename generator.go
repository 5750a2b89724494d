package uuid

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
)

// A Generator issues UUIDs. Its zero value is ready to use and behaves as the package-level
// functions do, but returns an error where they wait on; [NewGenerator] makes one with [Options].
// It is safe for concurrent use and must not be copied after first use.
//
// Each version 7 UUID of a Generator is greater than all those of calls that returned before, on
// any goroutine; so is each of version 6. While this order lasts, no UUID comes twice; otherwise
// random bits and a new clock sequence keep UUIDs apart. The order has four exceptions:
//
//   - V7Unordered keeps none.
//   - Under RollbackFollow it starts again after a step back of more than MaxRollback.
//   - Without Now and Store, it starts again when a call comes from another
//     testing/synctest bubble than the one before, or from outside.
//   - It starts again when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does, unless Rand or Store is set.
type Generator struct {
	mu        sync.Mutex  // guards timelines, reader and saves
	timelines [2]timeline // unix and gregorian

	// A call reads these before it has the lock. So they are not in the line of cache that
	// the lock is in, which a call on another core may just have taken.
	closed   atomic.Bool // changes under mu
	patient  bool        // calls wait for the clock without limit
	ownClock bool        // opts.Now is set
	ownRand  bool        // opts.Rand is set
	reader   any         // systemSource when the timelines began; nil: they have not; guarded by mu

	saves   saves        // of opts.Store
	waiting atomic.Int64 // how many calls sleep until the clock has moved on
	opts    Options      // never change

	clock    sync.Mutex // held while opts.Now is called; guards readings
	readings int64      // how many there were
	source   sync.Mutex // held while opts.Rand is read; guards scratch
	scratch  UUID       // what opts.Rand writes to
}

// The timelines of a Generator.
const (
	unix      = iota // of version 7
	gregorian        // of versions 1 and 6
)

// shared issues the UUIDs of the package-level functions. Its callers get no error, so a
// call that gave up could only be made again.
var shared = Generator{patient: true}

// NewGenerator returns a Generator with the given options, or an error if one of them is out of
// range, or if Store holds no usable state or cannot keep one. It does not wait for the clock:
// after a kill, the first call waits until the clock is within MaxLead of the state in Store.
func NewGenerator(opts Options) (*Generator, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq // the caller may change it
		opts.ClockSeq = &seq
	}
	g := &Generator{ownClock: opts.Now != nil, ownRand: opts.Rand != nil, opts: opts}
	// Nobody else has g yet, so the lock is not needed. The timelines begin here and not in the
	// first call, because a state from the Store has to be put into them.
	g.beginLocked()
	if opts.Store != nil {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// beginLocked begins the timelines, before the first call and when a test has replaced
// crypto/rand.Reader.
func (g *Generator) beginLocked() {
	before := g.reader
	g.reader = systemSource()
	if g.reader == before {
		return // a Reader that cannot be compared looks new to each call
	}
	if before != nil && (g.ownRand || g.opts.Store != nil) {
		return // g does not use what was replaced, or its order has to outlive the process
	}
	// From now on the UUIDs of g depend on the new source and the clock alone. So a test with a seed
	// gets the same UUIDs each time.
	g.timelines = [2]timeline{
		gregorian: newTimeline(gregorianScale(), counting{}, givenIdentity(&g.opts), &g.opts),
		unix:      newTimeline(unixScale(), g.opts.V7.counting(), identity{}, &g.opts),
	}
}

// A call is what one call of NewV7 and its like needs to issue timestamps, and what it gets.
type call struct {
	want         uint8 // how many random bits it needs: 0, 64 or 128
	bits         uint8 // how many it has: none, 64 in lo, or 128
	withIdentity bool  // the UUID carries the identity of the generator instead of random bits
	saveDue      bool  // less than half of what the Store covers is left: it is to be told early

	hi, lo uint64    // the random bits
	more   int       // how many timestamps to issue after the first, each one after the one before
	stamp  timestamp // the first one issued or, with errLimit, the one past the limit
	tail   uint64    // second word of a UUID with the identity
	waited *wait     // nil: it has not waited
}

// Errors by which advance asks next for what it needs. No caller sees them.
var (
	errBits       = errors.New("uuid: internal: 128 random bits are needed")
	errStoreAhead = errors.New("uuid: internal: the Store holds a later state")
)

// next issues timestamps of a timeline for c. All calls for versions 1, 6 and 7 run through this
// loop, except those of V7Unordered.
func (g *Generator) next(which int, c *call) error {
	if g.closed.Load() {
		return fs.ErrClosed // before code of the caller runs, in which another call may hang
	}
	// Random bits and the clock are read before the lock is taken. Under it they would
	// double the time for which other calls have to wait.
	err := g.draw(c, c.want)
	if err != nil {
		return err
	}
	r, err := g.read()
	for issued := false; err == nil && !issued; {
		// advance makes one step, or changes nothing and returns an error that says what it
		// needs. No code of a caller runs under the lock: a Store or a clock that blocks must
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
		// c has its timestamps, so an error does not matter yet: other calls use the rest of what
		// the Store covers, and try again when that is used up. If Save is done before that, it
		// delays only this call.
		g.cover(which, c, r, nil)
	}
	return err
}

// A timeline is a sequence that runs on the clock and the Store of a Generator.
type timeline struct {
	mono      int64 // of the reading at which the clock showed seen
	softLimit int64 // past this tick the Store is told early that it has to cover more
	sequence
	scale timescale

	identity    identity // of versions 1 and 6
	maxRollback int64    // how many ticks back the clock counts as standing still
	rollback    RollbackPolicy
	hasStore    bool  // there is a Store
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

// advance issues timestamps for c at the reading r. It decides from the state of t alone. It
// changes all of it at once or, with an error, nothing. The caller holds the lock.
func (t *timeline) advance(c *call, r reading) error {
	// Where the clock stands, for this timeline.
	now, mono, restart, err := t.place(r)
	if err != nil {
		return err
	}

	// A timeline that begins again may repeat timestamps, so it takes another identity. Only
	// version 1, and version 6 with a given node or clock sequence, need a first one.
	renew := restart && t.identity.known || c.withIdentity && !t.identity.known
	// A clock of whole milliseconds leaves the fraction to chance. A finer clock shows one now and
	// then, and the UUID is up to half a millisecond ahead: less than the lead.
	randomFraction := t.countMask != 0 || r.wholeMilliseconds() && t.maxFraction != 0
	if c.bits < 128 && (renew || randomFraction) {
		return errBits // a caller's source must not be read under the lock
	}
	id := &t.identity
	if renew {
		// This comes before the Store is asked for a lower state: if there is no other identity,
		// the step back is refused, and the Store must not be lowered.
		id, err = id.successor(c.hi, c.lo, now > t.last.tick)
		if err != nil {
			return err
		}
	}

	// The step. The counter starts with the top bits of lo, which v7 does not use again.
	q := request{now, timestamp{now, t.start(c.lo)}, 1}
	if randomFraction {
		q.first.tick = now&^t.countMask + int64(c.hi%(t.maxFraction+1))
		q.inc += c.hi >> 32 & t.incMask
	}
	if restart && t.storeAhead(now) {
		// A process that is killed now would leave a state far ahead of the clock. So the Store is
		// told of the earlier time before anything is issued at it.
		return errStoreAhead
	}
	c.stamp, err = t.step(q, restart)
	if err != nil {
		return err
	}

	// The timestamp is issued, so nothing may fail from here on. The identity is written only
	// if it changes: to write a line of cache makes the next call on another core slower.
	t.mono = mono
	if renew {
		t.identity = *id
	}
	if c.more > 0 {
		c.more = t.extend(c.more)
	}
	if c.withIdentity {
		c.tail = id.tail()
	}
	c.saveDue = t.last.tick > t.softLimit
	return nil
}

// place returns the tick at which t sees the clock at a reading, its monotonic time, and
// whether t begins again there.
func (t *timeline) place(r reading) (now, mono int64, restart bool, err error) {
	if r.overtaken(t.mono) {
		// Another call read the clock later and got the lock first. To this one the clock
		// stands still: an old reading must not count as a step back.
		return t.seen, t.mono, false, nil
	}
	now, err = t.scale.tick(r.at)
	if err != nil {
		return 0, 0, false, err
	}
	back := t.seen - now
	switch {
	case r.fromOtherClock(t.mono, back > 0) && !t.hasStore:
		// The order of another clock's times means nothing here, forward or back. A Store
		// belongs to one clock, so with one this is a step like any other. For a timeline that has
		// issued nothing yet, it makes no difference.
		restart = true
	case back <= 0:
	case back <= t.maxRollback || t.rollback == RollbackHold:
		now = t.seen // the clock counts as standing still until it has caught up
	case t.rollback == RollbackError:
		return 0, 0, false, ErrClockRollback
	default:
		restart = true
	}
	return now, r.mono, restart, nil
}

// read reads the clock.
func (g *Generator) read() (reading, error) {
	if g.ownClock {
		return g.callNow()
	}
	return systemTime(), nil
}

// random128 returns 128 random bits.
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
		return reading{}, fs.ErrClosed // since this call began to wait for the lock
	}
	at := instantOf(g.opts.Now())
	// The number is taken under the same lock as the reading, so that a greater one is of a later
	// reading. A monotonic time in what Now returned proves nothing: Now may have made it up.
	g.readings++
	return reading{at, g.readings}, nil
}

// callRand reads from Options.Rand, one call at a time.
func (g *Generator) callRand() (hi, lo uint64, err error) {
	g.source.Lock()
	defer g.source.Unlock() // also if Rand panics
	if g.closed.Load() {
		return 0, 0, fs.ErrClosed // since this call began to wait for the lock
	}
	return read128(g.opts.Rand, &g.scratch)
}

// draw draws random bits for c. From Options.Rand it draws 128 if it is to draw any.
func (g *Generator) draw(c *call, bits uint8) (err error) {
	switch {
	case bits == 0:
	case bits == 64 && !g.ownRand:
		// The kernel takes some nanoseconds for each byte, so no more than needed are read.
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
