//go:build !purego

package uuid

import "unsafe"

// All use of package unsafe. Each is here because it makes calls measurably faster.
// purego.go has the same functions without it.

// asArray returns the bytes of s without a copy. There must be 36, and nobody may write to
// the array.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	// A string and a slice both begin with the pointer to their bytes.
	return *(**[canonicalLen]byte)(unsafe.Pointer(&s))
}

// stringOf returns b as a string without a copy. A copy would be a second allocation, or
// take a fourth of the time of the first. Nobody may write to b after that.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
