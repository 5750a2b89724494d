package uuid

import (
	"errors"

	"github.com/seed-8298af95/uuid/internal/codec"
)

const (
	hexLen       = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	canonicalLen = codec.TextLen
	bracedLen    = len("{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}")
	urnPrefix    = "urn:uuid:"
	urnLen       = len(urnPrefix) + canonicalLen
	binaryLen    = len(UUID{})
)

// Parse parses s as a UUID. It accepts four forms:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// Letters may be upper or lower case, even in "urn:uuid:" (RFC 8141). Parse accepts every version
// and variant. For any other input, even a UUID with white space around it, Parse returns [Nil] and
// a [*ParseError]. [Encoding.Decode] accepts other forms.
func Parse(s string) (u UUID, err error) {
	ok := parseCanonical(&u, s) || parseOther(&u, s)
	if !ok {
		err = parseError(s)
	}
	return u, err
}

// ParseBytes is [Parse] for a []byte.
func ParseBytes(b []byte) (u UUID, err error) {
	err = u.UnmarshalText(b)
	return u, err
}

// ParseStrict is like [Parse], but accepts only the first form, in upper or lower case.
func ParseStrict(s string) (u UUID, err error) {
	ok := parseCanonical(&u, s)
	if !ok {
		err = formError(s, "", "", "")
	}
	return u, err
}

// Valid reports whether [Parse] would accept s.
func Valid(s string) bool {
	var u UUID
	return parseCanonical(&u, s) || parseOther(&u, s)
}

// MustParse is [Parse] for constants. It panics with the [*ParseError] if s is invalid.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// FromBytes returns the 16 bytes of b as a UUID. It returns a [*ParseError] if len(b) is not 16.
func FromBytes(b []byte) (UUID, error) {
	if len(b) != binaryLen {
		return UUID{}, lengthError(b, "16")
	}
	return UUID(b), nil
}

// FromBytesLE is like [FromBytes] for Microsoft's byte order, in which the first three fields, of
// 4, 2 and 2 bytes, are little-endian. C#'s Guid.ToByteArray, COM, LDAP's objectGUID and SMBIOS use
// this order.
func FromBytesLE(b []byte) (UUID, error) {
	u, err := FromBytes(b)
	return u.BytesLE(), err
}

// BytesLE is the inverse of [FromBytesLE].
func (u UUID) BytesLE() [16]byte {
	u[0], u[1], u[2], u[3] = u[3], u[2], u[1], u[0]
	u[4], u[5] = u[5], u[4]
	u[6], u[7] = u[7], u[6]
	return u
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the same forms as [Parse].
func (u *UUID) UnmarshalText(b []byte) error {
	if u == nil {
		return errNilDestination
	}
	ok := parseCanonical(u, b) || parseOther(u, b)
	if !ok {
		return parseError(b)
	}
	return nil
}

// UnmarshalParam is [UUID.UnmarshalText] for a string. gin and echo call it for path, query and
// header parameters.
func (u *UUID) UnmarshalParam(param string) error { return u.set(Parse(param)) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It accepts 16 bytes.
func (u *UUID) UnmarshalBinary(b []byte) error { return u.set(FromBytes(b)) }

// set stores the result of a parser. It sets u to v, or returns err and leaves u unchanged.
func (u *UUID) set(v UUID, err error) error {
	if u == nil {
		return errNilDestination
	}
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// errNilDestination is the error for parsing or scanning into a nil receiver.
var errNilDestination = errors.New("uuid: cannot read a UUID: the destination pointer is nil")

// parseCanonical parses the canonical form, the most common one. If s does not have this form, it
// returns false and leaves u unchanged. TestInlining checks that the compiler can inline it.
//
// Like the other functions that parse into u, it is called in its own statement, and the if
// statement that follows only tests the result, because a condition should not have side effects.
func parseCanonical[T string | []byte](u *UUID, s T) bool {
	return len(s) == canonicalLen && codec.DecodeHex((*[16]byte)(u), asArray(s))
}

// parseOther is like parseCanonical, but parses the other three forms of Parse.
func parseOther[T string | []byte](u *UUID, s T) bool {
	return parseCompact(u, s) || parseBraced(u, s) || parseURN(u, s)
}

func parseCompact[T string | []byte](u *UUID, s T) bool {
	if len(s) != hexLen {
		return false
	}
	hi, lo, ok := codec.DecodeDigits(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
	if ok {
		u.put(hi, lo)
	}
	return ok
}

func parseBraced[T string | []byte](u *UUID, s T) bool {
	return len(s) == bracedLen && s[0] == '{' && s[bracedLen-1] == '}' &&
		codec.DecodeHex((*[16]byte)(u), asArray(s[1:bracedLen-1]))
}

func parseURN[T string | []byte](u *UUID, s T) bool {
	return len(s) == urnLen && commonPrefixLen(s, urnPrefix) == len(urnPrefix) &&
		codec.DecodeHex((*[16]byte)(u), asArray(s[len(urnPrefix):]))
}

// load64 returns the 8 bytes that start at s[i] as a big-endian number. As of Go 1.27, it compiles
// to one load.
func load64[T string | []byte](s T, i int) uint64 {
	return uint64(s[i])<<56 | uint64(s[i+1])<<48 | uint64(s[i+2])<<40 | uint64(s[i+3])<<32 |
		uint64(s[i+4])<<24 | uint64(s[i+5])<<16 | uint64(s[i+6])<<8 | uint64(s[i+7])
}

// commonPrefixLen returns the number of bytes at the start of s that match the prefix. It ignores
// case. s must not be shorter than the prefix.
func commonPrefixLen[T string | []byte](s T, prefix string) int {
	for i := range len(prefix) {
		// Upper and lower case differ only in bit 5. Other bytes must match exactly, because a
		// control character also differs from the colon only in bit 5.
		if c, want := s[i], prefix[i]; c != want && (c|0x20 != want || want < 'a' || want > 'z') {
			return i
		}
	}
	return len(prefix)
}
