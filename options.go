package uuid

import (
	"cmp"
	"errors"
	"io"
	"time"
)

// Options configure a [Generator]. The zero value of each field is its default. Now, Rand and Store
// must not call the Generator that calls them.
type Options struct {
	// Now reads the clock; nil means the system clock. One goroutine at a time calls it. If the clock
	// is coarser than a millisecond, versions 1 and 6 soon wait for its next tick. In a
	// testing/synctest bubble Now must not wait.
	Now func() time.Time

	// Rand is the source of random bits; nil means crypto/rand. One goroutine at a time reads from it:
	// 16 bytes for each UUID, with short reads completed and nothing buffered. Version 1, and 6 with
	// Node or ClockSeq, read only for a random node or clock sequence. In a testing/synctest bubble
	// Rand must not wait. See the example "Fast" of NewGenerator.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6; zero means a random one. Two generators must
	// not use the same Node at the same time, unless each has its own ClockSeq.
	//
	// With a fixed Node, set a Store as well: without one, versions 1 and 6 may repeat after a
	// restart. With a Store, one pair of starts in 16384 still shares a clock sequence, and a UUID may
	// repeat if the clock is set back.
	//
	// With both Node and ClockSeq no step back of the clock is followed: versions 1 and 6 return
	// ErrClockRollback. They do so after a start, too, if the State is too far ahead.
	Node Node

	ClockSeq *uint16 // initial value in versions 1 and 6, 14 bits; nil means random

	V7 V7Method // keeps version 7 UUIDs in order

	// MaxRollback is the longest step back of the clock that is bridged; zero means 10 s. Until the
	// clock has caught up, UUIDs keep the time before the step, and their order. Calls wait once
	// MaxLead is used up.
	MaxRollback time.Duration

	Rollback RollbackPolicy // for a step back by more than MaxRollback

	// MaxLead is how far the time in UUIDs may run ahead of the clock, or of the time that is kept
	// after a step back; zero means 10 ms.
	MaxLead time.Duration

	// MaxWait is how long one call may wait for the clock. Waiting for Store does not count. A call
	// that needs longer returns ErrClockLead, at once if it can. The default, for each UUID, is
	// MaxRollback + 2 s, and 6 s more with a Store.
	MaxWait time.Duration

	Store Store // keeps the state for the next process; nil means none
}

const (
	defaultMaxRollback = 10 * time.Second
	defaultMaxLead     = 10 * time.Millisecond
)

// check returns an error if an option is out of range.
func (o *Options) check() error {
	const noGenerator = "uuid: cannot make a Generator, Options."
	switch {
	case o.ClockSeq != nil && *o.ClockSeq > maxClockSeq:
		return errors.New(noGenerator + "ClockSeq has more than 14 bits")
	case o.V7 > V7Unordered:
		return errors.New(noGenerator + "V7 is unknown")
	case o.MaxRollback < 0:
		return errors.New(noGenerator + "MaxRollback is negative")
	case o.Rollback > RollbackError:
		return errors.New(noGenerator + "Rollback is unknown")
	case o.MaxLead < 0:
		return errors.New(noGenerator + "MaxLead is negative")
	case o.MaxWait < 0:
		return errors.New(noGenerator + "MaxWait is negative")
	}
	return nil
}

func (o *Options) maxRollback() time.Duration { return cmp.Or(o.MaxRollback, defaultMaxRollback) }
func (o *Options) maxLead() time.Duration     { return cmp.Or(o.MaxLead, defaultMaxLead) }

// Errors of a [Generator] about its clock, returned unwrapped.
var (
	// ErrClockRollback says that the clock went back by more than Options.MaxRollback, and that the
	// policy is RollbackError or an Options.Node has no clock sequence left.
	ErrClockRollback = errors.New("uuid: clock went back")

	// ErrClockLead says that UUIDs are Options.MaxLead ahead of the clock, and that waiting did not
	// help: the clock stands still, is too far back, or Options.MaxWait has passed.
	ErrClockLead = errors.New("uuid: too far ahead of the clock")
)

// A RollbackPolicy decides what a [Generator] does when its clock goes back by more than
// Options.MaxRollback.
type RollbackPolicy uint8

const (
	// RollbackFollow takes the new time. Version 6 and 7 UUIDs sort below those from before the step.
	// Versions 1 and 6 change the clock sequence, so that nothing repeats. With Options.Node they
	// return ErrClockRollback after all 16384 clock sequences, and at once with Options.ClockSeq too.
	RollbackFollow RollbackPolicy = iota

	// RollbackHold never takes an earlier time, so order is kept (see [Generator]). Calls wait once
	// they are MaxLead ahead of the time that is kept. They return ErrClockLead if the clock is too
	// far back for MaxWait. So do all calls of a new Generator whose State is too far ahead.
	RollbackHold

	// RollbackError returns ErrClockRollback until the clock has caught up to within MaxRollback.
	RollbackError
)

// A V7Method is a way to keep version 7 UUIDs of the same millisecond in order. All bits not
// mentioned are fresh random bits.
type V7Method uint8

const (
	// V7Precise has a 12-bit fraction of the millisecond after the timestamp (RFC 9562 section 6.2,
	// method 3), then an 8-bit counter, which starts at random in each 244 ns and carries into the
	// fraction. When the clock shows whole milliseconds, the fraction is a part of the counter.
	V7Precise V7Method = iota

	// V7Counter has a 26-bit counter after the timestamp (method 1). In each millisecond it starts
	// at a random value with the top bit clear.
	V7Counter

	// V7Random has a 74-bit number after the timestamp. It starts at random in each millisecond, and
	// grows by a random step of 1 to 2^32 (method 2).
	V7Random

	// V7Unordered has 74 random bits after the timestamp. It takes no lock, except for Options.Now and
	// Options.Rand. It keeps no order within a millisecond or when the clock goes back, and a State
	// does not cover its UUIDs.
	V7Unordered
)

// counterBits returns the width of the counter in rand_b.
func (m V7Method) counterBits() uint {
	switch m {
	case V7Precise:
		return preciseBits
	case V7Counter:
		return 26 - fractionBits // the fraction has the top bits
	case V7Random:
		return randBBits
	}
	return 0
}

// counting returns how the UUIDs of a method are counted.
func (m V7Method) counting() counting {
	bits := m.counterBits()
	switch m {
	case V7Precise:
		// A random fraction is in the lower half, which leaves the upper half for counting on.
		return counting{counterBits: bits, randomShift: 64 - bits, maxFraction: fractionMask >> 1}
	case V7Counter:
		// The first bit of the counter starts clear, which leaves room for counting on.
		return counting{counterBits: bits, randomShift: 64 - bits, countMask: fractionMask, maxFraction: fractionMask >> 1}
	case V7Random:
		return counting{counterBits: bits, countMask: fractionMask, maxFraction: fractionMask, incMask: 1<<32 - 1}
	}
	return counting{}
}
