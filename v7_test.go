package uuid_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestCarry(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			clock := fakeClock{now: time.UnixMilli(1000)}
			source := &flakySource{fill: 0xff}
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method, Rand: source, MaxLead: time.Hour})
			const n = 600_000 // past 2048*256, as V7Precise begins with a fraction of 2047
			batch := make([]uuid.UUID, 100_000)
			var last uuid.UUID
			for issued := 0; issued < n; issued += len(batch) {
				if _, err := g.FillV7(batch); err != nil {
					t.Fatal(err)
				}
				if last.Compare(batch[0]) >= 0 {
					t.Fatalf("%v after %v", batch[0], last)
				}
				wantIncreasing(t, batch)
				for _, u := range batch {
					if u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 {
						t.Fatalf("%v is of version %d, variant %v", u, u.Version(), u.Variant())
					}
				}
				last = batch[len(batch)-1]
			}
			if got := timeOf(t, last); m.method != uuid.V7Counter && !got.After(time.UnixMilli(1000)) {
				t.Errorf("%v: no carry into the millisecond", last)
			}
		})
	}
}

// Every method carries from a full counter, however long it takes to fill.
func TestCarryFromState(t *testing.T) {
	for _, m := range methods[:3] {
		clock := fakeClock{now: atSecond(1e9)}
		last := uuid.MaxV7(clock.Now())
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method, Store: &memoryStore{state: uuid.State{V7: last}}})
		next := must(t)(g.NewV7())
		if want := clock.Now().Truncate(time.Millisecond).Add(time.Millisecond); next.Version() != 7 ||
			next.Variant() != uuid.VariantRFC9562 || !timeOf(t, next).Equal(want) {
			t.Errorf("%s: %v after %v", m.name, next, last)
		}
	}
}

// What FillV4 and FillV7 could not fill is Nil, what they could is returned.
func TestFillUntilEntropyFails(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	for name, fill := range map[string]func(*uuid.Generator, []uuid.UUID) (int, error){
		"FillV4": (*uuid.Generator).FillV4,
		"FillV7": (*uuid.Generator).FillV7,
	} {
		source := bytes.NewReader(bytes.Repeat([]byte{0x5a}, 16*3+5))
		g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source})
		dst := slices.Repeat([]uuid.UUID{uuid.Max()}, 6)
		n, err := fill(g, dst)
		if n != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		for i, u := range dst {
			if u.IsNil() != (i >= 3) || u.IsMax() {
				t.Errorf("%s: element %d is %v", name, i, u)
			}
		}
	}
}

// TestV7Layout checks where each method puts what it draws.
func TestV7Layout(t *testing.T) {
	const ms = 0x017f22e279b0
	tests := []struct {
		name   string
		method uuid.V7Method
		fill   byte
		want   []string
	}{
		{"precise, low", uuid.V7Precise, 0x00, []string{
			"017f22e2-79b0-7666-8000-000000000000", "017f22e2-79b0-7666-8040-000000000000"}},
		{"precise, high", uuid.V7Precise, 0xff, []string{
			"017f22e2-79b0-7666-bfff-ffffffffffff", "017f22e2-79b0-7667-803f-ffffffffffff"}},
		{"counter, low", uuid.V7Counter, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8001-000000000000"}},
		{"counter, high", uuid.V7Counter, 0xff, []string{
			"017f22e2-79b0-77ff-bfff-ffffffffffff", "017f22e2-79b0-7800-8000-ffffffffffff"}},
		{"random, low", uuid.V7Random, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8000-000000000001"}},
		{"random, high", uuid.V7Random, 0xff, []string{
			"017f22e2-79b0-7fff-bfff-ffffffffffff", "017f22e2-79b1-7000-8000-0000ffffffff"}},
		{"unordered, low", uuid.V7Unordered, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8000-000000000000"}},
		{"unordered, high", uuid.V7Unordered, 0xff, []string{
			"017f22e2-79b0-7fff-bfff-ffffffffffff", "017f22e2-79b0-7fff-bfff-ffffffffffff"}},
	}
	for _, tt := range tests {
		clock := fakeClock{now: time.UnixMilli(ms).Add(400 * time.Microsecond)} // 0x666/4096 ms
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: tt.method, Rand: &flakySource{fill: tt.fill}})
		for i, want := range tt.want {
			if got := must(t)(g.NewV7()); got.String() != want {
				t.Errorf("%s: %d: %v, want %s", tt.name, i, got, want)
			}
		}
	}
}

// The step of V7Random is drawn, not constant.
func TestV7RandomSteps(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, V7: uuid.V7Random})
	steps := make(map[uint64]bool)
	ids := issue(t, 1000, g.NewV7)
	batch := make([]uuid.UUID, 1000)
	if _, err := g.FillV7(batch); err != nil {
		t.Fatal(err)
	}
	ids = append(ids, batch...)
	for i := 1; i < len(ids); i++ {
		_, before := ids[i-1].Uint64s()
		_, after := ids[i].Uint64s()
		step := (after - before) & (1<<62 - 1)
		if step < 1 || step > 1<<32 {
			t.Fatalf("a step of %d", step)
		}
		steps[step] = true
	}
	if len(steps) < 1990 {
		t.Errorf("only %d different steps in 1999", len(steps))
	}
}

