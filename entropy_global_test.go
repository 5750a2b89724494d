//go:build go1.26

// Proves what a replaced crypto/rand.Reader changes.
package uuid_test

import (
	"crypto/rand"
	"slices"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestSetGlobalRandom checks that all UUIDs and nodes depend on SetGlobalRandom's seed. The same
// seed at the same time must produce the same UUIDs, regardless of earlier UUIDs.
func TestSetGlobalRandom(t *testing.T) {
	uuid.NewV7()
	uuid.NewV1() // draws a node and clock sequence, which the seeded calls must not use
	var runs [3][]uuid.UUID
	uuid.Bubble(t, func(t *testing.T) {
		for i, seed := range []uint64{1, 1, 2} {
			cryptotest.SetGlobalRandom(t, seed)
			var g uuid.Generator
			fill := make([]uuid.UUID, 70)
			for range 100 {
				uuid.FillV4(fill)
				uuid.FillV7(fill[:5])
				wantIncreasing(t, fill[:5])
				fromV1, _ := uuid.NewV1().Node()
				runs[i] = slices.Concat(runs[i], fill, []uuid.UUID{
					uuid.New(), uuid.NewV4(), uuid.NewV6(), uuid.NewV7(),
					must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(g.NewV7()),
					must(t)(uuid.NewV7At(atSecond(1e9))), must(t)(uuid.NewV6At(atSecond(1e9))),
					uuid.UUID(slices.Concat(fromV1[:], make([]byte, 10))),
				})
			}
		}
	})
	if !slices.Equal(runs[0], runs[1]) {
		t.Error("the same seed produced different UUIDs")
	}
	for i, u := range runs[0] {
		if u == runs[2][i] {
			t.Fatalf("different seeds produced the same UUID, %v", u)
		}
	}
	if after := uuid.NewV4(); slices.Contains(runs[2], after) || after == uuid.NewV4() {
		t.Errorf("NewV4 returned %v after the seeded calls", after)
	}
}

// TestSetGlobalRandomWithOptions checks that SetGlobalRandom does not restart a generator that has
// its own Store or Rand.
func TestSetGlobalRandomWithOptions(t *testing.T) {
	for name, opts := range map[string]uuid.Options{
		"Rand": {Rand: &flakySource{fill: 1}}, "Store": {Store: &memoryStore{}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			opts.Now = clock.Now
			g := newGenerator(t, opts)
			before := oneOfEach(t, g)
			cryptotest.SetGlobalRandom(t, 1)
			clock.advance(-time.Second) // a restarted generator would follow the clock back
			after := oneOfEach(t, g)
			wantLater(t, before, after)
			if clockSeqOf(t, after[0]) != clockSeqOf(t, before[0]) {
				t.Errorf("%v after %v", after[0], before[0])
			}
		})
	}
}

// TestRandReaderPanics checks that all locks are released if rand.Reader panics.
func TestRandReaderPanics(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	rand.Reader = readerFunc(func([]byte) (int, error) { panic("no randomness") })
	for _, next := range []func(){
		func() { uuid.NewV4() },
		func() { uuid.NewV6() },
		func() { uuid.NewV7() },
		func() { uuid.FillV4(make([]uuid.UUID, 3)) },
		func() { uuid.FillV7(make([]uuid.UUID, 3)) },
	} {
		for range 3 {
			wantPanic(t, "no randomness", next)
		}
	}
	rand.Reader = system
	wantIncreasing(t, []uuid.UUID{uuid.NewV7(), uuid.NewV7()})
	wantIncreasing(t, []uuid.UUID{uuid.NewV6(), uuid.NewV6()})
}
