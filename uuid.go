// Package uuid makes, reads, formats and stores UUIDs as defined by [RFC 9562]:
// versions 1 to 8, the Nil and the Max UUID, and the community's "version 9".
//
// It is a superset of the standard library's package uuid: a program written for
// that package compiles and behaves the same with this import path. On purpose,
// [Parse] reads URN:UUID:, [NewV7] keeps its order across a clock step, and packages
// that look for added methods act differently: gob, msgpack, CBOR, BSON, YAML, Redis,
// gorm, gin and others. integration/frameworks/README.md has all of them; see also [UUID].
//
// # Making
//
// [NewV7] is for database keys and anything else that sorts by time. [NewV4],
// also called [New], returns an opaque, random ID. [NewV5] returns the same ID for
// the same name; [NewV8Hash] does so with a hash of your choice. [FillV4] and
// [FillV7] make many at once. [NewV7At] makes an ID for a time in the past.
//
// # Reading
//
// [Parse] and [ParseBytes] accept four text forms, [ParseStrict] one. [MustParse]
// is for constants, [Valid] only checks, [FromBytes] takes 16 bytes. The error is
// a [*ParseError] with the offset of the first wrong byte. [UUID.String] returns
// the canonical text. [Encoding] has the other text forms, among them
// [Compact], [Base32] and [Base58]. [UUID.Version], [UUID.Time] and their like say
// what a UUID tells about itself.
//
// # Storing
//
// A [UUID] is stored as text, for a column of type uuid or text. A [Binary] is
// stored as 16 bytes, for BINARY(16), BLOB and bytea; wrap the arguments of
// queries too, or use an [ID] with IDBinary. A [GUID] has Microsoft's byte order, for SQL Server. For a column
// that may be NULL use [Null] or *UUID, or else *Binary or *GUID. In JSON a
// missing Null is null. MongoDB stores a UUID as binary of subtype 4. Older documents may
// have subtype 0, which a query by ID does not find: see [UUID.UnmarshalBSONValue].
//
// # Ranges of time
//
// [MinV7] returns the least ID of a millisecond, so that the IDs from a up to, not
// including, b are
//
//	id >= uuid.MinV7(a) AND id < uuid.MinV7(b)
//
// [MaxV7] is for bounds that are included. [MinV6] and [MaxV6] are for version 6.
//
// # Typed IDs
//
// An [ID] knows what it identifies: an ID[User] does not compile in place of an
// ID[Order]. [NewID] makes one, [ParseID] reads one. User says by methods whether its text
// has a prefix, as in user_01h455vb4pex5vsknk084sn02q, whether its text hides the time,
// and whether a column has its 16 bytes. [ParseTypeID] and [AppendTypeID] are for a prefix
// that is known at run time only. A plain UUID is enough in a short program.
//
// # Masking
//
// The time in a version 7 UUID is readable. A [Mask] turns it into a version 4 UUID
// and back, with a key: [Mask.Hide], [Mask.Reveal]. An [ID] does so by itself in all text.
//
// # Testing
//
// In a testing/synctest bubble, the time in IDs is the bubble's. After
// testing/cryptotest.SetGlobalRandom, the package-level functions draw all random
// bits from its seed. With both they return the same IDs each time. A [Generator]
// with [Options].Now and [Options].Rand does so anywhere.
//
// # Generators
//
// A [Generator], from [NewGenerator], has its own clock, entropy, node and policy for
// a clock that goes back: [Options]. The zero Generator is ready to use. A
// [FileStore], or a [Store] of your own, keeps its state for the next process.
//
// # Safety
//
// All functions may be called from several goroutines at once. Only [FileStore]
// touches the file system. Nothing touches the network, and no hardware address is
// read. Only [MustParse], and mistakes that the documentation names, panic.
//
// Vector instructions on arm64 and amd64 are detected at run time. The build tag
// purego disables assembly and package unsafe.
//
// [RFC 9562]: https://www.rfc-editor.org/rfc/rfc9562.html
package uuid

