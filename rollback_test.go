package uuid_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestSmallRollback(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			var clock fakeClock
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method})
			var ids []uuid.UUID
			for i, step := range []struct{ now, want float64 }{
				{10.100, 10.100}, {9.900, 10.100}, {10.200, 10.200},
			} {
				clock.set(atSecond(step.now))
				ids = append(ids, must(t)(g.NewV7()))
				if got, want := timeOf(t, ids[i]), atSecond(step.want).Truncate(time.Millisecond); !got.Equal(want) {
					t.Errorf("at %v: time %v, want %v", step.now, got, want)
				}
			}
			clock.set(time.Unix(20, 0))
			ids = append(ids, must(t)(g.NewV7()))
			clock.advance(-time.Nanosecond)
			ids = append(ids, must(t)(g.NewV7()))
			wantIncreasing(t, ids)
		})
	}
}

func TestRollbackDoesNotCreep(t *testing.T) {
	clock := fakeClock{now: atSecond(1000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	ids := issue(t, 1, g.NewV7)
	first := timeOf(t, ids[0])
	clock.advance(-500 * time.Millisecond)
	for range 10_000 {
		ids = append(ids, must(t)(g.NewV7()))
		clock.advance(10 * time.Microsecond)
	}
	wantIncreasing(t, ids)
	if last := timeOf(t, ids[len(ids)-1]); !last.Equal(first) {
		t.Errorf("time went from %v to %v", first, last)
	}
	// 10 000 UUIDs are 40 times the counter, so that many fractions.
	fraction := func(u uuid.UUID) uint16 { return binary.BigEndian.Uint16(u[6:]) & 0xfff }
	if crept := fraction(ids[len(ids)-1]) - fraction(ids[0]); crept > 40 {
		t.Errorf("the fraction went on by %d", crept)
	}
	clock.set(atSecond(1000.001))
	if caught := timeOf(t, must(t)(g.NewV7())); !caught.Equal(atSecond(1000.001).Truncate(time.Millisecond)) {
		t.Errorf("after catching up: %v", caught)
	}
}

func TestRollbackPolicies(t *testing.T) {
	const before = 100_000
	node := uuid.Node{1, 2, 3, 4, 5, 6}
	for _, p := range policies {
		for _, tt := range []struct {
			name string
			back time.Duration
			far  bool
		}{
			{"9.999 s", 9999 * time.Millisecond, false},
			{"10 s", 10 * time.Second, false},
			{"10.001 s", 10001 * time.Millisecond, true},
			{"a day", 24 * time.Hour, true},
		} {
			t.Run(p.name+"/"+tt.name, func(t *testing.T) {
				clock := fakeClock{now: atSecond(before)}
				g := newGenerator(t, uuid.Options{Now: clock.Now, Rollback: p.policy, Node: node})
				versions := []struct {
					name    string
					next    func() (uuid.UUID, error)
					ordered bool
				}{{"v1", g.NewV1, false}, {"v6", g.NewV6, true}, {"v7", g.NewV7, true}}
				var old [3][]uuid.UUID
				for i, v := range versions {
					old[i] = issue(t, 100, v.next)
				}
				seq := clockSeqOf(t, old[0][0])
				clock.advance(-tt.back)
				for i, v := range versions {
					if tt.far && p.policy == uuid.RollbackError {
						state := g.State()
						if u, err := v.next(); err != uuid.ErrClockRollback || !u.IsNil() {
							t.Errorf("%s: %v, %v", v.name, u, err)
						}
						if g.State() != state {
							t.Errorf("%s: the state changed", v.name)
						}
						continue
					}
					ids := issue(t, 100, v.next)
					wantDistinct(t, slices.Concat(old[i], ids))
					followed := tt.far && p.policy == uuid.RollbackFollow
					want := atSecond(before)
					if followed {
						want = clock.Now()
					}
					if got := timeOf(t, ids[0]); got.Sub(want).Abs() > time.Millisecond {
						t.Errorf("%s: time %v, want %v", v.name, got, want)
					}
					switch {
					case v.ordered && followed:
						wantIncreasing(t, ids)
						if ids[0].Compare(old[i][0]) > 0 {
							t.Errorf("%s: %v did not follow the clock", v.name, ids[0])
						}
					case v.ordered:
						wantIncreasing(t, slices.Concat(old[i], ids))
					}
					if v.name == "v7" {
						continue
					}
					if got := clockSeqOf(t, ids[0]); followed != (got != seq) {
						t.Errorf("%s: clock sequence from %d to %d", v.name, seq, got)
					}
				}
				// Once the clock has caught up there is nothing left of it.
				clock.set(atSecond(before + 1))
				for i, v := range versions {
					u := must(t)(v.next())
					if got := timeOf(t, u); got.Sub(atSecond(before+1)).Abs() > time.Millisecond {
						t.Errorf("%s: time %v after the clock caught up", v.name, got)
					}
					if v.ordered && u.Compare(old[i][99]) <= 0 {
						t.Errorf("%s: %v after %v", v.name, u, old[i][99])
					}
				}
			})
		}
	}
}

// A version 6 UUID whose node and clock sequence are random does not need
// another clock sequence, and version 7 has none.
func TestFollowedV7KeepsClockSeq(t *testing.T) {
	clock := fakeClock{now: atSecond(100_000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	v1 := must(t)(g.NewV1())
	before := g.State()
	issue(t, 1, g.NewV7)
	clock.advance(-time.Hour)
	issue(t, 1, g.NewV7)
	if after := g.State(); after.Ticks != before.Ticks {
		t.Errorf("state went from %+v to %+v", before, after)
	}
	clock.advance(time.Hour)
	if u := must(t)(g.NewV1()); clockSeqOf(t, u) != clockSeqOf(t, v1) {
		t.Errorf("%v after %v", u, v1)
	}
}

// A clock sequence that nothing has yet need not be changed.
func TestFollowedBeforeClockSeq(t *testing.T) {
	clock := fakeClock{now: atSecond(100_000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	before := must(t)(g.NewV6())
	clock.advance(-time.Hour)
	after := must(t)(g.NewV6())
	if after.Compare(before) >= 0 || !timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %v did not follow the clock", after, before)
	}
	must(t)(g.NewV1())
}

// Past the last clock sequence comes a random node, and without one nothing
// changes.
func TestNoEntropyForNextNode(t *testing.T) {
	clock := fakeClock{now: atSecond(100_000)}
	source := &flakySource{fill: 0x5a}
	last := uint16(1<<14 - 1)
	g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source, ClockSeq: &last})
	v1, before := must(t)(g.NewV1()), g.State()
	clock.advance(-time.Hour)
	source.err = errors.New("broken")
	for range 2 {
		if u, err := g.NewV1(); !errors.Is(err, source.err) || !u.IsNil() {
			t.Errorf("%v, %v", u, err)
		}
	}
	if after := g.State(); after != before {
		t.Errorf("state went from %+v to %+v", before, after)
	}
	source.err, source.fill = nil, 0xa5
	after := must(t)(g.NewV1())
	node, _ := after.Node()
	if old, _ := v1.Node(); node == old || clockSeqOf(t, after) != 0 || !timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %+v", after, before)
	}
}

func TestClockSeqRunsOut(t *testing.T) {
	const sequences = 1 << 14
	swing := func(g *uuid.Generator, clock *fakeClock) (ids []uuid.UUID, err error) {
		for i := range 2 * sequences {
			clock.set(atSecond(1000 * float64(1+i%2)))
			u, err := g.NewV1()
			if err != nil {
				return ids, err
			}
			ids = append(ids, u)
		}
		return ids, nil
	}
	t.Run("given node", func(t *testing.T) {
		var clock fakeClock
		g := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}})
		ids, err := swing(g, &clock)
		if err != nil {
			t.Fatal(err)
		}
		wantDistinct(t, ids)
		clock.set(atSecond(1000))
		if u, err := g.NewV1(); err != uuid.ErrClockRollback {
			t.Errorf("clock sequence %d again: %v, %v", clockSeqOf(t, u), u, err)
		}
		clock.set(atSecond(2001))
		issue(t, 1, g.NewV1)
	})
	t.Run("random node", func(t *testing.T) {
		var clock fakeClock
		g := newGenerator(t, uuid.Options{Now: clock.Now})
		first, err1 := swing(g, &clock)
		second, err2 := swing(g, &clock)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		ids := slices.Concat(first, second)
		wantDistinct(t, ids)
		nodes := make(map[uuid.Node]bool)
		for _, u := range ids {
			node, _ := u.Node()
			nodes[node] = true
		}
		if len(nodes) < 2 || len(nodes) > 3 {
			t.Errorf("%d nodes for two rounds of clock sequences", len(nodes))
		}
	})
}

