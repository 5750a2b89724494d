package uuid

import (
	"crypto/rand"
	"time"
)

// A call is one call to NewV7 or a similar method that the fast path cannot serve.
type call struct {
	timeline     int  // unix or gregorian
	withIdentity bool // the UUID contains the identity instead of random bits

	bits   randomBits // those that have been drawn
	hi, lo uint64     // these bits
	tail   uint64     // withIdentity, the node and clock sequence of the step

	at    time.Time // reading of the clock; see resolve
	order uint64    // place of at among all readings, from 1, or 0 without a reading
	kept  bool      // at is from an earlier resolve, so it may be old

	stamp timestamp // first timestamp issued
	more  int       // maximum number of timestamps to issue after the first
	got   int       // number of timestamps issued after the first

	save    *saveCall // the Save to run or to wait for
	waiting *waiting  // nil if the call has not waited for the clock
}

// randomBits is the set of random bits that a call has drawn.
type randomBits uint8

const (
	noBits  randomBits = iota
	bits64             // in lo
	bits128            // in hi and lo
)

// A need is what a call must do next.
type need uint8

const (
	nothing    need = iota // return: the call has its timestamps, or has failed
	moreBits               // draw 128 random bits
	ownSave                // run call.save
	earlySave              // run call.save for later calls, and return with the timestamps
	otherSave              // wait for call.save, which another call runs
	newReading             // read the clock again
	laterTime              // wait for the clock
)

// issue issues timestamps for c: one, and up to c.more that follow it.
func (g *Generator) issue(c *call) error {
	if g.closed.Load() {
		return errClosed // before Rand and Now are called, because another call may hang in them
	}
	if !c.withIdentity {
		wanted := bits128
		if g.opts.V7 == V7Precise {
			wanted = bits64 // more only for a random fraction
		}
		if err := g.draw(c, wanted); err != nil {
			return err
		}
	}
	if c.timeline == unix && g.opts.V7 == V7Unordered {
		return g.unordered(c)
	}
	fast := g.opts.Now == nil && rand.Reader == initialReader
	if fast && g.issueFast(c, fastTick(c.timeline, time.Now())) {
		return nil
	}
	return g.issueSlow(c)
}

// issueSlow issues the timestamps for c if the fast path has refused them or was not tried. It
// holds no lock, because what c needs can block.
func (g *Generator) issueSlow(c *call) error {
	for {
		need, err := g.resolve(c)
		switch need {
		case moreBits:
			err = g.draw(c, bits128)
		case ownSave:
			err = g.runSave(c.save)
		case earlySave:
			// The call succeeds even if this Save returns an error. Others continue until the saved
			// time is used up. Only then do they wait for a Save.
			g.runSave(c.save)
			return nil
		case otherSave:
			<-c.save.done
			err = c.save.err // without an error, the Save may still be too low for c
		case newReading: // resolve reads the clock
		case laterTime:
			err = g.wait(c)
		default:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// step takes a step on t for c, then issues up to c.more further timestamps and copies the
// identity.
func (c *call) step(t *timeline, now int64, hi uint64) (ok bool) {
	c.stamp, ok = t.step(now, hi, c.lo)
	if ok {
		c.got = t.extend(c.more)
		c.tail = t.identity.tail()
	}
	return ok
}

// low returns the second word of the UUID, before v1, v6 or v7 adds its fields.
func (c *call) low() uint64 {
	if c.withIdentity {
		return c.tail
	}
	return c.lo
}

// coarse reports whether the reading of c is a whole number of milliseconds, as on a coarse clock,
// so the fraction must be random. A finer clock can happen to return such a reading too. Then the
// UUID is up to half a millisecond ahead, which is within the lead.
func (c *call) coarse() bool { return c.timeline == unix && c.at.Nanosecond()%1e6 == 0 }
