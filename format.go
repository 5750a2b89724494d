package uuid

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// String returns the canonical text form of u, 36 characters in lower case, as
// specified in RFC 9562 section 4: f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
// The string is the only allocation.
func (u UUID) String() string {
	var b [canonicalLen]byte
	hexEncode(&b, &u)
	return string(b[:])
}

// URN returns the Uniform Resource Name of u, 45 characters:
// urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6. The string is the only
// allocation.
func (u UUID) URN() string { return URN.Encode(u) }

// AppendText implements [encoding.TextAppender]. It appends what [UUID.String]
// returns; the error is always nil.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	n := len(b)
	b = slices.Grow(b, canonicalLen)[:n+canonicalLen]
	hexEncode((*[canonicalLen]byte)(b[n:]), &u)
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler]. The text is what
// [UUID.String] returns; the error is always nil.
func (u UUID) MarshalText() ([]byte, error) {
	return u.AppendText(make([]byte, 0, canonicalLen))
}

// AppendBinary implements [encoding.BinaryAppender]. It appends the 16 bytes
// of u in network byte order; the error is always nil.
func (u UUID) AppendBinary(b []byte) ([]byte, error) { return append(b, u[:]...), nil }

// MarshalBinary implements [encoding.BinaryMarshaler]. The result is the 16
// bytes of u in network byte order; the error is always nil.
func (u UUID) MarshalBinary() ([]byte, error) { return u.AppendBinary(nil) }

// Format implements [fmt.Formatter]:
//
//	%v %s  f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	%q     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
//	%x %X  the 32 digits without dashes, in lower or upper case
//	%#v    Go syntax
//
// Width, flags and all other verbs do what they do for a string with %v, %s and
// %q, and else for a [16]byte.
func (u UUID) Format(s fmt.State, verb rune) {
	switch verb {
	case 'v':
		if s.Flag('#') {
			// The type is named as in the standard library's output.
			text := strings.TrimPrefix(fmt.Sprintf("%#v", [16]byte(u)), "[16]uint8")
			fmt.Fprint(s, "uuid.UUID", text)
			return
		}
		fmt.Fprintf(s, fmt.FormatString(s, 's'), u.String())
	case 's', 'q':
		fmt.Fprintf(s, fmt.FormatString(s, verb), u.String())
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), [16]byte(u))
	}
}

// hexEncode writes the canonical text form of src to dst.
func hexEncode(dst *[canonicalLen]byte, src *UUID) {
	hi, lo := src.words()
	a, b := hexDigits(hi>>32), hexDigits(hi&0xffff_ffff)
	c, d := hexDigits(lo>>32), hexDigits(lo&0xffff_ffff)
	binary.BigEndian.PutUint64(dst[0:], a)
	dst[8] = '-'
	binary.BigEndian.PutUint32(dst[9:], uint32(b>>32))
	dst[13] = '-'
	binary.BigEndian.PutUint32(dst[14:], uint32(b))
	dst[18] = '-'
	binary.BigEndian.PutUint32(dst[19:], uint32(c>>32))
	dst[23] = '-'
	binary.BigEndian.PutUint32(dst[24:], uint32(c))
	binary.BigEndian.PutUint64(dst[28:], d)
}

// hexDigits returns the eight hexadecimal digits of the 32-bit number v in
// ASCII, the first one in the most significant byte. It is the inverse of
// hexNibbles and packNibbles and like them works on all eight at once.
func hexDigits(v uint64) uint64 {
	v = (v<<16 | v) & 0x0000_ffff_0000_ffff // 0x0000abcd0000ef12
	v = (v<<8 | v) & 0x00ff_00ff_00ff_00ff  // 0x00ab00cd00ef0012
	v = (v<<4 | v) & (lanes * 0x0f)         // 0x0a0b0c0d0e0f0102

	letter := (v + lanes*6) >> 4 & lanes // 1 where the digit is above 9
	return v + lanes*'0' + letter*('a'-'0'-10)
}
