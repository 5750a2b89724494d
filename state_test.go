package uuid_test

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// State is at or above what was issued and below what is issued next, under each method.
func TestState(t *testing.T) {
	for _, m := range methods[:3] {
		clock := fakeClock{now: atSecond(1e9)}
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method})
		if first := g.State(); first != (uuid.State{}) {
			t.Errorf("%s: state of a new Generator: %+v", m.name, first)
		}
		must(t)(g.NewV1())
		for range 300 {
			u, st := must(t)(g.NewV7()), g.State()
			next := must(t)(g.NewV7())
			if st.V7.Compare(u) < 0 || st.V7.Compare(next) >= 0 {
				t.Fatalf("%s: state %v after %v and before %v", m.name, st.V7, u, next)
			}
		}
		if got, want := g.State().Ticks, gregorianTicks(clock.Now()); got != want {
			t.Errorf("%s: Ticks %d, want %d", m.name, got, want)
		}
	}
	var zero uuid.Generator
	if st := zero.State(); st != (uuid.State{}) {
		t.Errorf("state of an unused Generator: %+v", st)
	}
}

// A state may end with the first tick that there can be one of.
func TestStateOfFirstTick(t *testing.T) {
	clock := fakeClock{now: gregorianEpoch.Add(100)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: &memoryStore{state: uuid.State{Ticks: 1}}})
	must(t)(g.NewV1())
	if st := g.State(); st.Ticks != 2 {
		t.Errorf("tick %d after tick 1", st.Ticks)
	}
}
