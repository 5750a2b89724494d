// Proves order, time and the Store's cover in all interleavings of two calls on two timelines, with
// steps of the clock, three outcomes of each Save, kill, Close and restart. The oracle is the true
// order in which the clock was read.
package uuid

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

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

// check checks what must be true after every event. A kill is tried after some of them.
func (r *modelRun) check(h history, path []string) {
	r.checkNeed(&h, path)
	r.checkInterval(&h, path)
	if r.states%16 == 0 {
		r.checkKill(h, path)
	}
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
			r := &modelRun{
				slow:   slow,
				random: rand.New(rand.NewPCG(uint64(policy), 1)),
				o: Options{
					MaxLead:     modelLead,
					MaxRollback: modelRollback,
					Rollback:    policy,
					Now:         time.Now,
				},
			}
			if fullTests {
				r.random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
			}
			begin := history{store: [2]int64{-1, -1}, clock: modelEnd / 2}
			begin.need = [2]int64{-1, -1}
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
