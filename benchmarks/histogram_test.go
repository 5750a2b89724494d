package benchmarks

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A histogram counts durations. Adding a duration takes a short, constant time and does not
// allocate. Otherwise adding a duration could look like a slow call.
//
// A bucket counts the durations whose precision+1 leading bits are equal.
type histogram [(64 - precision) << precision]uint64

const precision = 7

// bucket returns the index of the bucket for d, which must not be negative.
func bucket(d time.Duration) int {
	shift := max(0, bits.Len64(uint64(d))-(precision+1))
	return shift<<precision + int(d>>shift)
}

// least returns the shortest duration in a bucket. The longest duration in the bucket is less
// than 1 % longer.
func least(bucket int) time.Duration {
	shift := max(0, bucket>>precision-1)
	return time.Duration(bucket-shift<<precision) << shift
}

func (h *histogram) add(d time.Duration) { h[bucket(d)]++ }

func (h *histogram) merge(other *histogram) {
	for i, n := range other {
		h[i] += n
	}
}

// count returns the total number of durations.
func (h *histogram) count() (n uint64) {
	for _, inBucket := range h {
		n += inBucket
	}
	return n
}

// longestWithout leaves out the n longest durations, and returns the longest of the rest, or 0 if
// no duration remains. The result is rounded down by less than 1 %.
func (h *histogram) longestWithout(n uint64) time.Duration {
	for i, inBucket := range slices.Backward(h[:]) {
		if inBucket > n {
			return least(i)
		}
		n -= inBucket // all durations in this bucket are among the n longest
	}
	return 0
}

func TestBuckets(t *testing.T) {
	// The bucket width changes at each power of two.
	durations := []time.Duration{0, 1, 1<<63 - 1}
	for shift := range 63 {
		power := time.Duration(1) << shift
		durations = append(durations, power-1, power, power+power/256, power+power/3)
	}
	for _, d := range durations {
		from := least(bucket(d))
		if from > d || d-from > d/128 {
			t.Errorf("the bucket for %d starts at %d", d, from)
		}
	}
	for i := range len(histogram{}) {
		if got := bucket(least(i)); got != i {
			t.Errorf("bucket %d starts at %d, which is in bucket %d", i, least(i), got)
		}
	}
}

func TestHistogram(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	durations := make([]time.Duration, 10_000)
	halves := new([2]histogram) // to be merged
	for i := range durations {
		durations[i] = time.Duration(random.ExpFloat64() * 1e5)
		halves[i%2].add(durations[i])
	}
	h := &halves[0]
	h.merge(&halves[1])

	if got := h.count(); got != uint64(len(durations)) {
		t.Errorf("count() = %d, want %d", got, len(durations))
	}
	slices.Sort(durations)
	for _, n := range []int{0, 1, 2, 10, 100, 5000, 9999} {
		want := durations[len(durations)-1-n]
		if got := h.longestWithout(uint64(n)); got > want || want-got > want/128 {
			t.Errorf("longestWithout(%d) = %d, want %d or up to 1 %% less", n, got, want)
		}
	}
	if got := h.longestWithout(uint64(len(durations))); got != 0 {
		t.Errorf("longestWithout(all) = %d, want 0", got)
	}
}