// A step back by up to MaxRollback is bridged, be it less than a tick more than a
// number of ticks or less than a millisecond. One that is further back by more than
// two ticks is not.
func TestMaxRollbackIsExact(t *testing.T) {
	const tick = 250 * time.Nanosecond // of version 7, rounded up; those of 1 and 6 are shorter
	for _, m := range methods[:3] {
		for _, most := range []time.Duration{1, 100, 299, 300, 1500 * time.Microsecond, time.Second + 1} {
			for _, tt := range []struct {
				back    time.Duration
				bridged bool
			}{{most, true}, {most - 1, true}, {most * 4 / 5, true}, {most + 2*tick, false}} {
				for offset := range 20 {
					clock := fakeClock{now: atSecond(1e6).Add(time.Duration(offset) * 53_111)}
					g := newGenerator(t, uuid.Options{
						Now: clock.Now, V7: m.method, MaxRollback: most, Rollback: uuid.RollbackError,
					})
					calls := []func() (uuid.UUID, error){g.NewV6, g.NewV7}
					var before [2]uuid.UUID
					for i, next := range calls {
						before[i] = must(t)(next())
					}
					clock.advance(-tt.back)
					for i, next := range calls {
						u, err := next()
						switch {
						case !tt.bridged:
							if err != uuid.ErrClockRollback {
								t.Errorf("%s, MaxRollback %v, %v back: %v, %v", m.name, most, tt.back, u, err)
							}
						case err != nil || u.Compare(before[i]) <= 0:
							t.Errorf("%s, MaxRollback %v, %v back: %v after %v, %v", m.name, most, tt.back, u, before[i], err)
						}
					}
				}
			}
		}
	}
}

