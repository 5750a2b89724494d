package uuid

// This file encodes UUIDs in base 32 with Crockford's digits, which exclude I, L, O and U. TypeIDs
// use lower case, and ULIDs use upper case.

// base32Len is the number of digits. At 5 bits per digit, 26 digits encode 130 bits, 2 more than a
// UUID has. So the first digit is at most 7.
const base32Len = 26

const base32Digits = "0123456789abcdefghjkmnpqrstvwxyz"

// xx marks a byte that is not a digit.
const xx = 0xff

// base32Values maps a byte to its value as a digit, or to xx.
var base32Values = [256]byte{
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x00
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x10
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x20
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, xx, xx, xx, xx, xx, xx, // 0x30
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x40
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x50
	xx, 10, 11, 12, 13, 14, 15, 16, 17, xx, 18, 19, xx, 20, 21, xx, // 0x60
	22, 23, 24, 25, 26, xx, 27, 28, 29, 30, 31, xx, xx, xx, xx, xx, // 0x70
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x80
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0x90
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xa0
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xb0
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xc0
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xd0
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xe0
	xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // 0xf0
}

// base32Encode writes the digits of u to dst: two digits for the first byte, then eight digits for
// each of three 40-bit groups, the low bits of x, y and z.
func base32Encode(dst *[base32Len]byte, u *UUID) {
	hi, lo := u.words()
	x, y, z := hi>>16, hi<<24|lo>>40, lo
	// x, y and z do not depend on each other, so the processor can shift them in parallel.
	for i := 7; i >= 0; i-- {
		dst[2+i], dst[10+i], dst[18+i] = base32Digits[x&31], base32Digits[y&31], base32Digits[z&31]
		x, y, z = x>>5, y>>5, z>>5
	}
	dst[0], dst[1] = base32Digits[hi>>61], base32Digits[hi>>56&31]
}

// base32Decode decodes the first 26 bytes of s into u. If they are not the digits of a UUID, it
// returns false and leaves u unchanged.
func base32Decode[S string | []byte](u *UUID, s S) bool {
	s = s[:base32Len] // one bounds check here instead of 26 below
	first, second := base32Values[s[0]], base32Values[s[1]]
	faults := first | second
	var x, y, z uint64
	for i := range 8 {
		a, b, c := base32Values[s[2+i]], base32Values[s[10+i]], base32Values[s[18+i]]
		faults |= a | b | c
		x, y, z = x<<5|uint64(a), y<<5|uint64(b), z<<5|uint64(c)
	}
	// Digit values are at most 31, and xx sets all 8 bits, so any xx makes faults greater than 31.
	if faults > 31 || s[0] > '7' {
		return false
	}
	u.put(uint64(first)<<61|uint64(second)<<56|x<<16|y>>24, y<<40|z)
	return true
}

// firstBadBase32 returns the offset of the first invalid byte in s, and the reason. s must be 26
// bytes that base32Decode rejects.
func firstBadBase32[S string | []byte](s S) (offset int, reason string) {
	if base32Values[s[0]] != xx && s[0] > '7' {
		return 0, reasonOverflow
	}
	for base32Values[s[offset]] != xx {
		offset++
	}
	return offset, reasonDigit
}
