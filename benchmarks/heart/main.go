//go:build ignore

// This program compares the generators of two revisions of this library with the standard package
// and google/uuid. The script run builds it, because the module path of the older revision exists
// only there.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
	std "uuid"

	google "github.com/google/uuid"
	now "github.com/seed-8298af95/uuid"
	before "github.com/seed-8298af95/uuid-before"
)

// The columns of the table.
const (
	isNow = iota
	isBefore
	isStd
	isGoogle
	libraries
)

// A row is one operation in each library, or nil. A function makes n UUIDs and returns the time.
type row struct {
	name string
	make [libraries]func(n int) time.Duration
}

// sink keeps the compiler from dropping a call.
var sink [16]byte

// loop calls f n times on one goroutine.
func loop[U ~[16]byte](f func() U) func(int) time.Duration {
	return func(n int) time.Duration {
		begun := time.Now()
		for range n {
			sink = [16]byte(f())
		}
		return time.Since(begun)
	}
}

// apart is loop for versions 1 and 6, which have one UUID per 100 ns. A pause that is not measured
// keeps them from waiting for the clock.
func apart[U ~[16]byte](f func() U) func(int) time.Duration {
	run := loop(f)
	return func(n int) time.Duration {
		took := run(n)
		time.Sleep(time.Duration(n)*100 - took)
		return took
	}
}

// together calls f on several goroutines, n times in total.
func together[U ~[16]byte](goroutines int, f func() U) func(int) time.Duration {
	return func(n int) time.Duration {
		var done sync.WaitGroup
		begun := time.Now()
		for range goroutines {
			done.Go(func() {
				var u U
				for range n / goroutines {
					u = f()
				}
				_ = u
			})
		}
		done.Wait()
		return time.Since(begun)
	}
}

// cold calls f a few times, and walks through 2 MiB before each call, so the core's caches contain
// neither code nor data of f. The result is as if it had called f n times.
func cold[U ~[16]byte](f func() U) func(int) time.Duration {
	memory := make([]byte, 2<<20)
	return func(n int) (took time.Duration) {
		const calls = 40
		for range calls {
			for i := 0; i < len(memory); i += 64 {
				memory[i]++
			}
			begun := time.Now()
			sink = [16]byte(f())
			took += time.Since(begun)
		}
		return took * time.Duration(n) / calls
	}
}

// fill fills slices of the given length.
func fill[U ~[16]byte](length int, f func([]U)) func(int) time.Duration {
	dst := make([]U, length)
	return func(n int) time.Duration {
		begun := time.Now()
		for range n / length {
			f(dst)
		}
		return time.Since(begun)
	}
}

// must makes a function without an error from f.
func must[U ~[16]byte](f func() (U, error)) func() U {
	return func() U {
		u, err := f()
		if err != nil {
			panic(err)
		}
		return u
	}
}

var (
	nowGenerator, _    = now.NewGenerator(now.Options{})
	beforeGenerator, _ = before.NewGenerator(before.Options{})
)

var rows = []row{
	{"NewV7", [...]func(int) time.Duration{loop(now.NewV7), loop(before.NewV7), loop(std.NewV7), loop(must(google.NewV7))}},
	{"Generator.NewV7", [...]func(int) time.Duration{loop(must(nowGenerator.NewV7)), loop(must(beforeGenerator.NewV7)), loop(std.NewV7), nil}},
	{"NewV7, 2 goroutines", [...]func(int) time.Duration{together(2, now.NewV7), together(2, before.NewV7), together(2, std.NewV7), nil}},
	{"NewV7, 64 goroutines", [...]func(int) time.Duration{together(64, now.NewV7), together(64, before.NewV7), together(64, std.NewV7), nil}},
	{"NewV7, cold caches", [...]func(int) time.Duration{cold(now.NewV7), cold(before.NewV7), cold(std.NewV7), nil}},
	{"NewV1", [...]func(int) time.Duration{apart(now.NewV1), apart(before.NewV1), nil, apart(must(google.NewUUID))}},
	{"NewV6", [...]func(int) time.Duration{apart(now.NewV6), apart(before.NewV6), nil, apart(must(google.NewV6))}},
	{"NewV4", [...]func(int) time.Duration{loop(now.NewV4), loop(before.NewV4), loop(std.NewV4), loop(google.New)}},
	{"FillV7 of 10", [...]func(int) time.Duration{fill(10, now.FillV7[now.UUID]), fill(10, before.FillV7[before.UUID]), nil, nil}},
	{"FillV7 of 1000", [...]func(int) time.Duration{fill(1000, now.FillV7[now.UUID]), fill(1000, before.FillV7[before.UUID]), nil, nil}},
	{"FillV4 of 1000", [...]func(int) time.Duration{fill(1000, now.FillV4[now.UUID]), fill(1000, before.FillV4[before.UUID]), nil, nil}},
}

func main() {
	rounds := flag.Int("rounds", 150, "rounds; each measures every row with every library")
	calls := flag.Int("calls", 4000, "UUIDs in each measurement")
	flag.Parse()

	times := make([][libraries][]float64, len(rows))
	for range *rounds {
		for i, r := range rows {
			for lib, f := range r.make {
				if f != nil {
					runtime.Gosched()
					times[i][lib] = append(times[i][lib], float64(f(*calls).Nanoseconds())/float64(*calls))
				}
			}
		}
	}

	fmt.Printf("%s, %d rounds of %d UUIDs; ns per UUID: lower fifth, median; ratios of the lower fifth and of the median\n\n", runtime.Version(), *rounds, *calls)
	fmt.Println("| operation | now | before | std | google | of before | of std | of google |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for i, r := range rows {
		fmt.Printf("| %s |", r.name)
		for lib := range times[i] {
			slices.Sort(times[i][lib])
			if t := times[i][lib]; t == nil {
				fmt.Print(" – |")
			} else {
				fmt.Printf(" %.0f, %.0f |", fifth(t), median(t))
			}
		}
		ours := times[i][isNow]
		for _, lib := range []int{isBefore, isStd, isGoogle} {
			if t := times[i][lib]; t == nil {
				fmt.Print(" – |")
			} else {
				fmt.Printf(" %.2f, %.2f |", fifth(ours)/fifth(t), median(ours)/median(t))
			}
		}
		fmt.Println()
	}
}

func fifth(sorted []float64) float64  { return sorted[len(sorted)/5] }
func median(sorted []float64) float64 { return sorted[len(sorted)/2] }
