// Proves order, time and the Store's cover in all interleavings of two calls on two timelines, with
// steps of the clock, three outcomes of each Save, kill, Close and restart. The oracle is the true
// order in which the clock was read.
package uuid

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
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
	ready                // has read the clock before the lock, and tries the straight path
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

// A history is the state after a series of events: of a generator, its calls, the clock and the
// Store, and what must be true of them.
type history struct {
	timelines [2]timeline
	calls     [2]modelCall
	clock     int8
	planned   bool // lastSave != nil
	running   bool
	until     [2]int64
	reserve   time.Duration
	own       [modelOwn]State
	owns      int8
	stored    bool // the Store contains a state
	store     [2]int64

	order    int8 // of the last reading
	readings int8 // order of the last reading that Generator.readings counts

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

// generator makes the Generator that h describes, and keep copies its fields back into h.
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

// A modelRun explores the histories for one set of options.
type modelRun struct {
	o    Options
	slow bool // each Save is so slow that the next one covers maxReserve
	fail string

	random *rand.Rand // for walk; the same in each run, unless fullTests is set

	states, issued, restarts, lowered, closes int
}

func (r *modelRun) failf(path []string, format string, args ...any) {
	if r.fail == "" {
		r.fail = fmt.Sprintf("%s: %v", fmt.Sprintf(format, args...), path)
	}
}

// start lets a new process load the Store.
func (r *modelRun) start(h *history) {
	o := r.o
	o.Store = &modelStore{h: h}
	g, err := NewGenerator(o)
	if err != nil {
		r.failf(nil, "%v", err)
		return
	}
	for i := range g.timelines {
		g.timelines[i].rule = counterRule{} // every timestamp is a tick, so histories are small
		g.timelines[i].maxLead = g.timelines[i].scale.ticks(modelLead)
		g.timelines[i].stored.maxAhead = g.timelines[i].maxLead + g.timelines[i].scale.ticks(
			maxReserve,
		)
		if h.stored && h.store[i] >= 0 {
			g.timelines[i].last.counter = 0
			g.timelines[i].seen = h.store[i] - g.timelines[i].stored.maxAhead
		}
	}
	h.planned, h.running, h.until, h.reserve = false, false, [2]int64{}, 0
	h.keep(g)
	h.calls, h.readings = [2]modelCall{}, 0
	h.last, h.unused = h.need, [2]bool{true, true}
	h.seen, h.moved = [2]int64{-maxTick, -maxTick}, [2]int8{}
}

// locked is what call i does under the lock.
func (r *modelRun) locked(h *history, i int, path []string) {
	k := &h.calls[i]
	timeline := int(k.timeline)
	g := h.generator(r.o, r.slow)
	t, before := &g.timelines[timeline], g.timelines
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
		if !g.issueStraight(c, reading) {
			k.phase = asking
			return
		}
	} else {
		need, err = g.resolveLocked(c)
		k.kept = true
	}
	issued := err == nil && (need == nothing || need == earlySave)
	for j := range g.timelines {
		a, b := &before[j], &g.timelines[j]
		if (!issued || j != timeline) &&
			(a.seen != b.seen || a.last != b.last || a.identity != b.identity) {
			r.failf(path, "%d, %v: timeline %d changed", need, err, j)
		}
	}
	// The clock was set back if no call has taken a step at a later reading.
	back := k.order >= h.moved[timeline] && h.seen[timeline]-reading > t.maxRollback
	if h.unused[timeline] {
		back = before[timeline].last.tick-reading > t.stored.maxAhead+t.maxRollback
	}
	if issued {
		r.checkIssued(h, k, t, &before[timeline], c.stamp.tick, reading, back, path)
	}
	h.keep(g)
	switch {
	case err == ErrClockRollback:
		if !back || r.o.Rollback != RollbackError {
			r.failf(path, "ErrClockRollback at %d", reading)
		}
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
		if !h.running {
			r.failf(path, "no Save is running")
		}
	default:
		k.phase, k.issued = saves, need == earlySave
		r.checkPlanned(h, k, before, back, path)
	}
}

