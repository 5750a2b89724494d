package uuid

import (
	"strconv"

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

// Parse returns the UUID that s spells, in one of four forms:
//
//	f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
//	urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	f81d4fae7dec11d0a76500a0c91e6bf6
//
// Letters may be of either case, those of "urn:uuid:" included (RFC 8141). Parse
// accepts every version and variant. For anything else, also with white space around
// it, it returns [Nil] and a [*ParseError]; for other forms see [Encoding.Decode]. The
// error is one allocation; with the build tag purego a copy of the text is another.
func Parse(s string) (u UUID, err error) {
	if !parseCanonical(&u, s) && !parseOther(&u, s) {
		err = parseError(s)
	}
	return u, err
}

// ParseBytes is [Parse] for a []byte.
func ParseBytes(b []byte) (u UUID, err error) {
	err = u.UnmarshalText(b)
	return u, err
}

// ParseStrict is [Parse] for the first form only.
func ParseStrict(s string) (u UUID, err error) {
	if !parseCanonical(&u, s) {
		err = canonicalError(s)
	}
	return u, err
}

// Valid reports whether [Parse] would accept s. It never allocates.
func Valid(s string) bool {
	var u UUID
	return parseCanonical(&u, s) || parseOther(&u, s)
}

// MustParse is [Parse] for constants: it panics with the [*ParseError] if s is invalid.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// FromBytes returns the UUID whose 16 bytes are b. It returns a [*ParseError] for
// another length.
func FromBytes(b []byte) (UUID, error) {
	if len(b) != binaryLen {
		return UUID{}, lengthError(b, "16")
	}
	return UUID(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what [Parse] accepts.
func (u *UUID) UnmarshalText(b []byte) error {
	if !parseCanonical(u, b) && !parseOther(u, b) {
		return parseError(b)
	}
	return nil
}

// UnmarshalParam is [UUID.UnmarshalText] for a string. gin and echo look for it to bind
// a parameter of a path, a query or a header.
func (u *UUID) UnmarshalParam(param string) error {
	v, err := Parse(param)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It accepts what [FromBytes]
// accepts.
func (u *UUID) UnmarshalBinary(b []byte) error {
	v, err := FromBytes(b)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// parseCanonical sets u and returns true if s is the canonical form, in which
// most texts are. If s is not, u stays as it is. It can be inlined.
func parseCanonical[T string | []byte](u *UUID, s T) bool {
	return len(s) == canonicalLen && codec.DecodeHex((*[16]byte)(u), asArray(s))
}

// parseOther is parseCanonical for the other forms of Parse.
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
	return len(s) == bracedLen && s[0] == '{' && s[bracedLen-1] == '}' && codec.DecodeHex((*[16]byte)(u), asArray(s[1:bracedLen-1]))
}

func parseURN[T string | []byte](u *UUID, s T) bool {
	return len(s) == urnLen && prefixOffset(s) == len(urnPrefix) && codec.DecodeHex((*[16]byte)(u), asArray(s[len(urnPrefix):]))
}

// parseStrict sets u to the UUID whose canonical form is s.
func parseStrict[T string | []byte](u *UUID, s T) error {
	if !parseCanonical(u, s) {
		return canonicalError(s)
	}
	return nil
}

// load64 returns the 8 bytes of s from i on as a number in network byte order.
// As of Go 1.27 the compiler makes one load of it.
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

// A ParseError says why a text, or a number of bytes, is not a UUID. What reads a UUID
// from text or from 16 bytes returns a *ParseError, which [errors.As] finds.
type ParseError struct {
	Input  string // the first 64 bytes; up to that length, it shares memory with a string
	Offset int    // of the first wrong byte, or the length of the input if that is wrong
	Reason string // what is wrong at Offset, in a few words

	// want is the prefix, or the lengths, that a text may have, if this is wrong.
	want string
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

// newParseError returns a ParseError for s, in one allocation. It keeps a short
// string and copies everything else: bytes may change, and a long string would
// stay in memory as long as the error.
func newParseError[T string | []byte](s T, offset int, reason string) *ParseError {
	var zero T
	// zero and not s: as of Go 1.27 a []byte would escape, and a caller's with it.
	if _, isString := any(zero).(string); isString && len(s) <= maxErrorInput {
		return &ParseError{Input: string(s), Offset: offset, Reason: reason}
	}
	e := &struct {
		ParseError
		input [maxErrorInput]byte
	}{ParseError: ParseError{Offset: offset, Reason: reason}}
	e.Input = stringOf(e.input[:copy(e.input[:], s)])
	return &e.ParseError
}

// lengthError returns the ParseError for an s of none of the lengths that are right.
func lengthError[T string | []byte](s T, right string) *ParseError {
	e := newParseError(s, len(s), reasonLength)
	e.want = right
	return e
}

// Error returns one line of ASCII: the quoted input, its length as far as it is known,
// the reason, the offset, and what was wanted.
func (e *ParseError) Error() string {
	b := make([]byte, 0, 256)
	b = append(b, "uuid: cannot parse "...)
	b = strconv.AppendQuoteToASCII(b, e.Input)
	length := max(len(e.Input), e.Offset)
	if length > len(e.Input) {
		b = append(b, "..."...)
	}
	b = append(b, " ("...)
	b = strconv.AppendInt(b, int64(length), 10)
	b = append(b, " byte"...)
	if length != 1 {
		b = append(b, 's')
	}
	isWhole := len(e.Input) < maxErrorInput || e.Reason == reasonLength && length == len(e.Input)
	if !isWhole && e.Reason != reasonLength {
		b = append(b, " or more"...)
	}
	b = append(b, "): "...)
	b = append(b, e.Reason...)
	if e.Reason == reasonWrongPrefix {
		b = append(b, ", want "...)
		b = strconv.AppendQuoteToASCII(b, e.want)
	}
	b = append(b, " at offset "...)
	b = strconv.AppendInt(b, int64(e.Offset), 10)
	if e.Reason == reasonLength && e.want != "" {
		b = append(b, ", want "...)
		b = append(b, e.want...)
		b = append(b, " bytes"...)
	}
	if e.Input == "" {
		return string(b)
	}
	if name := wrapping(e.Input[0]); name != "" {
		b = append(b, "; it begins with "...)
		b = append(b, name...)
	}
	if name := wrapping(e.Input[len(e.Input)-1]); name != "" && isWhole {
		b = append(b, "; it ends with "...)
		b = append(b, name...)
	}
	return string(b)
}

// wrapping returns the name of a byte that often stands around a text and is not part of
// it, or "".
func wrapping(c byte) string {
	switch c {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\n':
		return "a newline"
	case '\r':
		return "a carriage return"
	case '"', '\'', '`':
		return "a quotation mark"
	}
	return ""
}

// parseError returns the error for an s that is none of the forms of Parse.
func parseError[T string | []byte](s T) *ParseError {
	switch len(s) {
	case canonicalLen:
		return canonicalError(s)
	case hexLen:
		return compactError(s)
	case bracedLen:
		return bracedError(s)
	case urnLen:
		return urnError(s)
	}
	return lengthError(s, "32, 36, 38 or 45")
}

// canonicalError returns the error for an s that parseCanonical refuses. The functions
// below do so for the other forms.
func canonicalError[T string | []byte](s T) *ParseError {
	if len(s) != canonicalLen {
		return lengthError(s, "36")
	}
	i, reason := canonicalFault(asArray(s))
	return newParseError(s, i, reason)
}

func compactError[T string | []byte](s T) *ParseError {
	if len(s) != hexLen {
		return lengthError(s, "32")
	}
	i := codec.FirstBadDigit(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
	return newParseError(s, i, reasonHex)
}

func bracedError[T string | []byte](s T) *ParseError {
	if len(s) != bracedLen {
		return lengthError(s, "38")
	}
	if s[0] != '{' {
		return newParseError(s, 0, reasonOpeningBrace)
	}
	i, reason := canonicalFault(asArray(s[1 : bracedLen-1]))
	if i == canonicalLen {
		reason = reasonClosingBrace
	}
	return newParseError(s, 1+i, reason)
}

func urnError[T string | []byte](s T) *ParseError {
	if len(s) != urnLen {
		return lengthError(s, "45")
	}
	if i := prefixOffset(s); i < len(urnPrefix) {
		return newParseError(s, i, reasonPrefix)
	}
	i, reason := canonicalFault(asArray(s[len(urnPrefix):]))
	return newParseError(s, len(urnPrefix)+i, reason)
}

// canonicalFault returns the offset of the first byte of s that cannot stand
// there in the canonical form, or len(s) if there is none, and what is wrong.
func canonicalFault(s *[canonicalLen]byte) (offset int, reason string) {
	offset = codec.FirstBadDigit(codec.Digits(s))
	for _, dash := range [...]int{8, 13, 18, 23} {
		if offset < dash {
			break
		}
		if s[dash] != '-' {
			return dash, reasonDash
		}
		offset++
	}
	return offset, reasonHex
}
