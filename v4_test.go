package uuid_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// No two UUIDs of sixteen goroutines are the same.
func TestDistinctV4(t *testing.T) {
	goroutines, each := 16, uuid.Sized(10_000, 1_000_000)
	ids := make([]uuid.UUID, goroutines*each)
	var group sync.WaitGroup
	for i := range goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			mine := ids[i*each : (i+1)*each]
			uuid.FillV4(mine[:each/2])
			for j := each / 2; j < each; j++ {
				mine[j] = uuid.NewV4()
			}
		}()
	}
	group.Wait()
	slices.SortFunc(ids, uuid.UUID.Compare) // in place: they are many
	wantIncreasing(t, ids)
}

func TestGeneratorFillV4(t *testing.T) {
	var source settableSource
	for _, opts := range []uuid.Options{{}, {Rand: &source}} {
		g := newGenerator(t, opts)
		for _, n := range []int{0, 1, 7, 1000} {
			ids := make([]uuid.UUID, n)
			if got, err := g.FillV4(ids); got != n || err != nil {
				t.Errorf("FillV4 of %d: %d, %v", n, got, err)
			}
			for i, u := range ids {
				if u.Version() != 4 || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("element %d of %d is %v", i, n, u)
				}
			}
			if opts.Rand == nil {
				wantDistinct(t, ids)
			}
		}
	}
}
