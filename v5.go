package uuid

import "crypto/sha1"

// NewV5 returns the version 5 UUID of a name in a name space: the first 128 bits of the
// SHA-1 hash of both, always the same; see RFC 9562 section 5.5. Any UUID can be a name
// space; [NamespaceDNS], [NamespaceURL], [NamespaceOID] and [NamespaceX500] are those of
// the RFC.
//
// An attacker who chooses names can find two with the same UUID; [NewV8Hash] with SHA-256
// prevents that. NewV5 allocates for names of more than 240 bytes. It panics if the Go
// runtime forbids the hash (GODEBUG=fips140=only).
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
