// Simulates the world of TestInterleavings: a clock, two calls, a Store, kill and Close.
package uuid

import (
	"errors"
	"hash/maphash"
	"io/fs"
	"slices"
	"time"
)

const (
	modelUnit     = 600 * time.Millisecond // the clock moves in these units
	modelEnd      = 12                     // last time of the clock
	modelLead     = 250 * time.Nanosecond
	modelRollback = 2 * modelUnit
	modelOwn      = 6 // states of Generator.own that a history may need
)

// A phase says what a call in a history does next.
type phase uint8

const (
	idle    phase = iota // begins
	ready                // has read the clock before the lock, and tries the fast path
	asking               // reads the clock in the order of the lock
	holding              // has this reading, and takes the lock
	leads                // waits for the clock, or gives up
	saves                // runs its Save
	saved                // its Save has an outcome
	awaits               // waits for the Save of another call
)

// A modelCall is a call in a history. It contains the fields of call that matter.
type modelCall struct {
	phase    phase
	timeline int8
	issued   bool // phase saves: it has its timestamp
	ok       bool // phase saved: the outcome
	clock    int8 // the reading
	order    int8 // position of the reading among all readings
	kept     bool // the reading is kept
	undercut bool // a step at a later reading has left the timeline at a lower time
}

// A history is the state after a series of events: the world, what its Generator is made from, and
// what must be true.
type history struct {
	copied
	truth

	calls  [2]modelCall
	clock  int8
	stored bool // the Store contains a state
	store  [2]int64
}

// copied lists everything that is copied out of a Generator, and into the next one.
type copied struct {
	timelines [2]timeline
	readings  int8
	planned   bool // lastSave != nil
	running   bool
	until     [2]int64
	reserve   time.Duration
	own       [modelOwn]State
	owns      int8
}

// truth is what the oracle knows, independently of the Generator.
type truth struct {
	order  int8     // of the last reading
	latest int8     // latest time that was read
	need   [2]int64 // tick that the Store must cover
	last   [2]int64 // last tick issued by this process, or need at its start
	unused [2]bool  // this process has issued nothing on the timeline
	seen   [2]int64 // greatest tick that the timeline has followed since its last restart
	moved  [2]int8  // order of the latest reading at which a call took a step
}

func modelTime(clock int8) time.Time {
	return time.Unix(1e9, 123456700).Add(time.Duration(clock) * modelUnit)
}

func (h *history) tick(timeline int, clock int8) int64 {
	tick, _ := h.timelines[timeline].scale.tick(instantOf(modelTime(clock)))
	return tick
}

// A modelStore is the Store of a history.
type modelStore struct {
	h      *history
	writes bool
	err    error
}

func (s *modelStore) Load() (State, error) {
	if !s.h.stored {
		return State{}, fs.ErrNotExist
	}
	return stateAt([2]timestamp{{tick: s.h.store[0]}, {tick: s.h.store[1]}}, 0), nil
}

func (s *modelStore) Save(st State) error {
	if s.writes {
		last := st.last(0)
		s.h.stored, s.h.store = true, [2]int64{last[0].tick, last[1].tick}
	}
	return s.err
}

// generator makes the Generator that h describes, and keep copies its fields back into h. Both deal
// with all fields of copied.
func (h *history) generator(o Options, slow bool) *Generator {
	g := &Generator{opts: o, custom: true, timelines: h.timelines, begunWith: initialReader}
	g.readings = uint64(h.readings)
	g.own = append(g.own, h.own[:h.owns]...)
	if h.planned {
		g.lastSave = &saveCall{until: h.until, reserve: h.reserve, done: make(chan struct{})}
		if slow {
			g.lastSave.took = time.Minute
		}
		g.lastSave.saved = true // so there is no pause
		if !h.running {
			g.lastSave.returned = time.Now().Add(-time.Hour)
			close(g.lastSave.done)
		}
	}
	return g
}

func (h *history) keep(g *Generator) {
	h.timelines = g.timelines
	if s := g.lastSave; s != nil {
		h.planned, h.running, h.until, h.reserve = true, s.returned.IsZero(), s.until, s.reserve
	}
	h.own = [modelOwn]State{}
	h.owns = int8(copy(h.own[:], g.own))
}

// start lets a new process load the Store.
func (r *modelRun) start(h *history) {
	o := r.o
	o.Store = &modelStore{h: h}
	g, err := NewGenerator(o)
	if err != nil {
		r.failf(nil, "a process cannot start: %v", err)
		return
	}
	for i := range g.timelines {
		t := &g.timelines[i]
		t.rule = counterRule{} // every timestamp is a tick, so histories are small
		t.maxLead = t.scale.ticks(modelLead)
		t.stored.maxAhead = t.maxLead + t.scale.ticks(maxReserve)
		if h.stored && h.store[i] >= 0 {
			t.last.counter = 0
			t.seen = h.store[i] - t.stored.maxAhead
		}
	}
	h.copied = copied{}
	h.keep(g)
	h.calls = [2]modelCall{}
	h.last, h.unused = h.need, [2]bool{true, true}
	h.seen, h.moved = [2]int64{-maxTick, -maxTick}, [2]int8{}
}

