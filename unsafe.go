//go:build !purego

package uuid

import "unsafe"

// All use of package unsafe, each for a measured reason. purego.go has functions of the
// same names without it.

// asArray returns the bytes of s, of which there must be 36, without copying them.
// They must not be written to.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	// A string and a slice both begin with the pointer to their bytes.
	return *(**[canonicalLen]byte)(unsafe.Pointer(&s))
}

// stringOf returns b as a string, without the copy, which takes a fourth of
// the time of an allocation or is a second one. Nobody may write to b after that.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
