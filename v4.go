package uuid

import "io/fs"

// NewV4 returns a new version 4 UUID, an opaque ID of 122 cryptographically secure
// random bits; see RFC 9562 section 5.4.
func NewV4() (u UUID) {
	u.put(v4(random128()))
	return u
}

// NewV4 returns a new version 4 UUID. The error is that of Options.Rand, or
// [os.ErrClosed].
func (g *Generator) NewV4() (UUID, error) {
	hi, lo, err := g.random128()
	if err != nil {
		return UUID{}, err
	}
	return FromUint64s(v4(hi, lo)), nil
}

// FillV4 sets each element of dst to a new version 4 UUID, in a fraction of the time of
// as many calls of [NewV4]. It reads one key from crypto/rand, makes all bits with
// ChaCha8, and clears the cipher; in FIPS 140-3 mode it reads each element from crypto/rand.
func FillV4(dst []UUID) {
	_, err := shared.FillV4(dst)
	panicOn(err)
}

// FillV4 sets dst as the function [FillV4] does, and returns how many elements it set:
// len(dst) unless there is an error of [Generator.NewV4]. The rest are Nil.
func (g *Generator) FillV4(dst []UUID) (n int, err error) {
	if g.closed.Load() {
		clear(dst)
		return 0, fs.ErrClosed
	}
	if g.opts.Rand == nil && len(dst) > 0 {
		b := newBatch()
		defer b.end()
		for i := range dst {
			dst[i].put(v4(b.next(), b.next()))
		}
		return len(dst), nil
	}
	for ; n < len(dst); n++ {
		if dst[n], err = g.NewV4(); err != nil {
			break
		}
	}
	clear(dst[n:])
	return n, err
}

// v4 returns the words of the version 4 UUID with the given random bits.
func v4(hi, lo uint64) (uint64, uint64) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           random_a                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |          random_a             |  ver  |       random_b        |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|                       random_c                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           random_c                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	return withVersion(hi, lo, 4)
}