func TestFillV7(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			readings := 0
			now := func() time.Time { readings++; return atSecond(1e9) }
			g := newGenerator(t, uuid.Options{Now: now, V7: m.method})
			all := issue(t, 1, g.NewV7)
			for _, n := range []int{0, 1, 2, 3, 15, 256, 1000, 100_000} {
				dst := make([]uuid.UUID, n)
				readings = 0
				if got, err := g.FillV7(dst); got != n || err != nil {
					t.Fatalf("FillV7 of %d: %d, %v", n, got, err)
				}
				want := min(n, 1)
				if m.method == uuid.V7Random {
					want = n // each step is drawn
				}
				if readings != want {
					t.Errorf("FillV7 of %d reads the clock %d times", n, readings)
				}
				all = append(all, dst...)
				all = append(all, must(t)(g.NewV7()))
			}
			wantIncreasing(t, all)
		})
	}
}

func TestPackageFill(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1000, 100_000} {
		v4, v7 := make([]uuid.UUID, n), make([]uuid.UUID, n)
		before := uuid.NewV7()
		uuid.FillV4(v4)
		uuid.FillV7(v7)
		after := uuid.NewV7()
		wantIncreasing(t, slices.Concat([]uuid.UUID{before}, v7, []uuid.UUID{after}))
		wantDistinct(t, v4)
		for i := range n {
			if v4[i].Version() != 4 || v7[i].Version() != 7 {
				t.Fatalf("%d: %v, %v", i, v4[i], v7[i])
			}
		}
	}
}

// The counter of V7Precise begins with any of its values.
func TestCounterStartsAnywhere(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	starts := make(map[uint64]int)
	for range 20_000 {
		clock.advance(time.Microsecond)
		_, lo := must(t)(g.NewV7()).Uint64s()
		starts[lo<<2>>(64-8)]++
	}
	if len(starts) != 256 {
		t.Errorf("%d different values of the counter's 8 bits", len(starts))
	}
}

// A generator counts on from the very counter in its state.
func TestCounterContinues(t *testing.T) {
	for _, tt := range []struct {
		method     uuid.V7Method
		last, next string // without what is random
	}{
		{uuid.V7Precise, "00000000-4240-7123-8140-000000000000", "00000000-4240-7123-8180-000000000000"},
		{uuid.V7Precise, "00000000-4240-7123-bfc0-000000000000", "00000000-4240-7124-8000-000000000000"},
		{uuid.V7Counter, "00000000-4240-7123-8141-000000000000", "00000000-4240-7123-8142-000000000000"},
		{uuid.V7Counter, "00000000-4240-7123-bfff-000000000000", "00000000-4240-7124-8000-000000000000"},
		{uuid.V7Random, "00000000-4240-7123-8141-000000000000", "00000000-4240-7123-8141-000000000001"},
	} {
		last := uuid.MustParse(tt.last)
		clock := fakeClock{now: timeOf(t, last)}
		store := &memoryStore{state: uuid.State{V7: last}}
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: tt.method, Store: store, Rand: &flakySource{}})
		if next := must(t)(g.NewV7()); next.String() != tt.next {
			t.Errorf("method %d: %v after %v, want %s", tt.method, next, last, tt.next)
		}
	}
}
