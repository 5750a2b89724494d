package uuid

import (
	"math"
	"time"
)

// An instant is a time in seconds and nanoseconds since 1970-01-01. A single count of nanoseconds
// would overflow int64 within the range of UUIDs.
type instant struct {
	sec  int64
	nsec int64
}

func instantOf(t time.Time) instant { return instant{t.Unix(), int64(t.Nanosecond())} }

// inBubble reports whether t, from time.Now, was read in a testing/synctest bubble. Then it has no
// monotonic time. Outside a bubble, package time keeps one in the years 1885 to 2156.
func inBubble(t time.Time) bool {
	return t == t.Round(0) && t.UTC().Year() >= 1885 && t.UTC().Year() < 2157
}

// A timescale counts ticks of a fixed length from an epoch, in 60 bits. The two timescales are
// functions, so the compiler can inline their numbers as constants.
type timescale struct {
	epoch   uint64 // seconds from the epoch to 1970-01-01
	perMs   uint64 // ticks per millisecond
	lastSec uint64 // seconds from the epoch to the second that contains maxTick
}

// gregorianScale counts units of 100 ns since the Gregorian calendar began on 1582-10-15, up to
// 5236-03-31T21:21:00.6846975Z.
func gregorianScale() timescale {
	return timescale{epoch: 12_219_292_800, perMs: 10_000, lastSec: maxTick / 10_000_000}
}

// unixScale counts units of 1/4096 ms since 1970-01-01, up to the end of the millisecond
// 10889-08-02T05:31:50.655Z. A tick consists of the 48-bit count of milliseconds and the 12-bit
// fraction of RFC 9562 section 6.2, method 3.
func unixScale() timescale {
	return timescale{epoch: 0, perMs: 4096, lastSec: maxTick / 4_096_000}
}

const maxTick = 1<<60 - 1

// tick returns the tick that contains an instant, or ErrTimeRange.
func (s timescale) tick(at instant) (int64, error) {
	// After lastSec the product may overflow, but since > s.lastSec remains true. Before the epoch,
	// since wraps around to a number above lastSec.
	since := uint64(at.sec) + s.epoch
	tick := since*s.perMs*1000 + uint64(at.nsec)*s.perMs/1e6
	if since > s.lastSec || tick > maxTick {
		return 0, ErrTimeRange
	}
	return int64(tick), nil
}

// fastTick returns the tick of a time on the timeline unix or gregorian. If the time is out of
// range, or may come from a coarse clock and therefore need a random fraction, the tick is so low
// that step refuses it with any MaxRollback.
func fastTick(timeline int, at time.Time) int64 {
	scale := unixScale()
	if timeline == gregorian {
		scale = gregorianScale()
	}
	tick, err := scale.tick(instantOf(at))
	if err != nil || timeline == unix && tick&fractionMask == 0 {
		return -1 << 62
	}
	return tick
}

// clamp is like tick, but clamps an instant that is out of range to the first or the last tick.
func (s timescale) clamp(at instant) int64 {
	tick, err := s.tick(at)
	switch {
	case err == nil:
		return tick
	case at.sec < -int64(s.epoch):
		return 0
	}
	return maxTick
}

// time returns the time at which a tick starts, in UTC.
func (s timescale) time(tick uint64) time.Time {
	perSec := s.perMs * 1000
	return time.Unix(int64(tick/perSec-s.epoch), int64(tick%perSec*1e6/s.perMs)).UTC()
}

// ticks returns the number of whole ticks in d, which must not be negative.
func (s timescale) ticks(d time.Duration) int64 { return s.round(d, 0) }

// ticksUp rounds up. If two instants differ by d, their ticks differ by at most ticksUp(d).
func (s timescale) ticksUp(d time.Duration) int64 { return s.round(d, 1e6-1) }

func (s timescale) round(d time.Duration, up uint64) int64 {
	// Convert d in two parts, because nanoseconds times perMs may overflow.
	ms, ns := uint64(d/time.Millisecond), uint64(d%time.Millisecond)
	return int64(ms*s.perMs + (ns*s.perMs+up)/1e6)
}

// duration returns the length of a number of ticks, rounded up and clamped to the longest Duration.
func (s timescale) duration(ticks int64) time.Duration {
	ms, rest := uint64(ticks)/s.perMs, uint64(ticks)%s.perMs
	// Version 7 covers thousands of years, but a Duration only 292.
	if ms >= math.MaxInt64/uint64(time.Millisecond) {
		return math.MaxInt64
	}
	return time.Duration(ms)*time.Millisecond + time.Duration((rest*1e6+s.perMs-1)/s.perMs)
}
