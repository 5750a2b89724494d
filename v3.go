package uuid

import "crypto/md5"

// NewV3 returns the version 3 UUID of a name in a name space: the MD5 hash of the 16
// bytes of namespace and the bytes of name; see [RFC 9562 section 5.3]. A name may
// have any length. The same name always gives the same UUID. MD5 is broken: use
// [NewV5] unless an existing system requires version 3.
//
// NewV3 does not allocate for names of up to 240 bytes. It panics if the Go runtime
// forbids MD5 (GODEBUG=fips140=only).
//
// [RFC 9562 section 5.3]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.3
func NewV3[T ~string | ~[]byte](namespace UUID, name T) (u UUID) {
	//  0                   1                   2                   3
	//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                            md5_high                           |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |          md5_high             |  ver  |       md5_mid         |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |var|                        md5_low                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	// |                            md5_low                            |
	// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
	var buf [nameBufLen]byte
	sum := md5.Sum(append(append(buf[:0], namespace[:]...), name...))
	u.putHash(sum[:], 3)
	return u
}
