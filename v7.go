package uuid

import (
	"io/fs"
	"time"
)

// NewV7 returns a new version 7 UUID, which is greater than all earlier UUIDs of NewV7 and [FillV7];
// see RFC 9562 section 5.7. [Generator] lists exceptions. The UUID has 48 bits of Unix time in
// milliseconds, 20 bits that keep the order, and 54 cryptographically secure random bits. Use it for
// keys, because new rows are added at the end of an index. Anyone can read its time; a [Mask] hides
// it.
//
// Up to about a million UUIDs in a millisecond have the time of the clock. If more are made, their
// time runs ahead of the clock. NewV7 waits after ten million UUIDs, when their time is 10 ms ahead.
// It panics if the system clock shows a time before 1970.
func NewV7() (u UUID) {
	c := call{want: 64}
	if err := shared.next(unix, &c); err != nil {
		panic(err)
	}
	u.put(v7(c.stamp, preciseBits, c.lo))
	return u
}

// FillV7 sets each element of dst to a new version 7 UUID. The UUIDs are in increasing order, and
// greater than all earlier UUIDs of FillV7 and [NewV7]. It accepts a slice of any 16-byte type in
// network byte order: [UUID], [ID], [Binary], the standard package's UUID and others. A [GUID] gets
// its bytes in Microsoft's order. Do not pass any other type with that byte order.
//
// FillV7 reads the clock once for up to 131072 UUIDs. Between two readings, the exceptions of
// [Generator] apply. Other calls can run at the same time. It makes random bits as [FillV4] does.
// FillV7 does not allocate. It waits or panics when NewV7 does.
func FillV7[U ~[16]byte](dst []U) {
	if _, err := fillV7(&shared, dst); err != nil {
		panic(err)
	}
	swapGUIDs(dst)
}

// NewV7At is like [NewV6At] for version 7, with the milliseconds of t, a 12-bit fraction and 62
// random bits.
func NewV7At(t time.Time) (UUID, error) {
	tick, err := unixScale().tick(instantOf(t))
	if err != nil {
		return UUID{}, err
	}
	_, random := random128()
	return FromUint64s(withVersion(splitVersion(uint64(tick)), random, 7)), nil
}

const (
	fractionBits = 12
	fractionMask = 1<<fractionBits - 1

	preciseBits = 8 // width of the counter of V7Precise
	randBBits   = 62
	randBMask   = 1<<randBBits - 1
)

// NewV7 returns a new version 7 UUID. The error is [ErrTimeRange], [ErrClockRollback],
// [ErrClockLead], [os.ErrClosed], or an error of Options.Rand or Options.Store.
func (g *Generator) NewV7() (u UUID, err error) {
	var c call
	err = g.nextV7(&c)
	if err == nil {
		u.put(v7(c.stamp, g.opts.V7.counterBits(), c.lo))
	}
	return u, err
}

// nextV7 issues the next timestamp for c with the method of g.
func (g *Generator) nextV7(c *call) (err error) {
	switch g.opts.V7 {
	case V7Precise:
		c.want = 64
		return g.next(unix, c)
	case V7Unordered:
		// Without order, calls share no state. So V7Unordered needs neither the lock nor the loop.
		if g.closed.Load() {
			return fs.ErrClosed
		}
		if err := g.draw(c, 128); err != nil {
			return err
		}
		r, err := g.read()
		if err != nil {
			return err
		}
		now, err := unixScale().tick(r.at)
		c.stamp = timestamp{tick: now&^fractionMask | int64(c.hi&fractionMask)}
		return err
	}
	c.want = 128 // V7Random and V7Counter need more than 64 random bits
	return g.next(unix, c)
}

// FillV7 sets dst like the function [FillV7], and returns how many elements it set. If
// [Generator.NewV7] fails, the other elements are Nil. With V7Random, V7Unordered or Options.Rand
// it reads the clock for each UUID. With V7Unordered there is no order.
func (g *Generator) FillV7(dst []UUID) (n int, err error) { return fillV7(g, dst) }

func fillV7[U ~[16]byte](g *Generator, dst []U) (n int, err error) {
	defer func() { clear(dst[n:]) }() // as in fillV4, dst must not have old UUIDs after an error
	switch {
	case g.closed.Load():
		return 0, fs.ErrClosed
	case g.ownRand || g.opts.V7 == V7Random || g.opts.V7 == V7Unordered:
		return fillEachV7(g, dst)
	}

	// V7Precise has longestRun timestamps in an eighth of a millisecond, which is less than the time
	// to make the UUIDs. So filling a long dst does not use up the lead, which other calls may need.
	const longestRun = 1 << 17
	b := newBatch()
	defer b.release()
	var c call
	for n < len(dst) {
		b.rekey() // the last run may have used up its key
		c.hi, c.lo, c.bits = b.word(), b.word(), 128
		c.more, c.got = min(longestRun, len(dst)-n)-1, 0
		if err := g.next(unix, &c); err != nil {
			return n, err
		}
		issued := dst[n : n+1+c.got]
		putV7(issued, c.stamp, g.opts.V7, c.lo, b)
		n += len(issued)
		c.resetWait(&g.opts)
	}
	return n, nil
}

// putV7 sets dst to the UUIDs of consecutive timestamps from t. random is for the first UUID.
func putV7[U ~[16]byte](dst []U, t timestamp, m V7Method, random uint64, b batch) {
	counterBits := m.counterBits()
	for i := range dst {
		if i > 0 && i%keyLife == 0 {
			b.rekey()
		}
		hi, lo := v7(t, counterBits, random)
		put(&dst[i], hi, lo)
		t, random = t.plus(1, counterBits), b.word()
	}
}

// fillEachV7 is fillV7, but reads the clock and random bits for each UUID.
func fillEachV7[U ~[16]byte](g *Generator, dst []U) (n int, err error) {
	var c call
	for ; n < len(dst); n++ {
		if err := g.nextV7(&c); err != nil {
			return n, err
		}
		hi, lo := v7(c.stamp, g.opts.V7.counterBits(), c.lo)
		put(&dst[n], hi, lo)
		c.resetWait(&g.opts)
	}
	return n, nil
}

// v7 returns the words of the version 7 UUID of a timestamp, with random bits after the counter.
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

// v7Timestamp returns the timestamp of a version 7 UUID. It is the inverse of v7.
func v7Timestamp(u UUID, counterBits uint) timestamp {
	hi, lo := u.Uint64s()
	return timestamp{int64(joinVersion(hi)), lo & randBMask >> (randBBits - counterBits)}
}

// MinV7 returns the least version 7 UUID of the millisecond of t. It is the inclusive lower bound
// of IDs made at t or later, and the exclusive upper bound of IDs made before. A t before 1970
// means the first millisecond, and a t after 10889-08-02T05:31:50.655Z means the last.
func MinV7(t time.Time) UUID {
	return FromUint64s(withVersion(splitVersion(uint64(unixScale().clamp(instantOf(t))&^fractionMask)), 0, 7))
}

// MaxV7 returns the greatest version 7 UUID of the millisecond of t, an inclusive upper bound.
func MaxV7(t time.Time) UUID {
	return FromUint64s(withVersion(splitVersion(uint64(unixScale().clamp(instantOf(t))|fractionMask)), randBMask, 7))
}
