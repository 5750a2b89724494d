//go:build purego

package uuid

// What unsafe.go does, without package unsafe.

// asArray returns a copy of the bytes of s, of which there must be 36.
func asArray[T string | []byte](s T) *[canonicalLen]byte {
	var b [canonicalLen]byte
	copy(b[:], s)
	return &b
}

// stringOf returns a string of b.
func stringOf(b []byte) string { return string(b) }
