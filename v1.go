package uuid

import "time"

// NewV1 returns a new version 1 UUID: 60 bits of time in units of 100 ns, a clock sequence and a
// node; see RFC 9562 section 5.1. The clock sequence and node are random, and the clock sequence
// changes if the clock moves back by more than 10 s. NewV1 waits if the program generates more than
// ten million UUIDs per second. It panics if the system clock is before 1582 or after 5236.
//
// Version 1 UUIDs reveal their time and process, and do not sort by time. Prefer [NewV7].
func NewV1() (u UUID) {
	t, tail, err := shared.next(gregorian, true)
	if err != nil {
		panic(err)
	}
	u.put(v1(uint64(t.tick), tail))
	return u
}

// NewV1 is like the function [NewV1], with the node and clock sequence of g. It returns the same
// errors as [Generator.NewV7].
func (g *Generator) NewV1() (u UUID, err error) {
	t, tail, err := g.next(gregorian, true)
	if err == nil {
		u.put(v1(uint64(t.tick), tail))
	}
	return u, err
}

// NewV1At is like [NewV6At] for version 1.
func NewV1At(t time.Time) (UUID, error) {
	tick, tail, err := gregorianAt(t)
	if err != nil {
		return UUID{}, err
	}
	return FromUint64s(v1(tick, tail)), nil
}

// gregorianAt returns the tick that contains t, and a tail with a random clock sequence and node.
func gregorianAt(t time.Time) (tick, tail uint64, err error) {
	ticks, err := gregorianScale().tick(instantOf(t))
	if err != nil {
		return 0, 0, err
	}
	return uint64(ticks), random64() | multicast, nil
}

// v1 returns the words of a version 1 UUID. tail contains its clock sequence and node.
func v1(tick, tail uint64) (hi, lo uint64) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           time_low                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |           time_mid            |  ver  |       time_high       |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|         clock_seq         |             node              |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                              node                             |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	timeLow := tick & 0xffff_ffff
	timeMid := tick >> 32 & 0xffff
	timeHigh := tick >> 48
	return withVersion(timeLow<<32|timeMid<<16|timeHigh, tail, 1)
}

// v1Tick extracts the tick from the first word of a version 1 UUID.
func v1Tick(hi uint64) uint64 {
	timeLow := hi >> 32
	timeMid := hi >> 16 & 0xffff
	timeHigh := hi & 0xfff
	return timeHigh<<48 | timeMid<<32 | timeLow
}
