package uuid

import (
	"crypto/fips140"
	"time"
)

// NewV7 returns a new version 7 UUID, greater than all earlier UUIDs from NewV7 and [FillV7]; see
// RFC 9562 section 5.7. It contains 48 bits of Unix time in milliseconds, 20 bits that keep the
// order, and 54 cryptographically secure random bits. It suits database keys, because new rows go
// to the end of the index. Anyone can read the time in it, unless a [Mask] hides the time.
//
// Up to about a million UUIDs per millisecond contain the clock's time. If more are generated,
// their time runs ahead of the clock, and NewV7 waits when it is 10 ms ahead, after ten million
// UUIDs. NewV7 panics if the system clock is before 1970. The documentation of [Generator] lists
// the exceptions to the order. The [Recipes] page covers short labels.
//
// [Recipes]: https://github.com/seed-8298af95/uuid/blob/main/docs/recipes.md#short-labels
func NewV7() (u UUID) {
	t, random, err := shared.next(unix, false)
	if err != nil {
		panic(err)
	}
	u.put(v7(t, preciseBits, random))
	return u
}

// FillV7 sets each element of dst to a new version 7 UUID. The UUIDs are in increasing order, and
// greater than all earlier UUIDs from FillV7 and [NewV7]. The elements may be of any 16-byte type
// in network byte order, such as [UUID], [ID], [Binary], [GUID] or the standard package's UUID.
//
// FillV7 reads the clock once for up to 131072 UUIDs, or in FIPS 140-3 mode for each UUID. If the
// clock moves back by more than 10 s between two readings, the order restarts. Other goroutines may
// issue UUIDs that lie between the UUIDs from one call. FillV7 generates random bits as [FillV4]
// does, and waits and panics as NewV7 does.
func FillV7[U ~[16]byte](dst []U) {
	if _, err := fillV7(&shared, dst); err != nil {
		panic(err)
	}
}

// NewV7At is like [NewV6At] for version 7, with milliseconds, a 12-bit fraction and 62 random bits.
func NewV7At(t time.Time) (UUID, error) {
	tick, err := unixScale().tick(instantOf(t))
	if err != nil {
		return UUID{}, err
	}
	_, random := random128()
	return FromUint64s(withVersion(addVersionGap(uint64(tick)), random, 7)), nil
}

const (
	fractionBits = 12
	fractionMask = 1<<fractionBits - 1

	preciseBits = 8 // width of V7Precise's counter
	randBBits   = 62
	randBMask   = 1<<randBBits - 1
)

// NewV7 returns a new version 7 UUID. The error is [ErrTimeRange], [ErrClockRollback],
// [ErrClockLead], [os.ErrClosed], or an error from Options.Rand or Options.Store.
func (g *Generator) NewV7() (u UUID, err error) {
	t, random, err := g.next(unix, false)
	if err == nil {
		u.put(v7(t, g.opts.V7.counterBits(), random))
	}
	return u, err
}

// unordered issues a timestamp for V7Unordered. Such calls share no state, so they need neither the
// lock nor a step.
func (g *Generator) unordered(c *call) (err error) {
	at, err := g.readUnordered()
	if err != nil {
		return err
	}
	// The low 12 bits of the tick become rand_a, which is random here. v7 fills rand_b from c.lo.
	now, err := unixScale().tick(instantOf(at))
	c.stamp = timestamp{tick: now&^fractionMask | int64(c.hi&fractionMask)}
	return err
}

// readUnordered reads the clock for a call that takes no step.
func (g *Generator) readUnordered() (time.Time, error) {
	if g.opts.Now == nil {
		return time.Now(), nil
	}
	g.nowMu.Lock()
	defer g.nowMu.Unlock() // even if Now panics
	if g.closed.Load() {
		return time.Time{}, errClosed // closed while this call waited for the lock
	}
	return g.opts.Now(), nil
}

