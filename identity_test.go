package uuid_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// What the options leave open of node and clock sequence is random, and the two have
// nothing to do with each other.
func TestIdentityIsRandom(t *testing.T) {
	const generators = 100
	node, seq := uuid.Node{2, 2, 2, 2, 2, 2}, uint16(5)
	for _, tt := range []struct {
		name        string
		opts        func() uuid.Options
		nodes, seqs bool // are random
	}{
		{"nothing given", func() uuid.Options { return uuid.Options{} }, true, true},
		{"node given", func() uuid.Options { return uuid.Options{Node: node} }, false, true},
		{"clock sequence given", func() uuid.Options { return uuid.Options{ClockSeq: &seq} }, true, false},
		{"empty Store", func() uuid.Options { return uuid.Options{Store: &memoryStore{}} }, true, true},
		{"empty Store, node given", func() uuid.Options { return uuid.Options{Store: &memoryStore{}, Node: node} }, false, true},
		{"state in the Store", func() uuid.Options {
			return uuid.Options{Store: &memoryStore{state: uuid.State{Ticks: 5}}}
		}, true, true},
		{"all given", func() uuid.Options { return uuid.Options{Store: &memoryStore{}, Node: node, ClockSeq: &seq} }, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			nodes, seqs := make(map[uuid.Node]bool), make(map[uint16]bool)
			same := 0
			for range generators {
				u := must(t)(newGenerator(t, tt.opts()).NewV1())
				node, _ := u.Node()
				seq := clockSeqOf(t, u)
				nodes[node], seqs[seq] = true, true
				if seq == (uint16(node[4])<<8|uint16(node[5]))&(1<<14-1) {
					same++
				}
				if tt.nodes && node[0]&1 == 0 {
					t.Errorf("%v lacks the multicast bit", node)
				}
			}
			if random := len(nodes) > 90; random != tt.nodes {
				t.Errorf("%d nodes of %d generators", len(nodes), generators)
			}
			if random := len(seqs) > 90; random != tt.seqs {
				t.Errorf("%d clock sequences of %d generators", len(seqs), generators)
			}
			if same > 5 {
				t.Errorf("%d of %d clock sequences are the end of the node", same, generators)
			}
		})
	}
}

// The first UUIDs with a node have it although the clock has been read for others.
func TestIdentityAfterV7(t *testing.T) {
	node, seq := uuid.Node{2, 2, 2, 2, 2, 2}, uint16(5)
	for version, next := range map[uuid.Version]func(*uuid.Generator) (uuid.UUID, error){
		1: (*uuid.Generator).NewV1,
		6: (*uuid.Generator).NewV6,
	} {
		g := newGenerator(t, uuid.Options{Node: node, ClockSeq: &seq})
		issue(t, 2, g.NewV7)
		for range 3 {
			u := must(t)(next(g))
			if got, _ := u.Node(); u.Version() != version || got != node || clockSeqOf(t, u) != seq {
				t.Errorf("version %d: %v", version, u)
			}
		}
	}
}

// With a Store as without one, a given node is used up when all its clock sequences
// are.
func TestClockSeqRunsOutWithStore(t *testing.T) {
	clock := fakeClock{now: atSecond(2000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}, Store: &memoryStore{}})
	issue(t, 1, g.NewV1)
	changes := 0
	for {
		clock.set(atSecond(2000 - 20*float64(changes%2+1)))
		if _, err := g.NewV1(); err != nil {
			if err != uuid.ErrClockRollback {
				t.Fatal(err)
			}
			break
		}
		clock.set(atSecond(2000))
		issue(t, 1, g.NewV1)
		if changes++; changes > 1<<14 {
			break
		}
	}
	if changes != 1<<14-1 {
		t.Errorf("the clock sequence changed %d times", changes)
	}
}

// What Load fails with is returned, and nothing is saved.
func TestStoreThatFailsToLoad(t *testing.T) {
	broken := errors.New("broken")
	store := &loadFailsStore{err: broken}
	if g, err := uuid.NewGenerator(uuid.Options{Store: store}); !errors.Is(err, broken) || g != nil || store.saved > 0 {
		t.Errorf("NewGenerator: %v, %v, saved %d times", g, err, store.saved)
	}
}

// A loadFailsStore does not load.
type loadFailsStore struct {
	memoryStore
	err error
}

func (s *loadFailsStore) Load() (uuid.State, error) { return uuid.State{}, s.err }

// When the new identity cannot be saved, the old one stays.
func TestIdentityStaysWhenSaveFails(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		clock := fakeClock{now: atSecond(1e9)}
		store := &saveFailsStore{}
		g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
		first, before := must(t)(g.NewV1()), g.State()
		clock.advance(-time.Hour)
		store.saveErr = errors.New("no space left")
		for range 3 {
			if u, err := g.NewV1(); !errors.Is(err, store.saveErr) || !u.IsNil() {
				t.Errorf("%v, %v", u, err)
			}
			if after := g.State(); after != before {
				t.Fatalf("state went from %+v to %+v", before, after)
			}
		}
		store.saveErr = nil
		clock.advance(time.Hour + time.Minute)
		time.Sleep(300 * time.Millisecond) // until Save is tried again
		if u := must(t)(g.NewV1()); clockSeqOf(t, u) != clockSeqOf(t, first) {
			t.Errorf("%v after %v", u, first)
		}
	})
}

// A saveFailsStore loads but does not save while saveErr is set.
type saveFailsStore struct {
	memoryStore
	saveErr error
}

func (s *saveFailsStore) Save(st uuid.State) error {
	if s.saveErr != nil {
		return s.saveErr
	}
	return s.memoryStore.Save(st)
}

// A generator issues up to and including what its Store covers, and not a tick more
// without another Save.
func TestReserveIsUsedUp(t *testing.T) {
	for _, v := range []struct {
		name string
		next func(*uuid.Generator) (uuid.UUID, error)
	}{
		{"v1", (*uuid.Generator).NewV1}, {"v6", (*uuid.Generator).NewV6},
	} {
		t.Run(v.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			store := &memoryStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			covered := store.state.Ticks
			store.err = errors.New("no space left")
			const gregorianSeconds = 12_219_292_800
			clock.set(time.Unix(int64(covered/1e7)-gregorianSeconds, int64(covered%1e7)*100))
			u := must(t)(v.next(g))
			if got := g.State().Ticks; got != covered {
				t.Fatalf("%v has tick %d, not %d", u, got, covered)
			}
			if u, err := v.next(g); !errors.Is(err, store.err) || !u.IsNil() {
				t.Errorf("past the reserve: %v, %v", u, err)
			}
		})
	}
}

// The state of each method's Generator is at or above what was issued and below what
// is issued next.
func TestStateOfEachMethod(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method})
			for range 300 {
				u, st := must(t)(g.NewV7()), g.State()
				next := must(t)(g.NewV7())
				if st.V7.Compare(u) < 0 || st.V7.Compare(next) >= 0 {
					t.Fatalf("state %v after %v and before %v", st.V7, u, next)
				}
			}
		})
	}
}
