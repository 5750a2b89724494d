package benchmarks

import (
	"runtime"
	"strconv"
	"testing"
)

// BenchmarkNewV7Scale is BenchmarkNewV7Parallel at other numbers of cores than the
// machine's own, and with many goroutines on each.
func BenchmarkNewV7Scale(b *testing.B) {
	for _, procs := range []int{1, 2, 4, 8} {
		b.Run("procs="+strconv.Itoa(procs), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			measureV7Parallel(b, 1)
		})
	}
	b.Run("goroutines=64", func(b *testing.B) {
		procs := runtime.GOMAXPROCS(0)
		measureV7Parallel(b, (64+procs-1)/procs)
	})
}
