package uuid_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestModel runs two generators with a shared Store through every history of a given length, and
// through random histories that are longer. The generators issue UUIDs, close, crash and restart,
// while the clock steps and saves fail, panic or are slow. After each event, the test checks all
// guarantees of Generator, RollbackPolicy and Store. At the end it issues UUIDs of all versions, with
// the generators as they are and after both crash.
func TestModel(t *testing.T) {
	length, random := 3, 1500
	switch {
	case uuid.FullTests:
		length, random = 5, 8000
	case uuid.RaceEnabled, testing.Short():
		random = 100
	}
	for _, p := range policies {
		for i, m := range methods[:3] { // V7Unordered has no order
			for _, node := range []uuid.Node{{}, {1}} {
				if uuid.FullTests || i == 0 || i == 1 && node == (uuid.Node{}) { // the options are nearly independent
					opts := uuid.Options{V7: m.method, Rollback: p.policy, Node: node}
					explore(t, p.name+"/"+m.name, opts, nil, length)
					inBubble(t, p.name+"/"+m.name+"/random", func(t *testing.T) { wander(t, opts, random) })
				}
			}
		}
		// Each of these histories checks a guarantee that shorter histories cannot break.
		for name, path := range map[string][]move{
			"the saved state of an idle sequence does not change": {
				{issueV1, 0}, {issueV1, 0}, {crash, 0}, {backFar, 0}, {issueV7, 0}, {forwardFar, 0}},
			"a state from Close does not cover the rest of its tick": {
				{issueV7, 0}, {closeDown, 0}, {savesFail, 0}, {issueV7, 0}},
			"repeated starts do not move the state further ahead": {
				{issueV7, 0}, {crash, 0}, {issueV1, 0}, {crash, 0}, {issueV1, 0}, {crash, 0}, {issueV6, 0}, {forward, 0}, {forward, 0}},
		} {
			explore(t, p.name+"/"+name, uuid.Options{Rollback: p.policy}, path, len(path))
		}
	}
}

// explore runs all histories of the given length that begin with path.
func explore(t *testing.T, name string, opts uuid.Options, path []move, length int) {
	inBubble(t, name, func(t *testing.T) {
		opts.MaxLead, opts.MaxWait = worldLead, 1
		e := explorer{t: t, opts: opts, reserve: worldReserve}
		e.explore(path, length)
		if e.issued == 0 || e.refused == 0 {
			t.Errorf("%d calls issued UUIDs, %d were refused", e.issued, e.refused)
		}
	})
}

