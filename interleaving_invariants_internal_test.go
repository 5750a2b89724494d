// States what TestInterleavings proves, with a function for each sentence.
package uuid

import "fmt"

// invariants are the sentences that TestInterleavings proves. Each has a function below, whose
// failure cites it.
var invariants = [...]string{
	1:  "The Store covers every timestamp that was issued.",
	2:  "A timestamp is later than all earlier ones, unless the order restarts.",
	3:  "The order restarts only with RollbackFollow, and only after a long rollback.",
	4:  "A call whose reading is the latest follows the policy after a long rollback.",
	5:  "A timestamp is not before its reading, nor more than MaxLead after it or the last one.",
	6:  "A call changes the timeline on which it issues a timestamp, and nothing else.",
	7:  "The time that a timeline has seen moves only to the reading of a call.",
	8:  "The Store is at most maxAhead after the time that the timeline has seen.",
	9:  "RollbackError, and no other policy, returns ErrClockRollback, after a long rollback.",
	10: "A Save covers every timestamp that was issued, unless it follows a long rollback.",
	11: "A Save is at most maxAhead after the latest time, and an overtaken call raises nothing.",
	12: "The interval of a timeline contains the tick in the Store.",
	13: "A call waits for a Save only while one runs.",
	14: "After a kill, a process issues a timestamp as soon as its clock has passed the state.",
	15: "Close leaves the state of the last timestamps.",
}

// broken reports that an invariant does not hold after the events of path.
func (r *modelRun) broken(invariant int, path []string, format string, args ...any) {
	r.failf(path, "%d. %s %s", invariant, invariants[invariant], fmt.Sprintf(format, args...))
}

// A step is what a call has done under the lock.
type step struct {
	call     *modelCall
	timeline int
	before   [2]timeline
	after    *[2]timeline
	reading  int64
	tick     int64 // issued or refused
	need     need
	err      error
	back     bool // the reading is the latest, and after a long rollback
	restart  bool // the order of the timeline restarts
}

// issued reports whether the call has issued a timestamp.
func (s step) issued() bool {
	return s.err == nil && (s.need == nothing || s.need == earlySave)
}

// restarts reports whether the timeline of s is at an earlier time than before.
func (s step) restarts() bool {
	before, after := &s.before[s.timeline], &s.after[s.timeline]
	isLower := before.last != none && after.last.tick <= before.last.tick
	return isLower || after.seen < before.seen
}

// longRollback reports whether the clock was set back by more than the timeline ignores, and no
// call has taken a step at a later reading.
func (h *history) longRollback(s step) bool {
	t := &s.before[s.timeline]
	if h.unused[s.timeline] {
		return t.last.tick-s.reading > t.stored.maxAhead+t.maxRollback
	}
	isLatest := s.call.order >= h.moved[s.timeline]
	return isLatest && h.seen[s.timeline]-s.reading > t.maxRollback
}

// 1. The Store covers every timestamp that was issued: when it is issued, and later.
func (r *modelRun) checkCover(h *history, s step, path []string) {
	if i := s.timeline; !h.stored || h.store[i] < s.tick {
		r.broken(1, path, "issued %d, the Store has %d", s.tick, h.store[i])
	}
}

func (r *modelRun) checkNeed(h *history, path []string) {
	for i := range h.store {
		if h.store[i] < h.need[i] {
			r.broken(1, path, "timeline %d: the Store has %d, not %d", i, h.store[i], h.need[i])
		}
	}
}

// 2. A timestamp is later than all earlier ones, unless the order restarts.
func (r *modelRun) checkOrder(h *history, s step, path []string) {
	if last := h.last[s.timeline]; !s.restart && s.tick <= last {
		r.broken(2, path, "issued %d after %d", s.tick, last)
	}
}

// 3. The order restarts only with RollbackFollow, and only after a long rollback.
func (r *modelRun) checkRestart(s step, path []string) {
	isAllowed := s.back && r.o.Rollback == RollbackFollow
	if s.restart && !isAllowed {
		r.broken(3, path, "it restarts at %d", s.reading)
	}
}

// 4. A call whose reading is the latest follows the policy after a long rollback.
func (r *modelRun) checkPolicy(s step, path []string) {
	if s.back && !s.restart && r.o.Rollback != RollbackHold {
		r.broken(4, path, "issued %d at %d", s.tick, s.reading)
	}
}

