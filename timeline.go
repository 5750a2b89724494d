package uuid

import (
	"crypto/rand"
	"io"
)

// The timelines of a Generator.
const (
	unix      = iota // for version 7
	gregorian        // for versions 1 and 6
)

// A timeline is a sequence together with its timescale, its identity, and what the Store may
// contain of it.
type timeline struct {
	sequence
	scale       timescale
	identity    identity // for versions 1 and 6
	bubble      bool     // seen is from a testing/synctest bubble; then bound is noTick
	maxRollback int64    // slack, unless a longer rollback is ignored
	latest      uint64   // order of the latest reading of a step since the last restart, or 0
	stored      interval // what the Store may contain
}

// newTimeline returns a timeline that has issued nothing, without a Store.
func newTimeline(scale timescale, rule counterRule, id identity, o *Options) timeline {
	t := timeline{
		sequence: sequence{
			seen:    -maxTick,
			last:    none,
			bound:   noTick,
			maxLead: scale.ticks(o.maxLead()),
			rule:    rule,
		},
		scale:       scale,
		identity:    id,
		maxRollback: scale.ticksUp(o.maxRollback()),
		stored:      interval{min: maxTick, max: none.tick, due: maxTick},
	}
	// If the fraction of a millisecond is part of the counter, it does not count as lead: furthest
	// adds maxLead to a tick without these bits, so they are set in maxLead. V7Precise's random
	// fraction must not exceed the lead, or the first call in a millisecond would wait.
	t.maxLead |= rule.countMask
	t.rule.maxFraction = min(rule.maxFraction, uint64(t.maxLead))
	t.stored.maxAhead = t.maxLead + scale.ticks(maxReserve)
	return t
}

// initialReader is the crypto/rand.Reader with which the program started. Calls take the fast
// path only while this Reader is in place. A test that replaces it and puts it back gives them the
// fast path again.
var initialReader, _ = readerID().(io.Reader)

// beginLocked begins the timelines at the first call, and begins new ones when a test has replaced
// crypto/rand.Reader. The caller holds mu.
func (g *Generator) beginLocked() {
	before := g.begunWith
	// == does not panic: begunWith is a Reader that can be compared or, if it cannot be, its type.
	if any(rand.Reader) == before {
		return // nearly always
	}
	g.begunWith = readerID()
	first := before == nil
	switch {
	case first:
	case g.begunWith == before:
		return // the same Reader, which cannot be compared
	case g.opts.Rand != nil, g.opts.Store != nil:
		return // g does not use the Reader, or its order must outlive the process
	}
	// New timelines depend only on the Reader and the clock, so a seed makes tests reproducible.
	// With a given node and clock sequence, only the old timeline keeps versions 1 and 6 distinct.
	if id := givenIdentity(&g.opts); first || !id.known {
		g.timelines[gregorian] = newTimeline(gregorianScale(), counterRule{}, id, &g.opts)
	}
	g.timelines[unix] = newTimeline(unixScale(), g.opts.V7.counterRule(), identity{}, &g.opts)
}
