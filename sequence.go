package uuid

import "errors"

// A timestamp is where a UUID stands in time: a tick of its timescale and a counter within the
// tick; see RFC 9562 section 6.2. Timestamps are ordered by tick, then by counter.
type timestamp struct {
	tick    int64
	counter uint64
}

// none is before every timestamp: nothing was issued yet.
var none = timestamp{tick: -1}

// plus returns the timestamp inc after t. A counter that overflows its bits carries into the tick.
func (t timestamp) plus(inc uint64, counterBits uint) timestamp {
	counter := t.counter + inc
	return timestamp{t.tick + int64(counter>>counterBits), counter & (1<<counterBits - 1)}
}

// A counting is how timestamps at the same reading of the clock are told apart. Its zero
// value is one timestamp a tick.
type counting struct {
	counterBits uint   // width of a timestamp's counter
	randomShift uint   // the counter starts with the bits of a random word from here on
	countMask   int64  // low bits of a tick that extend the counter instead of telling time
	maxFraction uint64 // greatest random start of them or, without any, of a fraction that the clock does not tell
	incMask     uint64 // mask of the random bits in an increment, which is 1 more
}

// start returns the counter that begins with a random word.
func (c *counting) start(random uint64) uint64 {
	return random >> c.randomShift & (1<<c.counterBits - 1)
}

// A sequence issues timestamps in increasing order. It is the rule behind
// versions 1, 6 and 7. It knows neither a clock nor a Store.
type sequence struct {
	seen    int64     // the reading of the clock that the sequence follows, a tick
	last    timestamp // the last one issued
	limit   int64     // last tick that may be issued
	maxLead int64     // how many ticks a timestamp may be ahead of the clock
	counting
}

// errLimit says that a timestamp would be past the limit of a sequence.
var errLimit = errors.New("uuid: internal: past the limit")

// A request is for one timestamp at a reading of the clock.
type request struct {
	now   int64     // the reading, a tick
	first timestamp // what to issue if the clock has passed the last tick; at most maxLead ahead
	inc   uint64    // how far to count on if it has not
}

// next returns the timestamp to issue: the first one of a new tick or, until the
// clock has passed the last one's tick, the last one plus inc. This is the rule.
func (s *sequence) next(q request) timestamp {
	if q.now&^s.countMask > s.last.tick {
		return q.first
	}
	// The clock stands still, is behind, or has not passed what was counted ahead of it.
	return s.last.plus(q.inc, s.counterBits)
}

// step issues the timestamp that q asks for. The sequence begins again with it if restart is
// set: then timestamps may repeat. With an error nothing changes; next is the timestamp that
// cannot be issued.
func (s *sequence) step(q request, restart bool) (next timestamp, err error) {
	next = q.first
	if !restart {
		next = s.next(q)
	}
	// The lead comes before the limit: what has to wait for the clock anyway needs no Save. The
	// end of time comes first, because no wait and no Save helps there.
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

// furthest returns the last tick that the lead allows while the clock shows now.
func (s *sequence) furthest(now int64) int64 { return now&^s.countMask + s.maxLead }

// extend issues up to n timestamps after the last one, each one after the one
// before, without a new reading of the clock. It returns how many it issued.
func (s *sequence) extend(n int) int {
	ticks := min(s.furthest(s.seen), s.limit) - s.last.tick
	rest := 1<<s.counterBits - 1 - s.last.counter // of this tick
	// The number of ticks is cut to n before it is shifted, so that it does not overflow. Nothing
	// bounds MaxLead.
	n = int(min(uint64(n), rest+uint64(min(ticks, int64(n)))<<s.counterBits))
	s.last = s.last.plus(uint64(n), s.counterBits)
	return n
}

// earliest returns the first reading of the clock at which there is room for n more timestamps.
func (s *sequence) earliest(n uint64) int64 {
	return (s.last.plus(n, s.counterBits).tick - s.maxLead + s.countMask) &^ s.countMask
}
