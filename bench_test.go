// Measures the core operations.
package uuid_test

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// These benchmarks cover the core operations. The module in the benchmarks directory compares all
// operations with those of other libraries. Each benchmark has its own loop, because calling a
// function value would cost as much as some operations.

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

func BenchmarkParse(b *testing.B) {
	text := canonicalText
	b.ReportAllocs()
	for b.Loop() {
		uuid.Parse(text)
	}
}

// BenchmarkString stores the string in sink, so the string must be allocated on the heap.
func BenchmarkString(b *testing.B) {
	u := example
	b.ReportAllocs()
	for b.Loop() {
		sink.string = u.String()
	}
}