// 5. A timestamp is not before its reading, nor more than MaxLead after it or the last one.
func (r *modelRun) checkTime(s step, path []string) {
	before := &s.before[s.timeline]
	latest := s.reading
	if !s.restart {
		latest = max(latest, before.last.tick)
	}
	isEarly := s.tick < s.reading && !s.call.undercut
	if isEarly || s.tick > latest+before.maxLead {
		r.broken(5, path, "issued %d at %d, after %d", s.tick, s.reading, before.last.tick)
	}
}

// 6. A call changes the timeline on which it issues a timestamp, and nothing else.
func (r *modelRun) checkUntouched(s step, path []string) {
	for j := range s.before {
		if s.issued() && j == s.timeline {
			continue
		}
		a, b := &s.before[j], &s.after[j]
		if a.seen != b.seen || a.last != b.last || a.identity != b.identity {
			r.broken(6, path, "timeline %d changed: %d, %v", j, s.need, s.err)
		}
	}
}

// 7. The time that a timeline has seen moves only to the reading of a call.
func (r *modelRun) checkSeen(s step, path []string) {
	before, after := s.before[s.timeline].seen, s.after[s.timeline].seen
	if !s.restart && after != before && after != s.reading {
		r.broken(7, path, "it moved from %d to %d at %d", before, after, s.reading)
	}
}

// 8. The Store is at most maxAhead after the time that the timeline has seen.
func (r *modelRun) checkAhead(h *history, s step, path []string) {
	i := s.timeline
	if h.store[i]-h.seen[i] > s.after[i].stored.maxAhead {
		r.broken(8, path, "issued at %d, the Store has %d", h.seen[i], h.store[i])
	}
}

// 9. RollbackError, and no other policy, returns ErrClockRollback, after a long rollback.
func (r *modelRun) checkError(s step, path []string) {
	if !s.back || r.o.Rollback != RollbackError {
		r.broken(9, path, "policy %d returns it at %d", r.o.Rollback, s.reading)
	}
}

// 10. A Save covers every timestamp that was issued, unless it follows a long rollback.
func (r *modelRun) checkPlannedCover(h *history, s step, path []string) {
	for j := range h.until {
		follows := j == s.timeline && s.back && r.o.Rollback == RollbackFollow
		if h.until[j] < h.need[j] && !follows {
			r.broken(10, path, "it saves %d, issued was %d", h.until[j], h.need[j])
		}
	}
}

// 11. A Save is at most maxAhead after the latest time, and an overtaken call raises nothing.
func (r *modelRun) checkPlannedAhead(h *history, s step, path []string) {
	for j := range h.until {
		before, maxAhead := &s.before[j], h.timelines[j].stored.maxAhead
		latest, reading := h.tick(j, h.latest), h.tick(j, s.call.clock)
		if h.until[j] > max(h.store[j], latest+maxAhead) {
			r.broken(11, path, "it saves %d, the latest time is %d", h.until[j], latest)
		}
		isHigher := h.until[j] > max(before.stored.max, before.last.tick)
		raises := isHigher && h.until[j]-h.seen[j] > maxAhead
		isOvertaken := s.call.order < int8(before.latest)
		if raises && (isOvertaken || h.until[j]-reading > maxAhead) {
			r.broken(11, path, "it raises timeline %d to %d at %d", j, h.until[j], reading)
		}
	}
}

// 12. The interval of a timeline contains the tick in the Store.
func (r *modelRun) checkInterval(h *history, path []string) {
	for i := range h.store {
		in := &h.timelines[i].stored
		if h.stored && (h.store[i] < in.min || h.store[i] > in.max) {
			r.broken(12, path, "timeline %d: %d, not %d to %d", i, h.store[i], in.min, in.max)
		}
	}
}

// 13. A call waits for a Save only while one runs.
func (r *modelRun) checkRunning(h *history, path []string) {
	if !h.running {
		r.broken(13, path, "none runs")
	}
}

// 14. After a kill, a process issues a timestamp as soon as its clock has passed the state.
func (r *modelRun) checkKill(h history, path []string) {
	for timeline := range int8(2) {
		n := h
		r.start(&n)
		n.clock, n.latest, n.order = 67, 67, 100 // 40 s
		r.issue(&n, timeline, append(path[:len(path):len(path)], "killed"))
		if n.unused[timeline] {
			r.broken(14, path, "timeline %d at 40 s: %+v", timeline, n.timelines[timeline])
		}
	}
}

// 15. Close leaves the state of the last timestamps.
func (r *modelRun) checkClosed(got, want State, path []string) {
	if got != want {
		r.broken(15, path, "it left %v, State was %v", got, want)
	}
}
