package uuid

// A timestamp is the time in a UUID: a tick of its timescale, and a counter within the tick; see
// RFC 9562 section 6.2. Timestamps are ordered by tick, then by counter.
type timestamp struct {
	tick    int64
	counter uint64
}

// none is before every timestamp. It is the last timestamp of a sequence that has issued none.
var none = timestamp{tick: -1}

// plus returns t increased by inc. A counter that overflows its bits carries into the tick.
func (t timestamp) plus(inc uint64, counterBits uint) timestamp {
	counter := t.counter + inc
	return timestamp{t.tick + int64(counter>>counterBits), counter & (1<<counterBits - 1)}
}

// A counting defines how timestamps of one reading differ. The zero value allows one timestamp in
// each tick.
type counting struct {
	counterBits uint   // width of a timestamp's counter
	randomShift uint   // the counter starts as a random word shifted right by randomShift
	countMask   int64  // low bits of a tick that extend the counter and are not time
	maxFraction uint64 // greatest random fraction of a millisecond
	incMask     uint64 // an increment is 1 plus a random number of these bits
}

// start makes the first counter in a tick from a random word.
func (c *counting) start(random uint64) uint64 {
	return random >> c.randomShift & (1<<c.counterBits - 1)
}

// A sequence issues timestamps in increasing order. It uses neither a clock nor a Store.
type sequence struct {
	seen    int64     // tick of the clock at the last request
	last    timestamp // last timestamp issued
	limit   int64     // last tick that may be issued
	maxLead int64     // number of ticks that a timestamp may be ahead of the clock
	counting
}

// A request asks for one timestamp at a reading of the clock.
type request struct {
	now   int64     // tick of the reading
	first timestamp // issued if the clock has passed the last tick; at most maxLead ahead of now
	inc   uint64    // otherwise added to the last timestamp
}

// following returns the timestamp to issue. If the clock has passed the tick of the last timestamp,
// this is q.first. Otherwise it is the last timestamp plus q.inc.
func (s *sequence) following(q request) timestamp {
	if q.now&^s.countMask > s.last.tick {
		return q.first
	}
	// The clock stands still, went back, or has not passed ticks that were issued ahead of it.
	return s.last.plus(q.inc, s.counterBits)
}

// step issues a timestamp for q. With restart the sequence restarts at q.first, so timestamps may
// repeat. If there is an error, nothing changes, and next is the timestamp that cannot be issued.
func (s *sequence) step(q request, restart bool) (next timestamp, err error) {
	next = q.first
	if !restart {
		next = s.following(q)
	}
	// The end of the timescale comes first, because neither a wait nor a Save helps there. The lead
	// comes before the limit, because a call that has to wait does not need a Save yet.
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

// furthest returns the last tick that maxLead allows while the clock shows now.
func (s *sequence) furthest(now int64) int64 { return now&^s.countMask + s.maxLead }

// extend issues up to n timestamps after the last one, in order, and returns how many it issued.
func (s *sequence) extend(n int) int {
	ticks := min(s.furthest(s.seen), s.limit) - s.last.tick
	rest := 1<<s.counterBits - 1 - s.last.counter // timestamps left in this tick
	// MaxLead has no maximum, so the number of ticks may be too large for the shift. It is first
	// limited to n, because n ticks have room for n timestamps.
	n = int(min(uint64(n), rest+uint64(min(ticks, int64(n)))<<s.counterBits))
	s.last = s.last.plus(uint64(n), s.counterBits)
	return n
}

// earliest returns the first tick of the clock at which n more timestamps can be issued.
func (s *sequence) earliest(n uint64) int64 {
	// The tick is rounded up, because the bits of countMask do not count time.
	return (s.last.plus(n, s.counterBits).tick - s.maxLead + s.countMask) &^ s.countMask
}