// checkIssued checks a timestamp that was issued.
func (r *modelRun) checkIssued(
	h *history,
	k *modelCall,
	t, before *timeline,
	tick, reading int64,
	back bool,
	path []string,
) {
	r.issued++
	timeline := k.timeline
	restart := before.last != none && t.last.tick <= before.last.tick || t.seen < before.seen
	h.moved[timeline] = max(h.moved[timeline], k.order)
	for j := range h.calls {
		other := &h.calls[j]
		if other.timeline == timeline && other.order < k.order &&
			h.tick(int(timeline), other.clock) > t.seen {
			other.undercut = true
		}
	}
	latest := reading
	if !restart {
		latest = max(latest, before.last.tick)
	}
	if tick > latest+t.maxLead || tick < reading && !k.undercut {
		r.failf(path, "issued %d at %d, after %d", tick, reading, before.last.tick)
	}
	switch {
	case restart && (!back || r.o.Rollback != RollbackFollow):
		r.failf(path, "restart without a long rollback, at %d", reading)
	case back && !restart && r.o.Rollback != RollbackHold:
		r.failf(path, "issued %d after a long rollback, at %d", tick, reading)
	case restart:
		r.restarts++
		h.need[timeline], h.seen[timeline] = tick, reading
	case tick <= h.last[timeline]:
		r.failf(path, "issued %d after %d", tick, h.last[timeline])
	default:
		h.need[timeline] = max(h.need[timeline], tick)
		if t.seen != before.seen && t.seen != reading {
			r.failf(path, "seen is %d at %d, was %d", t.seen, reading, before.seen)
		}
		if t.seen == reading && reading > h.seen[timeline] {
			h.seen[timeline] = reading
		}
	}
	h.last[timeline], h.unused[timeline] = tick, false
	if !h.stored || h.store[timeline] < tick {
		r.failf(path, "issued %d, the Store has %d", tick, h.store[timeline])
	}
	if h.store[timeline]-h.seen[timeline] > t.stored.maxAhead {
		r.failf(path, "issued at %d, the Store has %d", h.seen[timeline], h.store[timeline])
	}
}

// checkPlanned checks the state that a Save will write.
func (r *modelRun) checkPlanned(
	h *history,
	k *modelCall,
	before [2]timeline,
	back bool,
	path []string,
) {
	for j := range h.until {
		t, reading := &h.timelines[j], h.tick(j, k.clock)
		if h.until[j] > max(h.store[j], h.tick(j, h.latest)+t.stored.maxAhead) {
			r.failf(path, "saves %d, the latest time is %d", h.until[j], h.tick(j, h.latest))
		}
		// A reading from before the latest step of this timeline raises nothing.
		raises := h.until[j] > max(before[j].stored.max, before[j].last.tick) &&
			h.until[j]-h.seen[j] > t.stored.maxAhead
		if raises && (k.order < int8(before[j].latest) || h.until[j]-reading > t.stored.maxAhead) {
			r.failf(path, "raises timeline %d to %d at %d", j, h.until[j], reading)
		}
		if h.until[j] < h.need[j] &&
			(j != int(k.timeline) || !back || r.o.Rollback != RollbackFollow) {
			r.failf(path, "saves %d, must cover %d", h.until[j], h.need[j])
		}
	}
}

