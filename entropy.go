package uuid

import "crypto/rand"

// randomUint64s returns 128 random bits. crypto/rand does not fail: it ends
// the program where the operating system has no entropy to give.
func randomUint64s() (hi, lo uint64) {
	var u UUID
	rand.Read(u[:])
	return u.Uint64s()
}

// fillRandom sets every element of dst to 128 random bits.
func fillRandom(dst []UUID) {
	for i := range dst {
		rand.Read(dst[i][:])
	}
}
