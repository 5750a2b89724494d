package uuid

import "crypto/sha1"

// NewV5 returns the version 5 UUID for a name in a name space: the first 128 bits of the SHA-1 hash
// of both; see RFC 9562 section 5.5. The same arguments always give the same UUID. Any UUID can be
// a name space, such as [NamespaceDNS].
//
// An attacker who chooses names can find two names with the same UUID. [NewV8Hash] with SHA-256
// prevents this. NewV5 allocates if the name is longer than 240 bytes. It panics if the Go runtime
// forbids SHA-1 (GODEBUG=fips140=only).
func NewV5[T ~string | ~[]byte](namespace UUID, name T) (u UUID) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           sha1_high                           |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |         sha1_high             |  ver  |      sha1_mid         |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|                       sha1_low                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                           sha1_low                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	var buf [nameBufLen]byte
	sum := sha1.Sum(append(append(buf[:0], namespace[:]...), name...))
	u.putHash(sum[:], 5)
	return u
}
