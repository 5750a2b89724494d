package uuid

import (
	"errors"
	"hash"
	"sync"
)

// NewV8 returns the version 8 UUID with 122 bits of the caller's: it replaces the six
// version and variant bits of data; see [RFC 9562 section 5.8]. The caller makes it
// unique.
//
// [RFC 9562 section 5.8]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.8
func NewV8(data [16]byte) UUID {
	hi, lo := UUID(data).Uint64s()
	return FromUint64s(stamp(hi, lo, 8))
}

// NewV8Fields returns the version 8 UUID with the given fields of 48, 12 and 62 bits.
// It returns an error if a value does not fit its field.
func NewV8Fields(customA uint64, customB uint16, customC uint64) (UUID, error) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           custom_a                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |          custom_a             |  ver  |       custom_b        |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|                       custom_c                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           custom_c                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	switch {
	case customA >= 1<<48:
		return UUID{}, errors.New("uuid: customA has more than 48 bits")
	case customB >= 1<<12:
		return UUID{}, errors.New("uuid: customB has more than 12 bits")
	case customC >= 1<<62:
		return UUID{}, errors.New("uuid: customC has more than 62 bits")
	}
	return FromUint64s(stamp(customA<<16|uint64(customB), customC, 8)), nil
}

// NewV8Hash returns the version 8 UUID of a name in a name space: the first 128 bits
// of the hash h of the 16 bytes of namespace and the bytes of name; see
// [RFC 9562 appendix B.2]. A name may have any length. NewV8Hash resets h before it
// uses h, and does not reset it afterwards. It panics if the hash is shorter than 16
// bytes.
//
// With crypto/sha256 this is the RFC's example of a successor to version 5. A UUID
// does not tell its hash; [NewV8Name] hashes the algorithm too.
//
// [RFC 9562 appendix B.2]: https://www.rfc-editor.org/rfc/rfc9562.html#appendix-B.2
func NewV8Hash[T ~string | ~[]byte](h hash.Hash, namespace UUID, name T) (u UUID) {
	if h.Size() < binaryLen {
		panic("uuid: NewV8Hash with a hash shorter than 16 bytes")
	}
	// What goes through the interface is on the heap, so it is reused.
	buf := hashBufs.Get().(*[]byte)
	*buf = append(append((*buf)[:0], namespace[:]...), name...)
	h.Reset()
	h.Write(*buf)
	*buf = h.Sum((*buf)[:0])
	u.putHash(*buf, 8)
	if cap(*buf) <= 4*nameBufLen {
		hashBufs.Put(buf)
	}
	return u
}

var hashBufs = sync.Pool{New: func() any { return new([]byte) }}

// NewV8Name returns the version 8 UUID of a name in a name space and a hash space: the
// first 128 bits of the hash of the 16 bytes of space.ID(), the 16 bytes of namespace
// and the bytes of name; see draft-ietf-uuidrev-rfc4122bis-03 section 6.5. A name may
// have any length. RFC 9562 dropped hash spaces; it specifies [NewV8Hash].
//
// NewV8Name does not allocate for names of up to 224 bytes. It panics if space
// is not one of the HashSpace constants.
func NewV8Name[T ~string | ~[]byte](space HashSpace, namespace UUID, name T) (u UUID) {
	var buf [nameBufLen]byte
	id := space.ID()
	b := append(append(append(buf[:0], id[:]...), namespace[:]...), name...)
	sum := space.sum(b)
	u.putHash(sum[:], 8)
	return u
}