// wander runs n random histories of all events. If two processes do not overlap, they may share the
// Store in turn.
func wander(t *testing.T, opts uuid.Options, n int) {
	opts.MaxLead, opts.MaxWait = worldLead, 1
	e := explorer{t: t, opts: opts, reserve: worldReserve - 1500*time.Millisecond + 6*time.Second}
	random := newRand() // the same histories in each run
	if uuid.FullTests {
		random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	for range n {
		w := e.world(nil)
		for range 4 + random.IntN(12) {
			m := move{event: event(random.IntN(len(eventNames)))}
			if random.IntN(3) > 0 {
				m.event %= crash // often issue something
			}
			if m.event < forward && m.event != crash {
				m.who = random.IntN(2)
			}
			w.path = append(w.path, m)
			w.happen(m)
		}
		w.epilogue(random.IntN(2) == 0)
	}
	if e.issued == 0 || e.refused == 0 || e.panicked == 0 {
		t.Errorf("%d calls issued UUIDs, %d were refused, %d panicked", e.issued, e.refused, e.panicked)
	}
}

const (
	worldLead     = 200 * time.Nanosecond // version 1 can run ahead of the clock by two ticks
	worldRollback = 10 * time.Second      // the default

	// worldReserve is how far a saved state can be ahead of the clock.
	worldReserve = 1500*time.Millisecond + worldLead + time.Millisecond

	// Two short steps exceed the shortest time that a Save covers, and one exceeds half of it.
	shortStep = 600 * time.Millisecond
	longStep  = time.Hour
)

// An event is a step in a history.
type event uint8

const (
	issueV1 event = iota // a generator starts if it is not running, and issues a UUID
	issueV6
	issueV7
	crash
	closeDown
	forward
	forwardFar
	back
	backFar
	savesWork
	savesFail     // Save returns an error and writes nothing
	savesFailLate // Save returns an error, but writes the state

	// Only random histories contain these events.
	backBound  // the longest rollback that is ignored
	backPast   // a longer one
	savesPanic // Save panics
	savesSlow  // Save takes longer than the time that it covers
	issueBoth  // a generator issues version 6 and 7 at the same time
)

var eventNames = [...]string{
	"v1", "v6", "v7", "crash", "close", "forward", "forward far", "back", "back far",
	"saves work", "saves fail", "saves fail late", "back bound", "back past", "saves panic", "saves slow", "both",
}

// A move is an event and the number of the generator that it affects.
type move struct {
	event
	who int // 0 if the event affects both generators
}

func (m move) String() string {
	if m.event < forward || m.event == issueBoth {
		return fmt.Sprintf("%s %d", eventNames[m.event], m.who)
	}
	return eventNames[m.event]
}

// moves lists all possible moves.
var moves = func() (all []move) {
	for e := issueV1; e <= savesFailLate; e++ {
		all = append(all, move{e, 0})
		if e < forward {
			all = append(all, move{e, 1})
		}
	}
	return all
}()

// An explorer runs histories and counts the calls.
type explorer struct {
	t       *testing.T
	opts    uuid.Options
	reserve time.Duration // how far a saved state can be ahead of the clock

	issued, refused, panicked int
}

func (e *explorer) world(path []move) *world {
	return &world{
		explorer: e, path: path, saves: savesWork, now: atSecond(1e9).Add(17 * time.Nanosecond),
		savedBy: map[uuid.State]*uuid.Generator{},
	}
}

// explore extends path to each history of the given length and runs these histories.
func (e *explorer) explore(path []move, length int) {
	if len(path) == length {
		for _, crashed := range []bool{false, true} {
			w := e.world(path)
			for _, m := range path {
				w.happen(m)
			}
			w.epilogue(crashed)
		}
		return
	}
	for _, m := range moves {
		if possible(path, m) {
			e.explore(append(path, m), length)
		}
	}
}

// possible reports whether m can follow path. It excludes histories that are equivalent to others,
// because they begin with generator 1, contain an event that has no effect, or immediately reverse
// a clock step.
func possible(path []move, m move) bool {
	if len(path) == 0 {
		return m.event <= issueV7 && m.who == 0
	}
	saves, running := savesWork, [2]bool{}
	for _, p := range path {
		switch {
		case p.event >= savesWork:
			saves = p.event
		case p.event <= issueV7:
			running[p.who] = true
		case p.event <= closeDown:
			running[p.who] = false
		}
	}
	last := path[len(path)-1].event
	switch m.event {
	case crash, closeDown:
		return running[m.who]
	case forward:
		return last != back
	case back:
		return last != forward
	case forwardFar:
		return last != backFar
	case backFar:
		return last != forwardFar
	case savesWork, savesFail, savesFailLate:
		return m.event != saves && last < savesWork
	}
	return true
}

// A world contains a clock, a disk and two processes that share them.
type world struct {
	*explorer
	path     []move
	disk     memoryStore
	now      time.Time
	starts   byte
	process  [2]process
	saves    event       // what Save does, an event from savesWork
	all      []uuid.UUID // all issued UUIDs
	highest  time.Time   // latest time that a process has read
	wentBack bool        // a process has seen a rollback that is too large to bridge
	last     [8]uuid.UUID

	// If processes overlap and the clock is set back, a new process may break the order. The same is
	// true if two processes save equal states, because Close cannot tell them apart. On a real clock,
	// they would have to save in the same quarter of a microsecond.
	overlap, setBack, equal bool
	savedBy                 map[uuid.State]*uuid.Generator
}

// A process has a generator, and lower bounds for its UUIDs. The generator is nil if the process is
// not running.
type process struct {
	g     *uuid.Generator
	seen  [8]time.Time // by version: the time that its sequence follows; version 1 uses element 6
	above [8]uuid.UUID // by version: the next UUID must exceed this UUID
}

func (w *world) fail(format string, args ...any) {
	w.t.Helper()
	names := make([]string, len(w.path))
	for i, m := range w.path {
		names[i] = m.String()
	}
	w.t.Fatalf("%s: %s", strings.Join(names, ", "), fmt.Sprintf(format, args...))
}

func (w *world) happen(m move) {
	switch p := &w.process[m.who]; m.event {
	case issueV1, issueV6, issueV7:
		w.issue(p, m.event)
	case issueBoth:
		w.issue(p, issueV6, issueV7)
	case crash:
		p.g = nil
	case closeDown:
		w.close(p)
	case forward:
		w.now = w.now.Add(shortStep)
	case back:
		w.goBack(shortStep)
	case forwardFar:
		w.now = w.now.Add(longStep)
	case backFar:
		w.goBack(longStep)
	case backBound:
		w.goBack(worldRollback)
	case backPast:
		w.goBack(worldRollback + time.Millisecond)
	case savesWork, savesFail, savesFailLate, savesPanic, savesSlow:
		w.setSaves(m.event)
	}
}

func (w *world) goBack(by time.Duration) {
	w.now, w.setBack = w.now.Add(-by), true
	for i := range w.process {
		for sequence, seen := range w.process[i].seen {
			if w.overlap && seen.IsZero() {
				w.process[i].above[sequence] = uuid.Nil() // another process may have been ahead
			}
		}
	}
}

func (w *world) setSaves(to event) {
	w.saves, w.disk = to, memoryStore{state: w.disk.state}
	time.Sleep(time.Second) // a failed Save is retried only after a delay
	switch to {
	case savesFail:
		w.disk.err = errFull
	case savesFailLate:
		w.disk.late = errFull
	case savesPanic:
		w.disk.during = func() { panic(errFull) }
	case savesSlow:
		w.disk.during = func() { time.Sleep(8 * time.Second) }
	}
}

// saving reports whether the next Save will succeed.
func (w *world) saving() bool { return w.saves == savesWork || w.saves == savesSlow }

// epilogue issues UUIDs with the generators as the history leaves them, unless crashed is set. Then
// it issues UUIDs with new generators, which load the saved state.
func (w *world) epilogue(crashed bool) {
	w.happen(move{event: savesWork})
	if !crashed {
		w.issueAll()
		w.now = w.highest.Add(w.reserve) // late enough that no call can fail
		w.issueAll()
	}
	w.process[0].g, w.process[1].g = nil, nil
	w.issueAll()
	w.now = w.highest.Add(w.reserve)
	w.issueAll()
}

func (w *world) issueAll() {
	for i := range w.process {
		for _, e := range []event{issueV1, issueV6, issueV7} {
			w.issue(&w.process[i], e)
		}
	}
}

// start starts a process and reports whether it succeeded.
func (w *world) start(p *process) bool {
	w.see() // even a failed start reads the clock
	opts := w.opts
	w.starts++
	opts.Now = func() time.Time { return w.now }
	opts.Rand = rand.NewChaCha8([32]byte{w.starts}) // the same random bits in every run
	opts.Store = &w.disk
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		if w.saving() || err != errFull {
			w.fail("NewGenerator: %v", err)
		}
		return false
	}
	// The new generator's UUIDs must exceed all UUIDs that were issued with this Store.
	*p = process{g: g}
	w.overlap = w.overlap || w.process[0].g != nil && w.process[1].g != nil
	switch {
	case !w.overlap:
		p.above = w.last
	case !w.setBack && !w.equal:
		// A process that overlapped with others may have closed with a time that is MaxLead lower.
		for sequence, lowest := range map[int]func(time.Time) uuid.UUID{6: uuid.MinV6, 7: uuid.MinV7} {
			if last := w.last[sequence]; !last.IsNil() {
				p.above[sequence] = lowest(timeOf(w.t, last).Add(-worldLead))
			}
		}
	}
	return true
}