import (
	"encoding/binary"
	"strconv"
	"time"
)

// A UUID is a universally unique identifier as specified in RFC 9562: 128
// bits in network byte order. The zero value is the [Nil] UUID.
//
// UUIDs are comparable with == and usable as map keys. Conversions to and from
// [16]byte, and another package's type of [16]byte, cost nothing.
//
// A struct that embeds a UUID inherits its methods. So encoding/json writes the
// whole struct as the text of the UUID, and encoding/gob as its 16 bytes. For omitzero
// see [UUID.IsZero].
type UUID [16]byte

// Nil returns the Nil UUID 00000000-0000-0000-0000-000000000000, the zero
// value of UUID. See [RFC 9562 section 5.9].
//
// [RFC 9562 section 5.9]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.9
func Nil() UUID { return UUID{} }

// Max returns the Max UUID ffffffff-ffff-ffff-ffff-ffffffffffff, which sorts
// after every other. See [RFC 9562 section 5.10].
//
// [RFC 9562 section 5.10]: https://www.rfc-editor.org/rfc/rfc9562.html#section-5.10
func Max() UUID { return FromUint64s(1<<64-1, 1<<64-1) }

// New returns a new random UUID. It is the same as [NewV4].
func New() UUID { return NewV4() }

// FromUint64s returns the UUID whose first 8 bytes are hi and whose last 8
// bytes are lo, both in network byte order.
//
// For example, f81d4fae-7dec-11d0-a765-00a0c91e6bf6 is
//
//	FromUint64s(0xf81d4fae7dec11d0, 0xa76500a0c91e6bf6)
func FromUint64s(hi, lo uint64) (u UUID) {
	u.put(hi, lo)
	return u
}

// Uint64s returns the first and the last 8 bytes of u as numbers; it is the
// inverse of [FromUint64s]. Comparing (hi, lo) pairs orders as [UUID.Compare].
func (u UUID) Uint64s() (hi, lo uint64) { return u.words() }

// Compare returns -1 if u sorts before v, +1 if u sorts after v, and 0 if they
// are equal. It compares bytes. The canonical texts have the same order, and
// version 6 and 7 UUIDs sort by time; see [RFC 9562 section 6.11].
//
// [slices.SortFunc] takes UUID.Compare as it is.
//
// [RFC 9562 section 6.11]: https://www.rfc-editor.org/rfc/rfc9562.html#section-6.11
func (u UUID) Compare(v UUID) int {
	a, b := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(v[:8])
	if a == b {
		a, b = binary.BigEndian.Uint64(u[8:]), binary.BigEndian.Uint64(v[8:])
	}
	// The compiler makes conditional moves of these. A branch would be mispredicted
	// half the time.
	order := 1
	if a < b {
		order = -1
	}
	if a == b {
		order = 0
	}
	return order
}

// A Version is the number of a UUID layout, in the high four bits of byte 6.
// Versions 1 to 8 are defined by [RFC 9562 section 4.2], 9 to 15 are reserved.
//
// [RFC 9562 section 4.2]: https://www.rfc-editor.org/rfc/rfc9562.html#section-4.2
type Version uint8

// Version returns the version of u if its variant is [VariantRFC9562]. It returns 0
// for the other variants, which have no version there.
func (u UUID) Version() Version {
	if u.Variant() != VariantRFC9562 {
		return 0
	}
	return Version(u[6] >> 4)
}

// A Variant says who defines the layout of a UUID. The high one to three bits of
// byte 8 hold it; see [RFC 9562 section 4.1].
//
// [RFC 9562 section 4.1]: https://www.rfc-editor.org/rfc/rfc9562.html#section-4.1
type Variant uint8

// The variants, by the leading bits of byte 8.
const (
	VariantNCS       Variant = iota // 0xx: Apollo NCS backward compatibility; includes Nil
	VariantRFC9562                  // 10x: specified by RFC 9562, and by RFC 4122 before it
	VariantMicrosoft                // 110: Microsoft backward compatibility
	VariantFuture                   // 111: reserved; includes Max
)

