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

// The benchmarks in this file time the call of a handler: one, after other work. The
// time of an operation is the median of many such calls. Each includes one reading of the
// clock and the call through a variable.

// A constructor makes an ID with one library.
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
				c.time() // so that the call before is always one of the same library
				for range 20 * time.Millisecond / length {
					work(length)
					times.add(c.time())
				}
			})
		})
	}
}

// measureMedians has the libraries take turns, so that what else the machine does hits
// them alike, and reports the median of the times of each as its sub-benchmark. There the
// times are known already: with -count the same are reported again.
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

// work does what a handler does between two IDs: it takes its time and uses other memory,
// more than the caches hold that a core does not share.
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
	place  int // in memory
)

// firstLib is the environment variable that names the library whose first call a child
// process times.
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

// TestMain is the main function of the children of BenchmarkNewV7First too.
func TestMain(m *testing.M) {
	lib := os.Getenv(firstLib)
	if lib == "" {
		m.Run()
		return
	}
	i := slices.IndexFunc(newV7, func(c constructor) bool { return c.lib == lib })
	fmt.Println(newV7[i].time())
}
