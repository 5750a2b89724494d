package uuid

import "time"

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
// a version 7 UUID costs, so most readings are an earlier one plus the elapsed
// monotonic time, which is half the price.
type clock struct {
	now  func() time.Time // nil: the system clock
	base time.Time        // the last reading of the wall clock
	at   instant          // base
}

// maxElapsed is the age at which a reading of the wall clock is not built upon
// any more: it bounds how late a step of the wall clock is noticed.
const maxElapsed = uint64(time.Millisecond)

// wall returns a reading of the wall clock.
func (c *clock) wall() instant {
	if c.now != nil {
		return instantOf(c.now())
	}
	return instantOf(time.Now())
}

// recent returns the last reading of the wall clock plus what has elapsed since,
// and that. It is a reading if the time elapsed, as an unsigned number, is less
// than maxElapsed: more means that time has passed, that there was no reading,
// that now is used or, if it is negative, that the last reading belongs to
// another clock, as it does when a testing/synctest bubble begins or ends.
//
// It can be inlined, and so it leaves the comparison to the caller.
func (c *clock) recent() (at instant, elapsed uint64) {
	since := time.Since(c.base)
	return instant{c.at.sec, c.at.nsec + int64(since)}, uint64(since)
}

// read returns a reading of the wall clock, for recent to build upon.
func (c *clock) read() instant {
	if c.now != nil {
		return c.wall()
	}
	c.base = time.Now()
	c.at = instantOf(c.base)
	return c.at
}

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
func (s *timescale) tick(at instant) (uint64, error) {
	since := uint64(at.sec) + s.epoch // before the epoch it wraps past lastSec
	tick := since*s.perMs*1000 + uint64(at.nsec)*s.perMs/1e6
	if since > s.lastSec || tick > maxTick {
		return 0, ErrTimeRange
	}
	return tick, nil
}

// clamp is tick for bounds: an instant before the first tick or after the last
// one counts as that.
func (s *timescale) clamp(at instant) uint64 {
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
func (s *timescale) ticks(d time.Duration) uint64 {
	ms, ns := uint64(d/time.Millisecond), uint64(d%time.Millisecond)
	return ms*s.perMs + ns*s.perMs/1e6
}

// milliseconds returns how long so many ticks are, rounded up.
func (s *timescale) milliseconds(ticks uint64) time.Duration {
	return time.Duration((ticks+s.perMs-1)/s.perMs) * time.Millisecond
}
