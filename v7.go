package uuid

import (
	"io/fs"
	"time"
)

// NewV7 returns a new version 7 UUID: 48 bits of Unix time in milliseconds, then bits
// that keep it greater than all earlier UUIDs of NewV7 and [FillV7], then 54
// cryptographically secure random bits; see RFC 9562 section 5.7, and [Generator] for
// the guarantee and its exceptions. Use it for keys: new rows go to the end of an
// index. Anyone can read the time in it; a [Mask] hides it.
//
// Up to about a million UUIDs in a millisecond have the time of the clock. Beyond that
// the time runs ahead by up to [Options].MaxLead, which has room for ten million; then
// NewV7 waits. It panics if the system clock is set before 1970, as no supported system
// can be.
func NewV7() (u UUID) {
	next, random, err := shared.issue(&shared.v7, 8, nil)
	if err != nil {
		panic(err)
	}
	u.put(v7(next, preciseBits, random))
	return u
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing order and
// above all earlier UUIDs of FillV7 and [NewV7]; the exceptions of [Generator] apply
// between two readings of the clock, which is read once for up to 131072 UUIDs. Random
// bits are drawn as in [FillV4]. Other calls go on meanwhile. FillV7 waits and panics
// when NewV7 does.
func FillV7(dst []UUID) {
	_, err := shared.FillV7(dst)
	panicOn(err)
}

// NewV7At returns a version 7 UUID for time t, for past events, as [NewV6At] does: the
// milliseconds of t, the 12-bit fraction of the millisecond, then 62 random bits.
func NewV7At(t time.Time) (UUID, error) {
	tick, err := unixScale().tick(instantOf(t))
	if err != nil {
		return UUID{}, err
	}
	_, random := random128()
	return FromUint64s(withVersion(splitVersion(uint64(tick)), random, 7)), nil
}

// A V7Method is a way to keep version 7 UUIDs of the same millisecond in
// order. All bits not mentioned are fresh random bits.
type V7Method uint8

const (
	// V7Precise has a 12-bit fraction of the millisecond after the timestamp (RFC 9562
	// section 6.2, method 3) and an 8-bit counter after that, which starts at random in
	// each 244 ns and carries into the fraction. When the clock shows whole
	// milliseconds, the fraction is a part of the counter.
	V7Precise V7Method = iota

	// V7Counter has a 26-bit counter after the timestamp, random at the start of each
	// millisecond but for its top bit, which is clear (method 1).
	V7Counter

	// V7Random has a 74-bit number after the timestamp, random at the start of each
	// millisecond, that grows by a random step of 1 to 2^32 (method 2).
	V7Random

	// V7Unordered has 74 random bits after the timestamp. It takes no lock, except for
	// Options.Rand, and calls Options.Now concurrently. It keeps no order within a
	// millisecond or when the clock goes back; a State does not cover its UUIDs.
	V7Unordered
)

const (
	fractionBits = 12
	fractionMask = 1<<fractionBits - 1

	preciseBits = 8 // of the counter of V7Precise

	randBBits = 62
	randBMask = 1<<randBBits - 1
)

// counterBits returns the width of a timestamp's counter: how much of rand_b keeps
// UUIDs in order.
func (m V7Method) counterBits() uint {
	switch m {
	case V7Precise:
		return preciseBits
	case V7Counter:
		return 26 - fractionBits
	case V7Random:
		return randBBits
	}
	return 0
}

// NewV7 returns a new version 7 UUID. The error is [ErrTimeRange], [ErrClockRollback],
// [ErrClockLead], [os.ErrClosed], or that of Options.Rand or Options.Store.
func (g *Generator) NewV7() (u UUID, err error) {
	hi, lo, err := g.newV7(nil)
	if err == nil {
		u.put(hi, lo)
	}
	return u, err
}

// newV7 returns the words of a new version 7 UUID. w is that of a call for more than one,
// or nil.
func (g *Generator) newV7(w *wait) (hi, lo uint64, err error) {
	var next timestamp
	switch g.opts.V7 {
	case V7Precise:
		next, lo, err = g.issue(&g.v7, 8, w)
	case V7Unordered: // which shares nothing that a lock would have to guard
		if hi, lo, err = g.random128(); err == nil {
			next.tick, err = unixScale().tick(g.read().at)
			next.tick = next.tick&^fractionMask | int64(hi&fractionMask)
		}
	default:
		next, lo, err = g.issue(&g.v7, 16, w)
	}
	hi, lo = v7(next, g.opts.V7.counterBits(), lo)
	return hi, lo, err
}

// FillV7 sets dst as the function [FillV7] does, and returns how many elements it set:
// len(dst) unless there is an error of [Generator.NewV7]. The rest are Nil. With
// V7Random, V7Unordered or Options.Rand it reads the clock for each UUID; with
// V7Unordered there is no order.
func (g *Generator) FillV7(dst []UUID) (n int, err error) {
	if g.closed.Load() {
		err = fs.ErrClosed
	}
	var w wait
	defer w.end(g)
	if g.opts.Rand != nil || g.opts.V7 == V7Random || g.opts.V7 == V7Unordered {
		for n < len(dst) && err == nil {
			var hi, lo uint64
			if hi, lo, err = g.newV7(&w); err == nil {
				dst[n].put(hi, lo)
				n++
			}
		}
	} else if len(dst) > 0 && err == nil {
		n, err = g.countV7(dst, &w)
	}
	clear(dst[n:])
	return n, err
}

// countV7 is FillV7 with as many timestamps for each reading as there is room for.
func (g *Generator) countV7(dst []UUID, w *wait) (n int, err error) {
	const most = 1 << 17 // so many take an eighth of a millisecond of time, and longer to make
	b, counterBits := newBatch(), g.opts.V7.counterBits()
	defer b.end()
	for n < len(dst) {
		d := draft{size: 16, hi: b.next(), lo: b.next()}
		next, issued, err := g.issueRange(&d, min(most, len(dst)-n), w)
		if err != nil {
			return n, err
		}
		for range issued {
			dst[n].put(v7(next, counterBits, d.lo))
			n++
			next, d.lo = next.plus(1, counterBits), b.next()
		}
	}
	return n, nil
}

// issueRange issues up to most timestamps for version 7, each the one after that before.
func (g *Generator) issueRange(d *draft, most int, w *wait) (first timestamp, n int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err = g.resolveLocked(&g.v7, d, w); err != nil {
		return none, 0, err
	}
	first = g.v7.last
	return first, 1 + g.v7.extend(most-1), nil
}

// v7 returns the words of the version 7 UUID of a timestamp. The counter has the
// top counterBits of rand_b, random the others.
func v7(t timestamp, counterBits uint, random uint64) (hi, lo uint64) {
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
	free := randBBits - counterBits
	return withVersion(splitVersion(uint64(t.tick)), t.counter<<free|random&(1<<free-1), 7)
}

// v7Timestamp is the inverse of v7 but for the random bits.
func v7Timestamp(u UUID, counterBits uint) timestamp {
	hi, lo := u.Uint64s()
	return timestamp{int64(joinVersion(hi)), lo & randBMask >> (randBBits - counterBits)}
}

// MinV7 returns the least version 7 UUID of the millisecond that t is in: the inclusive
// lower bound of a range of IDs by time, and the exclusive upper bound of the range
// before t. A t before 1970 counts as the first millisecond, a t after
// 10889-08-02T05:31:50.655Z as the last.
func MinV7(t time.Time) UUID {
	return FromUint64s(withVersion(splitVersion(uint64(unixScale().clamp(instantOf(t))&^fractionMask)), 0, 7))
}

// MaxV7 returns the greatest version 7 UUID of the millisecond that t is in, an
// inclusive upper bound; see [MinV7].
func MaxV7(t time.Time) UUID {
	return FromUint64s(withVersion(splitVersion(uint64(unixScale().clamp(instantOf(t))|fractionMask)), randBMask, 7))
}
