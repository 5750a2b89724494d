package uuid

import (
	"errors"
	"math"
	"time"
)

// ErrTimeRange means that a time is outside the UUID version's range: 1582-10-15 to 5236-03-31 for
// versions 1, 2 and 6, 1970 to 10889 for version 7, 1970 to 2527-06-23 for version 9.
var ErrTimeRange = errors.New("uuid: time out of range")

// An instant is a time in seconds and nanoseconds since 1970-01-01. A single count of nanoseconds
// would overflow int64 within the range of UUIDs.
type instant struct {
	sec  int64
	nsec int64
}

func instantOf(t time.Time) instant { return instant{t.Unix(), int64(t.Nanosecond())} }

// A reading is the result of reading a clock.
type reading struct {
	at instant

	// mono orders readings. It is a monotonic time in nanoseconds or, with Options.Now, the
	// reading's sequence number. It is positive, noMono or inBubble.
	mono int64
}

const (
	noMono   = -1 // the system clock is so far off that package time keeps no monotonic time
	inBubble = 0  // the clock of a testing/synctest bubble, which has no monotonic time either
)

// processStart is the zero point of monotonic times. If the process started after 2156, it has
// no monotonic time, and times after it can be negative.
var processStart = time.Now()

// systemTime reads the system clock.
func systemTime() reading {
	t := time.Now() // one call, so both times are from the same instant
	// The times are equal only if t has no monotonic time, because == compares it too, and time.Unix
	// does not set it (Go 1.25 to 1.27; TestMonotonicTime). Comparing with t.Round(0) would take 4 ns
	// longer.
	if t == time.Unix(t.Unix(), int64(t.Nanosecond())) {
		return reading{instantOf(t), missingMono(t)}
	}
	return reading{instantOf(t), int64(t.Sub(processStart)) + 1} // + 1, because 0 is inBubble
}

// missingMono returns the value of reading.mono for a time that has no monotonic time.
func missingMono(t time.Time) int64 {
	// Outside a bubble, package time keeps a monotonic time in the years 1885 to 2156.
	if year := t.UTC().Year(); year < 1885 || year >= 2157 {
		return noMono
	}
	return inBubble
}

// wholeMilliseconds reports whether r is a whole number of milliseconds, as on a coarse clock.
func (r reading) wholeMilliseconds() bool { return r.at.nsec%1e6 == 0 }

// overtaken reports whether r was taken before a reading with the given mono.
func (r reading) overtaken(mono int64) bool { return 0 < r.mono && r.mono < mono }

// fromOtherClock reports whether a bubble began or ended between r and a reading with the given
// mono. A bubble's clock never moves back, so back means that r is from another bubble.
func (r reading) fromOtherClock(mono int64, back bool) bool {
	return (r.mono == inBubble) != (mono == inBubble) || r.mono == inBubble && back
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