// String returns "NCS", "RFC 9562", "Microsoft" or "future".
func (v Variant) String() string {
	switch v {
	case VariantNCS:
		return "NCS"
	case VariantRFC9562:
		return "RFC 9562"
	case VariantMicrosoft:
		return "Microsoft"
	case VariantFuture:
		return "future"
	}
	return "Variant(" + strconv.Itoa(int(v)) + ")"
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

// IsNil reports whether u is the Nil UUID, the zero value of UUID.
func (u UUID) IsNil() bool { return u == UUID{} }

// IsZero is [UUID.IsNil] under the name that encoders look for. encoding/json leaves
// out Nil, and a pointer to Nil, for omitzero. Encoders of BSON and YAML leave out Nil
// for omitempty; some of them leave out a pointer to Nil too.
func (u UUID) IsZero() bool { return u.IsNil() }

// IsMax reports whether u is the Max UUID.
func (u UUID) IsMax() bool { return u == Max() }

// IsRFC9562 reports whether RFC 9562 defines u: u is the Nil UUID, the Max UUID, or
// of variant 10x with a version from 1 to 8.
func (u UUID) IsRFC9562() bool {
	v := u.Version()
	return 1 <= v && v <= 8 || u.IsNil() || u.IsMax()
}

// Time returns the time embedded in u, in UTC, and whether there is one. Versions 1
// and 6 have a time in units of 100 ns, from 1582 to 5236. Version 7 has one in
// milliseconds, from 1970 to 10889; Time ignores the bits after them, which mean
// something to the generator only. For all others Time returns the zero Time and
// false.
func (u UUID) Time() (time.Time, bool) {
	hi, _ := u.Uint64s()
	switch u.Version() {
	case 1:
		return gregorianScale.time(v1Tick(hi)), true
	case 6:
		return gregorianScale.time(joinVersion(hi)), true
	case 7:
		return time.UnixMilli(int64(hi >> 16)).UTC(), true
	}
	return time.Time{}, false
}

// ClockSeq returns the 14-bit clock sequence of u and whether there is one:
// true for versions 1 and 6.
func (u UUID) ClockSeq() (uint16, bool) {
	switch u.Version() {
	case 1, 6:
		return binary.BigEndian.Uint16(u[8:]) & maxClockSeq, true
	}
	return 0, false
}

// Node returns the node of u, its last 6 bytes, and whether there is one: true
// for versions 1, 2 and 6.
func (u UUID) Node() (Node, bool) {
	switch u.Version() {
	case 1, 2, 6:
		return Node(u[10:]), true
	}
	return Node{}, false
}

// words is Uint64s without the copy that, as of Go 1.27, keeps the compiler
// from loading whole words where Uint64s is inlined.
func (u *UUID) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
}

// put sets u to the two words. The functions in which time counts hand words
// on and put them into their named result at the end: as of Go 1.27 a UUID that
// is copied right after it was written costs a stalled load each time.
func (u *UUID) put(hi, lo uint64) {
	binary.BigEndian.PutUint64(u[:8], hi)
	binary.BigEndian.PutUint64(u[8:], lo)
}

// withVersion returns the two words of a UUID with their six fixed bits replaced by
// the version and the RFC 9562 variant.
func withVersion(hi, lo uint64, v Version) (uint64, uint64) {
	return hi&^0xf000 | uint64(v)<<12, lo&^(0b11<<62) | 0b10<<62
}

// splitVersion returns the first word of a UUID whose 48 bits before the
// version and 12 bits after it are together the 60-bit number x; the version
// itself is left to stamp. Versions 6, 7 and 8 have such a first word.
func splitVersion(x uint64) uint64 { return x>>12<<16 | x&0xfff }

// joinVersion is the inverse of splitVersion; it drops the version.
func joinVersion(hi uint64) uint64 { return hi>>16<<12 | hi&0xfff }