// locked is what call i does under the lock.
func (r *modelRun) locked(h *history, i int, path []string) {
	k := &h.calls[i]
	timeline := int(k.timeline)
	g := h.generator(r.o, r.slow)
	before := g.timelines
	reading := h.tick(timeline, k.clock)
	c := &call{
		timeline: timeline,
		bits:     bits64,
		order:    uint64(k.order),
		at:       modelTime(k.clock),
		kept:     k.kept,
	}
	var need need
	var err error
	if k.phase == ready {
		if !g.issueFast(c, reading) {
			k.phase = asking
			return
		}
	} else {
		need, err = g.resolveLocked(c)
		k.kept = true
	}
	s := step{
		call:     k,
		timeline: timeline,
		before:   before,
		after:    &g.timelines,
		reading:  reading,
		tick:     c.stamp.tick,
		need:     need,
		err:      err,
	}
	s.back = h.longRollback(s)
	r.checkUntouched(s, path)
	if s.issued() {
		r.issued++
		s.restart = s.restarts()
		h.undercut(s)
		r.checkTime(s, path)
		r.checkRestart(s, path)
		r.checkPolicy(s, path)
		r.checkOrder(h, s, path)
		r.checkSeen(s, path)
		h.follow(s)
		r.checkCover(h, s, path)
		r.checkAhead(h, s, path)
		if s.restart {
			r.restarts++
		}
	}
	h.keep(g)
	switch {
	case err == ErrClockRollback:
		r.checkError(s, path)
		*k = modelCall{}
	case err != nil:
		r.failf(path, "%v", err)
	case need == nothing:
		*k = modelCall{}
	case need == newReading:
		k.phase = asking
	case need == laterTime:
		k.phase = leads
	case need == otherSave:
		k.phase = awaits
		r.checkRunning(h, path)
	default:
		k.phase, k.issued = saves, need == earlySave
		r.checkPlannedCover(h, s, path)
		r.checkPlannedAhead(h, s, path)
	}
}

// undercut marks the calls whose readings are later than the time at which s leaves the timeline.
func (h *history) undercut(s step) {
	for j := range h.calls {
		other := &h.calls[j]
		isEarlier := int(other.timeline) == s.timeline && other.order < s.call.order
		if isEarlier && h.tick(s.timeline, other.clock) > s.after[s.timeline].seen {
			other.undercut = true
		}
	}
}

// follow records a timestamp that was issued.
func (h *history) follow(s step) {
	i := s.timeline
	h.moved[i] = max(h.moved[i], s.call.order)
	h.last[i], h.unused[i] = s.tick, false
	switch {
	case s.restart:
		h.need[i], h.seen[i] = s.tick, s.reading
	default:
		h.need[i] = max(h.need[i], s.tick)
		if s.after[i].seen == s.reading {
			h.seen[i] = max(h.seen[i], s.reading)
		}
	}
}

// endSave lets the Save of call i return.
func (r *modelRun) endSave(h *history, i int) {
	s := &modelStore{h: h} // what it has written is in h already
	k := h.calls[i]
	if !k.ok {
		s.err = errors.New("disk")
	}
	o := r.o
	o.Store = s
	g := h.generator(o, r.slow)
	g.runSave(g.lastSave)
	h.keep(g)
	for j := range h.calls {
		switch x := &h.calls[j]; {
		case j == i && k.issued, !k.ok && (j == i || x.phase == awaits):
			*x = modelCall{} // has its timestamp, or fails
		case j == i || x.phase == awaits:
			x.phase, x.issued, x.ok = holding, false, false // with the reading that it has
		}
	}
}

// closeDown closes the generator, and a new process loads its state.
func (r *modelRun) closeDown(h *history, path []string) {
	o, planned := r.o, h.planned
	store := &modelStore{h: h, writes: true}
	o.Store = store
	g := h.generator(o, r.slow)
	want := g.State()
	if err := g.Close(); err != nil {
		r.failf(path, "Close: %v", err)
	}
	got, _ := store.Load()
	if h.stored && planned {
		r.checkClosed(got, want, path)
	}
	r.closes++
	r.start(h)
}

// issue lets one call on a timeline issue a timestamp, with Saves that work.
func (r *modelRun) issue(h *history, timeline int8, path []string) {
	h.order++
	h.readings = h.order
	h.latest = max(h.latest, h.clock)
	h.calls[0] = modelCall{phase: holding, timeline: timeline, clock: h.clock, order: h.order}
	for range 9 {
		switch h.calls[0].phase {
		case holding:
			r.locked(h, 0, path)
		case saves:
			h.stored, h.store = true, h.until
			h.calls[0].phase, h.calls[0].ok = saved, true
		case saved:
			r.endSave(h, 0)
		}
	}
}

// renumber numbers the readings of h from 0, and returns the next number.
func (h *history) renumber() int8 {
	orders := []*int8{&h.moved[0], &h.moved[1], &h.calls[0].order, &h.calls[1].order, &h.readings}
	all := []int8{int8(h.timelines[0].latest), int8(h.timelines[1].latest)}
	for _, o := range orders {
		all = append(all, *o)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, o := range orders {
		*o = int8(slices.Index(all, *o))
	}
	for i := range h.timelines {
		t := &h.timelines[i]
		t.latest = uint64(slices.Index(all, int8(t.latest)))
	}
	return int8(len(all))
}

// key identifies h. Only the order of the readings matters, and the calls are interchangeable.
func (h history) key(seed maphash.Seed) uint64 {
	h.renumber()
	h.order = 0
	a, b := maphash.Comparable(seed, h.calls[0]), maphash.Comparable(seed, h.calls[1])
	h.calls = [2]modelCall{}
	return maphash.Comparable(seed, h) ^ (a + b) ^ a*b
}
