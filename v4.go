package uuid

// NewV4 returns a new version 4 UUID: an opaque ID of 122 cryptographically secure
// random bits; see [RFC 9562 section 5.4]. NewV4 does not allocate and cannot fail.
//
// [RFC 9562 section 5.4]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.4
func NewV4() (u UUID) {
	// random128 would do, but its calls are a tenth of the time.
	s := &shards[shardHint()%uint(len(shards))]
	if !systemRand() || !s.busy.CompareAndSwap(false, true) {
		u.put(v4(random128()))
		return u
	}
	// Put before the release, whose barrier spares the caller a stall.
	ok := s.spend(2) == 2
	if ok {
		u.put(v4(s.cipher.Uint64(), s.cipher.Uint64()))
	}
	s.release()
	if !ok {
		u.put(v4(random128()))
	}
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

// FillV4 sets each element of dst to a new version 4 UUID. It takes a fraction of the
// time of as many calls of [NewV4]. It does not allocate.
func FillV4(dst []UUID) {
	if s := acquire(); s != nil {
		for len(dst) > 0 {
			n := s.spend(2*len(dst)) / 2
			if n == 0 {
				break
			}
			for i := range dst[:n] {
				dst[i].put(v4(s.cipher.Uint64(), s.cipher.Uint64()))
			}
			dst = dst[n:]
		}
		s.release()
	}
	for i := range dst { // where there are no streams, or all are in use
		dst[i] = NewV4()
	}
}

// FillV4 sets each element of dst to a new version 4 UUID and returns how many
// it set: len(dst) unless there is an error, one of those of
// [Generator.NewV4]. The elements that it did not set are Nil.
func (g *Generator) FillV4(dst []UUID) (n int, err error) {
	err = g.isClosed()
	if err == nil && g.opts.Rand == nil {
		FillV4(dst)
		return len(dst), nil
	}
	for err == nil && n < len(dst) {
		var hi, lo uint64
		if hi, lo, err = g.random128(); err == nil {
			dst[n].put(v4(hi, lo))
			n++
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
	return stamp(hi, lo, 4)
}
