//go:build purego

package uuid

import "math/rand/v2"

// What unsafe.go does, without package unsafe.

// shardHint returns a random number. Nothing depends on what it is.
func shardHint() uint { return uint(rand.Uint32()) }

// chars returns the bytes of s, of which there must be 36, or a copy of them.
func chars[T string | []byte](s T) *[canonicalLen]byte {
	var b [canonicalLen]byte
	copy(b[:], s)
	return &b
}

// stringOf returns a string of b.
func stringOf(b *[canonicalLen]byte) string { return string(b[:]) }
