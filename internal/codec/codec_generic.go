//go:build !gc || purego || race || msan || asan || !(amd64 || arm64)

package codec

// EncodeHex writes the canonical text form of src to dst.
func EncodeHex(dst *[TextLen]byte, src *[16]byte) { encodeGeneric(dst, src) }

// DecodeHex decodes the canonical text form src into dst and returns true. It accepts
// upper and lower case. If src is invalid, it returns false and leaves dst unchanged.
func DecodeHex(dst *[16]byte, src *[TextLen]byte) bool { return decodeGeneric(dst, src) }
