// This file proves the measures by which explanations are compared.

package judge

import (
	"math"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestCost checks the estimator of Krichevsky and Trofimov against its products.
func TestCost(t *testing.T) {
	for _, test := range []struct {
		counts []int
		chance float64 // of one sequence with these counts
	}{
		{[]int{0, 0}, 1},
		{[]int{5}, 1},
		{[]int{1, 1}, 1. / 8},
		{[]int{2, 0}, 3. / 8},
		{[]int{0, 2}, 3. / 8},
		{[]int{2, 1}, 1. / 16},
		{[]int{0, 0, 1}, 1. / 3},
	} {
		if got, want := cost(test.counts), -math.Log2(test.chance); math.Abs(got-want) > 1e-9 {
			t.Errorf("cost(%v) = %v, want %v", test.counts, got, want)
		}
	}
}

// TestLogarithms checks that half a value more is counted everywhere.
func TestLogarithms(t *testing.T) {
	got := logarithms([]int{0, 2, 1})
	for i, share := range []float64{0.5 / 4.5, 2.5 / 4.5, 1.5 / 4.5} {
		if math.Abs(got[i]-math.Log2(share)) > 1e-9 {
			t.Errorf("logarithm %d is %v, want that of %v", i, got[i], share)
		}
	}
}

// TestMostBits checks that a list which one order explains perfectly saves as many bits as are possible.
func TestMostBits(t *testing.T) {
	now := time.Now()
	var values []Value
	for i := range 20 {
		id, err := uuid.NewV7At(now.Add(-time.Duration(i) * time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, FromUUID(id))
	}
	l := newList(values, now)
	var rs readings
	rs[Network] = l.read(Network)
	if got, want := rs.explain(Network).bits, mostBits(len(values)); math.Abs(got-want) > 1e-9 {
		t.Errorf("network order saves %v bits, want %v", got, want)
	}
}

// TestIsRandom checks how many different values of a byte are enough.
func TestIsRandom(t *testing.T) {
	for _, test := range []struct {
		mask   byte
		values int
		enough int // different values
	}{
		{0xff, 1, 1},
		{0xff, 8, 4},
		{0xff, 1000, 101},
		{0x3f, 8, 4},
		{0x3f, 1000, 26},
		{0x0f, 8, 3},
		{0x0f, 1000, 7},
	} {
		for _, different := range []int{test.enough - 1, test.enough} {
			rs := make([]reading, test.values)
			for i := range rs {
				rs[i].id[6] = byte(min(i, different-1))
				rs[i].id[7] = byte(i)
			}
			if got := isRandom(rs, 6, test.mask); different > 0 && got != (different == test.enough) {
				t.Errorf("%d different values of %d under the mask %#x are random: %v", different, test.values,
					test.mask, got)
			}
		}
	}
}
