package uuid

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// Options configure a [Generator]. The zero value of each field is its
// default. Now, Rand and Store must not call the Generator that calls them.
type Options struct {
	// Now reads the clock. One goroutine at a time calls it, except with
	// V7Unordered. Nil means the system clock. Its resolution should be a
	// millisecond or finer: on a coarser clock calls for versions 1 and 6 soon
	// wait for the next tick.
	Now func() time.Time

	// Rand is the source of random bits. One goroutine at a time reads from it.
	// The Generator reads 16 bytes for each UUID, without buffering, and
	// completes short reads. Version 1 reads only when it needs a random node or
	// clock sequence. Nil means the entropy of the package-level functions, of
	// which each Generator keeps up to 16 KiB drawn ahead.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6. The zero Node means
	// the one in Store, or a random one; see RandomNode.
	Node Node

	// ClockSeq is the first clock sequence of versions 1 and 6, at most 14
	// bits. Nil means random. If Store holds a state, ClockSeq is ignored and
	// the one after the stored one is used.
	ClockSeq *uint16

	// V7 is the method that keeps version 7 UUIDs in order.
	V7 V7Method

	// MaxRollback is how far the clock may go back without being followed.
	// Until the clock has caught up, UUIDs carry the last time before the step
	// and keep increasing, and calls wait if more are asked for than MaxLead has
	// room for. Zero means 10 s.
	MaxRollback time.Duration

	// Rollback says what happens when the clock goes back by more than that.
	Rollback RollbackPolicy

	// MaxLead is how far the time in UUIDs may run ahead of the clock when
	// they are issued faster than it ticks. While a step back of the clock is
	// bridged, it counts from the held time. Zero means 10 ms.
	MaxLead time.Duration

	// MaxWait is how long one call may wait for the clock in all. A call that
	// would wait longer returns ErrClockLead, at once if it can tell. Zero means
	// that a call waits for at most MaxRollback and 3.5 s for one UUID. MaxWait
	// does not bound the time that Store takes. In a testing/synctest bubble a
	// wait ends only when all other goroutines of the bubble are blocked durably.
	// A goroutine that waits while it holds a mutex that others want deadlocks
	// the bubble.
	MaxWait time.Duration

	// Store keeps the generator's state for the next process. Nil means that
	// the state dies with the process.
	Store Store
}

const (
	defaultMaxRollback = 10 * time.Second
	defaultMaxLead     = 10 * time.Millisecond
)

// A Generator issues UUIDs. Its zero value is ready to use and behaves as the
// package-level functions do; [NewGenerator] makes one with [Options]. It is
// safe for concurrent use and must not be copied after first use.
//
// A Generator guarantees that no two of its UUIDs are the same, whatever the clock
// does. It also guarantees that each version 7 UUID is greater than all version 7
// UUIDs that it issued before, on any goroutine. Before means that one call returned
// before the other began. The same holds for version 6. There are three exceptions
// to the order:
//
//   - V7Unordered keeps no order.
//   - Under RollbackFollow order starts anew when the clock goes back by more
//     than MaxRollback.
//   - Order starts anew when a testing/synctest bubble begins or ends. A bubble has
//     another clock, and the time in a UUID is the bubble's.
//
// Version 1 UUIDs do not sort by time. UUIDs of different generators or hosts are in
// the order of their clocks.
//
// The time in a UUID is ahead of the clock by at most MaxLead. While a step back of
// the clock is bridged, the length of that step is added.
type Generator struct {
	opts   Options
	clock  clock // to be read without the lock
	closed atomic.Bool

	storeMu sync.Mutex // held by the call that calls the Store; locked under mu

	_ [64]byte // so that readers of the clock do not wait for the line of the lock

	mu        sync.Mutex // guards all below; functions named …Locked need it
	unix      clocked    // version 7; close to mu, as both are in use at once
	gregorian clocked    // versions 1 and 6
	identity  identity
	stocks    *[16]stock // of random words; nil with Options.Rand
	source    source
	testRand  io.Reader // what crypto/rand.Reader was when g issued last, other than by a plain step
	ready     bool      // setup is done
	storing   bool      // storeMu is held
	waiting   uint64    // how many calls wait for the clock
	still     instant   // the reading at which a call found the clock to stand still
}

// shared issues the UUIDs of the package-level functions.
var shared Generator