// next calls visit with each history that can follow h.
func (r *modelRun) next(h history, path []string, visit func(history, string)) {
	held := h.calls[0].phase == holding && !h.calls[0].kept ||
		h.calls[1].phase == holding && !h.calls[1].kept
	for i := range h.calls {
		if i == 1 && h.calls[0] == h.calls[1] {
			break // the calls are interchangeable
		}
		read := func(h history, as phase) history {
			h.order++
			h.latest = max(h.latest, h.clock)
			if as == holding {
				h.readings = h.order
			}
			k := &h.calls[i]
			*k = modelCall{phase: as, timeline: k.timeline, clock: h.clock, order: h.order}
			return h
		}
		switch k := h.calls[i]; k.phase {
		case idle:
			for timeline := range int8(2) {
				if !held { // with Options.Now, nobody else can read the clock
					n := h
					n.calls[i].timeline = timeline
					visit(read(n, ready), fmt.Sprintf("read%d v%d@%d", i, timeline, h.clock))
				}
			}
		case asking, leads:
			if !held {
				visit(read(h, holding), fmt.Sprintf("ask%d @%d", i, h.clock))
			}
			if k.phase == leads {
				n := h
				n.calls[i] = modelCall{}
				visit(n, fmt.Sprintf("gives up%d", i))
			}
		case ready, holding:
			n := h
			r.locked(&n, i, path)
			visit(n, fmt.Sprintf("lock%d", i))
		case saves:
			for outcome, name := range []string{
				"works", "fails before it writes", "fails after it has written",
			} {
				if outcome > 0 && h.owns == modelOwn {
					continue
				}
				n := h
				n.calls[i].phase, n.calls[i].ok = saved, outcome == 0
				if outcome != 1 {
					for j := range n.store {
						if n.until[j] < n.need[j] {
							n.need[j] = -1 // checkPlanned: the clock was followed back
							r.lowered++
						}
					}
					n.stored, n.store = true, n.until
				}
				visit(n, fmt.Sprintf("save%d %s", i, name))
			}
		case saved:
			n := h
			r.endSave(&n, i)
			visit(n, fmt.Sprintf("saved%d", i))
		}
	}
	for _, step := range []int8{1, 5, -1, -5, -modelEnd} {
		n := h
		n.clock = max(0, min(modelEnd, h.clock+step))
		if n.clock != h.clock {
			visit(n, fmt.Sprintf("clock %d", n.clock))
		}
	}
	n := h
	r.start(&n)
	visit(n, "kill")
	if !h.running {
		n := h
		r.closeDown(&n, path)
		visit(n, "close")
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
	if got, _ := store.Load(); h.stored && planned && got != want {
		r.failf(path, "Close left %v, State was %v", got, want)
	}
	r.closes++
	r.start(h)
}

// check checks what must be true after every event.
func (r *modelRun) check(h history, path []string) {
	for i := range h.store {
		t := &h.timelines[i]
		if h.stored && (h.store[i] < t.stored.min || h.store[i] > t.stored.max) {
			r.failf(
				path,
				"timeline %d: the Store has %d, not %d to %d",
				i,
				h.store[i],
				t.stored.min,
				t.stored.max,
			)
		}
		if h.store[i] < h.need[i] {
			r.failf(path, "timeline %d: the Store has %d, must cover %d", i, h.store[i], h.need[i])
		}
	}
	if r.states%16 > 0 {
		return
	}
	// If the process is killed here, a later one issues UUIDs when its clock has passed the state.
	for timeline := range int8(2) {
		n := h
		r.start(&n)
		n.clock, n.latest, n.order = 67, 67, 100 // 40 s
		r.issue(&n, timeline, append(path[:len(path):len(path)], "killed"))
		if n.unused[timeline] {
			r.failf(
				path,
				"after a kill, timeline %d issues nothing at 40 s: %+v",
				timeline,
				n.timelines[timeline],
			)
		}
	}
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

// TestInterleavings visits all histories of a given number of events, and random ones that are
// longer.
func TestInterleavings(t *testing.T) {
	depth, walks := 6, 100
	switch {
	case fullTests:
		depth, walks = 9, 2000
	case testing.Short(), RaceEnabled:
		depth, walks = 5, 10
	}
	for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
		for _, slow := range []bool{false, true} {
			r := &modelRun{slow: slow, random: rand.New(rand.NewPCG(uint64(policy), 1)), o: Options{
				MaxLead: modelLead, MaxRollback: modelRollback, Rollback: policy, Now: time.Now,
			}}
			if fullTests {
				r.random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
			}
			begin := history{store: [2]int64{-1, -1}, need: [2]int64{-1, -1}, clock: modelEnd / 2}
			r.start(&begin)
			r.exhaust(begin, depth)
			for range walks {
				r.walk(begin, 60)
			}
			r.issue(&begin, unix, nil) // and after the first Save, which takes many events
			r.exhaust(begin, depth)
			r.issue(&begin, gregorian, nil)
			r.exhaust(begin, depth)
			if r.fail != "" {
				t.Errorf("policy %d, slow %t: %s", policy, slow, r.fail)
			}
			if r.issued == 0 || r.closes == 0 ||
				policy == RollbackFollow && (r.restarts == 0 || walks > 10 && r.lowered == 0) {
				t.Errorf("policy %d, slow %t: %d issued, %d restarts, %d lowered, %d closed",
					policy, slow, r.issued, r.restarts, r.lowered, r.closes)
			}
		}
	}
}

// exhaust visits all histories of up to depth events after h.
func (r *modelRun) exhaust(h history, depth int) {
	type visited struct {
		history
		path []string
	}
	seed, seen := maphash.MakeSeed(), map[uint64]struct{}{}
	level := []visited{{h, nil}}
	for i := range depth {
		var following []visited
		for _, v := range level {
			r.next(v.history, v.path, func(h history, event string) {
				key := h.key(seed)
				if _, ok := seen[key]; ok || r.fail != "" {
					return
				}
				seen[key] = struct{}{}
				r.states++
				path := append(v.path[:len(v.path):len(v.path)], event)
				r.check(h, path)
				if i < depth-1 {
					following = append(following, visited{h, path})
				}
			})
		}
		level = following
	}
}

// walk follows one random history of the given length, and checks all others that branch off it.
func (r *modelRun) walk(h history, length int) {
	var path []string
	for range length {
		var following history
		var chosen string // the event before following
		total := 0
		r.next(h, path, func(h history, event string) {
			if r.fail != "" {
				return
			}
			r.states++
			r.check(h, append(path[:len(path):len(path)], event))
			weight := 16
			if event == "kill" || event == "close" || strings.HasPrefix(event, "clock") {
				weight = 1 // most of the time, calls go on
			}
			total += weight
			if r.random.IntN(total) < weight {
				following, chosen = h, event
			}
		})
		if r.fail != "" {
			return
		}
		h, path = following, append(path, chosen)
		h.order = h.renumber()
	}
}
