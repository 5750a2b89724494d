//go:build !gc || purego || race || msan || asan || !(amd64 || arm64)

package uuid

// hexEncode writes the canonical text form of src to dst.
func hexEncode(dst *[canonicalLen]byte, src *UUID) { encodeGeneric(dst, src) }

// hexDecode sets dst to the UUID whose canonical text form is src, its letters
// being of either case, and returns true. Otherwise it leaves dst as it is.
func hexDecode(dst *UUID, src *[canonicalLen]byte) bool { return decodeGeneric(dst, src) }
