package benchmarks

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

// The benchmarks in this file measure a single call after other work, as in an HTTP handler. The
// time per operation is the median of many such calls. It includes one clock reading and a call
// through a variable.

// A constructor generates an ID with one library.
type constructor struct {
	lib  string
	call func()
}

var (
	newV4 = []constructor{
		{"uuid", func() { uuid.NewV4() }},
		{"std", func() { std.NewV4() }},
		{"google", func() { google.NewRandom() }},
		{"gofrs", func() { gofrs.NewV4() }},
	}
	newV7 = []constructor{
		{"uuid", func() { uuid.NewV7() }},
		{"std", func() { std.NewV7() }},
		{"google", func() { google.NewV7() }},
		{"gofrs", func() { gofrs.NewV7() }},
	}
)

// googlePool is the name for google/uuid with its random pool.
const googlePool = "google-pool"

func BenchmarkNewV4After(b *testing.B) {
	measureAfter(b, append(newV4, constructor{googlePool, func() { google.NewRandom() }}))
}

func BenchmarkNewV7After(b *testing.B) {
	measureAfter(b, append(newV7, constructor{googlePool, func() { google.NewV7() }}))
}

func measureAfter(b *testing.B, constructors []constructor) {
	for _, length := range []time.Duration{200 * time.Microsecond, 2 * time.Millisecond} {
		b.Run(fmt.Sprintf("work=%dus", length.Microseconds()), func(b *testing.B) {
			measureMedians(b, constructors, 25, func(c constructor, times *histogram) {
				if c.lib == googlePool {
					google.EnableRandPool()
					defer google.DisableRandPool()
				}
				// The call before a measured call must use the same library, so do not measure the
				// first call in a turn.
				c.time()
				for range 20 * time.Millisecond / length {
					work(length)
					times.add(c.time())
				}
			})
		})
	}
}

// measureMedians reports each library's median time as a sub-benchmark. The libraries take turns,
// so other programs on the machine slow down all libraries equally. The sub-benchmarks only report
// times that were measured earlier, so with -count they report the same time repeatedly.
func measureMedians(b *testing.B, constructors []constructor, turns int, turn func(c constructor, times *histogram)) {
	times := make([]histogram, len(constructors))
	for range turns {
		for i, c := range constructors {
			turn(c, &times[i])
		}
	}
	for i, c := range constructors {
		b.Run("lib="+c.lib, func(b *testing.B) {
			median := times[i].longestWithout(times[i].count() / 2)
			b.ReportMetric(float64(median.Nanoseconds()), "ns/op")
		})
	}
}

// time returns how long one call takes.
func (c constructor) time() time.Duration {
	began := time.Since(epoch)
	c.call()
	return time.Since(epoch) - began
}

// work simulates a handler's work between two IDs. It takes the given time, and uses more memory
// than fits in the private caches of a core.
func work(length time.Duration) {
	for end := time.Since(epoch) + length; time.Since(epoch) < end; {
		for range 256 {
			memory[place]++
			place = (place + cacheLine) % len(memory)
		}
	}
}

const cacheLine = 64

var (
	memory [16 << 20]byte
	place  int // index of the next byte of memory to change
)

// firstLib is an environment variable. If it contains the name of a library, the process measures
// its first call to that library.
const firstLib = "BENCHMARKS_FIRST_LIB"

func BenchmarkNewV7First(b *testing.B) {
	measureMedians(b, newV7, 100, func(c constructor, times *histogram) {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), firstLib+"="+c.lib)
		out, err := child.Output()
		if err != nil {
			b.Fatal(err)
		}
		first, err := time.ParseDuration(strings.TrimSpace(string(out)))
		if err != nil {
			b.Fatal(err)
		}
		times.add(first)
	})
}

// TestMain is also the main function for the processes that BenchmarkNewV7First starts.
func TestMain(m *testing.M) {
	lib := os.Getenv(firstLib)
	if lib == "" {
		m.Run()
		return
	}
	i := slices.IndexFunc(newV7, func(c constructor) bool { return c.lib == lib })
	fmt.Println(newV7[i].time())
}