// see records that a process reads the clock.
func (w *world) see() {
	if w.now.Before(w.highest.Add(-worldRollback)) {
		w.wentBack = true
	}
	if w.now.After(w.highest) {
		w.highest = w.now
	}
}

func (w *world) close(p *process) {
	g := p.g
	if g == nil {
		return // the generator failed to start
	}
	p.g = nil
	before := w.disk.state
	w.watch(g)
	var err error
	panicked := w.panics(func() { err = g.Close() })
	switch {
	case panicked && w.disk.state == before:
	case err == nil && w.disk.state == before: // no Save was necessary
	case err == nil && w.saving() && w.disk.state == g.State():
	case !w.saving() && err == errFull:
	default:
		w.fail("Close: %v, and the saved state changed from %+v to %+v", err, before, w.disk.state)
	}
	if u, err := g.NewV7(); !errors.Is(err, fs.ErrClosed) || !u.IsNil() {
		w.fail("after Close: %v, %v", u, err)
	}
}

// watch records which states g saves from now on.
func (w *world) watch(g *uuid.Generator) {
	w.disk.check = func(st uuid.State) {
		if by := w.savedBy[st]; by != nil && by != g {
			w.equal = true
		}
		w.savedBy[st] = g
	}
}

// panics calls f, which may panic only if Save does.
func (w *world) panics(f func()) (panicked bool) {
	defer func() {
		if r := recover(); r != nil {
			if panicked = true; r != errFull || w.saves != savesPanic {
				panic(r)
			}
		}
	}()
	f()
	return false
}

// An attempt is one call for a UUID.
type attempt struct {
	event
	u        uuid.UUID
	err      error
	panicked bool
}