// FillV7 is like the function [FillV7], but also returns the number of new UUIDs, and the same
// errors as [Generator.NewV7]. After an error, the remaining elements are Nil. With V7Random,
// V7Unordered or Options.Rand, and in FIPS 140-3 mode, FillV7 reads the clock for each UUID.
func (g *Generator) FillV7(dst []UUID) (n int, err error) { return fillV7(g, dst) }

func fillV7[U ~[16]byte](g *Generator, dst []U) (n int, err error) {
	defer func() { clear(dst[n:]) }() // as in fillV4, no old UUIDs may remain after an error
	switch {
	case g.closed.Load():
		return 0, errClosed
	case g.opts.Rand != nil || fips140.Enabled() || g.opts.V7 == V7Random ||
		g.opts.V7 == V7Unordered:
		return fillEachV7(g, dst)
	}

	// With V7Precise, longestRun timestamps span an eighth of a millisecond, less than it takes to
	// generate the UUIDs. So a long dst does not use up the lead, which other calls may need.
	const longestRun = 1 << 17
	b := newBatch()
	defer b.release()
	for n < len(dst) {
		b.rekey() // the last run may have used up its key
		more := min(longestRun, len(dst)-n) - 1
		c := call{timeline: unix, bits: bits128, hi: b.Uint64(), lo: b.Uint64(), more: more}
		if err := g.issue(&c); err != nil {
			return n, err
		}
		issued := dst[n : n+1+c.got]
		putV7(issued, c.stamp, g.opts.V7, c.lo, b)
		n += len(issued)
	}
	return n, nil
}

// putV7 sets dst to UUIDs with consecutive timestamps, starting at t. The first UUID uses random.
func putV7[U ~[16]byte](dst []U, t timestamp, m V7Method, random uint64, b batch) {
	counterBits := m.counterBits()
	for i := range dst {
		if i > 0 {
			if i%keyLife == 0 {
				b.rekey() // before the word, so no key serves more than keyLife UUIDs
			}
			t, random = t.plus(1, counterBits), b.Uint64()
		}
		hi, lo := v7(t, counterBits, random)
		put(&dst[i], hi, lo)
	}
}

// fillEachV7 is like fillV7, but reads the clock and random bits for each UUID.
func fillEachV7[U ~[16]byte](g *Generator, dst []U) (n int, err error) {
	for ; n < len(dst); n++ {
		t, random, err := g.next(unix, false)
		if err != nil {
			return n, err
		}
		hi, lo := v7(t, g.opts.V7.counterBits(), random)
		put(&dst[n], hi, lo)
	}
	return n, nil
}

// v7 returns the words of a version 7 UUID with timestamp t, and random bits after the counter.
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
	// unix_ts_ms and rand_a form the tick. rand_b contains the counter, then random bits.
	free := randBBits - counterBits
	return withVersion(addVersionGap(uint64(t.tick)), t.counter<<free|random&(1<<free-1), 7)
}

// v7Timestamp extracts the timestamp from a version 7 UUID. It is the inverse of v7.
func v7Timestamp(u UUID, counterBits uint) timestamp {
	hi, lo := u.Uint64s()
	return timestamp{int64(dropVersion(hi)), (lo & randBMask) >> (randBBits - counterBits)}
}

// MinV7 returns the lowest version 7 UUID in t's millisecond: an inclusive lower bound for IDs from
// this millisecond or later, and an exclusive upper bound for earlier milliseconds. It clamps t to
// the range from 1970 to 10889-08-02T05:31:50.655Z.
//
// In a table that also contains version 4 IDs, do not select a time range by ID alone. Such a
// condition misses rows, and a DELETE with it deletes new rows. Add a condition on the version; see
// docs/version4.md in the repository.
func MinV7(t time.Time) UUID {
	tick := unixScale().clamp(instantOf(t)) &^ fractionMask
	return FromUint64s(withVersion(addVersionGap(uint64(tick)), 0, 7))
}

// MaxV7 returns the greatest version 7 UUID in t's millisecond, an inclusive upper bound.
func MaxV7(t time.Time) UUID {
	tick := unixScale().clamp(instantOf(t)) | fractionMask
	return FromUint64s(withVersion(addVersionGap(uint64(tick)), randBMask, 7))
}
