package uuid

// A position is where a UUID stands on its timeline. Positions are ordered by
// tick and within a tick by count.
type position struct {
	tick  uint64
	count uint64
}

// plus returns the position inc after p, carrying from the count of countBits
// into the tick.
func (p position) plus(inc uint64, countBits uint) position {
	count := p.count + inc
	return position{p.tick + count>>countBits, count & (1<<countBits - 1)}
}

// A timeline is how far a generator has come in issuing positions. The zero
// value has issued none.
type timeline struct {
	seen   uint64   // the reading of the clock that the timeline follows, a tick
	last   position // issued, if any was
	issued bool
}

// A pace says how a timeline advances.
type pace struct {
	countBits   uint   // the width of position.count; 0 is one position a tick
	maxLead     uint64 // how many ticks a position may be ahead of the clock
	maxRollback uint64 // how many ticks back the clock is not followed
	rollback    RollbackPolicy
}

// step issues the next position of l at the clock's reading now: l.last of the
// timeline that it returns. It is the rule behind versions 1, 6 and 7.
//
// A clock past the last position's tick starts a new tick at now plus seed, of
// which the tick must not be above maxLead. Otherwise the position counts on
// from the last one by inc, carrying from the count into the tick: so it
// borrows from the future, up to maxLead. A clock that went back by up to
// maxRollback counts as standing still; one that went back further is followed,
// held or refused, as the policy says. Followed means that l starts anew: seen
// is then less than before, and positions repeat.
//
// With an error nothing is issued and l stays valid.
func (p *pace) step(l timeline, now uint64, seed position, inc uint64) (timeline, error) {
	if now < l.seen {
		switch {
		case l.seen-now <= p.maxRollback, p.rollback == RollbackHold:
			now = l.seen
		case p.rollback == RollbackError:
			return l, ErrClockRollback
		default:
			l = timeline{}
		}
	}
	next := position{now + seed.tick, seed.count}
	if l.issued && now <= l.last.tick {
		next = l.last.plus(inc, p.countBits)
	}
	switch {
	case next.tick > maxTick:
		return l, ErrTimeRange
	case next.tick-now > p.maxLead:
		return l, ErrClockLead
	}
	return timeline{seen: now, last: next, issued: true}, nil
}
