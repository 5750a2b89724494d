//go:build !purego

package uuid

import "unsafe"

// This file contains all uses of package unsafe. Each use makes calls measurably faster. purego.go
// contains the same functions without package unsafe.

// asArray returns the bytes of s without a copy. s must be 36 bytes long, and the array must not be
// modified.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	// A string and a slice both begin with a pointer to their bytes.
	return *(**[canonicalLen]byte)(unsafe.Pointer(&s))
}

// stringOf returns b as a string without a copy. b must not be modified after the call.
// Without stringOf, a caller could build b on the heap, and string(b) would allocate a second time.
// Or it could build b on the stack, and string(b) would allocate once but take a quarter longer.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
