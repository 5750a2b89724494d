package uuid_test

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// The module in the directory benchmarks compares these and all other operations with other
// libraries. Each benchmark has its own loop, because a call through a variable would cost as much
// as some operations.

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

// The benchmark stores the string outside of the loop, or it would not be allocated.
func BenchmarkString(b *testing.B) {
	u := example
	b.ReportAllocs()
	for b.Loop() {
		sink.string = u.String()
	}
}
