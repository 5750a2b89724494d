//go:build gc && !purego && !race && !msan && !asan

package uuid

// hexEncode writes the canonical text form of src to dst.
//
//go:noescape
func hexEncode(dst *[canonicalLen]byte, src *UUID)

// hexDecode sets dst to the UUID whose canonical text form is src, its letters
// being of either case, and returns true. Otherwise it leaves dst as it is.
//
//go:noescape
func hexDecode(dst *UUID, src *[canonicalLen]byte) bool
