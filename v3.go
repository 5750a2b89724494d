package uuid

import "crypto/md5"

// NewV3 returns the version 3 UUID for a name in a name space; see RFC 9562 section 5.3. It is like
// [NewV5], but uses MD5. MD5 is broken, so use NewV5 unless an existing system requires version 3.
func NewV3[T ~string | ~[]byte](namespace UUID, name T) (u UUID) {
	// md5_high (48 bits), version (4), md5_mid (12), variant (2), md5_low (62)
	var buf [nameBufLen]byte
	sum := md5.Sum(append(append(buf[:0], namespace[:]...), name...))
	u.putHash(sum[:], 3)
	return u
}
