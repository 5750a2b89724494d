package uuid

import (
	"io/fs"
	"testing"
)

// mustIssue returns the UUID of a call that is not to fail.
func mustIssue(t *testing.T, next func() (UUID, error)) UUID {
	t.Helper()
	u, err := next()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A bubble in which a generator makes version 7 only does not change the effect of a step
// back of the system clock on version 1 after it: the time before the step is kept.
func TestBubbleOfOneSequence(t *testing.T) {
	var g Generator
	before := mustIssue(t, g.NewV1)
	line := &g.timelines[gregorian]
	line.seen += 1e7 // the clock is set back by a second
	line.last.tick += 1e7
	held := line.seen
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV7) })
	after := mustIssue(t, g.NewV1)
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq || line.seen != held {
		t.Errorf("the clock sequence went from %d to %d, the time that is kept from %d to %d", seq, got, held, line.seen)
	}
}

// To readings that were made before the last one, in any order, the clock stands still.
func TestOvertakenInAnyOrder(t *testing.T) {
	line := newTimeline(unixScale(), counting{}, identity{}, &Options{MaxRollback: 1, Rollback: RollbackError})
	want, _ := line.scale.tick(instant{1, 9e6})
	for _, mono := range []int64{9, 3, 6, 1, 8} {
		now, last, restart, err := line.clockAt(reading{instant{1, mono * 1e6}, mono})
		if now != want || last != 9 || restart && mono != 9 || err != nil {
			t.Errorf("reading %d: %d, %d, %t, %v; want %d, 9", mono, now, last, restart, err, want)
		}
		line.seen, line.mono = now, last
	}
}

// A countingStore counts the calls of Save.
type countingStore struct{ saves int }

func (s *countingStore) Load() (State, error) { return State{}, fs.ErrNotExist }
func (s *countingStore) Save(State) error     { s.saves++; return nil }

// Of calls that need the same state saved, only the first saves. After Close no call saves.
func TestCoverOnce(t *testing.T) {
	store := new(countingStore)
	g, err := NewGenerator(Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	mustIssue(t, g.NewV7)
	line := &g.timelines[unix]
	line.softLimit = line.last.tick - 1
	r, later, back := systemTime(), systemTime(), systemTime()
	later.at.sec++
	back.at.sec -= 3600
	var past call
	check := func(need error, r reading, saves int, want error) {
		t.Helper()
		past.stamp.tick = line.limit + 1
		saves += store.saves
		for range 3 {
			if err := g.cover(unix, &past, r, need); err != want {
				t.Errorf("%v: %v", need, err)
			}
		}
		if store.saves != saves {
			t.Errorf("%v: %d saves instead of %d", need, store.saves, saves)
		}
	}
	check(errHalfUsed, r, 1, nil)
	check(errLimit, later, 1, nil)
	check(errStoreAhead, back, 1, nil)
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	check(errLimit, r, 0, fs.ErrClosed)
}
