package uuid_test

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// No two UUIDs of sixteen goroutines are the same.
func TestDistinctV4(t *testing.T) {
	concurrently(t, 16, uuid.Sized(100, 3000), false, func() []uuid.UUID {
		ids := make([]uuid.UUID, 100)
		uuid.FillV4(ids[:50])
		for i := range ids[50:] {
			ids[50+i] = uuid.NewV4()
		}
		return ids
	})
}

func TestGeneratorFillV4(t *testing.T) {
	g := newGenerator(t, uuid.Options{Rand: steadySource{}})
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
	}
}
