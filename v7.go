package uuid

import "time"

// NewV7 returns a new version 7 UUID: 48 bits of Unix time in milliseconds,
// then bits that keep it greater than all that the process made before, then
// 54 random bits, cryptographically secure; see [RFC 9562 section 5.7] and
// [Generator] for the exact guarantee and its exception. It is the version to
// use for keys: new rows go to the end of an index.
//
// A version 7 UUID tells its time to whoever sees it. In a testing/synctest
// bubble the time is the bubble's, but a bubble that begins less than 10 s
// before the time of the last UUID of another one is a clock that went back.
// NewV7 does not allocate.
// It panics if the system clock is set before 1970, as no supported system's
// can be.
//
// [RFC 9562 section 5.7]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.7
func NewV7() (u UUID) {
	for err := shared.tryV7(&u); err != nil; err = shared.nextV7(&u) {
		insist(err)
	}
	return u
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing order
// and above all that the process made before. It reads the clock once, so it
// takes a fraction of the time that as many calls of [NewV7] take. It does not
// allocate, and panics where NewV7 does.
func FillV7(dst []UUID) {
	for len(dst) > 0 {
		n, err := shared.FillV7(dst)
		if err != nil {
			insist(err)
		}
		dst = dst[n:]
	}
}

// NewV7At returns a version 7 UUID for time t, to give an ID to what already
// happened: its milliseconds, the 12-bit fraction of the millisecond, then 62
// random bits. Two for the same t differ but are in no order. It takes nothing
// from any generator and leaves nothing there. A t outside of 1970 to
// 10889-08-02T05:31:50.655Z is ErrTimeRange.
func NewV7At(t time.Time) (UUID, error) {
	tick, err := unix.tick(instantOf(t))
	if err != nil {
		return UUID{}, err
	}
	_, random := random128()
	return FromUint64s(stamp(splitVersion(tick), random, 7)), nil
}

// A V7Method is a way to keep version 7 UUIDs of the same millisecond in
// order. What is not said to be something else is fresh random bits.
type V7Method uint8

const (
	// V7Precise has a 12-bit fraction of the millisecond after the timestamp
	// (RFC 9562 section 6.2, method 3) and an 8-bit counter after that, which
	// starts below 128 at random and carries into the fraction. It has room
	// for a million UUIDs in a millisecond. When the clock shows whole
	// milliseconds, the fraction is a part of the counter.
	V7Precise V7Method = iota

	// V7Counter has a 26-bit counter after the timestamp that starts at random
	// in each millisecond, its top bit clear (method 1).
	V7Counter

	// V7Random has one 74-bit number after the timestamp that starts at random
	// in each millisecond and grows by a random step of 1 to 2^32 (method 2).
	V7Random

	// V7Unordered has 74 fresh random bits after the timestamp. It takes no
	// lock, but for Options.Rand, and reads Options.Now concurrently. It
	// promises no order within a millisecond and none when the clock goes back,
	// and leaves nothing in a State.
	V7Unordered
)

const (
	fractionBits = 12
	fractionMask = 1<<fractionBits - 1

	randBBits = 62
	randBMask = 1<<randBBits - 1
)

// countBits returns the width of a position's count: how much of rand_b keeps
// UUIDs in order.
func (m V7Method) countBits() uint {
	switch m {
	case V7Precise:
		return 8
	case V7Counter:
		return 26 - fractionBits
	case V7Random:
		return randBBits
	}
	return 0
}

// NewV7 returns a new version 7 UUID. The error is ErrTimeRange,
// ErrClockRollback, ErrClockLead, or that of Options.Rand or Options.Store.
func (g *Generator) NewV7() (u UUID, err error) {
	err = g.nextV7(&u)
	return u, err
}

// nextV7 sets u to the next version 7 UUID.
func (g *Generator) nextV7(u *UUID) error {
	if g.opts.V7 == V7Unordered {
		now, err := unix.tick(g.wall())
		if err != nil {
			return err
		}
		return g.unorderedV7(u, now)
	}
	for w := (wait{}); ; {
		err := g.tryV7(u)
		if err == nil || !w.again(g, &g.unix, err) {
			return err
		}
	}
}

// tryV7 is nextV7 without waiting, for the methods that keep order.
func (g *Generator) tryV7(u *UUID) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, elapsed := g.clock.recent()
	if elapsed >= maxElapsed {
		at = g.read()
	}
	now, err := unix.tick(at)
	if err != nil {
		return err
	}
	return g.issueV7(u, at, now)
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing
// order, and returns how many it set: len(dst) unless there is an error, one
// of those of [Generator.NewV7]. The elements that it did not set are Nil. It
// reads the clock once, and again only if it has to wait.
func (g *Generator) FillV7(dst []UUID) (int, error) {
	n := 0
	for w := (wait{}); n < len(dst); {
		filled, err := g.tryFillV7(dst[n:])
		n += filled
		if err != nil && !w.again(g, &g.unix, err) {
			clear(dst[n:])
			return n, err
		}
	}
	return n, nil
}

// tryFillV7 is FillV7 without waiting.
func (g *Generator) tryFillV7(dst []UUID) (n int, err error) {
	if g.opts.V7 == V7Unordered {
		now, err := unix.tick(g.wall())
		for err == nil && n < len(dst) {
			if err = g.unorderedV7(&dst[n], now); err == nil {
				n++
			}
		}
		return n, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	at, elapsed := g.clock.recent()
	if elapsed >= maxElapsed {
		at = g.read()
	}
	now, err := unix.tick(at)
	for err == nil && n < len(dst) {
		if err = g.issueV7(&dst[n], at, now); err == nil {
			n += 1 + g.sameTickV7(dst[n+1:])
		}
	}
	return n, err
}

// sameTickV7 sets elements of dst to the UUIDs after the last one that have its
// tick, and returns how many there were. For these it takes no more than random
// bits: the tick has been found good. The caller holds the lock.
func (g *Generator) sameTickV7(dst []UUID) int {
	if g.opts.V7 == V7Random {
		return 0 // it does not count by one
	}
	last, bits := &g.unix.line.last, g.unix.pace.countBits
	hi, lo := v7(*last, bits, 0)
	one := uint64(1) << (randBBits - bits) // of the count
	n := g.source.take(min(len(dst), 1<<bits-1-int(last.count)))
	for i := range dst[:n] {
		lo += one
		dst[i].put(hi, lo|g.source.cipher.Uint64()&(one-1))
	}
	last.count += uint64(n)
	return n
}

// issueV7 sets u to the next version 7 UUID at the clock's reading and its tick.
// The caller holds the lock.
func (g *Generator) issueV7(u *UUID, at instant, now uint64) error {
	// The clock most likely tells no more than milliseconds if it shows whole
	// ones. Then the fraction has to be drawn, as in the other methods.
	drawn := g.opts.V7 != V7Precise || at.nsec%1e6 == 0
	var more, random uint64
	var err error
	if drawn {
		more, random, err = g.source.next128()
	} else {
		random, err = g.source.next64()
	}
	if err != nil {
		return err
	}

	// Where the count starts in a new tick, and by what it grows in the same.
	seed, inc := position{count: random >> (64 - 7)}, uint64(1)
	switch {
	case !drawn:
	case g.opts.V7 == V7Precise:
		seed.tick = more % (min(fractionMask>>1, g.unix.pace.maxLead) + 1)
	case g.opts.V7 == V7Counter:
		now &^= fractionMask
		seed = position{more & (fractionMask >> 1), more >> (64 - g.unix.pace.countBits)}
	case g.opts.V7 == V7Random:
		now &^= fractionMask
		seed = position{more & fractionMask, random & randBMask}
		inc += more >> 32
	}
	if !g.unix.proceed(now, position{now + seed.tick, seed.count}, inc) {
		if err := g.advance(&g.unix, at, now, seed, inc); err != nil {
			return err
		}
	}
	u.put(v7(g.unix.line.last, g.unix.pace.countBits, random))
	return nil
}

// unorderedV7 is issueV7 for V7Unordered, which shares nothing that a lock would
// have to guard.
func (g *Generator) unorderedV7(u *UUID, now uint64) error {
	hi, lo, err := g.random128()
	if err != nil {
		return err
	}
	u.put(stamp(splitVersion(now&^fractionMask|hi&fractionMask), lo, 7))
	return nil
}

// v7 returns the words of the version 7 UUID at a position. The count has the
// top countBits of rand_b, random the others.
func v7(p position, countBits uint, random uint64) (hi, lo uint64) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           unix_ts_ms                          |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |          unix_ts_ms           |  ver  |       rand_a          |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|                        rand_b                             |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                            rand_b                             |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	//
	// unix_ts_ms and rand_a together are the tick.
	free := randBBits - countBits
	return stamp(splitVersion(p.tick), p.count<<free|random&(1<<free-1), 7)
}

// v7Position is the inverse of v7 but for the random bits.
func v7Position(u UUID, countBits uint) position {
	hi, lo := u.Uint64s()
	return position{joinVersion(hi), lo & randBMask >> (randBBits - countBits)}
}

// MinV7 returns the least version 7 UUID of the millisecond that t is in: the
// inclusive lower bound of a range of IDs by time. A t before 1970 counts as
// the first millisecond, one after 10889-08-02T05:31:50.655Z as the last.
func MinV7(t time.Time) UUID {
	return FromUint64s(stamp(splitVersion(unix.clamp(instantOf(t))&^fractionMask), 0, 7))
}

// MaxV7 returns the greatest version 7 UUID of the millisecond that t is in:
// the inclusive upper bound of a range of IDs by time. It clamps t as [MinV7]
// does.
func MaxV7(t time.Time) UUID {
	return FromUint64s(stamp(splitVersion(unix.clamp(instantOf(t))|fractionMask), randBMask, 7))
}