// issue makes a process issue UUIDs, all at the same time, and checks the UUIDs or the errors.
func (w *world) issue(p *process, events ...event) {
	if p.g == nil && !w.start(p) {
		return
	}
	past := w.now.After(w.highest.Add(w.reserve - 1))
	w.see()
	before := p.g.State()
	w.watch(p.g)
	attempts := make([]attempt, len(events))
	call := func(i int) {
		a := &attempts[i]
		a.event = events[i]
		next := map[event]func() (uuid.UUID, error){issueV1: p.g.NewV1, issueV6: p.g.NewV6, issueV7: p.g.NewV7}[a.event]
		a.panicked = w.panics(func() { a.u, a.err = next() })
	}
	if len(events) == 1 {
		call(0)
	} else {
		together(w.t, len(events), call)
	}
	refused := 0
	for _, a := range attempts {
		sequence := 6
		if a.event == issueV7 {
			sequence = 7
		}
		switch {
		case a.panicked:
			w.panicked++
			// The call has issued a UUID if the Save that panicked was for later calls. Nobody has this
			// UUID, but State tells the last one.
			switch after := p.g.State(); {
			case sequence == 7 && after.V7 != before.V7:
				w.checkOrder(p, sequence, after.V7)
			case sequence == 6 && after.Ticks != before.Ticks:
				w.checkOrder(p, sequence, uuid.MaxV6(gregorianTime(after.Ticks)))
			}
		case a.err != nil:
			refused++
			w.checkRefusal(p, sequence, a.u, a.err, past)
		default:
			w.checkIssued(p, sequence, a.u)
		}
	}
	w.refused += refused
	if after := p.g.State(); refused == len(events) && after != before {
		w.fail("%v changed the state from %+v to %+v", attempts[0].err, before, after)
	}
}

// far reports whether the clock is so far behind a sequence that the generator cannot ignore the
// rollback.
func (w *world) far(p *process, sequence int) bool {
	return w.now.Before(p.seen[sequence].Add(-worldRollback))
}

func (w *world) checkIssued(p *process, sequence int, u uuid.UUID) {
	w.issued++
	if slices.Contains(w.all, u) {
		w.fail("%v was issued twice", u)
	}
	w.all = append(w.all, u)
	w.checkOrder(p, sequence, u)
}

// checkOrder checks the time of u, the state that covers it, and that it is above earlier UUIDs.
func (w *world) checkOrder(p *process, sequence int, u uuid.UUID) {
	seen := p.seen[sequence]
	far := w.far(p, sequence)
	if far && w.opts.Rollback == uuid.RollbackError {
		w.fail("%v was issued after the clock was set back from %v to %v", u, seen, w.now)
	}

	// A process that starts after a large rollback also follows the clock.
	followed := (far || seen.IsZero() && w.wentBack) && w.opts.Rollback == uuid.RollbackFollow
	if followed {
		p.above[sequence] = uuid.Nil()
	}
	if followed || w.now.After(seen) {
		seen = w.now
	}
	p.seen[sequence] = seen
	w.checkTime(u, seen)
	if held := w.disk.state; !w.overlap && (u.Version() == 7 && u.Compare(held.V7) > 0 ||
		u.Version() != 7 && gregorianTicks(timeOf(w.t, u)) > held.Ticks) {
		w.fail("%v is above the saved state %+v", u, held)
	}
	if u.Version() == 1 {
		return
	}
	if above := p.above[sequence]; u.Compare(above) <= 0 {
		w.fail("%v is not above %v", u, above)
	}
	p.above[sequence] = u
	if u.Compare(w.last[sequence]) > 0 {
		w.last[sequence] = u
	}
}

// checkTime checks that the time in u equals the time that its generator follows, or is ahead of
// that time by at most the allowed lead.
func (w *world) checkTime(u uuid.UUID, seen time.Time) {
	lead := timeOf(w.t, u).Sub(seen)
	least, most := -100*time.Nanosecond, worldLead
	if u.Version() == 7 {
		least = -time.Millisecond // the fraction of a millisecond may be a counter
	}
	if lead <= least || lead > most {
		w.fail("%v is ahead by %v", u, lead)
	}
}

// checkRefusal checks the error from a call. If past is set, nothing is ahead of the clock, so the
// error must not be ErrClockLead.
func (w *world) checkRefusal(p *process, sequence int, u uuid.UUID, err error, past bool) {
	if !u.IsNil() {
		w.fail("%v with %v", u, err)
	}
	followed := w.far(p, sequence) && w.opts.Rollback == uuid.RollbackFollow
	switch {
	case err == errFull:
		if w.saving() {
			w.fail("%v, but saves work", err)
		}
	case err == uuid.ErrClockRollback:
		if w.opts.Rollback != uuid.RollbackError || !w.now.Before(w.highest.Add(-worldRollback)) {
			w.fail("%v at %v", err, w.now)
		}
	case err == uuid.ErrClockLead:
		if past || followed {
			w.fail("%v at %v, but nothing is ahead of the clock", err, w.now)
		}
	default:
		w.fail("%v", err)
	}
}
