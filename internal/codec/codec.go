// Package codec encodes and decodes the canonical text form of a UUID.
//
// EncodeHex and DecodeHex use vector instructions on amd64 with AVX2 (codec_amd64.s) and
// on arm64 (codec_arm64.s). On all other machines they call the portable functions in
// this file, which process eight digits at a time. Builds with the tag purego or with a
// compiler other than gc also use the portable functions, as do builds with the race,
// memory or address sanitizer, which does not check assembly.
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
	// Each of these words contains eight digits. Dashes follow a and b, and split b and c
	// in half.
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

// decodeGeneric decodes the canonical text form src into dst and returns true. It accepts
// upper and lower case. If src is invalid, it returns false and leaves dst unchanged.
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

// Digits returns the 32 digits of the canonical text form s as the arguments for
// DecodeDigits. It skips the dashes and does not check the digits.
func Digits(s *[TextLen]byte) (a, b, c, d uint64) {
	a = binary.BigEndian.Uint64(s[0:])
	b = uint64(binary.BigEndian.Uint32(s[9:]))<<32 | uint64(binary.BigEndian.Uint32(s[14:]))
	c = uint64(binary.BigEndian.Uint32(s[19:]))<<32 | uint64(binary.BigEndian.Uint32(s[24:]))
	d = binary.BigEndian.Uint64(s[28:])
	return a, b, c, d
}

// DecodeDigits returns the 128-bit value of 32 hexadecimal digits, and reports whether
// all of them are valid. Each argument contains eight ASCII digits in big-endian order.
func DecodeDigits(a, b, c, d uint64) (hi, lo uint64, ok bool) {
	a, badHighA, badValueA := hexNibbles(a)
	b, badHighB, badValueB := hexNibbles(b)
	c, badHighC, badValueC := hexNibbles(c)
	d, badHighD, badValueD := hexNibbles(d)
	badHigh := (badHighA | badHighB | badHighC | badHighD) & (lanes * 0xf0)
	badValue := (badValueA | badValueB | badValueC | badValueD) & (lanes * 0x10)
	return packNibbles(a)<<32 | packNibbles(b), packNibbles(c)<<32 | packNibbles(d), badHigh|badValue == 0
}

// FirstBadDigit returns the index of the first invalid digit, or 32 if all digits are
// valid. It takes the same arguments as DecodeDigits.
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

// goodDigits returns the number of valid digits in w before the first invalid digit.
func goodDigits(w uint64) int {
	_, badHigh, badValue := hexNibbles(w)
	return bits.LeadingZeros64(badHigh&(lanes*0xf0)|badValue&(lanes*0x10)) / 8
}

// lanes has the value 1 in each byte, so lanes*x repeats the byte x eight times.
const lanes = 0x0101_0101_0101_0101

// hexNibbles replaces each ASCII digit in w with its value. If a byte is not 0-9, a-f or
// A-F, hexNibbles sets a bit of 0xf0 in the same byte of badHigh, or bit 0x10 in the same
// byte of badValue. These bits are 0 for a valid digit. The other bits are meaningless.
//
// Bit 6 is 1 in letters (0x41 to 0x46 and 0x61 to 0x66) and 0 in decimal digits (0x30 to
// 0x39). The high half of a byte must be 3 for a decimal digit, and 6 for a letter
// converted to lower case. The value is the low half, plus 9 for a letter. It is at most
// 24, so no addition carries into the next byte. The value must be below 10 for a decimal
// digit, and 10 to 15 for a letter. Adding 6 sets bit 0x10 in values from 10 to 24.
// badValue compares this bit with letter. The letters g to o have the values 16 to 24, so
// bit 0x10 of the value itself marks them.
func hexNibbles(w uint64) (v, badHigh, badValue uint64) {
	letter := w >> 6 & lanes
	v = w&(lanes*0x0f) + letter*9
	badHigh = (w | letter<<5) ^ (lanes+letter)*0x30
	badValue = v | ((v + lanes*6) ^ letter<<4)
	return v, badHigh, badValue
}

// packNibbles packs the low halves of the eight bytes of v into 32 bits.
func packNibbles(v uint64) uint64 {
	v = (v>>4 | v) & 0x00ff_00ff_00ff_00ff // 0x0a0b0c0d0e0f0102 becomes 0x00ab00cd00ef0012
	v = (v>>8 | v) & 0x0000_ffff_0000_ffff // 0x0000abcd0000ef12
	return v>>16 | v&0xffff
}

// hexDigits returns the eight hexadecimal digits of the 32-bit number v as ASCII in
// big-endian order. It is the inverse of hexNibbles followed by packNibbles.
func hexDigits(v uint64) uint64 {
	v = (v<<16 | v) & 0x0000_ffff_0000_ffff // 0xabcdef12 becomes 0x0000abcd0000ef12
	v = (v<<8 | v) & 0x00ff_00ff_00ff_00ff  // 0x00ab00cd00ef0012
	v = (v<<4 | v) & (lanes * 0x0f)         // 0x0a0b0c0d0e0f0102

	letter := (v + lanes*6) >> 4 & lanes // 1 for each value above 9
	return v + lanes*'0' + letter*('a'-'0'-10)
}