// Version 7 has no clock sequence and uses none up, with a Store neither.
func TestV7UsesNoClockSeq(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}, Store: store})
	before := must(t)(g.NewV1())
	for range 1<<14 + 1 {
		clock.advance(-time.Minute)
		must(t)(g.NewV7())
	}
	if after := must(t)(g.NewV1()); clockSeqOf(t, after) != (clockSeqOf(t, before)+1)&(1<<14-1) {
		t.Errorf("%v, whose clock was followed once, after %v", after, before)
	}
	// What it followed the clock to is what its successor continues from.
	last := must(t)(g.NewV7())
	clock.advance(2 * time.Second)
	next := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}, Store: store})
	if u := must(t)(next.NewV7()); u.Compare(last) <= 0 || timeOf(t, u).Sub(clock.Now()).Abs() > time.Millisecond {
		t.Errorf("%v after %v at %v", u, last, clock.Now())
	}
}

// With a node and a clock sequence of the caller's no step back is followed, at a start
// neither: the next clock sequence may be another generator's. Version 7 has neither.
func TestGivenIdentityIsNotFollowed(t *testing.T) {
	node, seq := uuid.Node{1}, uint16(7)
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	opts := uuid.Options{Now: clock.Now, Node: node, ClockSeq: &seq, Store: store}
	g := newGenerator(t, opts)
	check := func(g *uuid.Generator) {
		t.Helper()
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6} {
			if u, err := next(); err != uuid.ErrClockRollback || !u.IsNil() {
				t.Errorf("%v, %v", u, err)
			}
		}
		must(t)(g.NewV7())
	}
	first := must(t)(g.NewV1())
	clock.advance(-time.Hour)
	check(g)
	check(newGenerator(t, opts))
	clock.advance(time.Hour + 2*time.Second)
	for _, g := range []*uuid.Generator{g, newGenerator(t, opts)} {
		if u := must(t)(g.NewV1()); clockSeqOf(t, u) != seq || !timeOf(t, u).After(timeOf(t, first)) {
			t.Errorf("%v after %v", u, first)
		}
		clock.advance(2 * time.Second)
	}
}
