// Package benchmarks measures the same operations in this library, in the standard library's uuid
// package, in google/uuid and in gofrs/uuid. The README explains the benchmarks and how to run
// them.
//
// Each library has its own loop, because a call through a variable would take as long as some of
// the operations. Only operations that take well over 50 ns share a loop.
package benchmarks

import (
	"crypto/aes"
	crypto "crypto/rand"
	"crypto/sha1"
	"database/sql/driver"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

// Each call gets the same input, which favors parsers that branch on the digits.
var (
	id        = [16]byte{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}
	canonical = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	digits    = "f81d4fae7dec11d0a76500a0c91e6bf6"
	invalid   = "f81d4fae-7dec-11d0-a765-00a0c91e6bfg"
	dnsName   = "www.example.com"
)

// measure runs loop as the sub-benchmark of one library.
func measure(b *testing.B, lib string, loop func(*testing.B)) {
	b.Run("lib="+lib, func(b *testing.B) {
		b.ReportAllocs()
		loop(b)
	})
}

// measurePool is measure for google/uuid with its random pool, a global setting that later
// benchmarks must not see.
func measurePool(b *testing.B, loop func(*testing.B)) {
	measure(b, "google-pool", func(b *testing.B) {
		google.EnableRandPool()
		defer google.DisableRandPool()
		loop(b)
	})
}

// Versions 1 and 6 have a single value for each tick and clock sequence. If a loop needs values
// faster than that, this library waits for the clock, and the other libraries use the next clock
// sequence. A program that does other work generates IDs in short bursts, so no library waits.
const (
	tick  = 100 * time.Nanosecond
	burst = 1 << 14
)

// atEachPace measures loops with and without a pause after each burst. During the pause the clock
// catches up with the timestamps that the burst used.
func atEachPace(b *testing.B, loops func(b *testing.B, afterBurst func(*testing.B))) {
	b.Run("pace=burst", func(b *testing.B) {
		loops(b, func(b *testing.B) {
			b.StopTimer()
			time.Sleep(burst * tick)
			b.StartTimer()
		})
	})
	b.Run("pace=sustained", func(b *testing.B) {
		loops(b, func(*testing.B) {})
	})
}

func BenchmarkNewV1(b *testing.B) { atEachPace(b, measureV1) }

func measureV1(b *testing.B, afterBurst func(*testing.B)) {
	measure(b, "uuid", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			uuid.NewV1()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
	measure(b, "google", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			google.NewUUID()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			gofrs.NewV1()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
}

func BenchmarkNewV4(b *testing.B) {
	googleLoop := func(b *testing.B) {
		for b.Loop() {
			google.NewRandom()
		}
	}
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.NewV4()
		}
	})
	measure(b, "std", func(b *testing.B) {
		for b.Loop() {
			std.NewV4()
		}
	})
	measure(b, "google", googleLoop)
	measurePool(b, googleLoop)
	measure(b, "gofrs", func(b *testing.B) {
		for b.Loop() {
			gofrs.NewV4()
		}
	})
}

func BenchmarkNewV5(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		namespace := uuid.NamespaceDNS()
		for b.Loop() {
			uuid.NewV5(namespace, dnsName)
		}
	})
	measure(b, "google", func(b *testing.B) {
		for b.Loop() {
			google.NewSHA1(google.NameSpaceDNS, []byte(dnsName))
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		for b.Loop() {
			gofrs.NewV5(gofrs.NamespaceDNS, dnsName)
		}
	})
}

// BenchmarkNewV6 differs from BenchmarkNewV1 in the node. google/uuid uses a fixed node for both
// versions, but the other libraries generate a random node for each version 6 ID.
func BenchmarkNewV6(b *testing.B) { atEachPace(b, measureV6) }

func measureV6(b *testing.B, afterBurst func(*testing.B)) {
	measure(b, "uuid", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			uuid.NewV6()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
	measure(b, "google", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			google.NewV6()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		for i := uint(1); b.Loop(); i++ {
			gofrs.NewV6()
			if i%burst == 0 {
				afterBurst(b)
			}
		}
	})
}

