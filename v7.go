package uuid

import "time"

// NewV7 returns a new version 7 UUID: 48 bits of Unix time in milliseconds, then bits
// that keep it greater than all earlier UUIDs of NewV7 and [FillV7], then 54
// cryptographically secure random bits; see [RFC 9562 section 5.7]. [Generator] states
// the exact guarantee and its exceptions. Use it for keys: new rows go to the end of an
// index.
//
// Anyone who sees a version 7 UUID can read its time; a [Mask] hides it. In a
// testing/synctest bubble the time is the bubble's. NewV7 does not allocate.
//
// Timestamps are exact for up to about a million UUIDs per millisecond. Beyond that,
// they run ahead of the clock by at most 10 ms, then NewV7 waits. While the clock is set
// back by up to 10 s, UUIDs keep the time from before the step, and NewV7 waits once it
// has made about ten million. It panics if the system clock is set before 1970, which
// no supported system allows.
//
// [RFC 9562 section 5.7]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.7
func NewV7() (u UUID) {
	if !shared.fastV7(&u) {
		panicOn(shared.slowV7(&u))
	}
	return u
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing order and above
// all earlier UUIDs of FillV7 and [NewV7]. It reads the clock once for up to 131072 UUIDs,
// so it takes a fraction of the time of as many calls of NewV7. Other calls go on
// meanwhile. FillV7 does not allocate, and waits and panics when NewV7 does. If the
// clock goes back by more than 10 s between two readings, the elements after that are
// below those before.
func FillV7(dst []UUID) {
	_, err := shared.FillV7(dst)
	panicOn(err)
}

// NewV7At returns a version 7 UUID for time t: its milliseconds, the 12-bit fraction of
// the millisecond, then 62 random bits. It is for IDs of past events. Two UUIDs for the
// same t differ and have no order. NewV7At neither reads nor changes the state of any
// [Generator], and does not allocate. It returns [ErrTimeRange] for t outside 1970 to
// 10889-08-02T05:31:50.655Z.
func NewV7At(t time.Time) (UUID, error) {
	tick, err := unix.tick(instantOf(t))
	if err != nil {
		return UUID{}, err
	}
	_, random := random128()
	return FromUint64s(stamp(splitVersion(uint64(tick)), random, 7)), nil
}

// A V7Method is a way to keep version 7 UUIDs of the same millisecond in
// order. All bits not mentioned are fresh random bits.
type V7Method uint8

const (
	// V7Precise has a 12-bit fraction of the millisecond after the timestamp
	// (RFC 9562 section 6.2, method 3) and an 8-bit counter after that. The
	// counter starts at random in each 244 ns, counts up and carries into the
	// fraction, so there is room for a million UUIDs in a millisecond. When the
	// clock shows whole milliseconds, the fraction is a part of the counter.
	V7Precise V7Method = iota

	// V7Counter has a 26-bit counter after the timestamp that starts at random
	// in each millisecond, its top bit clear (method 1).
	V7Counter

	// V7Random has one 74-bit number after the timestamp that starts at random
	// in each millisecond and grows by a random step of 1 to 2^32 (method 2).
	V7Random

	// V7Unordered has 74 fresh random bits after the timestamp. It takes no
	// lock, except for Options.Rand, and reads Options.Now concurrently. It keeps
	// no order within a millisecond or when the clock goes back, and leaves nothing
	// in a State.
	V7Unordered
)

const (
	fractionBits = 12
	fractionMask = 1<<fractionBits - 1

	randBBits = 62
	randBMask = 1<<randBBits - 1
)

// counterBits returns the width of a timestamp's counter: how much of rand_b keeps
// UUIDs in order.
func (m V7Method) counterBits() uint {
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

// NewV7 returns a new version 7 UUID. The error is [ErrTimeRange], [ErrClockRollback],
// [ErrClockLead], [os.ErrClosed], or that of Options.Rand or Options.Store.
func (g *Generator) NewV7() (u UUID, err error) {
	if !g.fastV7(&u) {
		err = g.slowV7(&u)
	}
	return u, err
}

// fastV7 sets u to the next version 7 UUID. It reports whether it did, as it nearly
// always does. If not, there is more to do than one step of the sequence, and slowV7
// does that.
func (g *Generator) fastV7(u *UUID) bool {
	r := g.clock.recent(monotonic())
	if !r.fresh() || g.opts.V7 != V7Precise || g.opts.Rand != nil || !systemRand() {
		return false
	}
	now, err := unix.tick(r.at)
	if !g.mu.TryLock() {
		r = g.contend()
		now, err = unix.tick(r.at)
	}
	if now < g.unix.seen || !g.clock.current(r) {
		// Another goroutine read the clock later and got here first.
		r = g.clock.recent(monotonic())
		now, err = unix.tick(r.at)
	}
	random, left := g.stock().take()
	ok := left >= 0 && r.fresh() && err == nil && !wholeMilliseconds(r.at) &&
		g.unix.step(request{now, now, timestamp{now, random >> (64 - 8)}, 1})
	if ok {
		g.unix.mono = r.mono
		u.put(v7(g.unix.last, 8, random)) // before Unlock, whose barrier spares the caller a stall
	}
	g.mu.Unlock()
	if left == 0 {
		g.refill()
	}
	return ok
}

// slowV7 does what fastV7 does, whatever it takes.
func (g *Generator) slowV7(u *UUID) error {
	if g.refill() && g.fastV7(u) {
		return nil
	}
	var one [1]UUID
	_, err := g.FillV7(one[:])
	*u = one[0]
	return err
}

// FillV7 sets each element of dst to a new version 7 UUID, in increasing
// order, and returns how many it set: len(dst) unless there is an error, one
// of those of [Generator.NewV7]. The elements that it did not set are Nil. It
// reads the clock once for up to 131072 UUIDs, and other calls go on meanwhile. If
// the clock goes back between two readings and is followed, the elements after
// that are below those before.
func (g *Generator) FillV7(dst []UUID) (n int, err error) {
	w := wait{g: g, s: &g.unix}
	defer w.end()
	var r ticked
	for err = g.isClosed(); n < len(dst) && err == nil; {
		var filled int
		filled, err = g.tryFillV7(dst[n:], &r)
		n += filled
		if filled > 0 {
			w.progress()
		}
		if w.retry(err) {
			r, err = ticked{}, nil
		}
	}
	clear(dst[n:])
	return n, err
}

// tryFillV7 sets elements of dst without waiting, as many as it may in one go.
func (g *Generator) tryFillV7(dst []UUID, r *ticked) (n int, err error) {
	const (
		mostDrawn   = 1 << 11 // under the lock, a draw for each
		mostCounted = 1 << 17 // so many take an eighth of a millisecond of time, and longer to draw
	)
	switch {
	case g.opts.V7 == V7Unordered:
		return g.unorderedV7(dst)
	case g.opts.V7 == V7Random, g.opts.Rand != nil:
		return g.drawV7(dst[:min(len(dst), mostDrawn)], r)
	}
	return g.countV7(dst[:min(len(dst), mostCounted)])
}

// drawV7 sets the elements of dst with a step of the sequence for each.
func (g *Generator) drawV7(dst []UUID, r *ticked) (n int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for ; n < len(dst); n++ {
		random, err := g.issueV7Locked(r, g.draw())
		if err != nil {
			return n, err
		}
		dst[n].put(v7(g.unix.last, g.unix.counterBits, random))
	}
	g.reserveEarlyLocked(&g.unix, r.at)
	return n, nil
}

// countV7 sets elements of dst with one reading of the clock and one step of the
// sequence for all that there is room for, and draws their random bits outside the
// lock.
func (g *Generator) countV7(dst []UUID) (n int, err error) {
	first, n, err := g.issueRangeV7(len(dst))
	fillFrom(first, g.opts.V7.counterBits(), dst[:n])
	return n, err
}

// issueRangeV7 issues up to most timestamps for version 7, each the one after that
// before. It returns the first one and how many there are.
func (g *Generator) issueRangeV7(most int) (first timestamp, n int, err error) {
	var r ticked
	d := g.draw()
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, err = g.issueV7Locked(&r, d); err != nil {
		return none, 0, err
	}
	first = g.unix.last
	n = 1 + g.unix.extend(most-1)
	g.reserveEarlyLocked(&g.unix, r.at)
	return first, n, nil
}

// fillFrom sets the elements of dst to version 7 UUIDs with the timestamps from
// first on.
func fillFrom(first timestamp, counterBits uint, dst []UUID) {
	if s := acquire(); s != nil {
		for len(dst) > 0 {
			n := min(len(dst), s.spend(len(dst)+len(dst)&1))
			if n == 0 {
				break
			}
			for i := range dst[:n] {
				dst[i].put(v7(first, counterBits, s.cipher.Uint64()))
				first = first.plus(1, counterBits)
			}
			dst = dst[n:]
		}
		s.release()
	}
	for i := range dst { // where there are no streams, or all are in use
		_, random := random128()
		dst[i].put(v7(first, counterBits, random))
		first = first.plus(1, counterBits)
	}
}

// issueV7Locked issues the next timestamp for version 7 with reading r, or with a
// new one, and returns the random bits that go with it.
func (g *Generator) issueV7Locked(r *ticked, d draw) (random uint64, err error) {
	if err = g.beginLocked(); err == nil {
		err = g.issueLocked(&g.unix, r, &d, func() request { return g.requestV7(*r, d) })
	}
	return d.lo, err
}

// requestV7 returns the request for the next timestamp that the method of g makes of
// a reading and a draw.
func (g *Generator) requestV7(r ticked, d draw) request {
	q := request{r.now, r.now &^ g.unix.coarse, timestamp{r.now, d.lo >> (64 - 8)}, 1}
	switch {
	case g.opts.V7 == V7Counter:
		q.first = timestamp{q.start | int64(d.hi&(fractionMask>>1)), d.hi >> (64 - g.unix.counterBits)}
	case g.opts.V7 == V7Random:
		q.first = timestamp{q.start | int64(d.hi&fractionMask), d.lo & randBMask}
		q.inc += d.hi >> 32
	case wholeMilliseconds(r.at):
		q.first.tick += int64(d.hi % uint64(min(fractionMask>>1, g.unix.maxLead)+1))
	}
	return q
}

// wholeMilliseconds reports whether a clock that shows at most likely tells no more
// than milliseconds. Then V7Precise has to draw the fraction, as the other methods
// do.
func wholeMilliseconds(at instant) bool { return at.nsec%1e6 == 0 }

// unorderedV7 sets the elements of dst for V7Unordered, which shares nothing that a
// lock would have to guard.
func (g *Generator) unorderedV7(dst []UUID) (n int, err error) {
	now, err := unix.tick(g.clock.wall())
	for err == nil && n < len(dst) {
		var hi, lo uint64
		if hi, lo, err = g.random128(); err == nil {
			dst[n].put(stamp(splitVersion(uint64(now&^fractionMask)|hi&fractionMask), lo, 7))
			n++
		}
	}
	return n, err
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
	return stamp(splitVersion(uint64(t.tick)), t.counter<<free|random&(1<<free-1), 7)
}

// v7Timestamp is the inverse of v7 but for the random bits.
func v7Timestamp(u UUID, counterBits uint) timestamp {
	hi, lo := u.Uint64s()
	return timestamp{int64(joinVersion(hi)), lo & randBMask >> (randBBits - counterBits)}
}

// MinV7 returns the least version 7 UUID of the millisecond that t is in: the inclusive
// lower bound of a range of IDs by time, and the exclusive upper bound of the range
// before t. For a column of 16 bytes pass [Binary](MinV7(t)). A t before 1970 counts as
// the first millisecond, a t after 10889-08-02T05:31:50.655Z as the last.
func MinV7(t time.Time) UUID {
	return FromUint64s(stamp(splitVersion(uint64(unix.clamp(instantOf(t))&^fractionMask)), 0, 7))
}

// MaxV7 returns the greatest version 7 UUID of the millisecond that t is in: the
// inclusive upper bound of a range of IDs by time. It clamps t as [MinV7] does.
func MaxV7(t time.Time) UUID {
	return FromUint64s(stamp(splitVersion(uint64(unix.clamp(instantOf(t))|fractionMask)), randBMask, 7))
}
