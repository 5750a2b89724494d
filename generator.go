package uuid

import (
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"
)

// A Generator issues UUIDs. Use [NewGenerator] to set [Options]. The zero value is ready to use and
// behaves like the package-level functions, except that a call waits for at most Options.MaxWait. A
// Generator is safe for concurrent use and must not be copied after first use.
//
// Each version 7 UUID from a Generator is greater than the version 7 UUIDs from all calls that
// returned earlier, on any goroutine. The same is true of version 6. While this order holds, no
// UUID is issued twice. When the order restarts, random bits and a new clock sequence keep UUIDs
// distinct. There are four exceptions to the order:
//
//   - V7Unordered keeps no order.
//   - With RollbackFollow, the order restarts when the clock moves back by more than MaxRollback.
//   - With neither Now nor Store, the order restarts when calls enter or leave a synctest bubble.
//   - With neither Rand nor Store, the order restarts when a test replaces crypto/rand.Reader, as
//     testing/cryptotest.SetGlobalRandom does.
//
// A UUID of version 1, 6 or 7 contains the time that the clock showed during the call, or a later
// time while UUIDs run ahead of the clock (see MaxLead) or a rollback is ignored. If the clock is
// set back during the call, the UUID may contain the time before or after the step. In a synctest
// bubble, the clock is the bubble's. But a call that enters the bubble may still use the time
// outside the bubble, as long as the two times are within MaxRollback of each other.
type Generator struct {
	mu        sync.Mutex  // guards timelines, readings, begunWith, sleepers, lastSave and own
	timelines [2]timeline // unix and gregorian
	readings  uint64      // number of readings of the clock in resolve
	begunWith any         // readerID when the timelines began, or nil

	// Calls read these fields before they take the lock, so they are not in the lock's cache line.
	closed  atomic.Bool // set under mu
	patient bool        // calls wait for the clock indefinitely
	custom  bool        // opts has Now, Rand or V7, so NewV7 cannot take the fast path

	sleepers int       // number of calls that wait for the clock
	lastSave *saveCall // last call to opts.Store.Save, or nil
	own      []State   // states of g that the Store may contain; see planSave
	opts     Options   // never changes

	nowMu   sync.Mutex // held from a call to opts.Now until its time is used; never locked under mu
	randMu  sync.Mutex // held while opts.Rand is read; guards randBuf
	randBuf UUID
}

// shared issues UUIDs for the package-level functions. It waits for the clock as long as necessary,
// because these functions cannot return an error.
var shared = Generator{patient: true}

// NewGenerator returns a Generator with the given options. It returns an error if an option is out
// of range, if the Store cannot load its state, or if that state is invalid. NewGenerator neither
// saves a state nor reads the clock; the call that issues the first UUID does both. After a crash
// or a kill, the first call may have to wait; see [State].
func NewGenerator(opts Options) (*Generator, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.ClockSeq != nil {
		seq := *opts.ClockSeq // the caller may change its variable
		opts.ClockSeq = &seq
	}
	g := &Generator{custom: opts.Now != nil || opts.Rand != nil || opts.V7 != V7Precise, opts: opts}
	if opts.Store != nil {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// next issues a timestamp on a timeline. low is the second word of the UUID before v1, v6 or v7
// adds its fields: random bits or, withIdentity, the node and clock sequence of g. Nearly all calls
// take this fast path: random bits, clock, lock, step, unlock. What is rare is left to resolve.
//
// issueFast does the same for calls that need a call struct, because of Rand, V7 or FillV7. If
// these calls took the slow path, parallel calls with V7Counter would take nearly twice as long,
// because each would read the clock and copy its timeline under the lock.
func (g *Generator) next(timeline int, withIdentity bool) (stamp timestamp, low uint64, err error) {
	if g.custom || rand.Reader != initialReader {
		return g.nextCustom(timeline, withIdentity)
	}
	// Random bits and the clock are read before taking the lock, so other calls wait less for it.
	// Nothing checks closed here, because Close sets the bounds to noTick, so step refuses.
	if !withIdentity {
		low = random64()
	}
	now := fastTick(timeline, time.Now())
	t := &g.timelines[timeline]
	g.mu.Lock()
	ok := !withIdentity || t.identity.known
	if ok {
		stamp, ok = t.step(now, 0, low)
	}
	if withIdentity {
		low = t.identity.tail()
	}
	g.mu.Unlock()
	if !ok {
		return g.nextRefused(timeline, withIdentity, low)
	}
	return stamp, low, nil
}

// nextCustom is next for generators with Now, Rand or V7, and while a test replaces rand.Reader.
func (g *Generator) nextCustom(timeline int, withIdentity bool) (timestamp, uint64, error) {
	c := call{timeline: timeline, withIdentity: withIdentity}
	err := g.issue(&c)
	return c.stamp, c.low(), err
}

// nextRefused is next for a call that the fast path has refused. Its random bits, if it needs
// any, are in low.
func (g *Generator) nextRefused(
	timeline int, withIdentity bool, low uint64,
) (timestamp, uint64, error) {
	c := call{timeline: timeline, withIdentity: withIdentity}
	if !withIdentity {
		c.bits, c.lo = bits64, low
	}
	err := g.issueSlow(&c)
	return c.stamp, c.low(), err
}

// issueFast issues the timestamps for c at the clock tick now, unless resolve has to decide
// something first. See next.
func (g *Generator) issueFast(c *call, now int64) (ok bool) {
	t := &g.timelines[c.timeline]
	g.mu.Lock()
	defer g.mu.Unlock()
	ok = !c.withIdentity || t.identity.known
	return ok && c.step(t, now, g.stepBits(c, false))
}
