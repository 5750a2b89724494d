package uuid

import (
	"fmt"
	"time"
)

// NewV6 returns a new version 6 UUID, for formats that require it. It contains the fields of
// version 1, rearranged so that UUIDs sort by time; see RFC 9562 section 5.6. The clock sequence
// and node of each UUID are new random bits, with the multicast bit set. [Generator] describes the
// order. NewV6 waits and panics as [NewV1] does.
func NewV6() (u UUID) {
	t, random, err := shared.next(gregorian, false)
	if err != nil {
		panic(err)
	}
	u.put(v6(uint64(t.tick), random|multicast))
	return u
}

// NewV6 is like the function [NewV6], but uses the node and clock sequence of g if Options.Node or
// Options.ClockSeq is set. It returns the same errors as [Generator.NewV7].
func (g *Generator) NewV6() (u UUID, err error) {
	// With Node or ClockSeq, a caller expects g's node and clock sequence instead of random bits.
	withIdentity := g.opts.Node != Node{} || g.opts.ClockSeq != nil
	t, tail, err := g.next(gregorian, withIdentity)
	if err == nil {
		if !withIdentity {
			tail |= multicast
		}
		u.put(v6(uint64(t.tick), tail))
	}
	return u, err
}

// NewV6At returns a version 6 UUID for an event at time t, with a random clock sequence and node.
// UUIDs with the same t differ, but are in random order. NewV6At neither reads nor changes the
// state of any [Generator]. It returns [ErrTimeRange] if t is out of range.
func NewV6At(t time.Time) (UUID, error) {
	tick, tail, err := gregorianAt(t)
	if err != nil {
		return UUID{}, err
	}
	return FromUint64s(v6(tick, tail)), nil
}

// v6 returns the words of a version 6 UUID. tail contains its clock sequence and node.
func v6(tick, tail uint64) (hi, lo uint64) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           time_high                           |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |           time_mid            |  ver  |       time_low        |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|         clock_seq         |             node              |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                              node                             |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	return withVersion(addVersionGap(tick), tail, 6)
}

// MinV6 is like [MinV7] for version 6, with a resolution of 100 ns. It clamps t to the range from
// 1582-10-15 to 5236-03-31T21:21:00.6846975Z.
func MinV6(t time.Time) UUID {
	return FromUint64s(v6(uint64(gregorianScale().clamp(instantOf(t))), 0))
}

// MaxV6 is like [MaxV7] for version 6; see [MinV6].
func MaxV6(t time.Time) UUID {
	return FromUint64s(v6(uint64(gregorianScale().clamp(instantOf(t))), 1<<64-1))
}

const cannotConvert = "uuid: cannot convert version %d to version %d: want version %d"

// V1ToV6 returns the version 6 UUID with the time, clock sequence and node of u. It returns an
// error if u is not a version 1 UUID.
func V1ToV6(u UUID) (UUID, error) {
	if u.Version() != 1 {
		return UUID{}, fmt.Errorf(cannotConvert, u.Version(), 6, 1)
	}
	hi, lo := u.Uint64s()
	return FromUint64s(v6(v1Tick(hi), lo)), nil
}

// V6ToV1 is the inverse of [V1ToV6]. It returns an error if u is not a version 6 UUID.
func V6ToV1(u UUID) (UUID, error) {
	if u.Version() != 6 {
		return UUID{}, fmt.Errorf(cannotConvert, u.Version(), 1, 6)
	}
	hi, lo := u.Uint64s()
	return FromUint64s(v1(dropVersion(hi), lo)), nil
}
