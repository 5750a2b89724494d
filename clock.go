package uuid

import (
	"errors"
	"math"
	"sync/atomic"
	"time"
)

// ErrTimeRange says that a time does not fit the timestamp field of the UUID
// version: 1582-10-15 to 5236-03-31 for versions 1, 2 and 6, 1970 to 10889 for
// version 7, 1970 to 2527-06-23 for version 9.
var ErrTimeRange = errors.New("uuid: time out of range")

// An instant is a time as seconds and nanoseconds since 1970-01-01.
type instant struct {
	sec  int64
	nsec int64 // from 0 on; it may be more than a second
}

func instantOf(t time.Time) instant { return instant{t.Unix(), int64(t.Nanosecond())} }

// sub returns a-b, or the nearest Duration.
func (a instant) sub(b instant) time.Duration {
	return time.Unix(a.sec, a.nsec).Sub(time.Unix(b.sec, b.nsec))
}

// A clock reads the time. Reading the system's wall clock would be most of what
// a version 7 UUID costs, so most readings are an earlier one plus the monotonic
// time since, which is half the price.
//
// Any goroutine may call recent, one at a time calls read.
type clock struct {
	now func() time.Time // nil: the system clock

	base atomic.Int64 // the monotonic time of the last reading of the wall clock; 0: there was none
	sec  atomic.Int64 // that reading, stored before base
	nsec atomic.Int64
}

// A reading is a time that a clock showed.
type reading struct {
	at   instant
	mono int64 // the monotonic time, in nanoseconds since processStart
	base int64 // that of the wall clock's reading that this one builds upon; 0: mono is not set
}

// processStart has a monotonic reading, which no time in a testing/synctest bubble
// has. There the wall clock is not set and serves as well.
var processStart = time.Now()

// maxElapsed is the age at which a reading of the wall clock is not built upon
// any more. It bounds how late a step of the wall clock is noticed.
const maxElapsed = time.Millisecond

// monotonic returns the monotonic time.
func monotonic() int64 { return int64(time.Since(processStart)) }

// recent returns a reading at the monotonic time mono that builds upon the last one of
// the wall clock. The caller must ask whether it is fresh and, if others may have read
// the wall clock meanwhile, whether it is current: so recent can be inlined.
func (c *clock) recent(mono int64) reading {
	base := c.base.Load()
	return reading{instant{c.sec.Load(), c.nsec.Load() + mono - base}, mono, base}
}

// fresh reports whether r, which recent returned, may be used. It may not if the last
// reading of the wall clock is too old or of another clock, or if there is no such
// reading: nothing was read yet, or now is set.
func (r *reading) fresh() bool {
	return r.base != 0 && uint64(r.mono-r.base) < uint64(maxElapsed)
}

// current reports whether the wall clock has not been read since r was.
func (c *clock) current(r reading) bool { return c.base.Load() == r.base }

// read reads the wall clock, for recent to build upon.
func (c *clock) read() reading {
	if c.now != nil {
		return reading{at: instantOf(c.now())}
	}
	t := time.Now()
	at, mono := instantOf(t), int64(t.Sub(processStart))
	c.sec.Store(at.sec)
	c.nsec.Store(at.nsec)
	c.base.Store(mono)
	return reading{at, mono, mono}
}

// wall returns what the wall clock shows. It leaves nothing for recent.
func (c *clock) wall() instant {
	if c.now != nil {
		return instantOf(c.now())
	}
	return instantOf(time.Now())
}

// otherClock reports whether r is of another clock than an earlier reading of the
// monotonic time mono, as it is after a testing/synctest bubble has begun or
// ended: the same monotonic clock never goes back.
func (r reading) otherClock(mono int64) bool { return r.base != 0 && r.mono < mono }

// A timescale counts ticks of a fixed length from an epoch on. Versions 1 and 6
// count on one, version 7 on another; both have 60 bits for the tick.
type timescale struct {
	epoch   uint64 // seconds from it to 1970-01-01
	perMs   uint64 // ticks in a millisecond
	lastSec uint64 // the second since the epoch in which the 60 bits end
}

var (
	// gregorian counts 100 ns since the Gregorian calendar began on
	// 1582-10-15, up to 5236-03-31T21:21:00.6846975Z.
	gregorian = timescale{epoch: 12_219_292_800, perMs: 10_000, lastSec: maxTick / 10_000_000}

	// unix counts 1/4096 ms since 1970-01-01, up to the end of the millisecond
	// 10889-08-02T05:31:50.655Z. A tick is the 48-bit count of milliseconds
	// followed by the 12-bit fraction of RFC 9562 section 6.2, method 3.
	unix = timescale{epoch: 0, perMs: 4096, lastSec: maxTick / 4_096_000}
)

const maxTick = 1<<60 - 1

// tick returns the tick that holds an instant, or ErrTimeRange. It never goes
// through a count of nanoseconds, for which 64 bits are too few.
func (s *timescale) tick(at instant) (int64, error) {
	since := uint64(at.sec) + s.epoch // before the epoch it wraps past lastSec
	tick := since*s.perMs*1000 + uint64(at.nsec)*s.perMs/1e6
	if since > s.lastSec || tick > maxTick {
		return 0, ErrTimeRange
	}
	return int64(tick), nil
}

// clamp is tick for bounds: an instant before the first tick or after the last
// one counts as that.
func (s *timescale) clamp(at instant) int64 {
	tick, err := s.tick(at)
	switch {
	case err == nil:
		return tick
	case at.sec < -int64(s.epoch):
		return 0
	}
	return maxTick
}

// time returns the start of a tick, in UTC.
func (s *timescale) time(tick uint64) time.Time {
	perSec := s.perMs * 1000
	return time.Unix(int64(tick/perSec-s.epoch), int64(tick%perSec*1e6/s.perMs)).UTC()
}

// ticks returns the number of whole ticks in d, which must not be negative.
func (s *timescale) ticks(d time.Duration) int64 { return s.round(d, 0) }

// ticksUp is ticks rounded up: two instants that are d apart are no more ticks
// apart.
func (s *timescale) ticksUp(d time.Duration) int64 { return s.round(d, 1e6-1) }

func (s *timescale) round(d time.Duration, up uint64) int64 {
	ms, ns := uint64(d/time.Millisecond), uint64(d%time.Millisecond)
	return int64(ms*s.perMs + (ns*s.perMs+up)/1e6)
}

// duration returns how long so many ticks are, rounded up, or the longest
// Duration.
func (s *timescale) duration(ticks int64) time.Duration {
	ms, rest := uint64(ticks)/s.perMs, uint64(ticks)%s.perMs
	if ms >= math.MaxInt64/uint64(time.Millisecond) {
		return math.MaxInt64
	}
	return time.Duration(ms)*time.Millisecond + time.Duration((rest*1e6+s.perMs-1)/s.perMs)
}
