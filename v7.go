package uuid

import "time"

// NewV7 returns a new version 7 UUID: 48 bits of Unix time in milliseconds,
// then bits that keep it greater than all that the process made before, then
// 54 random bits, cryptographically secure; see [RFC 9562 section 5.7] and
// [Generator] for the exact guarantee and its exception. It is the version to
// use for keys: new rows go to the end of an index.
//
// A version 7 UUID tells its time to whoever sees it. NewV7 does not allocate.
// It panics if the system clock is set before 1970, as no supported system's
// can be.
//
// [RFC 9562 section 5.7]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.7
func NewV7() UUID { return must(shared.NewV7) }

// FillV7 sets each element of dst to a new version 7 UUID, in increasing order
// and above all that the process made before. It reads the clock once, so it
// takes a fraction of the time that as many calls of [NewV7] take. It does not
// allocate.
func FillV7(dst []UUID) {
	for n := 0; ; {
		m, err := shared.FillV7(dst[n:])
		if n += m; err == nil {
			return
		}
		insist(err)
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
	_, random := randomUint64s()
	return stamp(splitVersion(tick), random, 7), nil
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
	// lock and reads Options.Now concurrently. It promises no order within a
	// millisecond and none when the clock goes back.
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
func (g *Generator) NewV7() (UUID, error) {
	hi, lo, err := g.random()
	if err != nil {
		return UUID{}, err
	}
	var u UUID
	err = g.issueV7(func(at instant) (err error) {
		u, err = g.nextV7(at, hi, lo)
		return err
	})
	return u, err
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing
// order, and returns how many it set: len(dst) unless there is an error, one
// of those of [Generator.NewV7]. The elements that it did not set are Nil. It
// takes the lock and reads the clock once, and again only if it has to wait.
func (g *Generator) FillV7(dst []UUID) (int, error) {
	n, randErr := g.fill(dst)
	if n == 0 {
		return 0, randErr
	}
	rest := dst[:n] // random bits, to become UUIDs one after the other
	err := g.issueV7(func(at instant) error {
		for len(rest) > 0 {
			hi, lo := rest[0].Uint64s()
			u, err := g.nextV7(at, hi, lo)
			if err != nil {
				return err
			}
			rest[0], rest = u, rest[1:]
		}
		return nil
	})
	if err != nil {
		clear(rest)
		return n - len(rest), err
	}
	return n, randErr
}

// issueV7 is issue for version 7. V7Unordered shares nothing that a lock would
// have to guard.
func (g *Generator) issueV7(next func(instant) error) error {
	if g.opts.V7 == V7Unordered {
		c := clock{now: g.opts.Now}
		return next(c.wall())
	}
	return g.issue(&g.unix, next)
}

// nextV7 returns the next version 7 UUID at the clock's reading, made of the
// random bits hi and lo.
func (g *Generator) nextV7(at instant, hi, lo uint64) (UUID, error) {
	now, err := unix.tick(at)
	if err != nil {
		return UUID{}, err
	}
	var seed position
	inc := uint64(1)
	switch g.opts.V7 {
	case V7Precise:
		seed.count = hi >> 57
		if at.nsec%1e6 == 0 {
			// The clock most likely knows no less than milliseconds.
			seed.tick = min(hi&(fractionMask>>1), g.unix.pace.maxLead)
		}
	case V7Counter:
		now &^= fractionMask
		seed = position{hi & (fractionMask >> 1), hi >> (64 - g.unix.pace.countBits)}
	case V7Random:
		now &^= fractionMask
		seed = position{hi & fractionMask, lo & randBMask}
		inc += hi >> 32
	case V7Unordered:
		return v7UUID(position{tick: now&^fractionMask | hi&fractionMask}, 0, lo), nil
	}
	if err := g.advance(&g.unix, at, now, seed, inc); err != nil {
		return UUID{}, err
	}
	return v7UUID(g.unix.line.last, g.unix.pace.countBits, lo), nil
}

// v7UUID returns the version 7 UUID at a position, of whose count rand_b has
// room for countBits; random bits are the rest.
func v7UUID(p position, countBits uint, random uint64) UUID {
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
	// unix_ts_ms and rand_a are the tick, the count has the top of rand_b.
	free := randBBits - countBits
	return stamp(splitVersion(p.tick), p.count<<free|random&(1<<free-1), 7)
}

// v7Position is the inverse of v7UUID but for the random bits.
func v7Position(u UUID, countBits uint) position {
	hi, lo := u.Uint64s()
	return position{joinVersion(hi), lo & randBMask >> (randBBits - countBits)}
}

// MinV7 returns the least version 7 UUID of the millisecond that t is in: the
// inclusive lower bound of a range of IDs by time. A t before 1970 counts as
// the first millisecond, one after 10889-08-02T05:31:50.655Z as the last.
func MinV7(t time.Time) UUID {
	return stamp(splitVersion(unix.clamp(instantOf(t))&^fractionMask), 0, 7)
}

// MaxV7 returns the greatest version 7 UUID of the millisecond that t is in:
// the inclusive upper bound of a range of IDs by time. It clamps t as [MinV7]
// does.
func MaxV7(t time.Time) UUID {
	return stamp(splitVersion(unix.clamp(instantOf(t))|fractionMask), randBMask, 7)
}
