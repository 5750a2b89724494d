//go:build purego

package uuid

// This file implements the functions in unsafe.go without package unsafe.

// asArray returns a copy of the bytes of s, which must be 36 bytes long.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	var b [canonicalLen]byte
	copy(b[:], s)
	return &b
}

// stringOf returns b as a string.
func stringOf(b []byte) string { return string(b) }
