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
	hi, lo, ok := parse(s)
	if !ok {
		return u, parseError(s)
	}
	u.put(hi, lo)
	return u, nil
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
func Valid(s string) bool {
	_, _, ok := parse(s)
	return ok
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
	hi, lo, ok := parse(b)
	if !ok {
		return parseError(b)
	}
	u.put(hi, lo)
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

// parse is all of parsing but the error: it returns the two words of the UUID
// and whether s is one of the forms of Parse. What is wrong if it is not,
// parseError finds out.
func parse[T string | []byte](s T) (hi, lo uint64, ok bool) {
	switch len(s) {
	case canonicalLen:
	case hexLen:
		return decodeHex(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
	case bracedLen:
		if s[0] != '{' || s[bracedLen-1] != '}' {
			return 0, 0, false
		}
		s = s[1 : bracedLen-1]
	case urnLen:
		if prefixOffset(s) < len(urnPrefix) {
			return 0, 0, false
		}
		s = s[len(urnPrefix):]
	default:
		return 0, 0, false
	}
	if s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return 0, 0, false
	}
	return decodeHex(
		load64(s, 0),
		load32(s, 9)<<32|load32(s, 14),
		load32(s, 19)<<32|load32(s, 24),
		load64(s, 28),
	)
}

// load64 returns the 8 bytes of s from i on as a number in network byte order.
// The compiler makes one load of it, and of load32.
func load64[T string | []byte](s T, i int) uint64 {
	return uint64(s[i])<<56 | uint64(s[i+1])<<48 | uint64(s[i+2])<<40 | uint64(s[i+3])<<32 |
		uint64(s[i+4])<<24 | uint64(s[i+5])<<16 | uint64(s[i+6])<<8 | uint64(s[i+7])
}

// load32 is load64 for 4 bytes.
func load32[T string | []byte](s T, i int) uint64 {
	return uint64(s[i])<<24 | uint64(s[i+1])<<16 | uint64(s[i+2])<<8 | uint64(s[i+3])
}

// decodeHex returns the two words that 32 hexadecimal digits spell, of which
// each argument holds eight in ASCII, and whether they are all digits.
func decodeHex(a, b, c, d uint64) (hi, lo uint64, ok bool) {
	a, halfA, valueA := hexNibbles(a)
	b, halfB, valueB := hexNibbles(b)
	c, halfC, valueC := hexNibbles(c)
	d, halfD, valueD := hexNibbles(d)
	faults := (halfA|halfB|halfC|halfD)&(lanes*0xf0) | (valueA|valueB|valueC|valueD)&(lanes*0x10)
	return packNibbles(a)<<32 | packNibbles(b), packNibbles(c)<<32 | packNibbles(d), faults == 0
}

// lanes is a 1 in each byte of a word; lanes*x is x in each.
const lanes = 0x0101_0101_0101_0101

// hexNibbles returns the value of the digit in each byte of w, in that byte.
// Where w has something else than 0-9, a-f or A-F, a bit of 0xf0 is set in that
// byte of half, or the bit 0x10 in that byte of value, and only there.
//
// Bit 6 tells letters, 0x41 to 0x46 and 0x61 to 0x66, from digits, 0x30 to
// 0x39. With letters in lower case, the high half of the byte has to be 6 or 3.
// The low half is below 16, so it is a value of at most 24 and nothing carries
// into the next byte; the value has to be below 16, and for letters and for
// nothing else at least 10, which is when adding 6 makes it 16 or more.
func hexNibbles(w uint64) (v, half, value uint64) {
	letter := w >> 6 & lanes
	v = w&(lanes*0x0f) + letter*9
	half = (w | letter<<5) ^ (lanes+letter)*0x30
	value = v | ((v + lanes*6) ^ letter<<4)
	return v, half, value
}

// packNibbles returns the 32 bits that are the low halves of the bytes of v.
func packNibbles(v uint64) uint64 {
	v = (v>>4 | v) & 0x00ff_00ff_00ff_00ff // of 0x0a0b0c0d0e0f0102: 0x00ab00cd00ef0012
	v = (v>>8 | v) & 0x0000_ffff_0000_ffff // 0x0000abcd0000ef12
	return v>>16 | v&0xffff
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
