package benchmarks

import (
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// The benchmarks in this file time each call, and report the median, the 99th percentile and the
// maximum. An operation takes a fixed time and contains any number of calls, so its
// own time is not reported.

// noCall is the library name of a loop without a call. Its times show the cost of reading the
// clock, and the pauses that the machine and the scheduler cause.
const noCall = "none"

// epoch is the reference for all clock readings. time.Since(epoch) reads only the monotonic clock.
var epoch = time.Now()

// callsFor repeats a call in several goroutines for the duration d, and returns the times of all
// calls. In each goroutine a call starts when the previous call ends, so the times include every
// pause. Each goroutine reads the clock to stop on time, because a timer could be late if there are
// many goroutines.
func callsFor(d time.Duration, goroutines int, call func()) *histogram {
	var (
		all histogram
		mu  sync.Mutex
		wg  sync.WaitGroup
		end = time.Since(epoch) + d
	)
	for range goroutines {
		wg.Go(func() {
			var h histogram // one per goroutine, so no time includes a lock
			for began := time.Since(epoch); began < end; {
				call()
				ended := time.Since(epoch)
				h.add(ended - began)
				began = ended
			}
			mu.Lock()
			defer mu.Unlock()
			all.merge(&h)
		})
	}
	wg.Wait()
	return &all
}

func reportTime(b *testing.B, name string, d time.Duration) {
	b.ReportMetric(0, "ns/op") // 0 suppresses the time per operation
	b.ReportMetric(float64(d.Nanoseconds()), name+"-ns")
}

func BenchmarkNewV7Latency(b *testing.B) {
	for _, goroutines := range []int{1, 2, 8, 64} {
		b.Run("goroutines="+strconv.Itoa(goroutines), func(b *testing.B) {
			measureLatency(b, "uuid", goroutines, func() { uuid.NewV7() })
			measureLatency(b, "std", goroutines, func() { std.NewV7() })
			measureLatency(b, noCall, goroutines, func() {})
		})
	}
}

// measureLatency measures call as the sub-benchmark of one library. An operation takes half a
// second. In that time, each of 64 goroutines on two cores gets a time slice of 10 ms.
func measureLatency(b *testing.B, lib string, goroutines int, call func()) {
	b.Run("lib="+lib, func(b *testing.B) {
		h := callsFor(time.Duration(b.N)*time.Second/2, goroutines, call)
		n := h.count()
		reportTime(b, "p50", h.longestWithout(n/2))
		reportTime(b, "p99", h.longestWithout(n/100))
		reportTime(b, "max", h.longestWithout(0))
	})
}

// BenchmarkNewV7Store measures calls to a Generator. With a FileStore, about one call per second
// saves the state.
func BenchmarkNewV7Store(b *testing.B) {
	b.Run("store=none/lib=uuid", func(b *testing.B) {
		h := callsForSaves(b, newV7Of(b, uuid.Options{}))
		reportTime(b, "max", h.longestWithout(0))
	})
	b.Run("store=none/lib="+noCall, func(b *testing.B) {
		h := callsForSaves(b, func() {})
		reportTime(b, "max", h.longestWithout(0))
	})
	b.Run("store=file/lib=uuid", func(b *testing.B) {
		store := &timedStore{Store: uuid.NewFileStore(filepath.Join(b.TempDir(), "state"))}
		newV7 := newV7Of(b, uuid.Options{Store: store})
		*store = timedStore{Store: store.Store} // do not count the save in NewGenerator
		h := callsForSaves(b, newV7)
		if store.saves == 0 {
			b.Fatal("no call saved the state")
		}
		reportTime(b, "max", h.longestWithout(0))
		reportTime(b, "max-but-saves", h.longestWithout(store.saves))
		reportTime(b, "save", store.longest)
	})
}

// callsForSaves is callsFor with four goroutines, for two seconds per operation, which is long
// enough for one or two saves.
func callsForSaves(b *testing.B, call func()) *histogram {
	return callsFor(time.Duration(b.N)*2*time.Second, 4, call)
}

// newV7Of returns a function that calls NewV7 on a new Generator.
func newV7Of(b *testing.B, opts uuid.Options) func() {
	g := newGenerator(b, opts)
	return func() {
		if _, err := g.NewV7(); err != nil {
			panic(err)
		}
	}
}

func newGenerator(b *testing.B, opts uuid.Options) *uuid.Generator {
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// A timedStore counts the calls to Save and records the time of the longest call. Only one
// goroutine at a time calls it.
type timedStore struct {
	uuid.Store
	saves   uint64
	longest time.Duration
}

func (s *timedStore) Save(st uuid.State) error {
	began := time.Since(epoch)
	err := s.Store.Save(st)
	s.saves++
	s.longest = max(s.longest, time.Since(epoch)-began)
	return err
}