// A clocked is a sequence that runs on the clock and the Store of a Generator.
type clocked struct {
	mono int64 // the monotonic time when the clock showed seen; first, so that a step changes one cache line
	sequence
	scale    *timescale
	reserved int64 // the last tick that the Store covers; limit is less, so that the Store is told in time
}

// NewGenerator returns a Generator with the given options. It returns an error if
// one of them is out of range, and if Store holds no usable state or cannot keep
// one.
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
	g := &Generator{opts: opts}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.setupLocked()
	if opts.Store != nil {
		if err := g.restoreLocked(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// setupLocked derives the fields of g from its options.
func (g *Generator) setupLocked() {
	g.ready = true
	g.clock.now = g.opts.Now
	if g.source.reader = g.opts.Rand; g.opts.Rand == nil {
		g.stocks = new([16]stock)
	}
	g.still = instant{nsec: -1} // which no clock shows
	g.gregorian = g.newClocked(&gregorian)
	g.unix = g.newClocked(&unix)
	g.unix.counterBits = g.opts.V7.counterBits()
	if g.opts.V7 != V7Precise {
		// These methods count in the fraction, where it is no lead.
		g.unix.coarse = fractionMask
		g.unix.maxLead |= fractionMask
	}
}

func (g *Generator) newClocked(scale *timescale) clocked {
	return clocked{
		sequence: sequence{
			maxLead:     scale.ticks(cmp.Or(g.opts.MaxLead, defaultMaxLead)),
			maxRollback: scale.ticksUp(cmp.Or(g.opts.MaxRollback, defaultMaxRollback)),
			seen:        none.tick,
			last:        none,
			limit:       maxTick,
		},
		scale:    scale,
		reserved: maxTick,
	}
}

// Close saves in Store exactly what g issued, so that the next generator on it
// need not wait, and ends the use of g: every later call returns [os.ErrClosed],
// Close too. Without a Store it only ends the use. If Store fails, Close returns
// its error, g is closed all the same, and Store has the state that was saved
// before, which lies ahead. ErrStateTaken is no failure: the Store has a later state of
// another generator. State goes on to answer.
func (g *Generator) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.storing {
		g.awaitStoreLocked()
	}
	if g.closed.Swap(true) {
		return fs.ErrClosed
	}
	g.gregorian.limit, g.unix.limit = none.tick, none.tick // nothing steps any more
	if g.opts.Store == nil {
		return nil
	}
	st := g.stateLocked()
	err := g.storeLocked(func() error { return g.opts.Store.Save(st) })
	if errors.Is(err, ErrStateTaken) {
		return nil
	}
	return err
}

// isClosed returns [fs.ErrClosed] after Close.
func (g *Generator) isClosed() error {
	if g.closed.Load() {
		return fs.ErrClosed
	}
	return nil
}

// A ticked is a reading of the clock and the tick in which it lies. The zero value
// was not read.
type ticked struct {
	reading
	now  int64
	read bool
}

// beginLocked prepares g for issuing. When a test has replaced crypto/rand.Reader, g
// begins anew, as if it was a new one: its UUIDs depend on the new source and the clock
// alone.
func (g *Generator) beginLocked() error {
	if err := g.isClosed(); err != nil {
		return err
	}
	if !g.ready {
		g.setupLocked()
	}
	if g.opts.Rand != nil || g.opts.Store != nil || sameReader(&rand.Reader, &g.testRand) {
		return nil
	}
	if g.testRand = rand.Reader; !systemRand() {
		g.identity = identity{}
		g.gregorian.restart(none.tick)
		g.unix.restart(none.tick)
	}
	return nil
}

// tickedLocked reads the clock for s under the lock: the wall clock if the last
// reading of it is not to be built upon.
func (g *Generator) tickedLocked(s *clocked) (ticked, error) {
	r := g.clock.recent(monotonic())
	if !r.fresh() || r.otherClock(s.mono) {
		r = g.clock.read()
	}
	now, err := s.scale.tick(r.at)
	return ticked{r, now, err == nil}, err
}

// issueLocked issues the next timestamp of s, for which request returns what to ask
// for. It completes d, and reads the clock to r if r was not read or others have moved
// s since. It issues nothing if it returns an error.
func (g *Generator) issueLocked(s *clocked, r *ticked, d *draw, request func() request) (err error) {
	for {
		if err := g.isClosed(); err != nil {
			return err
		}
		if !r.read || r.now != s.seen {
			if *r, err = g.tickedLocked(s); err != nil {
				return err
			}
		}
		if err := g.completeLocked(d); err != nil {
			return err
		}
		again, err := g.unblockLocked(s, r.reading, request())
		if !again {
			if err == nil {
				s.mono = r.mono
			}
			return err
		}
		r.read = false
	}
}

// unblockLocked makes the step that q asks for. It does first what the step needs, and
// returns an error if the step cannot be made. If it reports again, it has released
// the lock, so that q is out of date.
func (g *Generator) unblockLocked(s *clocked, r reading, q request) (again bool, err error) {
	if s.step(q) {
		return false, nil
	}
	if back := s.seen - q.now; back > 0 {
		switch {
		case r.otherClock(s.mono):
			again, err = g.followLocked(s, r.at, q.now)
		case back <= s.maxRollback, g.opts.Rollback == RollbackHold:
			q.now, q.start = s.seen, s.seen&^s.coarse // the clock counts as standing still
		case g.opts.Rollback == RollbackError:
			err = ErrClockRollback
		default:
			again, err = g.followLocked(s, r.at, q.now)
		}
		if again || err != nil {
			return again, err
		}
	}
	next := s.next(q)
	switch {
	case next.tick > maxTick:
		return false, ErrTimeRange
	case next.tick > q.start+s.maxLead:
		return false, ErrClockLead
	case next.tick > s.reserved:
		if again, err = g.reserveLocked(s, r.at); again || err != nil {
			return again, err
		}
		// Others may have gone on meanwhile, up to what was reserved. That is before next.
	}
	s.seen, s.last = max(q.now, s.seen), next
	return false, nil
}

// A draw is 128 random bits, or will be.
type draw struct {
	hi, lo uint64
	drawn  bool
}

// draw draws random bits unless they come from Options.Rand, which only one goroutine
// at a time may read.
func (g *Generator) draw() (d draw) {
	if g.opts.Rand == nil {
		d.hi, d.lo = random128()
		d.drawn = true
	}
	return d
}

// completeLocked draws d from Options.Rand if it is not drawn yet.
func (g *Generator) completeLocked(d *draw) (err error) {
	if !d.drawn {
		d.hi, d.lo, err = g.source.next128()
		d.drawn = err == nil
	}
	return err
}

// random128Locked returns 128 random bits.
func (g *Generator) random128Locked() (hi, lo uint64, err error) {
	d := g.draw()
	err = g.completeLocked(&d)
	return d.hi, d.lo, err
}

// random128 is random128Locked for a caller who does not hold the lock. It takes it
// only for Options.Rand.
func (g *Generator) random128() (hi, lo uint64, err error) {
	if err = g.isClosed(); err != nil {
		return
	}
	if g.opts.Rand != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.random128Locked()
	}
	hi, lo = random128()
	return
}

