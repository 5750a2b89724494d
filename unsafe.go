//go:build !purego

package uuid

import "unsafe"

// All use of package unsafe, each for a measured reason. purego.go has the same
// without.

// asArray returns the bytes of s, of which there must be 36, without copying them.
// They must not be written to.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	// A string and a slice both begin with the pointer to their bytes.
	return *(**[canonicalLen]byte)(unsafe.Pointer(&s))
}

// stringOf returns b as a string, without the copy that would add a fourth to
// the time of the allocation, or make it two. Nobody may write to b after that.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// asBase32Array is asArray for 26 bytes.
func asBase32Array[T string | []byte](s T) *[base32Len]byte {
	return *(**[base32Len]byte)(unsafe.Pointer(&s))
}

// A scratch has room for a feistel on the stack of whoever encrypts its block.
type scratch [5]uint64

// feistel returns a feistel within s whose address is a multiple of 16 where that
// of s is one of 8, so that its block does not cross cache lines.
func (s *scratch) feistel() *feistel {
	return (*feistel)(unsafe.Pointer(&s[uintptr(unsafe.Pointer(s))>>3&1]))
}

// release does nothing; it is for purego.go.
func (s *scratch) release() {}

// argument returns the block for crypto/aes, which keeps no argument. For all that
// the compiler knows, cipher.Block.Encrypt keeps it, so that the feistel would be
// on the heap; taking it from a pool would add a tenth to the time of Mask.Hide.
// Hence the compiler is not to know whose address this is. As of Go 1.27 it then
// takes it for a number, which stays as it is when a call moves the stack. So each
// call needs a new one; TestMaskMovesWithStack fails if one is kept.
func (f *feistel) argument() []byte {
	address := uintptr(unsafe.Pointer(f))
	return (*(**feistel)(unsafe.Pointer(&address))).block[:]
}
