package uuid

import (
	"encoding/binary"
	"time"
)

// A UUID is a universally unique identifier as specified in RFC 9562: 128 bits in network byte
// order. The zero value is the [Nil] UUID. UUIDs are comparable with == and usable as map keys.
// Methods that encode a UUID never fail.
//
// A struct that embeds a UUID inherits the UUID's methods, so encoding/json encodes such a struct
// as the text of the UUID and omits the other fields.
type UUID [16]byte

// Nil returns the Nil UUID 00000000-0000-0000-0000-000000000000, the zero value of
// UUID; see RFC 9562 section 5.9.
func Nil() UUID { return UUID{} }

// Max returns the Max UUID ffffffff-ffff-ffff-ffff-ffffffffffff, which sorts last; see RFC 9562
// section 5.10.
func Max() UUID { return FromUint64s(1<<64-1, 1<<64-1) }

// New is the same as [NewV4].
func New() UUID { return NewV4() }

// FromUint64s returns the UUID that consists of the bytes of hi, then those of lo, in network byte
// order.
func FromUint64s(hi, lo uint64) (u UUID) {
	u.put(hi, lo)
	return u
}

// Uint64s is the inverse of [FromUint64s]. UUIDs sort by hi, then by lo.
func (u UUID) Uint64s() (hi, lo uint64) { return u.words() }

// Compare returns -1 if u sorts before v, +1 if u sorts after v, and 0 if they are equal. It
// compares bytes, so version 6 and 7 UUIDs sort by time; see RFC 9562 section 6.11.
//
// Canonical strings sort in the same order if they are compared byte by byte, as in Go. A database
// may sort strings by the rules of a language instead; docs/storing.md in the repository shows how
// to test a column.
func (u UUID) Compare(v UUID) int {
	a, b := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(v[:8])
	if a == b {
		a, b = binary.BigEndian.Uint64(u[8:]), binary.BigEndian.Uint64(v[8:])
	}
	// As of Go 1.27, these two ifs compile to conditional moves, not branches. During a sort or a
	// search, the processor would mispredict about half of the branches. Where it can predict them,
	// as for one pair again and again, branches would be as fast or faster.
	order := 1
	if a < b {
		order = -1
	}
	if a == b {
		order = 0
	}
	return order
}

// A Version identifies a UUID's layout. It is stored in the high four bits of byte 6. RFC 9562
// section 4.2 defines 1 to 8 and reserves 9 to 15.
type Version uint8

// Version returns the version of u, or 0 if its variant is not [VariantRFC9562].
func (u UUID) Version() Version {
	if u.Variant() != VariantRFC9562 {
		return 0
	}
	return Version(u[6] >> 4)
}

// A Variant identifies who defines a UUID's layout. It is stored in the high one to three bits of
// byte 8; see RFC 9562 section 4.1.
type Variant uint8

// The variants, with the leading bits of byte 8.
const (
	VariantNCS       Variant = iota // 0xx: Apollo NCS backward compatibility; includes Nil
	VariantRFC9562                  // 10x: specified by RFC 9562, and by RFC 4122 before it
	VariantMicrosoft                // 110: Microsoft backward compatibility
	VariantFuture                   // 111: reserved; includes Max
)

// String returns "NCS", "RFC 9562", "Microsoft", "future" or "Variant(n)".
func (v Variant) String() string {
	return nameOf("Variant", uint8(v), "NCS", "RFC 9562", "Microsoft", "future")
}

// Variant returns the variant of u.
func (u UUID) Variant() Variant {
	switch b := u[8]; {
	case b < 0b1000_0000:
		return VariantNCS
	case b < 0b1100_0000:
		return VariantRFC9562
	case b < 0b1110_0000:
		return VariantMicrosoft
	default:
		return VariantFuture
	}
}

// IsNil reports whether u is Nil, the zero value.
func (u UUID) IsNil() bool { return u == UUID{} }

// IsZero is [UUID.IsNil] for encoders. With the option omitzero, encoding/json omits Nil and a
// pointer to Nil. With omitempty, BSON and YAML encoders omit Nil, and some also omit a pointer to
// Nil.
func (u UUID) IsZero() bool { return u.IsNil() }

// Time returns the time in u, in UTC, and reports whether u contains a time. The time in versions 1
// and 6 is in units of 100 ns, from 1582 to 5236. The time in version 7 is in milliseconds, from
// 1970 to 10889. Time ignores any fraction of a millisecond in a version 7 UUID.
func (u UUID) Time() (time.Time, bool) {
	hi, _ := u.Uint64s()
	switch u.Version() {
	case 1:
		return gregorianScale().time(v1Tick(hi)), true
	case 6:
		return gregorianScale().time(dropVersion(hi)), true
	case 7:
		return time.UnixMilli(int64(hi >> 16)).UTC(), true
	}
	return time.Time{}, false
}

// ClockSeq returns the 14-bit clock sequence of u, and reports whether u is a version 1 or 6 UUID.
func (u UUID) ClockSeq() (uint16, bool) {
	switch u.Version() {
	case 1, 6:
		return binary.BigEndian.Uint16(u[8:]) & maxClockSeq, true
	}
	return 0, false
}

// Node returns the node of u (its last 6 bytes), and reports whether u is a version 1, 2 or 6 UUID.
func (u UUID) Node() (Node, bool) {
	switch u.Version() {
	case 1, 2, 6:
		return Node(u[10:]), true
	}
	return Node{}, false
}

// words is Uint64s with a pointer receiver. As of Go 1.27, a copied receiver prevents the compiler
// from loading whole words when it inlines the method.
func (u *UUID) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
}

// put sets u to the two words. Fast functions call put on their named result: as of Go 1.27,
// copying a UUID immediately after writing its words stalls the processor.
func (u *UUID) put(hi, lo uint64) { put(u, hi, lo) }

// put sets a value of any 16-byte array type to the two words.
func put[U ~[16]byte](u *U, hi, lo uint64) {
	binary.BigEndian.PutUint64((*u)[:8], hi)
	binary.BigEndian.PutUint64((*u)[8:], lo)
}

// withVersion returns hi and lo with the six fixed bits set to version v and the RFC 9562 variant.
func withVersion(hi, lo uint64, v Version) (uint64, uint64) {
	return hi&^0xf000 | uint64(v)<<12, lo&^(0b11<<62) | 0b10<<62
}

// addVersionGap returns the first word of a UUID that contains the 60-bit number x: the high 48
// bits of x, 4 zero bits for the version, and the low 12 bits of x.
func addVersionGap(x uint64) uint64 { return x>>12<<16 | x&0xfff }

// dropVersion is the inverse of addVersionGap. It returns the 60 bits around the version.
func dropVersion(hi uint64) uint64 { return hi>>16<<12 | hi&0xfff }
