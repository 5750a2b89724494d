package uuid

import (
	"math/rand/v2"
	"testing"
)

func TestPutAtOnce(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	for range 1000 {
		hi, lo := random.Uint64(), random.Uint64()
		var u UUID
		if putAtOnce(&u, hi, lo); u != FromUint64s(hi, lo) {
			t.Fatalf("putAtOnce(%#016x, %#016x) makes %v", hi, lo, u)
		}
	}
}

// TestNextBlock compares nextBlock with nextBlockGeneric: for blocks that no cipher
// has left in a register, and halves with more than 61 bits.
func TestNextBlock(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	word := func() uint64 {
		switch x := random.Uint64(); x % 4 {
		case 0:
			return 0
		case 1:
			return 1<<64 - 1
		default:
			return x
		}
	}
	for range 1000 {
		f, common := feistel{FromUint64s(word(), word()), word(), word()}, FromUint64s(word(), word())
		got, want := f, f
		nextBlock(&got, &common)
		nextBlockGeneric(&want, &common)
		if got != want {
			t.Fatalf("nextBlock makes %v of %v and %v, want %v", got, f, common, want)
		}
	}
}
