package uuid_test

import (
	"runtime"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// These are the operations of a request in a service. The module benchmarks measures
// them, and all others, beside other libraries. Every loop is written out, because a call
// through a variable would cost as much as some of the operations.

func BenchmarkNewV4(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		uuid.NewV4()
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

func BenchmarkScan(b *testing.B) {
	var src any = canonicalText
	var u uuid.UUID
	b.ReportAllocs()
	for b.Loop() {
		u.Scan(src)
	}
}
