package uuid

// A timestamp is the time in a UUID: a tick of its timescale, and a counter within the tick; see
// RFC 9562 section 6.2. Timestamps are ordered by tick, then by counter.
type timestamp struct {
	tick    int64
	counter uint64
}

// none precedes every timestamp. It is the last timestamp of a sequence that has not issued any.
var none = timestamp{tick: -1}

// plus returns t increased by inc. A counter that overflows its bits carries into the tick.
func (t timestamp) plus(inc uint64, counterBits uint) timestamp {
	counter := t.counter + inc
	return timestamp{t.tick + int64(counter>>counterBits), counter & (1<<counterBits - 1)}
}

// A counterRule defines how timestamps from one clock reading differ. The zero value allows one
// timestamp per tick.
type counterRule struct {
	counterBits uint   // width of a timestamp's counter
	randomShift uint   // the counter starts as a random word shifted right by randomShift
	countMask   int64  // low bits of a tick that extend the counter instead of the time
	maxFraction uint64 // greatest random fraction of a millisecond, in ticks
	incMask     uint64 // an increment is 1 plus a random number masked with this
}

// start returns the counter's first value in a tick, taken from a random word.
func (c *counterRule) start(random uint64) uint64 {
	return random >> c.randomShift & (1<<c.counterBits - 1)
}

// A sequence issues timestamps in increasing order. It uses neither a clock nor a Store.
type sequence struct {
	seen    int64     // clock tick at the last request that issued a timestamp
	last    timestamp // last timestamp issued
	limit   int64     // last tick that may be issued
	maxLead int64     // number of ticks that a timestamp may be ahead of the clock
	counterRule
}

// A request asks for one timestamp at one clock reading.
type request struct {
	now   int64     // tick of the reading
	first timestamp // to issue if the clock has passed the last tick; at most maxLead ahead of now
	inc   uint64    // otherwise, increment from the last timestamp
}

// following returns the timestamp to issue: q.first if the clock has passed the tick of the last
// timestamp, and otherwise the last timestamp plus q.inc.
func (s *sequence) following(q request) timestamp {
	if q.now&^s.countMask > s.last.tick {
		return q.first
	}
	// The clock has not moved, has moved back, or has not passed the ticks issued ahead of it.
	return s.last.plus(q.inc, s.counterBits)
}

// step issues a timestamp for q. If restart is true, the sequence restarts at q.first, and
// timestamps may repeat. On an error, nothing changes, and next is the rejected timestamp.
func (s *sequence) step(q request, restart bool) (next timestamp, err error) {
	next = q.first
	if !restart {
		next = s.following(q)
	}
	// Check the end of the timescale first, because neither waiting nor a Save would help. Check
	// the lead before the limit, because a call that must wait does not need a Save yet.
	switch {
	case next.tick > maxTick:
		return next, ErrTimeRange
	case next.tick > s.furthest(q.now):
		return next, ErrClockLead
	case next.tick > s.limit:
		return next, errLimit
	}
	s.seen, s.last = q.now, next
	return next, nil
}

// furthest returns the last tick that maxLead allows when the clock is at tick now.
func (s *sequence) furthest(now int64) int64 { return now&^s.countMask + s.maxLead }

// extend issues up to n more timestamps, and returns how many it issued.
func (s *sequence) extend(n int) int {
	ticks := min(s.furthest(s.seen), s.limit) - s.last.tick
	rest := 1<<s.counterBits - 1 - s.last.counter // timestamps left in this tick
	// MaxLead has no maximum, so the shift could overflow. Use at most n ticks, which always have room
	// for n timestamps. V7Random's wide counter never gets here; see fillV7.
	n = int(min(uint64(n), rest+uint64(min(ticks, int64(n)))<<s.counterBits))
	s.last = s.last.plus(uint64(n), s.counterBits)
	return n
}

// earliest returns the first clock tick at which n more timestamps can be issued.
func (s *sequence) earliest(n uint64) int64 {
	// Round the tick up, because the countMask bits do not count time.
	return (s.last.plus(n, s.counterBits).tick - s.maxLead + s.countMask) &^ s.countMask
}
