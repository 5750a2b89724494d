package uuid

import (
	"crypto/fips140"
)

// NewV4 returns a new version 4 UUID: 122 cryptographically secure random bits; see RFC 9562
// section 5.4.
func NewV4() (u UUID) {
	u.put(v4(random128()))
	return u
}

// NewV4 returns a new version 4 UUID. It returns an error from Options.Rand, or [os.ErrClosed].
func (g *Generator) NewV4() (UUID, error) {
	if g.closed.Load() {
		return UUID{}, errClosed
	}
	hi, lo, err := g.random128()
	if err != nil {
		return UUID{}, err
	}
	return FromUint64s(v4(hi, lo)), nil
}

// FillV4 sets each element of dst to a new version 4 UUID. It is faster than calling [NewV4] for
// each element, and accepts the same slices as [FillV7].
//
// FillV4 generates random bits with ChaCha8. It reads a new key from crypto/rand for every 4096
// UUIDs, and clears the key before it returns. If the process is copied during the call, both
// copies generate the same UUIDs until they read the next key. In FIPS 140-3 mode, FillV4 reads all
// bits from crypto/rand.
func FillV4[U ~[16]byte](dst []U) {
	fillV4(&shared, dst) // cannot fail: shared is never closed and has no Options.Rand
}

// FillV4 is like the function [FillV4], but also returns the number of new UUIDs, and the same
// errors as [Generator.NewV4]. After an error, the remaining elements are Nil.
func (g *Generator) FillV4(dst []UUID) (n int, err error) { return fillV4(g, dst) }

func fillV4[U ~[16]byte](g *Generator, dst []U) (n int, err error) {
	// Clear the remaining elements after an error, because dst may contain old UUIDs.
	defer func() { clear(dst[n:]) }()
	switch {
	case g.closed.Load():
		return 0, errClosed
	case g.opts.Rand != nil || fips140.Enabled():
		// Read a caller's or an approved source for each UUID, as NewV4 does.
		for ; n < len(dst); n++ {
			u, err := g.NewV4()
			if err != nil {
				return n, err
			}
			dst[n] = U(u)
		}
		return n, nil
	}
	b := newBatch()
	defer b.release()
	// Short-lived keys limit duplicates if the process is copied.
	for n < len(dst) {
		b.rekey()
		for end := min(n+keyLife, len(dst)); n < end; n++ {
			hi, lo := v4(b.Uint64(), b.Uint64())
			put(&dst[n], hi, lo)
		}
	}
	return n, nil
}

// v4 returns the words of the version 4 UUID with the given random bits.
func v4(hi, lo uint64) (uint64, uint64) {
	// random_a (48 bits), version (4), random_b (12), variant (2), random_c (62)
	return withVersion(hi, lo, 4)
}
