//go:build !gc || purego || race || msan || asan || !amd64

package uuid

// base32Encode writes the 26 digits of src in base 32 to dst.
func base32Encode(dst *[base32Len]byte, src *UUID) { base32EncodeGeneric(dst, src) }

// base32Decode sets dst to the UUID whose digits in base 32 are src and returns
// true. Otherwise it leaves dst as it is.
func base32Decode(dst *UUID, src *[base32Len]byte) bool { return base32DecodeGeneric(dst, src) }
