package uuid

import (
	"slices"

	"github.com/seed-8298af95/uuid/internal/codec"
)

// String returns the canonical text of u, 36 characters in lower case; see RFC 9562 section 4. It
// does not allocate if the result does not escape the caller.
//
// Package fmt prints this text for %v, %s and %q, and its 36 bytes in hexadecimal for %x. For the
// 32 digits of u, use %x with u[:].
func (u UUID) String() string {
	b := new([canonicalLen]byte)
	codec.EncodeHex(b, (*[16]byte)(&u))
	return stringOf(b[:])
}

// URN returns "urn:uuid:" and the canonical text of u.
func (u UUID) URN() string { return URN.Encode(u) }

// AppendText implements [encoding.TextAppender] with the text of [UUID.String].
func (u UUID) AppendText(b []byte) ([]byte, error) {
	n := len(b)
	b = slices.Grow(b, canonicalLen)[:n+canonicalLen]
	codec.EncodeHex((*[canonicalLen]byte)(b[n:]), (*[16]byte)(&u))
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler] with the text of [UUID.String].
func (u UUID) MarshalText() ([]byte, error) {
	return u.AppendText(make([]byte, 0, canonicalLen))
}

// AppendBinary implements [encoding.BinaryAppender] with the 16 bytes of u.
func (u UUID) AppendBinary(b []byte) ([]byte, error) { return append(b, u[:]...), nil }

// MarshalBinary implements [encoding.BinaryMarshaler] with the 16 bytes of u.
func (u UUID) MarshalBinary() ([]byte, error) { return u.AppendBinary(nil) }
