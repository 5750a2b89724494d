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
	counterBits &= 63 // so the compiler omits a check
	counter := t.counter + inc
	return timestamp{t.tick + int64(counter>>counterBits), counter & (1<<counterBits - 1)}
}

// A sequence issues timestamps in increasing order. It knows neither the clock nor the Store: what
// these allow is expressed by bound and slack.
//
// Except in a restart, seen and last never fall. After a step, last is at most maxLead ahead of
// seen.
type sequence struct {
	seen    int64     // greatest clock tick of all steps
	last    timestamp // last timestamp issued
	bound   int64     // step issues no later tick, and none if bound is noTick
	slack   int64     // a reading that is at most slack before seen counts as seen
	maxLead int64     // number of ticks that a timestamp may be ahead of the clock
	rule    counterRule
}

// noTick is the bound of a sequence that takes no step until Generator.resolve has set a new bound.
// In the zero Generator bound is 0, which refuses every step too, because the next tick after a
// last.tick of 0 is at least 1.
const noTick = -1

// step issues a timestamp at the clock tick now, with the random words hi and lo. hi is 0 if the
// tick must not get a random fraction. If ok is false, nothing has changed, and next is the
// timestamp that was refused.
func (s *sequence) step(now int64, hi, lo uint64) (next timestamp, ok bool) {
	// The reading is before seen if another call has overtaken this one, if the clock is coarse, or
	// after a short rollback. In each case the clock counts as stopped.
	clock := max(now, s.seen)
	if first := clock &^ s.rule.countMask; first > s.last.tick {
		next = timestamp{first, lo >> (s.rule.randomShift & 63) & (1<<(s.rule.counterBits&63) - 1)}
		if hi != 0 {
			next.tick += int64(hi % (s.rule.maxFraction + 1))
		}
	} else {
		// The clock has not passed the last timestamp. The fraction uses hi's low bits.
		next = s.last.plus(1+hi>>32&s.rule.incMask, s.rule.counterBits)
	}
	ok = s.seen-now <= s.slack && next.tick <= min(s.furthest(clock), s.bound)
	if ok {
		s.seen, s.last = clock, next
	}
	return next, ok
}

// furthest returns the last tick that maxLead allows when the clock is at tick now.
func (s *sequence) furthest(now int64) int64 { return now&^s.rule.countMask + s.maxLead }

// extend issues up to n more timestamps after a step, and returns how many it issued.
func (s *sequence) extend(n int) int {
	ticks := max(0, min(s.furthest(s.seen), s.bound)-s.last.tick)
	rest := 1<<s.rule.counterBits - 1 - s.last.counter // timestamps left in this tick
	// MaxLead has no maximum, so the shift could overflow. Use at most n ticks, which always have
	// room for n timestamps. V7Random's wide counter never gets here; see fillV7.
	n = int(min(uint64(n), rest+uint64(min(ticks, int64(n)))<<s.rule.counterBits))
	s.last = s.last.plus(uint64(n), s.rule.counterBits)
	return n
}

// earliest returns the first clock tick at which n more timestamps can be issued.
func (s *sequence) earliest(n uint64) int64 {
	// Round the tick up, because the countMask bits do not count time.
	mask := s.rule.countMask
	return (s.last.plus(n, s.rule.counterBits).tick - s.maxLead + mask) &^ mask
}

// A counterRule defines how timestamps from one clock reading differ. The zero value allows one
// timestamp per tick.
type counterRule struct {
	countMask   int64  // low bits of a tick that extend the counter instead of the time
	counterBits uint   // width of a timestamp's counter
	randomShift uint   // the counter starts as a random word shifted right by randomShift
	maxFraction uint64 // greatest random fraction of a millisecond, in ticks
	incMask     uint64 // an increment is 1 plus a random number masked with this
}

// counterBits returns the width of the counter in rand_b.
func (m V7Method) counterBits() uint {
	switch m {
	case V7Precise:
		return preciseBits
	case V7Counter:
		return 26 - fractionBits // the top 12 of the 26 bits are in rand_a
	case V7Random:
		return randBBits
	case V7Unordered:
		return 0
	}
	panic("uuid: unknown V7Method")
}

// counterRule returns the rule by which m makes different timestamps from one clock reading.
func (m V7Method) counterRule() counterRule {
	rule := counterRule{counterBits: m.counterBits()}
	switch m {
	case V7Precise:
		// A random fraction is in the lower half of its range. The counter can carry into the
		// other.
		rule.randomShift, rule.maxFraction = 64-rule.counterBits, fractionMask>>1
	case V7Counter:
		// The counter starts with its top bit clear, so at least half of its range is left.
		rule.randomShift, rule.maxFraction = 64-rule.counterBits, fractionMask>>1
		rule.countMask = fractionMask
	case V7Random:
		// The number may start anywhere: an overflow is very unlikely, and carries into the time.
		rule.countMask, rule.maxFraction, rule.incMask = fractionMask, fractionMask, 1<<32-1
	case V7Unordered: // takes no steps
	default:
		panic("uuid: unknown V7Method")
	}
	return rule
}
