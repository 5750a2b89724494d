package uuid

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid/internal/codec"
)

// An Encoding is a text form of UUIDs. Each form writes a UUID in exactly one way.
//
// Compared byte by byte, as in Go, strings in Base32, Base58 and the hexadecimal forms sort in the
// order of their UUIDs. In a database, such a comparison requires a collation such as "C" or
// ascii_bin. A column that ignores case treats different Base58 or Base64URL strings as equal.
type Encoding uint8

// The text forms, each with an example.
const (
	Canonical Encoding = iota // f81d4fae-7dec-11d0-a765-00a0c91e6bf6: RFC 9562 section 4
	Compact                   // f81d4fae7dec11d0a76500a0c91e6bf6
	Braced                    // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6}: Microsoft's form
	URN                       // urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	Decimal                   // 329800735698586629295641978511506172918: 1 to 39 digits
	OID                       // 2.25.329800735698586629295641978511506172918: ITU-T X.667
	Base32                    // 7R3N7TWZFC278AES80M34HWTZP: Crockford's digits, as in ULIDs
	Base58                    // Xe22UfxT3rxcKJEAfL5373: Bitcoin's digits, padded with "1" to 22
	Base64URL                 // -B1Prn3sEdCnZQCgyR5r9g: RFC 4648 section 5, unpadded
)

// String returns the name of e, such as "Base58", or "Encoding(n)".
func (e Encoding) String() string {
	return nameOf("Encoding", uint8(e),
		"Canonical", "Compact", "Braced", "URN", "Decimal", "OID", "Base32", "Base58", "Base64URL")
}

// maxTextLen is the length of the longest form, a URN.
const maxTextLen = urnLen

// Encode returns u in the form e. It panics if e is not one of the constants.
func (e Encoding) Encode(u UUID) string {
	return string(e.Append(make([]byte, 0, maxTextLen), u))
}

// Append appends u to b in the form e. It panics if e is not one of the constants.
func (e Encoding) Append(b []byte, u UUID) []byte {
	// These four forms are built from the canonical text.
	var text [canonicalLen]byte
	switch e {
	case Canonical, Compact, Braced, URN:
		codec.EncodeHex(&text, (*[16]byte)(&u))
	}
	switch e {
	case Canonical:
		return append(b, text[:]...)
	case Compact:
		b = append(b, text[0:8]...)
		b = append(b, text[9:13]...)
		b = append(b, text[14:18]...)
		b = append(b, text[19:23]...)
		return append(b, text[24:36]...)
	case Braced:
		return append(append(append(b, '{'), text[:]...), '}')
	case URN:
		return append(append(b, urnPrefix...), text[:]...)
	case Decimal:
		return decimal.appendTrimmed(b, u)
	case OID:
		return decimal.appendTrimmed(append(b, oidPrefix...), u)
	case Base32:
		return appendBase32(b, u)
	case Base58:
		return base58.append(b, u)
	case Base64URL:
		return appendBase64(b, u)
	}
	panic("uuid: unknown Encoding")
}

const oidPrefix = "2.25."

// Decode parses s as a UUID in the form e. In Base32 and the hexadecimal forms, letters may be
// upper or lower case. Base32 also accepts O as 0, and I and L as 1. Decode panics if e is not one
// of the constants.
//
// For any other input, Decode returns a [*ParseError]. If the length is valid, the error's Offset
// is the index of the first character that is invalid, is a leading zero, or makes the number
// exceed 128 bits.
func (e Encoding) Decode(s string) (u UUID, err error) {
	// The parsers for the hexadecimal forms only report whether s is valid. If it is not, a slower
	// function finds out why.
	switch e {
	case Canonical:
		return ParseStrict(s)
	case Compact:
		ok := parseCompact(&u, s)
		if !ok {
			err = compactError(s)
		}
	case Braced:
		ok := parseBraced(&u, s)
		if !ok {
			err = formError(s, "{", "}", reasonOpeningBrace)
		}
	case URN:
		ok := parseURN(&u, s)
		if !ok {
			err = formError(s, urnPrefix, "", reasonPrefix)
		}
	case Decimal:
		return decimal.decode(s, 0)
	case OID:
		return decodeOID(s)
	case Base32:
		return decodeBase32(s)
	case Base58:
		return base58.decode(s, 0)
	case Base64URL:
		return decodeBase64(s)
	default:
		panic("uuid: unknown Encoding")
	}
	return u, err
}

// decodeOID parses s, a UUID's object identifier.
func decodeOID(s string) (UUID, error) {
	if len(s) <= len(oidPrefix) || len(s) > len(oidPrefix)+len(decimal.max) {
		return UUID{}, lengthError(s, "6 to 44")
	}
	if i := commonPrefixLen(s, oidPrefix); i < len(oidPrefix) {
		return UUID{}, newParseError(s, i, reasonOID)
	}
	return decimal.decode(s, len(oidPrefix))
}

// A notation converts UUIDs to and from 128-bit numbers in a radix. Its digits are in ASCII order,
// so strings of the same length sort in numeric order.
type notation struct {
	digits   string
	chunkLen int    // number of digits that always fit in 64 bits
	chunk    uint64 // radix^chunkLen
	max      string // the Max UUID
	padded   bool   // every number is as long as max
}

var (
	decimal = notation{
		digits:   "0123456789",
		chunkLen: 19,
		chunk:    1e19,
		max:      "340282366920938463463374607431768211455",
	}
	base58 = notation{
		digits:   "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		chunkLen: 10,
		chunk:    430_804_206_899_405_824,
		max:      "YcVfxkQb6JRzqk5kF2tNLv",
		padded:   true,
	}
)

