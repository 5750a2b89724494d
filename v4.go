package uuid

// NewV4 returns a new version 4 UUID: 122 random bits that tell nothing and
// cannot be guessed; see [RFC 9562 section 5.4]. Its randomness is
// cryptographically secure. NewV4 does not allocate and cannot fail.
//
// [RFC 9562 section 5.4]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.4
func NewV4() UUID { return v4UUID(randomUint64s()) }

// NewV4 returns a new version 4 UUID. The error is that of Options.Rand.
func (g *Generator) NewV4() (UUID, error) {
	hi, lo, err := g.random()
	if err != nil {
		return UUID{}, err
	}
	return v4UUID(hi, lo), nil
}

// FillV4 sets each element of dst to a new version 4 UUID, in a fraction of
// the time that as many calls of [NewV4] take. It does not allocate.
func FillV4(dst []UUID) {
	fillRandom(dst)
	stampV4(dst)
}

// FillV4 sets each element of dst to a new version 4 UUID and returns how many
// it set: len(dst) unless Options.Rand fails, with its error. The elements
// that it did not set are Nil.
func (g *Generator) FillV4(dst []UUID) (int, error) {
	n, err := g.fill(dst)
	stampV4(dst[:n])
	return n, err
}

func stampV4(dst []UUID) {
	for i := range dst {
		dst[i] = v4UUID(dst[i].Uint64s())
	}
}

// v4UUID returns the version 4 UUID with the given random bits.
func v4UUID(hi, lo uint64) UUID {
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
	return stamp(hi, lo, 4)
}
