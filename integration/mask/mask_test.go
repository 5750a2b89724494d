// Package mask compares uuid.Mask with another implementation of FF1, github.com/capitalone/fpe.
package mask

import (
	cryptorand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/capitalone/fpe/ff1"
	"github.com/seed-8298af95/uuid"
)

// TestFF1 compares the results of the two implementations for random IDs, random tweaks, and random
// keys of each length.
func TestFF1(t *testing.T) {
	const rounds, maxTweakLen = 100_000, 100
	// Each run uses a new seed, so it tests different IDs. A failure prints all inputs.
	var seed [32]byte
	cryptorand.Read(seed[:])
	source := rand.NewChaCha8(seed)
	random := rand.New(source)
	for i := range rounds {
		key := make([]byte, 16+8*(i%3))
		tweak := make([]byte, random.IntN(maxTweakLen+1))
		source.Read(key)
		source.Read(tweak)
		other, err := ff1.NewCipher(2, maxTweakLen, key, tweak)
		if err != nil {
			t.Fatal(err)
		}
		mask, err := uuid.NewMask(key, tweak)
		if err != nil {
			t.Fatal(err)
		}

		// The other implementation accepts and returns binary digits.
		hi, lo := source.Uint64(), source.Uint64()
		bits, err := other.Encrypt(numerals(hi, lo))
		if err != nil {
			t.Fatal(err)
		}
		v7, v4 := ofVersion(7, numerals(hi, lo)), ofVersion(4, bits)
		if got, err := mask.Hide(v7); got != v4 || err != nil {
			t.Fatalf("key %x, tweak %x: Hide(%v) = %v, %v; want %v", key, tweak, v7, got, err, v4)
		}
		if got, err := mask.Reveal(v4); got != v7 || err != nil {
			t.Fatalf("key %x, tweak %x: Reveal(%v) = %v, %v; want %v", key, tweak, v4, got, err, v7)
		}
	}
}

// numerals returns 122 bits as binary digits: the high-order 60 bits of hi and the high-order 62
// bits of lo. They stand for the bits of a UUID other than the version and the variant.
func numerals(hi, lo uint64) string {
	return fmt.Sprintf("%060b%062b", hi>>4, lo>>2)
}

// ofVersion returns the UUID with the given version and the 122 bits in numerals.
func ofVersion(version uint64, numerals string) uuid.UUID {
	bits := numerals[:48] + fmt.Sprintf("%04b", version) + numerals[48:60] + "10" + numerals[60:]
	var words [2]uint64
	for i := range words {
		word, err := strconv.ParseUint(bits[64*i:64*i+64], 2, 64)
		if err != nil {
			panic(err)
		}
		words[i] = word
	}
	return uuid.FromUint64s(words[0], words[1])
}
