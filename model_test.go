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

// TestModel runs two generators on one Store through every history of a small world up to a given
// length: UUIDs are issued, the clock steps, saves fail, and generators are closed or crash and
// restart. It checks all promises of Generator, RollbackPolicy and Store after each event and in two
// epilogues, which issue UUIDs of all versions before and after both generators crash.
func TestModel(t *testing.T) {
	length := 4
	switch {
	case uuid.FullTests:
		length = 5
	case uuid.RaceEnabled, testing.Short(): // there is one goroutine, so no data race is possible
		length = 3
	}
	for _, p := range policies {
		for i, m := range methods[:3] {
			for _, node := range []uuid.Node{{}, {1}} {
				if uuid.FullTests || i == 0 || i == 1 && node == (uuid.Node{}) { // the options hardly depend on each other
					explore(t, p.name+"/"+m.name, uuid.Options{V7: m.method, Rollback: p.policy, Node: node}, nil, length)
				}
			}
		}
		// Each of these longer histories checks a promise that no shorter history checks.
		for name, path := range map[string][]move{
			"what is saved for an idle sequence stays where it is": {
				{issueV1, 0}, {issueV1, 0}, {crash, 0}, {backFar, 0}, {issueV7, 0}, {forwardFar, 0}},
			"a start before the clock passes the state saves no more ahead": {
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
		e := explorer{t: t, opts: opts}
		e.explore(path, length)
		if e.issued == 0 || e.refused == 0 {
			t.Errorf("%d calls issued UUIDs, %d were refused", e.issued, e.refused)
		}
	})
}

const (
	worldLead     = 200 * time.Nanosecond // allows two version 1 UUIDs more than the clock has ticks
	worldRollback = 10 * time.Second      // the default

	// worldReserve is the largest lead of a saved state over the clock.
	worldReserve = 1500*time.Millisecond + worldLead + time.Millisecond

	// Two short steps exceed the shortest time that a save covers, and one step exceeds half of it.
	shortStep = 600 * time.Millisecond
	longStep  = time.Hour
)

// An event is something that can happen in a world.
type event uint8

const (
	issueV1 event = iota // one of the generators issues, and starts if it does not run
	issueV6
	issueV7
	crash
	closeDown
	forward
	forwardFar
	back
	backFar
	savesWork
	savesFail     // nothing is written
	savesFailLate // the state is written, and Save returns an error
)

var eventNames = [...]string{
	"v1", "v6", "v7", "crash", "close", "forward", "forward far", "back", "back far",
	"saves work", "saves fail", "saves fail late",
}

// A move is an event and the number of the generator that it affects.
type move struct {
	event
	who int // 0 if the event affects both generators
}

func (m move) String() string {
	if m.event < forward {
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

// An explorer runs histories.
type explorer struct {
	t    *testing.T
	opts uuid.Options

	issued, refused int // numbers of calls
}

// explore runs each history of the given length that begins with path.
func (e *explorer) explore(path []move, length int) {
	if len(path) == length {
		for _, crashed := range []bool{false, true} {
			w := &world{explorer: e, path: path, now: atSecond(1e9).Add(17 * time.Nanosecond)}
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

// possible reports whether path followed by m is not equivalent to another history. A history begins
// with generator 0, each event changes something, and no step of the clock is immediately reversed.
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

// A world is a clock, a disk and two processes that use the disk.
type world struct {
	*explorer
	path     []move
	disk     memoryStore
	now      time.Time
	starts   byte
	process  [2]process
	all      []uuid.UUID // all issued UUIDs
	highest  time.Time   // highest time that a process has read
	wentBack bool        // a process has read a step back that is too large to bridge
	last     [8]uuid.UUID

	// Processes that overlap keep their order across a start only if the clock is not set back.
	overlap, setBack bool
}

// A process contains its generator, which is nil if it does not run, and the limits of its UUIDs.
type process struct {
	g     *uuid.Generator
	seen  [8]time.Time // by version, with 6 for 1 also: the time that the sequence follows
	above [8]uuid.UUID // the UUID that the next UUID must exceed
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
	case crash:
		p.g = nil
	case closeDown:
		w.close(p)
	case forward:
		w.now = w.now.Add(shortStep)
	case back:
		w.now, w.setBack = w.now.Add(-shortStep), true
	case forwardFar:
		w.now = w.now.Add(longStep)
	case backFar:
		w.now, w.setBack = w.now.Add(-longStep), true
	case savesWork:
		w.disk.err, w.disk.late = nil, nil
		time.Sleep(time.Second) // lets the bubble's time pass until a failed Save is tried again
	case savesFail:
		w.disk.err, w.disk.late = errFull, nil
	case savesFailLate:
		w.disk.err, w.disk.late = nil, errFull
	}
}

// saving reports whether Save succeeds.
func (w *world) saving() bool { return w.disk.err == nil && w.disk.late == nil }

// epilogue checks the state that the history has left in the generators or, if all have crashed, on
// the disk.
func (w *world) epilogue(crashed bool) {
	w.happen(move{event: savesWork})
	if !crashed {
		w.issueAll()
		w.now = w.highest.Add(worldReserve) // no call can be refused from this time on
		w.issueAll()
	}
	w.process[0].g, w.process[1].g = nil, nil
	w.issueAll()
	w.now = w.highest.Add(worldReserve)
	w.issueAll()
}

func (w *world) issueAll() {
	for i := range w.process {
		for _, e := range []event{issueV1, issueV6, issueV7} {
			w.issue(&w.process[i], e)
		}
	}
}

// start starts a process, and reports whether that succeeded.
func (w *world) start(p *process) bool {
	w.see() // a start reads the clock and saves, even if it fails
	opts := w.opts
	w.starts++
	opts.Now = func() time.Time { return w.now }
	opts.Rand = rand.NewChaCha8([32]byte{w.starts}) // the same random bits in each run
	opts.Store = &w.disk
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		if w.saving() || err != errFull {
			w.fail("NewGenerator: %v", err)
		}
		return false
	}
	// The generator's UUIDs must exceed all UUIDs that were issued on its Store.
	*p = process{g: g}
	if w.overlap = w.overlap || w.process[0].g != nil && w.process[1].g != nil; !w.overlap || !w.setBack {
		p.above = w.last
	}
	return true
}

// see records a reading of the clock.
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
		return // the generator did not start
	}
	p.g = nil
	before := w.disk.state
	switch err := g.Close(); {
	case err == nil && w.disk.state == before: // the generator may have saved this state, or left the Save to the other process
	case err == nil && w.saving() && w.disk.state == g.State():
	case !w.saving() && err == errFull:
	default:
		w.fail("Close: %v, and the Store has %+v after %+v", err, w.disk.state, before)
	}
	if u, err := g.NewV7(); !errors.Is(err, fs.ErrClosed) || !u.IsNil() {
		w.fail("after Close: %v, %v", u, err)
	}
}

// issue makes a process issue a UUID and checks the UUID.
func (w *world) issue(p *process, e event) {
	if p.g == nil && !w.start(p) {
		return
	}
	next, sequence := p.g.NewV7, 7
	switch e {
	case issueV1:
		next, sequence = p.g.NewV1, 6
	case issueV6:
		next, sequence = p.g.NewV6, 6
	}
	seen := p.seen[sequence]
	past := w.now.After(w.highest.Add(worldReserve - 1))
	w.see()
	before := p.g.State()
	u, err := next()
	// The clock is behind this sequence by more than the generator may bridge.
	far := w.now.Before(seen.Add(-worldRollback))
	followed := far && w.opts.Rollback == uuid.RollbackFollow
	if err != nil {
		w.refused++
		w.checkRefusal(u, err, seen, past || followed)
		if after := p.g.State(); after != before {
			w.fail("%v changed the state from %+v to %+v", err, before, after)
		}
		return
	}
	w.issued++
	if far && w.opts.Rollback == uuid.RollbackError {
		w.fail("%v with the clock back from %v to %v", u, seen, w.now)
	}
	if slices.Contains(w.all, u) {
		w.fail("%v was issued twice", u)
	}
	w.all = append(w.all, u)

	// A process that starts after the clock was set back also follows the clock.
	followed = followed || seen.IsZero() && w.wentBack && w.opts.Rollback == uuid.RollbackFollow
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
		w.fail("%v is above the saved %+v", u, held)
	}
	if e == issueV1 {
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

// checkTime checks that the time in u is the time that its generator follows, or is ahead of it by
// at most the allowed lead.
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

// checkRefusal checks a call's error. The error must not be ErrClockLead if free is set, which means
// that nothing is ahead of the clock.
func (w *world) checkRefusal(u uuid.UUID, err error, seen time.Time, free bool) {
	if !u.IsNil() {
		w.fail("%v with %v", u, err)
	}
	switch {
	case err == errFull:
		if w.saving() {
			w.fail("%v when saves work", err)
		}
	case err == uuid.ErrClockRollback:
		if w.opts.Rollback != uuid.RollbackError || !w.now.Before(w.highest.Add(-worldRollback)) {
			w.fail("%v at %v", err, w.now)
		}
	case err == uuid.ErrClockLead:
		if free {
			w.fail("%v at %v, which nothing is ahead of", err, w.now)
		}
	default:
		w.fail("%v", err)
	}
}
