package uuid

import (
	"slices"
	"time"
)

// V9Options select the parts of a version 9 UUID. The zero value selects the current time and
// random digits.
type V9Options struct {
	Prefix    string    // the first 0 to 8 hexadecimal digits, in either case
	Timestamp time.Time // from 1970 to 2527-06-23T06:20:44.415Z; zero means now
	Unordered bool      // omits the time
	Checksum  bool      // makes the last byte a CRC-8 of the others; see HasV9Checksum
	Version   bool      // sets the 13th digit to 9

	// Legacy makes the UUID look like version 1 or, with Unordered, like version 4: the 13th digit
	// is 1 or 4, and the 17th is 8, 9, a or b. It overrides Version. If Prefix has more than four
	// digits, the 17th digit falls within the time, so IDs with that prefix do not sort by time.
	Legacy bool
}

const (
	v9PrefixLen = 8
	v9TimeLen   = 11
	v9TimeBits  = 4 * v9TimeLen
)

// NewV9 returns a UUID of the community's "version 9", which RFC 9562 does not define. Its 32
// hexadecimal digits consist of a prefix, the Unix time in milliseconds as 11 digits, at least nine
// random digits, and a checksum. All parts except the random digits are optional. [UUID.Version]
// and [UUID.Variant] are meaningful only with Legacy. The error is a [*ParseError] for an invalid
// Prefix, or [ErrTimeRange].
func NewV9(opts V9Options) (UUID, error) {
	// yyyyyyyy-zzzz-9zzz-zzzz-xxxxxxxxxxcc
	//
	// y = Prefix, z = Timestamp, 9 = Version, x = random, c = Checksum. If a part is missing or the
	// prefix is shorter, the following y, z and x move to the left, and more random digits follow
	// them. The 9 and cc keep their places.
	if len(opts.Prefix) > v9PrefixLen {
		return UUID{}, lengthError(opts.Prefix, "0 to 8")
	}
	for i := range len(opts.Prefix) {
		if !isHex(opts.Prefix[i]) {
			return UUID{}, newParseError(opts.Prefix, i, reasonHex)
		}
	}
	digits := make([]byte, 0, v9PrefixLen+v9TimeLen+hexLen+len("1")+len("8"))
	digits = append(digits, opts.Prefix...)
	if !opts.Unordered {
		if opts.Timestamp.IsZero() {
			opts.Timestamp = time.Now()
		}
		tick, err := unixScale().tick(instantOf(opts.Timestamp))
		ms := uint64(tick) >> fractionBits
		if err != nil || ms >= 1<<v9TimeBits {
			return UUID{}, ErrTimeRange
		}
		// In Compact form, ms has 32 digits: leading zeros, then the digits of the time.
		padded := Compact.Append(make([]byte, 0, hexLen), FromUint64s(0, ms))
		digits = append(digits, padded[hexLen-v9TimeLen:]...)
	}
	// 32 random digits are always enough. Only the first 32 digits are passed to ParseBytes.
	hi, lo := random128()
	digits = Compact.Append(digits, FromUint64s(hi, lo))
	switch {
	case opts.Legacy && opts.Unordered:
		digits = slices.Insert(digits, 12, '4')
	case opts.Legacy:
		digits = slices.Insert(digits, 12, '1')
	case opts.Version:
		digits = slices.Insert(digits, 12, '9')
	}
	if opts.Legacy {
		hi, _ := random128()
		digits = slices.Insert(digits, 16, "89ab"[hi>>62])
	}
	u, _ := ParseBytes(digits[:hexLen]) // cannot fail: the text is 32 hexadecimal digits
	if opts.Checksum {
		u[15] = crc8(u[:15])
	}
	return u, nil
}

// HasV9Checksum reports whether the last byte of u is the CRC-8 (polynomial 0x07, initial value 0,
// not reflected) of the other bytes, as with V9Options.Checksum. A UUID without a checksum passes
// by chance with a probability of 1/256.
func HasV9Checksum(u UUID) bool { return u[15] == crc8(u[:15]) }

func crc8(b []byte) byte {
	const polynomial = 0x07 // x^8 + x^2 + x + 1
	var crc byte
	for _, c := range b {
		crc ^= c
		for range 8 {
			carry := crc >> 7
			crc = crc<<1 ^ carry*polynomial
		}
	}
	return crc
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
