package uuid

import (
	"strconv"

	"github.com/seed-8298af95/uuid/internal/codec"
)

// A ParseError describes input that is not a UUID. What reads a UUID from text or from 16
// bytes returns a *ParseError, which [errors.As] finds.
//
// Reason may label a metric. A text never changes within a major version; a minor version may
// add one. Today there are:
//
//	invalid length             missing urn:uuid: prefix   more than 128 bits
//	invalid hexadecimal digit  missing 2.25. prefix       leading zero
//	missing dash               wrong prefix               non-zero trailing bits
//	missing opening brace      invalid prefix             wrong version
//	missing closing brace      invalid digit              wrong variant
type ParseError struct {
	Input  string // the first 64 bytes; up to that length, it shares memory with a string
	Offset int    // of the first wrong byte, or the length of the input if that is wrong
	Reason string // what is wrong at Offset, in a few words

	// want is the prefix, or the lengths, that a text may have, if this is wrong.
	want string

	// withheld says that Input was left out, because it may be an ID that a Mask hides.
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

// Error returns one line of ASCII: the quoted input, its length if it is known, the
// reason, the offset, and what was wanted.
func (e *ParseError) Error() string {
	b := append(make([]byte, 0, 256), "uuid: cannot parse "...)
	if e.withheld {
		return string(e.appendReason(append(b, "a stored ID"...)))
	}
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
	b = e.appendReason(append(b, ')'))
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

// appendReason appends what is wrong, where, and what was wanted.
func (e *ParseError) appendReason(b []byte) []byte {
	b = append(b, ": "...)
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
	return b
}

// withoutInput returns a ParseError that says the same without the input.
func (e *ParseError) withoutInput() *ParseError {
	return &ParseError{Offset: e.Offset, Reason: e.Reason, want: e.want, withheld: true}
}

// withhold returns err without the input, which may be a stored ID, if T has a Mask or seems to.
func withhold[T any](err error) error {
	if err, ok := err.(*ParseError); ok {
		if f := formOf[T](); f.mask != nil || f.fault != "" {
			return err.withoutInput()
		}
	}
	return err
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

// formError returns the error for an s that is not a canonical text with the prefix before
// it and the suffix, a brace or nothing, after it. noPrefix is the reason if the prefix is
// not there.
func formError[T string | []byte](s T, prefix, suffix, noPrefix string) *ParseError {
	start, end := len(prefix), len(prefix)+canonicalLen
	if len(s) != end+len(suffix) {
		return lengthError(s, strconv.Itoa(end+len(suffix)))
	}
	if i := prefixOffset(s, prefix); i < start {
		return newParseError(s, i, noPrefix)
	}
	i, reason := canonicalFault(asArray(s[start:end]))
	if i == canonicalLen {
		reason = reasonClosingBrace
	}
	return newParseError(s, start+i, reason)
}

// compactError returns the error for an s that is not of 32 digits.
func compactError[T string | []byte](s T) *ParseError {
	if len(s) != hexLen {
		return lengthError(s, strconv.Itoa(hexLen))
	}
	i := codec.FirstBadDigit(load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24))
	return newParseError(s, i, reasonHex)
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

// typeIDError returns the error for an s that is not a TypeID with the prefix, which the
// specification allows.
func typeIDError[S string | []byte](s S, prefix string) *ParseError {
	if start := len(s) - base32Len; hasPrefix(s, start, prefix) {
		return digitsError(s, start)
	}
	if string(s[:max(lastUnderscore(s), 0)]) != prefix {
		e := newParseError(s, 0, reasonWrongPrefix)
		e.want = prefix
		return e
	}
	return lengthError(s, strconv.Itoa(typeIDLen(prefix)))
}

// digitsError returns the error for an s whose digits, from start on, are wrong.
func digitsError[S string | []byte](s S, start int) *ParseError {
	if len(s)-start != base32Len {
		return lengthError(s, strconv.Itoa(start+base32Len))
	}
	offset, reason := base32Fault(s[start:])
	return newParseError(s, start+offset, reason)
}

// versionError returns the error for the text s of a u that no Mask can have made.
func versionError[S string | []byte](f *form, s S, u UUID) *ParseError {
	version, variant := 14, 19 // in xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx
	if f.prefix != nil {
		// The digits have 130 bits, two of which are in front of the 128.
		start := len(s) - base32Len
		version, variant = start+(2+48)/5, start+(2+64)/5
	}
	if u[6]>>4 != 4 {
		return newParseError(s, version, reasonVersion)
	}
	return newParseError(s, variant, reasonVariant)
}
