package uuid

import (
	"strconv"

	"github.com/seed-8298af95/uuid/internal/codec"
)

// A ParseError describes input that is not a UUID. Functions that parse a UUID from text or from 16
// bytes report invalid input as a *ParseError; use [errors.As] to extract it.
//
// You can use Reason as a metric label, because it is one of a few fixed values. No value changes
// within a major version, but a minor version may add values. The values are:
//
//	invalid length             missing urn:uuid: prefix   more than 128 bits
//	invalid hexadecimal digit  missing 2.25. prefix       leading zero
//	missing dash               wrong prefix               non-zero trailing bits
//	missing opening brace      invalid prefix             wrong version
//	missing closing brace      invalid digit              wrong variant
type ParseError struct {
	// Input is the input, truncated to 64 bytes.
	Input string

	// Offset is the index of the first invalid byte. It is 0 if Reason is "wrong prefix", and the
	// length of the whole input if the length is wrong.
	Offset int

	Reason string // the error at Offset

	// want is the expected prefix if the prefix is wrong, or the accepted lengths if the length is
	// wrong.
	want string

	// withheld means that Input was removed because it may contain an ID that a Mask hides.
	withheld bool
}

const (
	reasonLength       = "invalid length"
	reasonHex          = "invalid hexadecimal digit"
	reasonDash         = "missing dash"
	reasonOpeningBrace = "missing opening brace"
	reasonClosingBrace = "missing closing brace"
	reasonPrefix       = "missing urn:uuid: prefix"

	reasonWrongPrefix = "wrong prefix"
	reasonBadPrefix   = "invalid prefix"
	reasonVersion     = "wrong version"
	reasonVariant     = "wrong variant"

	reasonOID      = "missing 2.25. prefix"
	reasonDigit    = "invalid digit"
	reasonZero     = "leading zero"
	reasonOverflow = "more than 128 bits"
	reasonTrailing = "non-zero trailing bits"
)

// maxErrorInput is the number of input bytes that a ParseError keeps.
const maxErrorInput = 64

// newParseError returns a ParseError for s, and allocates once. It keeps a short string, but copies
// other input: a caller may modify a []byte later, and the error would keep a long string in
// memory. With the build tag purego, a copy takes a second allocation.
func newParseError[T string | []byte](s T, offset int, reason string) *ParseError {
	// The type assertion is on zero, because as of Go 1.27, converting s to any would make a []byte
	// escape, and callers of ParseBytes would have to allocate it.
	var zero T
	if _, isString := any(zero).(string); isString && len(s) <= maxErrorInput {
		return &ParseError{Input: string(s), Offset: offset, Reason: reason}
	}
	// One struct holds the error and the copy, so there is only one allocation.
	e := &struct {
		ParseError
		input [maxErrorInput]byte
	}{ParseError: ParseError{Offset: offset, Reason: reason}}
	e.Input = stringOf(e.input[:copy(e.input[:], s)])
	return &e.ParseError
}

// lengthError returns the ParseError for an s of the wrong length. right lists the accepted
// lengths.
func lengthError[T string | []byte](s T, right string) *ParseError {
	e := newParseError(s, len(s), reasonLength)
	e.want = right
	return e
}

