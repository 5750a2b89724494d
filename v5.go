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
	// sha1_high (48 bits), version (4), sha1_mid (12), variant (2), sha1_low (62)
	var buf [nameBufLen]byte
	sum := sha1.Sum(append(append(buf[:0], namespace[:]...), name...))
	u.putHash(sum[:], 5)
	return u
}

// nameBufLen is the size of the stack buffers for a name space and a name. A name longer than 240
// bytes needs a buffer on the heap.
const nameBufLen = 256

// putHash sets u to the first 16 bytes of a hash, with version v and the RFC 9562 variant.
func (u *UUID) putHash(sum []byte, v Version) {
	hi, lo := (*UUID)(sum).words()
	u.put(withVersion(hi, lo, v))
}
