package uuid

import (
	"errors"
	"hash"
	"sync"

	"github.com/seed-8298af95/uuid/internal/hashspace"
)

// NewV8 returns data as a version 8 UUID. It replaces the six version and variant bits, and keeps
// the other 122 bits; see RFC 9562 section 5.8. The caller must make data unique.
func NewV8(data [16]byte) UUID {
	hi, lo := UUID(data).Uint64s()
	return FromUint64s(withVersion(hi, lo, 8))
}

// NewV8Fields returns the version 8 UUID with the given fields of 48, 12 and 62 bits.
// It returns an error if a value does not fit its field.
func NewV8Fields(customA uint64, customB uint16, customC uint64) (UUID, error) {
	// custom_a (48 bits), version (4), custom_b (12), variant (2), custom_c (62)
	const noUUID = "uuid: cannot make a UUID of version 8: "
	switch {
	case customA >= 1<<48:
		return UUID{}, errors.New(noUUID + "customA has more than 48 bits")
	case customB >= 1<<12:
		return UUID{}, errors.New(noUUID + "customB has more than 12 bits")
	case customC >= 1<<62:
		return UUID{}, errors.New(noUUID + "customC has more than 62 bits")
	}
	return FromUint64s(withVersion(customA<<16|uint64(customB), customC, 8)), nil
}

// NewV8Hash returns the version 8 UUID for a name in a name space: the first 128 bits of their
// hash, computed with h; see RFC 9562 appendix B.2, which uses SHA-256. NewV8Hash resets h before
// use, but not afterwards. It panics if the hash is shorter than 16 bytes. It may allocate if the
// name is longer than 240 bytes.
func NewV8Hash[T ~string | ~[]byte](h hash.Hash, namespace UUID, name T) (u UUID) {
	if h.Size() < binaryLen {
		panic("uuid: NewV8Hash with a hash shorter than 16 bytes")
	}
	putHashOf(&u, h, name, namespace)
	return u
}

// putHashOf sets u to the version 8 UUID that h derives from the spaces followed by the name.
func putHashOf[T ~string | ~[]byte](u *UUID, h hash.Hash, name T, spaces ...UUID) {
	// Arguments of interface methods escape to the heap, so a pool of buffers avoids an allocation
	// on each call.
	buf := hashBufs.Get().(*[]byte)
	*buf = (*buf)[:0]
	for _, space := range spaces {
		*buf = append(*buf, space[:]...)
	}
	*buf = append(*buf, name...)
	h.Reset()
	h.Write(*buf)
	*buf = h.Sum((*buf)[:0])
	u.putHash(*buf, 8)
	// The pool must not keep a large buffer from a long name.
	if cap(*buf) <= 4*nameBufLen {
		hashBufs.Put(buf)
	}
}

var hashBufs = sync.Pool{New: func() any { return new([]byte) }}

// A HashSpace identifies a hash algorithm for [NewV8Name]. Hash spaces are from appendix B of
// draft-ietf-uuidrev-rfc4122bis-03, not from RFC 9562.
type HashSpace uint8

// The hash spaces. SHAKE hashes are 128 bits long.
const (
	HashSpaceSHA2_224 HashSpace = iota + 1
	HashSpaceSHA2_256
	HashSpaceSHA2_384
	HashSpaceSHA2_512
	HashSpaceSHA2_512_224
	HashSpaceSHA2_512_256
	HashSpaceSHA3_224
	HashSpaceSHA3_256
	HashSpaceSHA3_384
	HashSpaceSHA3_512
	HashSpaceSHAKE_128
	HashSpaceSHAKE_256
)

// String returns the name of s, such as "HashSpaceSHA2_256", or "HashSpace(n)".
func (s HashSpace) String() string {
	return nameOf("HashSpace", uint8(s), "", // the first HashSpace is 1
		"HashSpaceSHA2_224", "HashSpaceSHA2_256", "HashSpaceSHA2_384", "HashSpaceSHA2_512",
		"HashSpaceSHA2_512_224", "HashSpaceSHA2_512_256",
		"HashSpaceSHA3_224", "HashSpaceSHA3_256", "HashSpaceSHA3_384", "HashSpaceSHA3_512",
		"HashSpaceSHAKE_128", "HashSpaceSHAKE_256")
}

// UUID returns the UUID of the hash space. It panics if s is not one of the constants.
func (s HashSpace) UUID() UUID {
	space := s.space()
	return FromUint64s(space.Hi, space.Lo)
}

func (s HashSpace) space() *hashspace.Space {
	if s == 0 || int(s) > len(hashspace.Spaces) {
		panic("uuid: unknown HashSpace")
	}
	return &hashspace.Spaces[s-1]
}

// unusedHashes contains a pool of hashes for each hash space, so most calls to NewV8Name do not
// allocate a hash.
var unusedHashes [len(hashspace.Spaces)]sync.Pool

// NewV8Name is like [NewV8Hash], but uses the hash of space, and hashes space.UUID() before
// namespace. It panics if space is not one of the constants.
func NewV8Name[T ~string | ~[]byte](space HashSpace, namespace UUID, name T) (u UUID) {
	id := space.UUID()
	unused := &unusedHashes[space-1]
	h, ok := unused.Get().(hash.Hash)
	if !ok {
		h = space.space().New()
	}
	putHashOf(&u, h, name, id, namespace)
	unused.Put(h)
	return u
}