// append appends u, padded to the length of n.max.
func (n *notation) append(b []byte, u UUID) []byte {
	// Dividing twice by n.chunk splits u into three numbers that each fit in a word. Div64 cannot
	// overflow, because its first argument is less than n.chunk.
	hi, lo := u.Uint64s()
	quotient, low := bits.Div64(hi%n.chunk, lo, n.chunk)
	high, middle := bits.Div64(hi/n.chunk, quotient, n.chunk)
	b = n.appendDigits(b, high, len(n.max)-2*n.chunkLen)
	b = n.appendDigits(b, middle, n.chunkLen)
	return n.appendDigits(b, low, n.chunkLen)
}

// appendDigits appends the last count digits of v.
func (n *notation) appendDigits(b []byte, v uint64, count int) []byte {
	radix := uint64(len(n.digits))
	b = append(b, n.max[:count]...) // placeholders, which the loop overwrites
	for i := len(b) - 1; i >= len(b)-count; i-- {
		b[i] = n.digits[v%radix]
		v /= radix
	}
	return b
}

// appendTrimmed is append without leading zeros.
func (n *notation) appendTrimmed(b []byte, u UUID) []byte {
	var text [maxTextLen]byte
	t := n.append(text[:0], u)
	for len(t) > 1 && t[0] == n.digits[0] {
		t = t[1:]
	}
	return append(b, t...)
}

// decode parses s[start:]. If n is padded, s[start:] must be as long as n.max. Otherwise it may be
// shorter.
func (n *notation) decode(s string, start int) (UUID, error) {
	count := len(s) - start
	if count == 0 || count > len(n.max) || count < len(n.max) && n.padded {
		right := strconv.Itoa(len(n.max))
		if !n.padded {
			right = "1 to 39"
		}
		return UUID{}, lengthError(s, right)
	}
	// Leading zeros would give a UUID more than one representation.
	if count > 1 && s[start] == n.digits[0] && !n.padded {
		return UUID{}, newParseError(s, start, reasonZero)
	}
	var hi, lo uint64
	// While all digits so far equal those of n.max, a greater digit makes the number overflow.
	// After a smaller digit, it can no longer overflow.
	atMax := count == len(n.max)
	for i := start; i < len(s); i++ {
		digit := strings.IndexByte(n.digits, s[i])
		if digit < 0 {
			return UUID{}, newParseError(s, i, reasonDigit)
		}
		if atMax {
			limit := n.max[i-start]
			if s[i] > limit {
				return UUID{}, newParseError(s, i, reasonOverflow)
			}
			atMax = s[i] == limit
		}
		// hi:lo = hi:lo*radix + digit
		radix := uint64(len(n.digits))
		high, low := bits.Mul64(lo, radix)
		low, carry := bits.Add64(low, uint64(digit), 0)
		hi, lo = hi*radix+high+carry, low
	}
	return FromUint64s(hi, lo), nil
}

// appendBase32 appends the base 32 digits of u in upper case.
func appendBase32(b []byte, u UUID) []byte {
	var text [base32Len]byte
	base32Encode(&text, &u)
	for _, c := range text {
		if c >= 'a' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// decodeBase32 is the inverse of appendBase32. It also accepts lower case, O as 0, and I and L as
// 1.
func decodeBase32(s string) (u UUID, err error) {
	if len(s) != base32Len {
		return u, lengthError(s, strconv.Itoa(base32Len))
	}
	// Convert s first, because base32Decode accepts only lower case, which TypeIDs use.
	var text [base32Len]byte
	for i := range text {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		switch c {
		case 'o':
			c = '0'
		case 'i', 'l':
			c = '1'
		}
		text[i] = c
	}
	ok := base32Decode(&u, text[:])
	if !ok {
		offset, reason := firstBadBase32(text[:])
		return u, newParseError(s, offset, reason)
	}
	return u, nil
}

const (
	base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	base64Len    = 22
)

// appendBase64 appends u in base 64: 21 digits of 6 bits each, and a last digit with 2 bits
// followed by four zero bits.
func appendBase64(b []byte, u UUID) []byte {
	hi, lo := u.Uint64s()
	var text [base64Len]byte
	text[base64Len-1] = base64Digits[(lo&0b11)<<4]
	hi, lo = hi>>2, hi<<62|lo>>2
	for i := base64Len - 2; i >= 0; i-- {
		text[i] = base64Digits[lo&0x3f]
		hi, lo = hi>>6, hi<<58|lo>>6
	}
	return append(b, text[:]...)
}

// decodeBase64 is the inverse of appendBase64.
func decodeBase64(s string) (UUID, error) {
	if len(s) != base64Len {
		return UUID{}, lengthError(s, strconv.Itoa(base64Len))
	}
	var hi, lo uint64
	for i := range base64Len {
		digit := strings.IndexByte(base64Digits, s[i])
		if digit < 0 {
			return UUID{}, newParseError(s, i, reasonDigit)
		}
		if i < base64Len-1 {
			hi, lo = hi<<6|lo>>58, lo<<6|uint64(digit)
			continue
		}
		// The last digit contains 2 bits of the UUID and 4 zero bits. Other values of these 4 bits
		// would give a UUID several representations.
		if digit&0xf != 0 {
			return UUID{}, newParseError(s, i, reasonTrailing)
		}
		hi, lo = hi<<2|lo>>62, lo<<2|uint64(digit>>4)
	}
	return FromUint64s(hi, lo), nil
}