func BenchmarkNewV7(b *testing.B) {
	googleLoop := func(b *testing.B) {
		for b.Loop() {
			google.NewV7()
		}
	}
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.NewV7()
		}
	})
	measure(b, "std", func(b *testing.B) {
		for b.Loop() {
			std.NewV7()
		}
	})
	measure(b, "google", googleLoop)
	measurePool(b, googleLoop)
	measure(b, "gofrs", func(b *testing.B) {
		for b.Loop() {
			gofrs.NewV7()
		}
	})
}

// The Options.Rand benchmarks give each library a source of random bits. The standard package has
// no such option. This library locks the source. google/uuid and gofrs/uuid do not.

func BenchmarkNewV4Rand(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		g := newGenerator(b, uuid.Options{Rand: rand.NewChaCha8(seed)})
		for b.Loop() {
			g.NewV4()
		}
	})
	measure(b, "google", func(b *testing.B) {
		source := rand.NewChaCha8(seed)
		for b.Loop() {
			google.NewRandomFromReader(source)
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		g := gofrs.NewGenWithOptions(gofrs.WithRandomReader(rand.NewChaCha8(seed)))
		for b.Loop() {
			g.NewV4()
		}
	})
}

func BenchmarkNewV7Rand(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		g := newGenerator(b, uuid.Options{Rand: rand.NewChaCha8(seed)})
		for b.Loop() {
			g.NewV7()
		}
	})
	measure(b, "google", func(b *testing.B) {
		source := rand.NewChaCha8(seed)
		for b.Loop() {
			google.NewV7FromReader(source)
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		g := gofrs.NewGenWithOptions(gofrs.WithRandomReader(rand.NewChaCha8(seed)))
		for b.Loop() {
			g.NewV7()
		}
	})
}

var seed [32]byte // seed of all random input, which is the same in each run

// The parallel loops run on one goroutine for each core, or on 64 goroutines. The time per
// operation is the elapsed time divided by the total number of operations across all goroutines.
// Each loop uses its last result, because otherwise the compiler could remove the calls.

func BenchmarkNewV4Parallel(b *testing.B) {
	googleLoop := func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			var u google.UUID
			for pb.Next() {
				u, _ = google.NewRandom()
			}
			runtime.KeepAlive(u)
		})
	}
	measure(b, "uuid", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			var u uuid.UUID
			for pb.Next() {
				u = uuid.NewV4()
			}
			runtime.KeepAlive(u)
		})
	})
	measure(b, "std", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			var u std.UUID
			for pb.Next() {
				u = std.NewV4()
			}
			runtime.KeepAlive(u)
		})
	})
	measure(b, "google", googleLoop)
	measurePool(b, googleLoop)
	measure(b, "gofrs", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			var u gofrs.UUID
			for pb.Next() {
				u, _ = gofrs.NewV4()
			}
			runtime.KeepAlive(u)
		})
	})
}

func BenchmarkNewV7Parallel(b *testing.B) { measureV7Parallel(b, 1) }

func BenchmarkNewV7Parallel64(b *testing.B) {
	procs := runtime.GOMAXPROCS(0) // SetParallelism sets the number of goroutines per processor
	measureV7Parallel(b, (64+procs-1)/procs)
}

func measureV7Parallel(b *testing.B, perCore int) {
	googleLoop := func(b *testing.B) {
		b.SetParallelism(perCore)
		b.RunParallel(func(pb *testing.PB) {
			var u google.UUID
			for pb.Next() {
				u, _ = google.NewV7()
			}
			runtime.KeepAlive(u)
		})
	}
	measure(b, "uuid", func(b *testing.B) {
		b.SetParallelism(perCore)
		b.RunParallel(func(pb *testing.PB) {
			var u uuid.UUID
			for pb.Next() {
				u = uuid.NewV7()
			}
			runtime.KeepAlive(u)
		})
	})
	measure(b, "std", func(b *testing.B) {
		b.SetParallelism(perCore)
		b.RunParallel(func(pb *testing.PB) {
			var u std.UUID
			for pb.Next() {
				u = std.NewV7()
			}
			runtime.KeepAlive(u)
		})
	})
	measure(b, "google", googleLoop)
	measurePool(b, googleLoop)
	measure(b, "gofrs", func(b *testing.B) {
		b.SetParallelism(perCore)
		b.RunParallel(func(pb *testing.PB) {
			var u gofrs.UUID
			for pb.Next() {
				u, _ = gofrs.NewV7()
			}
			runtime.KeepAlive(u)
		})
	})
}

