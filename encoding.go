package uuid

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid/internal/codec"
)

// An Encoding is a text form of UUIDs. Each UUID has exactly one text in each form, and
// Base32, Base58 and the forms in hexadecimal sort as the UUIDs do.
type Encoding uint8

// The text forms, here of one UUID.
const (
	Canonical Encoding = iota // f81d4fae-7dec-11d0-a765-00a0c91e6bf6: RFC 9562 section 4
	Compact                   // f81d4fae7dec11d0a76500a0c91e6bf6
	Braced                    // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6}: Microsoft's
	URN                       // urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	Decimal                   // 329800735698586629295641978511506172918: 1 to 39 digits
	OID                       // 2.25.329800735698586629295641978511506172918: ITU-T X.667
	Base32                    // 7R3N7TWZFC278AES80M34HWTZP: Crockford's, as of ULIDs
	Base58                    // Xe22UfxT3rxcKJEAfL5373: Bitcoin's, padded with "1" to 22
	Base64URL                 // -B1Prn3sEdCnZQCgyR5r9g: RFC 4648 section 5, unpadded
)

// maxTextLen is the length of the longest text, a URN.
const maxTextLen = urnLen

// Encode returns the text of u. It panics as [Encoding.Append] does.
func (e Encoding) Encode(u UUID) string {
	return string(e.Append(make([]byte, 0, maxTextLen), u))
}

// Append appends the text of u to b. It panics if e is not one of the constants.
func (e Encoding) Append(b []byte, u UUID) []byte {
	// Four forms consist of parts of the canonical text.
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

// Decode returns the UUID whose text is s. In Base32 and in hexadecimal, letters may be of
// either case. In Base32, O is read as 0, and I and L as 1. Decode panics as
// [Encoding.Append] does.
//
// For anything else Decode returns a [*ParseError]. If the length is right, its Offset is
// that of the first character that does not belong to the form, is a leading zero, or makes
// the number exceed 128 bits.
func (e Encoding) Decode(s string) (u UUID, err error) {
	// The parsers of hexadecimal forms tell only whether s is good. For a bad s, a slower function
	// finds the fault.
	switch e {
	case Canonical:
		return ParseStrict(s)
	case Compact:
		if ok := parseCompact(&u, s); !ok {
			err = compactError(s)
		}
	case Braced:
		if ok := parseBraced(&u, s); !ok {
			err = formError(s, "{", "}", reasonOpeningBrace)
		}
	case URN:
		if ok := parseURN(&u, s); !ok {
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

// decodeOID returns the UUID whose object identifier is s.
func decodeOID(s string) (UUID, error) {
	if len(s) <= len(oidPrefix) || len(s) > len(oidPrefix)+len(decimal.max) {
		return UUID{}, lengthError(s, "6 to 44")
	}
	if i := prefixOffset(s, oidPrefix); i < len(oidPrefix) {
		return UUID{}, newParseError(s, i, reasonOID)
	}
	return decimal.decode(s, len(oidPrefix))
}

// A numeral is a positional notation for the 128 bits of a UUID as a number. Its digits
// are in ASCII order, so texts of the same length sort as their numbers do.
type numeral struct {
	digits   string
	chunkLen int    // the number of digits that always fit 64 bits
	chunk    uint64 // radix^chunkLen
	max      string // the text of the Max UUID
	padded   bool   // every text is as long as max
}

var (
	decimal = numeral{
		digits:   "0123456789",
		chunkLen: 19,
		chunk:    1e19,
		max:      "340282366920938463463374607431768211455",
	}
	base58 = numeral{
		digits:   "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		chunkLen: 10,
		chunk:    430_804_206_899_405_824,
		max:      "YcVfxkQb6JRzqk5kF2tNLv",
		padded:   true,
	}
)

// append appends the text of u, padded to the length of n.max.
func (n *numeral) append(b []byte, u UUID) []byte {
	// To divide by the chunk twice leaves three numbers of one word each.
	hi, lo := u.Uint64s()
	middle, low := bits.Div64(hi%n.chunk, lo, n.chunk)
	high, middle := bits.Div64(hi/n.chunk, middle, n.chunk)
	b = n.appendDigits(b, high, len(n.max)-2*n.chunkLen)
	b = n.appendDigits(b, middle, n.chunkLen)
	return n.appendDigits(b, low, n.chunkLen)
}

// appendDigits appends the last count digits of v.
func (n *numeral) appendDigits(b []byte, v uint64, count int) []byte {
	radix := uint64(len(n.digits))
	b = append(b, n.max[:count]...) // any digits: the loop replaces them
	for i := len(b) - 1; i >= len(b)-count; i-- {
		b[i] = n.digits[v%radix]
		v /= radix
	}
	return b
}

// appendTrimmed is append without leading zeros.
func (n *numeral) appendTrimmed(b []byte, u UUID) []byte {
	var text [maxTextLen]byte
	t := n.append(text[:0], u)
	for len(t) > 1 && t[0] == n.digits[0] {
		t = t[1:]
	}
	return append(b, t...)
}

// decode returns the UUID whose text is s from offset start on. Only a numeral
// without padding may be shorter than n.max.
func (n *numeral) decode(s string, start int) (UUID, error) {
	count := len(s) - start
	if count == 0 || count > len(n.max) || count < len(n.max) && n.padded {
		right := strconv.Itoa(len(n.max))
		if !n.padded {
			right = "1 to 39"
		}
		return UUID{}, lengthError(s, right)
	}
	// A leading zero would give one UUID several texts.
	if count > 1 && s[start] == n.digits[0] && !n.padded {
		return UUID{}, newParseError(s, start, reasonZero)
	}
	var hi, lo uint64
	// While all digits so far are those of n.max, a greater digit makes the number too large.
	// After a smaller one, no digit can.
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

// appendBase32 appends the digits of u in upper case.
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

// decodeBase32 is the inverse of appendBase32. It also reads lower case, O for 0, and I
// and L for 1.
func decodeBase32(s string) (u UUID, err error) {
	if len(s) != base32Len {
		return u, lengthError(s, strconv.Itoa(base32Len))
	}
	// The table of digits has lower case only, as TypeIDs do. So s is turned into that.
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
	if ok := base32Decode(&u, text[:]); !ok {
		offset, reason := base32Fault(text[:])
		return u, newParseError(s, offset, reason)
	}
	return u, nil
}

const (
	base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	base64Len    = 22
)

// appendBase64 appends u in base 64: 21 digits of 6 bits, and one of the last
// 2 bits followed by four zeros.
func appendBase64(b []byte, u UUID) []byte {
	hi, lo := u.Uint64s()
	var text [base64Len]byte
	text[base64Len-1] = base64Digits[lo&0b11<<4]
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
		// The last digit has 2 bits of the UUID and 4 zeros. Other bits there would give one
		// UUID several texts.
		if digit&0xf != 0 {
			return UUID{}, newParseError(s, i, reasonTrailing)
		}
		hi, lo = hi<<2|lo>>62, lo<<2|uint64(digit>>4)
	}
	return FromUint64s(hi, lo), nil
}
