package main

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestLayoutsHave128Bits verifies that the fields of each version have 128 bits in total, and that a loop over
// the fields can stop early.
func TestLayoutsHave128Bits(t *testing.T) {
	for range layouts[1].fields(uuid.Max()) {
		break
	}
	for i, l := range layouts {
		for _, word := range l.words {
			bits := 0
			for _, f := range word {
				bits += f.bits
			}
			if bits != 64 && len(word) > 0 {
				t.Errorf("half of version %d has %d bits", i, bits)
			}
		}
	}
}