// BenchmarkNewV7Unordered measures a generator that takes no lock, because it keeps no order.
func BenchmarkNewV7Unordered(b *testing.B) {
	g, err := uuid.NewGenerator(uuid.Options{V7: uuid.V7Unordered})
	if err != nil {
		b.Fatal(err)
	}
	measure(b, "uuid", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			var u uuid.UUID
			for pb.Next() {
				u, _ = g.NewV7()
			}
			runtime.KeepAlive(u)
		})
	})
}

func BenchmarkFillV4(b *testing.B) { measureFill(b, uuid.FillV4) }
func BenchmarkFillV7(b *testing.B) { measureFill(b, uuid.FillV7) }

func measureFill(b *testing.B, fill func([]uuid.UUID)) {
	for _, n := range []int{10, 1000} {
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) {
			measure(b, "uuid", func(b *testing.B) {
				ids := make([]uuid.UUID, n)
				for b.Loop() {
					fill(ids)
				}
				reportPerID(b, n)
			})
		})
	}
}

// BenchmarkFillV7Of fills slices of other 16-byte types.
func BenchmarkFillV7Of(b *testing.B) {
	b.Run("type=std", fillOf[std.UUID])
	b.Run("type=id", fillOf[uuid.ID[uuid.Plain[any]]])
}

func fillOf[U ~[16]byte](b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		ids := make([]U, 1000)
		for b.Loop() {
			uuid.FillV7(ids)
		}
		reportPerID(b, len(ids))
	})
}

// reportPerID reports the time per ID as the time per operation. Each iteration of the loop
// generates n IDs.
func reportPerID(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/op")
}

// BenchmarkParse parses the two forms that all libraries accept, and an invalid string. It omits
// the braced form, because google/uuid does not check the braces.
func BenchmarkParse(b *testing.B) {
	forms := []struct{ name, text string }{
		{"canonical", canonical},
		{"digits", digits},
		{"invalid", invalid},
	}
	for _, form := range forms {
		b.Run("form="+form.name, func(b *testing.B) { measureParse(b, form.text) })
	}
}

func measureParse(b *testing.B, s string) {
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.Parse(s)
		}
	})
	measure(b, "std", func(b *testing.B) {
		for b.Loop() {
			std.Parse(s)
		}
	})
	measure(b, "google", func(b *testing.B) {
		for b.Loop() {
			google.Parse(s)
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		for b.Loop() {
			gofrs.FromString(s)
		}
	})
}

// BenchmarkParseBytes measures UnmarshalText in the standard package and in gofrs/uuid, because
// they have no ParseBytes.
func BenchmarkParseBytes(b *testing.B) {
	text := []byte(canonical)
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.ParseBytes(text)
		}
	})
	measure(b, "std", func(b *testing.B) {
		var u std.UUID
		for b.Loop() {
			u.UnmarshalText(text)
		}
	})
	measure(b, "google", func(b *testing.B) {
		for b.Loop() {
			google.ParseBytes(text)
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		var u gofrs.UUID
		for b.Loop() {
			u.UnmarshalText(text)
		}
	})
}

func BenchmarkAppendText(b *testing.B) {
	buf := make([]byte, 0, len(canonical))
	measure(b, "uuid", func(b *testing.B) {
		u := uuid.UUID(id)
		for b.Loop() {
			u.AppendText(buf)
		}
	})
	measure(b, "std", func(b *testing.B) {
		u := std.UUID(id)
		for b.Loop() {
			u.AppendText(buf)
		}
	})
}

// BenchmarkString stores each string in a global variable. Otherwise the compiler could avoid the
// allocation.
func BenchmarkString(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		u := uuid.UUID(id)
		for b.Loop() {
			stringSink = u.String()
		}
	})
	measure(b, "std", func(b *testing.B) {
		u := std.UUID(id)
		for b.Loop() {
			stringSink = u.String()
		}
	})
	measure(b, "google", func(b *testing.B) {
		u := google.UUID(id)
		for b.Loop() {
			stringSink = u.String()
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		u := gofrs.UUID(id)
		for b.Loop() {
			stringSink = u.String()
		}
	})
}

