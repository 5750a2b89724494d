package uuid

import "strconv"

const (
	hexLen       = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	bracedLen    = len("{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}")
	urnPrefix    = "urn:uuid:"
	urnLen       = len(urnPrefix) + canonicalLen
	binaryLen    = len(UUID{})
)

// Parse returns the UUID that s spells, in one of four forms:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// Letters may be of either case, those of "urn:uuid:" included (RFC 8141).
// Anything else, white space for example, is a [*ParseError], and the result
// is the Nil UUID. Any 128 bits are accepted, whatever their version and
// variant. Parse does not allocate on success.
//
// For other text forms see [Encoding.Decode].
func Parse(s string) (u UUID, err error) {
	if !parseCanonical(&u, s) && !parse(&u, s) {
		err = parseError(s)
	}
	return u, err
}

// ParseBytes is [Parse] for a []byte.
func ParseBytes(b []byte) (u UUID, err error) {
	err = u.UnmarshalText(b)
	return u, err
}

// ParseStrict is [Parse] for the 36-character hex-and-dash form only, the one
// that RFC 9562 section 4 specifies. Letters may be of either case.
func ParseStrict(s string) (UUID, error) {
	if len(s) != canonicalLen {
		return UUID{}, newParseError(s, len(s), reasonLength)
	}
	return Parse(s)
}

// Valid reports whether [Parse] would accept s. It never allocates.
//
//go:noinline
func Valid(s string) bool {
	// Were it inlined in another package, u would be on the heap: as of Go 1.27
	// escape analysis does not see there what an instance of parse does with it.
	// TestAllocsOfParsing would notice.
	var u UUID
	return parse(&u, s)
}

// MustParse is [Parse] for a string known to be valid, such as a constant. It
// panics with the [*ParseError] if s is not.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// FromBytes returns the UUID whose bytes are b, in network byte order. A
// length other than 16 is a [*ParseError].
func FromBytes(b []byte) (UUID, error) {
	if len(b) != binaryLen {
		return UUID{}, newParseError(b, len(b), reasonLength)
	}
	return UUID(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Parse] accepts; any other b is a [*ParseError] and leaves u as it was.
func (u *UUID) UnmarshalText(b []byte) error {
	if !parseCanonical(u, b) && !parse(u, b) {
		return parseError(b)
	}
	return nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It accepts what
// [FromBytes] accepts; any other b is a [*ParseError] and leaves u as it was.
func (u *UUID) UnmarshalBinary(b []byte) error {
	v, err := FromBytes(b)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// parse is all of parsing but the error: it sets u and returns true if s is one
// of the forms of Parse. If s is not, u stays as it is, and what is wrong
// parseError finds out.
func parse[T string | []byte](u *UUID, s T) bool {
	switch len(s) {
	case canonicalLen:
	case hexLen:
		hi, lo, ok := decodeDigits(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
		if ok {
			u.put(hi, lo)
		}
		return ok
	case bracedLen:
		if s[0] != '{' || s[bracedLen-1] != '}' {
			return false
		}
		s = s[1 : bracedLen-1]
	case urnLen:
		if prefixOffset(s) < len(urnPrefix) {
			return false
		}
		s = s[len(urnPrefix):]
	default:
		return false
	}
	return hexDecode(u, chars(s))
}

// parseCanonical is parse for the canonical form, in which most texts are. It
// can be inlined, and tried first it spares a call.
func parseCanonical[T string | []byte](u *UUID, s T) bool {
	return len(s) == canonicalLen && hexDecode(u, chars(s))
}

// load64 returns the 8 bytes of s from i on as a number in network byte order.
// The compiler makes one load of it.
func load64[T string | []byte](s T, i int) uint64 {
	return uint64(s[i])<<56 | uint64(s[i+1])<<48 | uint64(s[i+2])<<40 | uint64(s[i+3])<<32 |
		uint64(s[i+4])<<24 | uint64(s[i+5])<<16 | uint64(s[i+6])<<8 | uint64(s[i+7])
}

// prefixOffset returns the offset of the first byte of s that differs from
// "urn:uuid:", letters being of either case, or len(urnPrefix) if none does.
// s must be at least that long.
func prefixOffset[T string | []byte](s T) int {
	for i := range len(urnPrefix) {
		// Only a letter may differ, and only in bit 5. A colon that differs
		// in bit 5 is a control character and must not pass.
		if c, want := s[i], urnPrefix[i]; c != want && (c|0x20 != want || want == ':') {
			return i
		}
	}
	return len(urnPrefix)
}

// A ParseError says why a text, or a number of bytes, is not a UUID. Whatever in
// this package reads one returns a *ParseError, which [errors.As] finds.
type ParseError struct {
	// Input is what was to be read, cut to its first 64 bytes.
	Input string

	// Offset is the index of the first byte of the input that cannot stand
	// where it stands, or the length of the input if that is what is wrong.
	Offset int

	// Reason says in a few words what is wrong at Offset.
	Reason string
}

const (
	reasonLength       = "invalid length"
	reasonHex          = "invalid hexadecimal digit"
	reasonDash         = "missing dash"
	reasonOpeningBrace = "missing opening brace"
	reasonClosingBrace = "missing closing brace"
	reasonPrefix       = "missing urn:uuid: prefix"
)

// maxErrorInput is how much of an input a ParseError keeps, in bytes.
const maxErrorInput = 64

// newParseError returns a ParseError for s that neither shares memory with a
// long s nor grows with it.
func newParseError[T string | []byte](s T, offset int, reason string) *ParseError {
	var input [maxErrorInput]byte
	n := copy(input[:], s)
	return &ParseError{Input: string(input[:n]), Offset: offset, Reason: reason}
}

// Error returns a message of one line with the input as a quoted ASCII string,
// the input's length in bytes, the offset and the reason.
func (e *ParseError) Error() string {
	b := make([]byte, 0, 192)
	b = append(b, "uuid: cannot parse "...)
	b = strconv.AppendQuoteToASCII(b, e.Input)
	length := len(e.Input)
	if e.Offset > length { // only a length is ever past what is kept
		b = append(b, "..."...)
		length = e.Offset
	}
	b = append(b, " ("...)
	b = strconv.AppendInt(b, int64(length), 10)
	b = append(b, " bytes): "...)
	b = append(b, e.Reason...)
	b = append(b, " at offset "...)
	b = strconv.AppendInt(b, int64(e.Offset), 10)
	return string(b)
}

// parseError returns the error for an s that parse does not accept.
func parseError[T string | []byte](s T) *ParseError {
	digits, base, dashed := s, 0, true
	switch len(s) {
	case canonicalLen:
	case hexLen:
		dashed = false
	case bracedLen:
		if s[0] != '{' {
			return newParseError(s, 0, reasonOpeningBrace)
		}
		digits, base = s[1:bracedLen-1], 1
	case urnLen:
		if i := prefixOffset(s); i < len(urnPrefix) {
			return newParseError(s, i, reasonPrefix)
		}
		digits, base = s[len(urnPrefix):], len(urnPrefix)
	default:
		return newParseError(s, len(s), reasonLength)
	}
	for i := range len(digits) {
		switch {
		case dashed && (i == 8 || i == 13 || i == 18 || i == 23):
			if digits[i] != '-' {
				return newParseError(s, base+i, reasonDash)
			}
		case !isHex(digits[i]):
			return newParseError(s, base+i, reasonHex)
		}
	}
	return newParseError(s, bracedLen-1, reasonClosingBrace)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
