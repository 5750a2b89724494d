package uuid

// NewV4 returns a new version 4 UUID: 122 random bits that tell nothing and
// cannot be guessed; see [RFC 9562 section 5.4]. Its randomness is
// cryptographically secure. NewV4 does not allocate and cannot fail.
//
// [RFC 9562 section 5.4]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.4
func NewV4() (u UUID) {
	s := &shards[shardHint()%uint(len(shards))]
	if !s.busy.CompareAndSwap(false, true) {
		u.put(v4(random128()))
		return u
	}
	// acquire and next128 would do, but their calls are 2 to 3 percent of the time.
	// Put before the release, whose barrier spares the caller a stall.
	if s.take(1) > 0 {
		u.put(v4(s.cipher.Uint64(), s.cipher.Uint64()))
	} else {
		hi, lo, _ := s.read128()
		u.put(v4(hi, lo))
	}
	s.release()
	return u
}

// NewV4 returns a new version 4 UUID. The error is that of Options.Rand.
func (g *Generator) NewV4() (UUID, error) {
	hi, lo, err := g.random128()
	if err != nil {
		return UUID{}, err
	}
	return FromUint64s(v4(hi, lo)), nil
}

// FillV4 sets each element of dst to a new version 4 UUID, in a fraction of
// the time that as many calls of [NewV4] take. It does not allocate.
func FillV4(dst []UUID) {
	s := acquire()
	if s == nil {
		for i := range dst {
			dst[i] = NewV4()
		}
		return
	}
	for n := s.take(len(dst)); n > 0; n = s.take(len(dst)) {
		for i := range dst[:n] {
			dst[i].put(v4(s.cipher.Uint64(), s.cipher.Uint64()))
		}
		dst = dst[n:]
	}
	for i := range dst { // where there is no cipher
		hi, lo, _ := s.read128()
		dst[i].put(v4(hi, lo))
	}
	s.release()
}

// FillV4 sets each element of dst to a new version 4 UUID and returns how many
// it set: len(dst) unless Options.Rand fails, with its error. The elements
// that it did not set are Nil.
func (g *Generator) FillV4(dst []UUID) (int, error) {
	if g.opts.Rand == nil {
		FillV4(dst)
		return len(dst), nil
	}
	for i := range dst {
		hi, lo, err := g.random128()
		if err != nil {
			clear(dst[i:])
			return i, err
		}
		dst[i].put(v4(hi, lo))
	}
	return len(dst), nil
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
	return stamp(hi, lo, 4)
}
