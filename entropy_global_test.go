//go:build go1.26

package uuid_test

import (
	"crypto/rand"
	"slices"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// While a test has set the global source of randomness, every UUID and node comes
// from it.
func TestSetGlobalRandom(t *testing.T) {
	uuid.Bubble(t, func(*testing.T) {}) // it may skip the test
	all := func(t *testing.T) (ids []uuid.UUID) {
		uuid.Bubble(t, func(t *testing.T) { // so that the time is the same, too
			var g uuid.Generator
			fill := make([]uuid.UUID, 70)
			for range 100 {
				uuid.FillV4(fill)
				ids = append(ids, fill...)
				uuid.FillV7(fill[:5])
				wantIncreasing(t, fill[:5])
				ids = append(ids, fill[:5]...)
				ids = append(ids, uuid.New(), uuid.NewV4(), uuid.NewV6(), uuid.NewV7(), must(t)(g.NewV1()), must(t)(g.NewV6()),
					must(t)(g.NewV7()), must(t)(uuid.NewV7At(atSecond(1e9))), must(t)(uuid.NewV6At(atSecond(1e9))))
				node := uuid.RandomNode()
				ids = append(ids, uuid.UUID(slices.Concat(node[:], make([]byte, 10))))
			}
		})
		return ids
	}
	var runs [3][]uuid.UUID
	var nodes [3]uuid.Node
	for i, seed := range []uint64{1, 1, 2} {
		t.Run("", func(t *testing.T) {
			uuid.NewV4()
			uuid.NewV7() // there are streams, which must not be drawn on
			uuid.NewV1() // and an identity
			cryptotest.SetGlobalRandom(t, seed)
			nodes[i], _ = uuid.NewV1().Node()
			runs[i] = all(t)
		})
	}
	if nodes[0] != nodes[1] || nodes[0] == nodes[2] {
		t.Errorf("two runs with one seed and one with another gave the nodes %v", nodes)
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Error("one seed gave two series of UUIDs")
	}
	if slices.Equal(runs[0], runs[2]) {
		t.Error("two seeds gave one series of UUIDs")
	}
	first := make(map[uuid.UUID]bool)
	for range 200 {
		t.Run("", func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 1)
			first[uuid.NewV4()] = true
		})
	}
	if len(first) != 1 {
		t.Errorf("%d first UUIDs under one seed", len(first))
	}
	if before, after := uuid.NewV4(), uuid.NewV4(); first[before] || before == after {
		t.Errorf("%v, %v after the test", before, after)
	}
}

// One seed at one time gives one series, whatever was issued at that time before.
func TestSetGlobalRandomBeginsAnew(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		var runs [2][3]uuid.UUID
		for i := range runs {
			cryptotest.SetGlobalRandom(t, 1)
			runs[i] = [3]uuid.UUID{uuid.NewV1(), uuid.NewV6(), uuid.NewV7()}
		}
		if runs[0] != runs[1] {
			t.Errorf("%v and %v", runs[0], runs[1])
		}
	})
}

// A generator with a Store or a source of its own does not begin anew for that.
func TestSetGlobalRandomBesideOptions(t *testing.T) {
	for name, opts := range map[string]uuid.Options{
		"Rand": {Rand: &flakySource{fill: 1}}, "Store": {Store: &memoryStore{}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := fakeClock{now: atSecond(1e9)}
			opts.Now = clock.Now
			g := newGenerator(t, opts)
			v1, v6, v7 := must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(g.NewV7())
			cryptotest.SetGlobalRandom(t, 1)
			clock.advance(-time.Second) // which is bridged
			w1 := must(t)(g.NewV1())
			wantIncreasing(t, []uuid.UUID{v6, must(t)(g.NewV6())})
			wantIncreasing(t, []uuid.UUID{v7, must(t)(g.NewV7())})
			if clockSeqOf(t, w1) != clockSeqOf(t, v1) || !timeOf(t, w1).After(timeOf(t, v1)) {
				t.Errorf("%v after %v", w1, v1)
			}
		})
	}
}

// A source that panics leaves nothing in use.
func TestRandReaderPanics(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	rand.Reader = panickingReader{}
	for range 100 {
		for _, next := range []func(){
			func() { uuid.NewV4() },
			func() { uuid.NewV6() },
			func() { uuid.NewV7() },
			func() { uuid.FillV4(make([]uuid.UUID, 3)) },
			func() { uuid.FillV7(make([]uuid.UUID, 3)) },
		} {
			func() {
				defer func() {
					if r := recover(); r != "no randomness" {
						t.Errorf("panic with %v", r)
					}
				}()
				next()
			}()
		}
	}
	rand.Reader = system
	wantIncreasing(t, []uuid.UUID{uuid.NewV7(), uuid.NewV7(), uuid.NewV7()})
	wantIncreasing(t, []uuid.UUID{uuid.NewV6(), uuid.NewV6(), uuid.NewV6()})
}

type panickingReader struct{}

func (panickingReader) Read([]byte) (int, error) { panic("no randomness") }
