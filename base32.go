package uuid

// UUIDs in base 32, with Crockford's digits, which leave out I, L, O and U. TypeIDs have
// them in lower case, ULIDs in upper case.

// base32Len is the number of digits. Each has 5 bits, so the first one is at most 7: it
// stands for 3 of the 128 bits.
const base32Len = 26

const base32Digits = "0123456789abcdefghjkmnpqrstvwxyz"

// xx is the value of a byte that is not a digit.
const xx = 0xff

// base32Values has the value of each byte as a digit.
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

// base32Encode writes the digits of u to dst: two for the first byte and eight each for
// 40 bits of the rest, which are the low bits of x, y and z.
func base32Encode(dst *[base32Len]byte, u *UUID) {
	hi, lo := u.words()
	x, y, z := hi>>16, hi<<24|lo>>40, lo
	// The three numbers do not depend on each other, so the processor shifts them at the same time.
	for i := 7; i >= 0; i-- {
		dst[2+i], dst[10+i], dst[18+i] = base32Digits[x&31], base32Digits[y&31], base32Digits[z&31]
		x, y, z = x>>5, y>>5, z>>5
	}
	dst[0], dst[1] = base32Digits[hi>>61], base32Digits[hi>>56&31]
}

// base32Decode sets u to the UUID of the first 26 bytes of s and returns true if they are
// its digits. Otherwise it leaves u as it is.
func base32Decode[S string | []byte](u *UUID, s S) bool {
	s = s[:base32Len]
	first, second := base32Values[s[0]], base32Values[s[1]]
	faults := first | second
	var x, y, z uint64
	for i := range 8 {
		a, b, c := base32Values[s[2+i]], base32Values[s[10+i]], base32Values[s[18+i]]
		faults |= a | b | c
		x, y, z = x<<5|uint64(a), y<<5|uint64(b), z<<5|uint64(c)
	}
	// The value of a digit has 5 bits, and xx has all 8.
	if faults > 31 || s[0] > '7' {
		return false
	}
	u.put(uint64(first)<<61|uint64(second)<<56|x<<16|y>>24, y<<40|z)
	return true
}

// base32Fault returns the offset of the first wrong byte of 26 that base32Decode does not
// accept, and the reason.
func base32Fault[S string | []byte](s S) (offset int, reason string) {
	if base32Values[s[0]] != xx && s[0] > '7' {
		return 0, reasonOverflow
	}
	for base32Values[s[offset]] != xx {
		offset++
	}
	return offset, reasonDigit
}
