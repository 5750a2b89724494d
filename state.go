package uuid

// A State is what a [Generator] must not forget: time. A generator that continues from
// a State issues nothing at or below it, and waits until its clock is within MaxLead of
// it. If the clock is behind by more than Options.MaxRollback, Options.Rollback decides.
// A State may be ahead of the clock by MaxLead and six seconds, which is no step back. So
// do not reduce MaxLead between two starts.
type State struct {
	Ticks uint64 // the last timestamp of versions 1 and 6, in 100 ns since 1582-10-15, or 0
	V7    UUID   // not less than the last version 7 UUID, or Nil
}

// A Store keeps the [State] of a [Generator] for the next one (RFC 9562 section 6.3),
// so that order outlives the process. UUIDs are unique without it, unless Options.Node
// is set. [FileStore] is for the processes of one host, integration/pgstore in the
// repository for hosts that share a PostgreSQL server. Each Generator needs a
// Store value of its own, and must not use it inside and outside of a testing/synctest
// bubble at the same time.
//
// A Generator saves a State that is ahead of all that it issues, so that it may be
// killed at any time: by up to one and a half steps of one second and twice the time of
// the last Save, and by six seconds at most. When half a step is left, a call saves, and
// others use it up; then they wait for Save, and fail if it fails. After an error Save
// is left alone for a quarter of a second.
type Store interface {
	// Load returns the state saved last, and an error that is fs.ErrNotExist only if
	// nothing was ever saved: the generator then begins anew.
	Load() (State, error)

	// Save keeps a state durably before it returns. If it fails, the Store may hold
	// either state.
	//
	// Save may lower what this Store value saved, as a Generator does when it follows
	// its clock back and in Close, but never what somebody else has saved, or the order
	// of that process would be lost. So Save writes a random mark beside each state, by
	// which the Store value knows its own states, those that it saved or loaded. Of the
	// others it remembers the greatest Ticks and V7, until Load, and writes no less.
	Save(State) error
}

// merge returns the greater Ticks and V7 of two states.
func (st State) merge(other State) State {
	st.Ticks = max(st.Ticks, other.Ticks)
	if st.V7.Compare(other.V7) < 0 {
		st.V7 = other.V7
	}
	return st
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.Ticks <= maxTick && (st.V7.IsNil() || st.V7.Version() == 7)
}

// State returns the state after the last UUID that g issued or, before the first, the
// one it continues from; Ticks and V7 are zero without one. State does not wait for a
// Store.
func (g *Generator) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.stateLocked()
}

func (g *Generator) stateLocked() State {
	if g.system == nil {
		return State{}
	}
	return stateAt(g.v1v6.last, g.v7.last, g.v7.counterBits)
}

// stateAt returns the state after two timestamps, as far as there are any.
func stateAt(v1v6, unix timestamp, counterBits uint) (st State) {
	if v1v6 != none {
		st.Ticks = uint64(v1v6.tick)
	}
	if unix != none {
		st.V7 = FromUint64s(v7(unix, counterBits, randBMask))
	}
	return st
}