// sameUpTo returns random IDs that share their first n bytes.
func sameUpTo(n int) (ids [1 << poolBits][16]byte) {
	random := rand.NewChaCha8(seed)
	for i := range ids {
		random.Read(ids[i][n:])
	}
	return ids
}

const (
	poolBits = 10

	// step is Knuth's multiplier for a linear congruential generator, which selects the IDs to
	// compare. If the order of the IDs were fixed, the processor's branch predictor would learn the
	// results for thousands of pairs.
	step = 6364136223846793005
)

func BenchmarkCompare(b *testing.B) {
	b.Run("pair=prefix", func(b *testing.B) { measureCompare(b, sameUpTo(15)) })
	b.Run("pair=random", func(b *testing.B) { measureCompare(b, sameUpTo(0)) })
	b.Run("pair=one", measureComparePredicted)
}

// measureComparePredicted compares the same two IDs again and again, so the processor predicts
// every branch.
func measureComparePredicted(b *testing.B) {
	ids := sameUpTo(0)
	measure(b, "uuid", func(b *testing.B) {
		for b.Loop() {
			uuid.UUID(ids[0]).Compare(ids[1])
		}
	})
	measure(b, "std", func(b *testing.B) {
		for b.Loop() {
			std.UUID(ids[0]).Compare(ids[1])
		}
	})
}

func measureCompare(b *testing.B, ids [1 << poolBits][16]byte) {
	measure(b, "uuid", func(b *testing.B) {
		for i := uint64(1); b.Loop(); i = i*step + 1 {
			uuid.UUID(ids[i>>(64-poolBits)]).Compare(ids[i<<poolBits>>(64-poolBits)])
		}
	})
	measure(b, "std", func(b *testing.B) {
		for i := uint64(1); b.Loop(); i = i*step + 1 {
			std.UUID(ids[i>>(64-poolBits)]).Compare(ids[i<<poolBits>>(64-poolBits)])
		}
	})
}

// BenchmarkSort sorts a copy of random IDs. The copy takes about 1 % of the time.
func BenchmarkSort(b *testing.B) {
	measureSort(b, "uuid", uuid.UUID.Compare)
	measureSort(b, "std", std.UUID.Compare)
}

func measureSort[T ~[16]byte](b *testing.B, lib string, compare func(T, T) int) {
	random := rand.NewChaCha8(seed)
	ids := make([]T, 100_000)
	for i := range ids {
		random.Read(ids[i][:])
	}
	measure(b, lib, func(b *testing.B) {
		work := make([]T, len(ids))
		for b.Loop() {
			copy(work, ids)
			slices.SortFunc(work, compare)
		}
	})
}

// A record is a struct to marshal.
type record[T any] struct{ ID T }

func BenchmarkMarshalJSON(b *testing.B) {
	measureMarshal(b, "uuid", uuid.UUID(id))
	measureMarshal(b, "std", std.UUID(id))
	measureMarshal(b, "google", google.UUID(id))
	measureMarshal(b, "gofrs", gofrs.UUID(id))
}

func measureMarshal[T any](b *testing.B, lib string, u T) {
	measure(b, lib, func(b *testing.B) {
		v := &record[T]{u}
		for b.Loop() {
			json.Marshal(v)
		}
	})
}

func BenchmarkUnmarshalJSON(b *testing.B) {
	measureUnmarshal[uuid.UUID](b, "uuid")
	measureUnmarshal[std.UUID](b, "std")
	measureUnmarshal[google.UUID](b, "google")
	measureUnmarshal[gofrs.UUID](b, "gofrs")
}

