// Package codec writes the canonical text form of a UUID and reads it.
//
// EncodeHex and DecodeHex use vector instructions on amd64 with AVX2 (codec_amd64.s) and on
// arm64 (codec_arm64.s). Elsewhere (codec_generic.go) they are the portable Go of this file,
// with eight digits in a word. The race, memory and address sanitizers use that too, because
// they cannot see assembly.
package codec

import (
	"encoding/binary"
	"math/bits"
)

// TextLen is the length of the canonical text form.
const TextLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")

// encodeGeneric writes the canonical text form of src to dst.
func encodeGeneric(dst *[TextLen]byte, src *[16]byte) {
	hi, lo := binary.BigEndian.Uint64(src[:8]), binary.BigEndian.Uint64(src[8:])
	// Eight digits fill a word. The dashes come after a, in the middle of b, after b, and in
	// the middle of c.
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

// decodeGeneric sets dst to the UUID of the canonical text form src and returns true.
// Letters may be of either case. If src is not that form, decodeGeneric leaves dst as it is.
func decodeGeneric(dst *[16]byte, src *[TextLen]byte) bool {
	if src[8] != '-' || src[13] != '-' || src[18] != '-' || src[23] != '-' {
		return false
	}
	hi, lo, ok := DecodeDigits(Digits(src))
	if ok {
		binary.BigEndian.PutUint64(dst[:8], hi)
		binary.BigEndian.PutUint64(dst[8:], lo)
	}
	return ok
}

// Digits returns the 32 digits of the canonical text form, without the dashes, as DecodeDigits
// takes them.
func Digits(s *[TextLen]byte) (a, b, c, d uint64) {
	a = binary.BigEndian.Uint64(s[0:])
	b = uint64(binary.BigEndian.Uint32(s[9:]))<<32 | uint64(binary.BigEndian.Uint32(s[14:]))
	c = uint64(binary.BigEndian.Uint32(s[19:]))<<32 | uint64(binary.BigEndian.Uint32(s[24:]))
	d = binary.BigEndian.Uint64(s[28:])
	return a, b, c, d
}

// DecodeDigits returns the two words of 32 hexadecimal digits, and whether all are digits.
// Each argument holds eight digits in ASCII, the first one in the most significant byte.
func DecodeDigits(a, b, c, d uint64) (hi, lo uint64, ok bool) {
	a, badHighA, badValueA := hexNibbles(a)
	b, badHighB, badValueB := hexNibbles(b)
	c, badHighC, badValueC := hexNibbles(c)
	d, badHighD, badValueD := hexNibbles(d)
	faults := (badHighA|badHighB|badHighC|badHighD)&(lanes*0xf0) | (badValueA|badValueB|badValueC|badValueD)&(lanes*0x10)
	return packNibbles(a)<<32 | packNibbles(b), packNibbles(c)<<32 | packNibbles(d), faults == 0
}

// FirstBadDigit returns the index of the first of 32 characters that is not a hexadecimal
// digit, or 32 if all are digits. The arguments are those of DecodeDigits.
func FirstBadDigit(a, b, c, d uint64) int {
	i := goodDigits(a)
	if i == 8 {
		i += goodDigits(b)
	}
	if i == 16 {
		i += goodDigits(c)
	}
	if i == 24 {
		i += goodDigits(d)
	}
	return i
}

// goodDigits returns how many characters of w, from the first one on, are hexadecimal
// digits: 8 if all are.
func goodDigits(w uint64) int {
	_, badHigh, badValue := hexNibbles(w)
	return bits.LeadingZeros64(badHigh&(lanes*0xf0)|badValue&(lanes*0x10)) / 8
}

// lanes is a 1 in each byte of a word; lanes*x is x in each.
const lanes = 0x0101_0101_0101_0101

// hexNibbles returns the value of the digit in each byte of w, in that byte. If a byte of w
// is not 0-9, a-f or A-F, that byte of badHigh has a bit of 0xf0, or that byte of badValue
// has the bit 0x10. The bytes of digits have none of these.
//
// Bit 6 tells letters, 0x41 to 0x46 and 0x61 to 0x66, from numerals, 0x30 to 0x39. The high
// half of the byte has to be 6 for a letter in lower case, and 3 for a numeral. The value is
// the low half, plus 9 for a letter: at most 24, so nothing carries into the next byte. It
// has to be below 16. For letters it has to be at least 10, and for numerals below that:
// from 10 on, adding 6 makes it 16 or more.
func hexNibbles(w uint64) (v, badHigh, badValue uint64) {
	letter := w >> 6 & lanes
	v = w&(lanes*0x0f) + letter*9
	badHigh = (w | letter<<5) ^ (lanes+letter)*0x30
	badValue = v | ((v + lanes*6) ^ letter<<4)
	return v, badHigh, badValue
}

// packNibbles returns the low halves of the eight bytes of v as 32 bits.
func packNibbles(v uint64) uint64 {
	v = (v>>4 | v) & 0x00ff_00ff_00ff_00ff // of 0x0a0b0c0d0e0f0102: 0x00ab00cd00ef0012
	v = (v>>8 | v) & 0x0000_ffff_0000_ffff // 0x0000abcd0000ef12
	return v>>16 | v&0xffff
}

// hexDigits returns the eight hexadecimal digits of the 32-bit number v in ASCII, the first
// one in the most significant byte. It is the inverse of packNibbles after hexNibbles, and
// works on all eight at once as they do.
func hexDigits(v uint64) uint64 {
	v = (v<<16 | v) & 0x0000_ffff_0000_ffff // 0x0000abcd0000ef12
	v = (v<<8 | v) & 0x00ff_00ff_00ff_00ff  // 0x00ab00cd00ef0012
	v = (v<<4 | v) & (lanes * 0x0f)         // 0x0a0b0c0d0e0f0102

	letter := (v + lanes*6) >> 4 & lanes // 1 where the digit is above 9
	return v + lanes*'0' + letter*('a'-'0'-10)
}
