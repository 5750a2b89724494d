package uuid

import "errors"

// Errors of a [Generator] about its clock, returned as they are.
var (
	// ErrClockRollback: the clock went back by more than Options.MaxRollback and the policy is
	// RollbackError, or an Options.Node has no clock sequence left.
	ErrClockRollback = errors.New("uuid: clock went back")

	// ErrClockLead: UUIDs are as far ahead of the clock as Options.MaxLead allows, and waiting did
	// not help: the clock stands still, is too far back, or Options.MaxWait has passed.
	ErrClockLead = errors.New("uuid: too far ahead of the clock")
)

// A RollbackPolicy says what a [Generator] does when its clock goes back by
// more than Options.MaxRollback.
type RollbackPolicy uint8

const (
	// RollbackFollow takes the new time. Version 6 and 7 UUIDs sort below those from
	// before the step. Versions 1 and 6 change the clock sequence, so that nothing
	// repeats; under an Options.Node calls return ErrClockRollback once all 16384 are
	// used, and at once with an Options.ClockSeq.
	RollbackFollow RollbackPolicy = iota

	// RollbackHold never takes an earlier time, so order is kept (see [Generator]). Calls wait
	// once they are MaxLead ahead of the held time, if the clock is not much further
	// back than MaxRollback, and else return ErrClockLead until it has caught up; so do
	// all calls of a new Generator on a State that is so far ahead.
	RollbackHold

	// RollbackError returns ErrClockRollback until the clock has caught up to
	// within MaxRollback.
	RollbackError
)

// A timestamp is where a UUID stands in time: a tick of its timescale and a
// counter within the tick; see RFC 9562 section 6.2. Timestamps are ordered by
// tick, then by counter.
type timestamp struct {
	tick    int64
	counter uint64
}

// none is before every timestamp: nothing was issued yet.
var none = timestamp{tick: -1}

// plus returns the timestamp inc after t. A counter that overflows its bits
// carries into the tick.
func (t timestamp) plus(inc uint64, counterBits uint) timestamp {
	counter := t.counter + inc
	return timestamp{t.tick + int64(counter>>counterBits), counter & (1<<counterBits - 1)}
}

// A sequence issues timestamps in increasing order. It is the rule behind
// versions 1, 6 and 7.
type sequence struct {
	seen        int64     // the reading of the clock that the sequence follows, a tick
	last        timestamp // the last one issued
	limit       int64     // no step goes past this tick
	maxLead     int64     // how many ticks a timestamp may be ahead of the clock
	counterBits uint      // the width of a timestamp's counter; 0 is one timestamp a tick
	countMask   int64     // mask of the low bits of a tick that extend the counter
	maxRollback int64     // how many ticks back the clock counts as standing still
}

// A request is for one timestamp at a reading of the clock. It has four words: as of
// Go 1.27 the compiler keeps so many in registers.
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
	return s.last.plus(q.inc, s.counterBits)
}

// step issues the next timestamp, which is s.last then. It does nothing and
// returns false if there is more to it: the clock has gone back, or the timestamp
// would be past the lead or the limit.
func (s *sequence) step(q request) bool {
	next := s.next(q)
	if q.now >= s.seen && next.tick <= min(q.now&^s.countMask+s.maxLead, s.limit) {
		s.seen, s.last = q.now, next
		return true
	}
	return false
}

// extend issues up to n timestamps after the last one, each one after the one
// before, without a new reading of the clock. It returns how many it issued.
func (s *sequence) extend(n int) int {
	ticks := min(s.seen&^s.countMask+s.maxLead, s.limit) - s.last.tick
	if ticks < 0 {
		return 0
	}
	rest := 1<<s.counterBits - 1 - s.last.counter // of this tick
	n = int(min(uint64(n), rest+uint64(min(ticks, int64(n)))<<s.counterBits))
	s.last = s.last.plus(uint64(n), s.counterBits)
	return n
}

// earliest returns the first reading of the clock at which there is room for n more
// timestamps.
func (s *sequence) earliest(n uint64) int64 {
	return (s.last.plus(n, s.counterBits).tick - s.maxLead + s.countMask) &^ s.countMask
}

// restart makes s begin anew at now. Timestamps may repeat after that.
func (s *sequence) restart(now int64) { s.seen, s.last = now, none }
