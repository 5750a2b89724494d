package uuid

import (
	"cmp"
	"errors"
	"io"
	"time"
)

// Options configure a [Generator]. The zero value of a field selects the field's default. Calls to
// Now never overlap one another, and neither do calls to Rand. In a testing/synctest bubble,
// neither Now nor Rand may block. Now, Rand and Store must not call the Generator.
type Options struct {
	// Now reads the clock; nil means the system clock. Each method invokes Now once per call, and
	// again after each pause while it waits for the clock, so Now can step through a list of times.
	// A method call that has waited for Rand or Store also calls Now again before its first pause.
	// If the clock moves in coarse steps, calls for versions 1 and 6 issue up to 1 + MaxLead/(100
	// ns) UUIDs per step (100001 by default), and then wait.
	Now func() time.Time

	// Rand is the source of random bits; nil means crypto/rand. Each UUID takes 16 bytes. If a read
	// returns fewer bytes, the Generator reads the remaining bytes; it never reads in advance.
	// Version 1, and version 6 with Node or ClockSeq, read Rand only when they need a new node or
	// clock sequence. They read Rand even if no unused clock sequence is left, in which case the
	// call returns ErrClockRollback. See the "Fast" example of NewGenerator.
	//
	// From version 1.0 on, the UUIDs that NewV1, NewV4, NewV6, NewV7, FillV4 and FillV7 generate
	// from a given seed and given times from Now will change only in a new major version, or for
	// security reasons.
	Rand io.Reader

	// Node identifies the generator in versions 1 and 6; zero means a random node. Two generators
	// must not use the same Node at the same time, unless each has its own ClockSeq.
	//
	// With a fixed Node, also set a Store; otherwise version 1 and 6 UUIDs may repeat after a
	// restart. Even with a Store, two starts choose the same clock sequence with a probability of
	// 1/16384. In that case, UUIDs may repeat if the clock is set back.
	//
	// With both Node and ClockSeq, RollbackFollow cannot restart the order of versions 1 and 6, so
	// calls return ErrClockRollback instead. The first call after a start also returns this error
	// if the State is too far ahead of the clock.
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
	// Store. A call that would have to wait longer returns ErrClockLead, immediately if it can tell
	// in advance. Zero means MaxRollback + 2 s, plus 6 s with a Store.
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
	// RollbackFollow uses the new time, so new version 6 and 7 UUIDs sort before earlier UUIDs.
	// Versions 1 and 6 change the clock sequence, so no UUID repeats. With Node, calls return
	// ErrClockRollback when all 16384 clock sequences have been used; with Node and ClockSeq, they
	// do so at the first rollback.
	RollbackFollow RollbackPolicy = iota

	// RollbackHold never uses an earlier time, so the order is kept (see [Generator]). UUIDs
	// continue from the time that the clock showed before the rollback. Calls issue as many UUIDs
	// as MaxLead allows, by default about ten million version 7 UUIDs, and then wait. If the clock
	// cannot catch up within MaxWait, calls return ErrClockLead, even the first call to a new
	// Generator.
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
	// these UUIDs.
	V7Unordered
)

// String returns the name of m, such as "V7Precise", or "V7Method(n)".
func (m V7Method) String() string {
	return nameOf("V7Method", uint8(m), "V7Precise", "V7Counter", "V7Random", "V7Unordered")
}
