//go:build purego

package uuid

import (
	"sync"
)

// What unsafe.go does, without package unsafe.

// asArray returns the bytes of s, of which there must be 36, or a copy of them.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	var b [canonicalLen]byte
	copy(b[:], s)
	return &b
}

// stringOf returns a string of b.
func stringOf(b []byte) string { return string(b) }

// asBase32Array returns the bytes of s, of which there must be 26, or a copy of them.
func asBase32Array[T string | []byte](s T) *[base32Len]byte {
	var b [base32Len]byte
	copy(b[:], s)
	return &b
}

// A scratch is a feistel from a pool, until it is released: an argument of
// cipher.Block.Encrypt is on the heap.
type scratch struct{ pooled *feistel }

var feistels = sync.Pool{New: func() any { return new(feistel) }}

func (s *scratch) feistel() *feistel {
	s.pooled = feistels.Get().(*feistel)
	return s.pooled
}

// release ends the use of the feistel.
func (s *scratch) release() { feistels.Put(s.pooled) }

// argument returns the block.
func (f *feistel) argument() []byte { return f.block[:] }
