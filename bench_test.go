package uuid_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// These are the core operations of this package alone. The module benchmarks measures
// them, and more, beside other libraries. Every loop is written out, because a call
// through a variable would cost as much as some of the operations.

// NewV1 and NewV6 have one value in 100 ns. A loop that asks for more waits for the
// clock.
func BenchmarkNewV1(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV1()
	}
}

func BenchmarkNewV4(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV4()
	}
}

func BenchmarkNewV4Parallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		var u uuid.UUID
		for pb.Next() {
			u = uuid.NewV4()
		}
		runtime.KeepAlive(u)
	})
}

func BenchmarkNewV5(b *testing.B) {
	namespace := uuid.NamespaceDNS()
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV5(namespace, "www.example.com")
	}
}

func BenchmarkNewV6(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV6()
	}
}

func BenchmarkNewV7(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV7()
	}
}

func BenchmarkNewV7Parallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		var u uuid.UUID
		for pb.Next() {
			u = uuid.NewV7()
		}
		runtime.KeepAlive(u)
	})
}

// The operation of a Fill is 1000 UUIDs.
func BenchmarkFillV4Of1000(b *testing.B) {
	ids := make([]uuid.UUID, 1000)
	b.ReportAllocs()
	for b.Loop() {
		uuid.FillV4(ids)
	}
}

func BenchmarkFillV7Of1000(b *testing.B) {
	ids := make([]uuid.UUID, 1000)
	b.ReportAllocs()
	for b.Loop() {
		uuid.FillV7(ids)
	}
}

func BenchmarkParse(b *testing.B) {
	text := canonicalText
	b.ReportAllocs()
	for b.Loop() {
		uuid.Parse(text)
	}
}

func BenchmarkParseInvalid(b *testing.B) {
	text := canonicalText[:35] + "g"
	b.ReportAllocs()
	for b.Loop() {
		uuid.Parse(text)
	}
}

func BenchmarkUnmarshalText(b *testing.B) {
	text := []byte(canonicalText)
	var u uuid.UUID
	b.ReportAllocs()
	for b.Loop() {
		u.UnmarshalText(text)
	}
}

func BenchmarkAppendText(b *testing.B) {
	u := example
	buf := make([]byte, 0, len(canonicalText))
	b.ReportAllocs()
	for b.Loop() {
		u.AppendText(buf)
	}
}

// A string that did not outlive the loop would not be allocated.
func BenchmarkString(b *testing.B) {
	u := example
	b.ReportAllocs()
	for b.Loop() {
		sink.string = u.String()
	}
}

func BenchmarkCompare(b *testing.B) {
	u, v := example, example
	v[15]++
	b.ReportAllocs()
	for b.Loop() {
		u.Compare(v)
	}
}

func BenchmarkSortOf1000(b *testing.B) {
	ids := make([]uuid.UUID, 1000)
	uuid.FillV4(ids)
	work := make([]uuid.UUID, len(ids))
	b.ReportAllocs()
	for b.Loop() {
		copy(work, ids)
		slices.SortFunc(work, uuid.UUID.Compare)
	}
}

func BenchmarkScan(b *testing.B) {
	var src any = canonicalText
	var u uuid.UUID
	b.ReportAllocs()
	for b.Loop() {
		u.Scan(src)
	}
}

func BenchmarkValue(b *testing.B) {
	u := example
	b.ReportAllocs()
	for b.Loop() {
		sink.value, _ = u.Value()
	}
}