// panicOn panics with err if there is one.
func panicOn(err error) {
	if err != nil {
		panic(err)
	}
}

// refill fills the stock of words that this goroutine takes from, outside the lock,
// if it is empty, and reports whether it did.
func (g *Generator) refill() bool {
	if g.opts.Rand != nil {
		return false
	}
	g.mu.Lock()
	if !g.ready {
		g.setupLocked()
	}
	s := g.stock()
	claimed := s.claim()
	g.mu.Unlock()
	if !claimed {
		return false
	}
	n := drawWords(s.words[:])
	g.mu.Lock()
	s.left, s.filling = int32(n), false
	g.mu.Unlock()
	return n > 0
}

// stock returns the stock of words for this goroutine.
func (g *Generator) stock() *stock { return &g.stocks[shardHint()%uint(len(g.stocks))] }

// contend locks mu when others hold it, and returns a reading of the clock from about
// that time. A step under the lock takes some 10 ns. So contend reads the clock for a
// while and tries the lock now and then. That takes less time than to be put to sleep,
// which Lock does at once where there are more goroutines than cores. To try all the
// time would slow down those who hold the lock.
func (g *Generator) contend() reading {
	for i := range 300 {
		r := g.clock.recent(monotonic())
		if i%10 == 9 && g.mu.TryLock() {
			return r
		}
	}
	g.mu.Lock()
	return g.clock.recent(monotonic())
}
