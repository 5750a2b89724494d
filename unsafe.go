//go:build !purego

package uuid

import "unsafe"

// All use of package unsafe, each for a measured reason. purego.go has the same
// without.

// shardHint returns a number that tells goroutines apart, for the price of a
// multiplication: it is made of the address of the goroutine's stack. Nothing
// depends on what it is.
func shardHint() uint {
	var onStack byte
	const golden = 0x9e3779b97f4a7c15                          // 2^64 divided by the golden ratio
	address := uint64(uintptr(unsafe.Pointer(&onStack)) >> 11) // the least stack has 2 KiB
	return uint(address * golden >> (64 - shardBits))
}

// chars returns the bytes of s, of which there must be 36, without copying them.
// They must not be written to.
func chars[T string | []byte](s T) *[canonicalLen]byte {
	// A string and a slice both begin with the pointer to their bytes.
	return *(**[canonicalLen]byte)(unsafe.Pointer(&s))
}

// stringOf returns b as a string, without the copy that would add a fourth to
// the time of the allocation. Nobody may write to b after that.
func stringOf(b *[canonicalLen]byte) string { return unsafe.String(&b[0], len(b)) }
