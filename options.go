package uuid

import (
	"cmp"
	"errors"
	"io"
	"time"
)

// Options configure a [Generator]. The zero value of a field selects its default. Calls to Now do
// not overlap, nor do calls to Rand. They must not block in a testing/synctest bubble.
// Now, Rand and Store must not call the Generator.
type Options struct {
	// Now reads the clock; nil means the system clock. A call reads it once, and again after each
	// pause in a wait for the clock. A call that has waited for Rand or Store also reads it again
	// before its first pause. So Now may return a list of times in turn. If the clock moves in
	// coarse steps, versions 1 and 6 issue up to 1 + MaxLead / 100 ns UUIDs per step, 100001 by
	// default, then wait.
	Now func() time.Time

	// Rand is the source of random bits; nil means crypto/rand. Each UUID needs 16 bytes. The
	// Generator completes short reads and buffers nothing. Version 1, and version 6 with Node or
	// ClockSeq, read Rand only for another node or clock sequence, and before ErrClockRollback if
	// there is no other. See NewGenerator's "Fast" example.
	//
	// From version 1.0 on, the UUIDs that NewV1, NewV4, NewV6, NewV7, FillV4 and FillV7 make from a
	// seed and the times of Now change only with the major version, or for security.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6; zero means a random node. Two generators
	// must not use the same Node at the same time, unless each has its own ClockSeq.
	//
	// With a fixed Node, also set a Store. Otherwise version 1 and 6 UUIDs may repeat after a
	// restart. Even with a Store, two starts choose the same clock sequence with probability
	// 1/16384. In that case UUIDs may repeat if the clock is set back.
	//
	// With both Node and ClockSeq, RollbackFollow cannot restart versions 1 and 6. They return
	// ErrClockRollback instead, also after a start if the State is too far ahead.
	Node Node

	ClockSeq *uint16 // initial 14-bit clock sequence for versions 1 and 6; nil means random

	V7 V7Method // method that keeps version 7 UUIDs in order

	// MaxRollback is the longest clock rollback that a Generator ignores; zero means 10 s. It is
	// rounded up to the resolution of the time in a UUID. Until the clock catches up, the Generator
	// acts as if the clock had stopped, so UUIDs stay in order.
	MaxRollback time.Duration

	Rollback RollbackPolicy // policy for a rollback longer than MaxRollback

	// MaxLead limits how far the time in UUIDs may be ahead of the clock; zero means 10 ms. While a
	// rollback is ignored, MaxLead counts from the time that the clock showed before the rollback.
	MaxLead time.Duration

	// MaxWait limits how long a call may wait for the clock for one UUID, not counting calls to
	// Store. A call that would have to wait longer returns ErrClockLead, without waiting if
	// possible. Zero means MaxRollback + 2 s, plus 6 s with a Store.
	MaxWait time.Duration

	Store Store // keeps the state for the next process; nil means no Store
}

const (
	defaultMaxRollback = 10 * time.Second
	defaultMaxLead     = 10 * time.Millisecond
)

// check returns an error if an option is out of range.
func (o *Options) check() error {
	const noGenerator = "uuid: cannot make a Generator: Options."
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

// A RollbackPolicy determines what a [Generator] does after a rollback longer than MaxRollback.
type RollbackPolicy uint8

const (
	// RollbackFollow uses the new time. New version 6 and 7 UUIDs sort below earlier ones. Versions
	// 1 and 6 change the clock sequence, so no UUID repeats. With Node, they return
	// ErrClockRollback after 16384 clock sequences; with Node and ClockSeq, immediately.
	RollbackFollow RollbackPolicy = iota

	// RollbackHold never uses an earlier time, so the order is kept (see [Generator]). UUIDs
	// continue from the time that the clock showed before the rollback: calls issue MaxLead's worth
	// of them, which is about ten million of version 7 by default, and wait only after that. They
	// return ErrClockLead if the clock cannot catch up within MaxWait, also in the first call to a
	// new Generator.
	RollbackHold

	// RollbackError returns ErrClockRollback until the clock has caught up to within MaxRollback.
	RollbackError
)

// String returns the name of p, such as "RollbackHold", or "RollbackPolicy(n)".
func (p RollbackPolicy) String() string {
	return nameOf("RollbackPolicy", uint8(p), "RollbackFollow", "RollbackHold", "RollbackError")
}

// A V7Method is a way to keep version 7 UUIDs from the same millisecond in order. Bits that the
// method does not use are random in each UUID.
type V7Method uint8

const (
	// V7Precise puts a 12-bit fraction of the millisecond after the timestamp (RFC 9562 section
	// 6.2, method 3), then an 8-bit counter. The counter starts at a random value every 244 ns and
	// carries into the fraction. With a millisecond clock, the fraction is part of the counter.
	V7Precise V7Method = iota

	// V7Counter puts a 26-bit counter after the timestamp (method 1). In each millisecond it starts
	// at a random value with the top bit clear.
	V7Counter

	// V7Random puts a 74-bit number after the timestamp (method 2). In each millisecond it starts
	// at a random value, then grows by random steps of 1 to 2^32.
	V7Random

	// V7Unordered puts 74 random bits after the timestamp. It takes no lock, except to call Now and
	// Rand. It keeps no order within a millisecond or after a rollback, and a State does not cover
	// its UUIDs.
	V7Unordered
)

// String returns the name of m, such as "V7Precise", or "V7Method(n)".
func (m V7Method) String() string {
	return nameOf("V7Method", uint8(m), "V7Precise", "V7Counter", "V7Random", "V7Unordered")
}