func measureUnmarshal[T any](b *testing.B, lib string) {
	text := []byte(`{"ID":"` + canonical + `"}`)
	measure(b, lib, func(b *testing.B) {
		v := new(record[T])
		for b.Loop() {
			json.Unmarshal(text, v)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	b.Run("src=text", func(b *testing.B) { measureScan(b, canonical) })
	b.Run("src=binary", func(b *testing.B) { measureScan(b, id[:]) })
}

func measureScan(b *testing.B, src any) {
	measure(b, "uuid", func(b *testing.B) {
		var u uuid.UUID
		for b.Loop() {
			u.Scan(src)
		}
	})
	measure(b, "google", func(b *testing.B) {
		var u google.UUID
		for b.Loop() {
			u.Scan(src)
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		var u gofrs.UUID
		for b.Loop() {
			u.Scan(src)
		}
	})
}

func BenchmarkValue(b *testing.B) {
	measure(b, "uuid", func(b *testing.B) {
		u := uuid.UUID(id)
		for b.Loop() {
			valueSink, _ = u.Value()
		}
	})
	measure(b, "google", func(b *testing.B) {
		u := google.UUID(id)
		for b.Loop() {
			valueSink, _ = u.Value()
		}
	})
	measure(b, "gofrs", func(b *testing.B) {
		u := gofrs.UUID(id)
		for b.Loop() {
			valueSink, _ = u.Value()
		}
	})
}

// BenchmarkHide measures only this library, because the other libraries cannot hide IDs.
func BenchmarkHide(b *testing.B) {
	atEachKey(b, func(b *testing.B, key []byte) {
		mask, _ := uuid.NewMask(key, nil)
		u := uuid.NewV7()
		measure(b, "uuid", func(b *testing.B) {
			for b.Loop() {
				mask.Hide(u)
			}
		})
	})
}

func BenchmarkReveal(b *testing.B) {
	atEachKey(b, func(b *testing.B, key []byte) {
		mask, _ := uuid.NewMask(key, nil)
		u := uuid.NewV4()
		measure(b, "uuid", func(b *testing.B) {
			for b.Loop() {
				mask.Reveal(u)
			}
		})
	})
}

func atEachKey(b *testing.B, loop func(b *testing.B, key []byte)) {
	b.Run("key=128", func(b *testing.B) { loop(b, []byte("0123456789abcdef")) })
	b.Run("key=256", func(b *testing.B) { loop(b, []byte("0123456789abcdef0123456789abcdef")) })
}

// These variables store results, because the compiler could remove calls whose results are not
// used.
var (
	stringSink string
	bytesSink  *[36]byte
	valueSink  driver.Value
	mutex      sync.Mutex
	guarded    int
)

// BenchmarkFloor measures the parts that operations need.
func BenchmarkFloor(b *testing.B) {
	var (
		hashed [31]byte // length of a name space plus the name
		random [16]byte
		cipher = rand.NewChaCha8(seed)
	)
	floor := func(op string, loop func(*testing.B)) {
		b.Run("op="+op, func(b *testing.B) {
			b.ReportAllocs()
			loop(b)
		})
	}
	floor("now", func(b *testing.B) {
		for b.Loop() {
			time.Now()
		}
	})
	floor("mutex", func(b *testing.B) {
		for b.Loop() {
			mutex.Lock()
			guarded++
			mutex.Unlock()
		}
	})
	floor("random8", func(b *testing.B) {
		for b.Loop() {
			crypto.Read(random[:8])
		}
	})
	floor("random16", func(b *testing.B) {
		for b.Loop() {
			crypto.Read(random[:])
		}
	})
	floor("word", func(b *testing.B) {
		for b.Loop() {
			cipher.Uint64()
		}
	})
	floor("cipher", func(b *testing.B) {
		for b.Loop() {
			cipher.Uint64()
			cipher.Uint64()
		}
	})
	floor("string", func(b *testing.B) {
		for b.Loop() {
			bytesSink = new([36]byte)
		}
	})
	floor("sha1", func(b *testing.B) {
		for b.Loop() {
			sha1.Sum(hashed[:])
		}
	})
	for _, keyLen := range []int{16, 32} {
		block, _ := aes.NewCipher(make([]byte, keyLen))
		text := make([]byte, aes.BlockSize)
		floor("aes"+strconv.Itoa(8*keyLen), func(b *testing.B) {
			for b.Loop() {
				// Each block is the input for the next block, as in a Mask, so the processor cannot
				// compute them in parallel.
				for range 12 {
					block.Encrypt(text, text)
				}
			}
		})
	}
}
