//go:build !purego

package uuid

import "unsafe"

// shardHint returns a number that tells goroutines apart, for the price of a
// multiplication: it is made of the address of the goroutine's stack. Nothing
// depends on what it is.
func shardHint() uint {
	var onStack byte
	const golden = 0x9e3779b97f4a7c15                          // 2^64 divided by the golden ratio
	address := uint64(uintptr(unsafe.Pointer(&onStack)) >> 11) // the least stack has 2 KiB
	return uint(address * golden >> (64 - shardBits))
}
