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

// The benchmarks in this file time each call. They report the times that a part of the
// calls did not exceed. An operation is as many calls as fit into a while, so its time
// says nothing and is left out.

// noCall is the library of a loop that calls nothing. It shows what reading the clock
// takes, and the pauses that the machine and the scheduler make.
const noCall = "none"

// epoch is what the clock is read against.
var epoch = time.Now()

// callsFor has so many goroutines do call over and over until the given time has passed,
// and returns how long the calls took. Each begins when the one before it ends, so no
// pause is between two of them. The goroutines read the clock themselves, since a timer
// might have to wait for its turn among so many.
func callsFor(d time.Duration, goroutines int, call func()) *histogram {
	var (
		all histogram
		mu  sync.Mutex
		wg  sync.WaitGroup
		end = time.Since(epoch) + d
	)
	for range goroutines {
		wg.Go(func() {
			var h histogram
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
	b.ReportMetric(0, "ns/op") // leaves it out
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

// measureLatency measures call as the sub-benchmark of one library. In half a second
// each of 64 goroutines has its turn on two cores, 10 ms long.
func measureLatency(b *testing.B, lib string, goroutines int, call func()) {
	b.Run("lib="+lib, func(b *testing.B) {
		h := callsFor(time.Duration(b.N)*time.Second/2, goroutines, call)
		n := h.count()
		reportTime(b, "p50", h.longestWithout(n/2))
		reportTime(b, "p99", h.longestWithout(n/100))
		reportTime(b, "max", h.longestWithout(0))
	})
}

// A Generator with a FileStore has one of its calls save about once a second.
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
		*store = timedStore{Store: store.Store} // the start saved too
		h := callsForSaves(b, newV7)
		if store.saves == 0 {
			b.Fatal("no call saved")
		}
		reportTime(b, "max", h.longestWithout(0))
		reportTime(b, "max-but-saves", h.longestWithout(store.saves))
		reportTime(b, "save", store.longest)
	})
}

// callsForSaves is callsFor on four goroutines, with time for one or two saves in an
// operation.
func callsForSaves(b *testing.B, call func()) *histogram {
	return callsFor(time.Duration(b.N)*2*time.Second, 4, call)
}

// newV7Of returns NewV7 of a new Generator.
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

// A timedStore counts the calls of Save and keeps the time of the longest one. Only
// one goroutine at a time calls it.
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