// Error returns one line of ASCII: the quoted input, its length, the reason, the offset, and the
// expected prefix or length.
func (e *ParseError) Error() string {
	b := append(make([]byte, 0, 256), "uuid: cannot parse "...)
	if e.withheld {
		return string(e.appendReason(append(b, "a stored ID"...)))
	}
	// The input is quoted in ASCII, so it cannot forge a log line.
	b = strconv.AppendQuoteToASCII(b, e.Input)
	// If the reason is "invalid length", Offset is the length of the input. Otherwise the input has
	// at least len(e.Input) and at least e.Offset bytes, so max covers both cases.
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
	// An Input of 64 bytes may have been truncated. Only "invalid length" errors record the length
	// of the whole input, as Offset.
	isWhole := len(e.Input) < maxErrorInput || e.Reason == reasonLength && length == len(e.Input)
	if !isWhole && e.Reason != reasonLength {
		b = append(b, " or more"...)
	}
	b = e.appendReason(append(b, ')'))
	if e.Input == "" {
		return string(b)
	}
	// White space and quotation marks around a valid UUID are a common mistake, and hard to see in
	// a log.
	if name := wrapperName(e.Input[0]); name != "" {
		b = append(b, "; it begins with "...)
		b = append(b, name...)
	}
	if name := wrapperName(e.Input[len(e.Input)-1]); name != "" && isWhole {
		b = append(b, "; it ends with "...)
		b = append(b, name...)
	}
	return string(b)
}

// appendReason appends the reason, the offset, and the expected prefix or length to b.
func (e *ParseError) appendReason(b []byte) []byte {
	b = append(b, ": "...)
	b = append(b, e.Reason...)
	// Other reasons, such as "missing urn:uuid: prefix", already contain the expected prefix.
	if e.Reason == reasonWrongPrefix {
		b = append(b, ", want "...)
		b = strconv.AppendQuoteToASCII(b, e.want)
	}
	b = append(b, " at offset "...)
	b = strconv.AppendInt(b, int64(e.Offset), 10)
	// An error created by another package has no want.
	if e.Reason == reasonLength && e.want != "" {
		b = append(b, ", want "...)
		b = append(b, e.want...)
		b = append(b, " bytes"...)
	}
	return b
}

// withoutInput returns a copy of e without the input.
func (e *ParseError) withoutInput() *ParseError {
	return &ParseError{Offset: e.Offset, Reason: e.Reason, want: e.want, withheld: true}
}

// wrapperName returns the name of c if c is white space or a quotation mark. For any other byte it
// returns "".
func wrapperName(c byte) string {
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

// parseError returns the error for an s that Parse does not accept. It guesses the intended form
// from the length of s.
func parseError[T string | []byte](s T) *ParseError {
	switch len(s) {
	case canonicalLen:
		return formError(s, "", "", "")
	case hexLen:
		return compactError(s)
	case bracedLen:
		return formError(s, "{", "}", reasonOpeningBrace)
	case urnLen:
		return formError(s, urnPrefix, "", reasonPrefix)
	}
	return lengthError(s, "32, 36, 38 or 45")
}

// formError returns the error for an s that does not consist of the prefix, a canonical UUID and
// the suffix. The suffix is a closing brace or empty. prefixReason is the reason to report if the
// prefix is missing.
func formError[T string | []byte](s T, prefix, suffix, prefixReason string) *ParseError {
	start, end := len(prefix), len(prefix)+canonicalLen
	if len(s) != end+len(suffix) {
		return lengthError(s, strconv.Itoa(end+len(suffix)))
	}
	if i := commonPrefixLen(s, prefix); i < start {
		return newParseError(s, i, prefixReason)
	}
	// If all 36 bytes between prefix and suffix are valid, only the suffix can be wrong.
	i, reason := firstBadCanonical(asArray(s[start:end]))
	if i == canonicalLen {
		reason = reasonClosingBrace
	}
	return newParseError(s, start+i, reason)
}

// compactError returns the error for an s that is not 32 hexadecimal digits.
func compactError[T string | []byte](s T) *ParseError {
	if len(s) != hexLen {
		return lengthError(s, strconv.Itoa(hexLen))
	}
	i := codec.FirstBadDigit(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
	return newParseError(s, i, reasonHex)
}

// firstBadCanonical returns the offset of the first invalid byte in s, and the reason. If s is a
// canonical UUID, the offset is len(s).
func firstBadCanonical(s *[canonicalLen]byte) (offset int, reason string) {
	// FirstBadDigit does not count dashes, so each dash before the bad digit adds one to its
	// offset.
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
