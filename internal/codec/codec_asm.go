//go:build gc && !purego && !race && !msan && !asan && (amd64 || arm64)

package codec

// EncodeHex writes the canonical text form of src to dst.
//
//go:noescape
func EncodeHex(dst *[TextLen]byte, src *[16]byte)

// DecodeHex sets dst to the UUID of the canonical text form src and returns true. Letters
// may be of either case. If src is not that form, DecodeHex leaves dst as it is.
//
//go:noescape
func DecodeHex(dst *[16]byte, src *[TextLen]byte) bool
