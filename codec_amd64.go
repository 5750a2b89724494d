//go:build gc && !purego && !race && !msan && !asan

package uuid

import "sync"

// hexEncode writes the canonical text form of src to dst.
//
//go:noescape
func hexEncode(dst *[canonicalLen]byte, src *UUID)

// hexDecode sets dst to the UUID whose canonical text form is src, its letters
// being of either case, and returns true. Otherwise it leaves dst as it is.
//
//go:noescape
func hexDecode(dst *UUID, src *[canonicalLen]byte) bool

// base32Encode writes the 26 digits of src in base 32 to dst.
//
//go:noescape
func base32Encode(dst *[base32Len]byte, src *UUID)

// base32Decode sets dst to the UUID whose digits in base 32 are src and returns
// true. Otherwise it leaves dst as it is.
//
//go:noescape
func base32Decode(dst *UUID, src *[base32Len]byte) bool

// useAVX2 is 1 if the functions above may use AVX2. It is 0 if they may not, or if
// nobody has asked the processor yet, which is not done before the first UUID is
// parsed or formatted; then they go on as the functions below. It changes once, from 0 to 1, and guards nothing, so that the
// assembly reads it without a lock.
var (
	useAVX2 uint8
	askOnce sync.Once
)

func askAVX2() {
	askOnce.Do(func() {
		if hasAVX2() {
			useAVX2 = 1
		}
	})
}

// hasAVX2 reports whether the processor and the operating system have AVX2. What
// GODEBUG says of the processor it does not know.
func hasAVX2() bool

//lint:ignore U1000 codec_amd64.s jumps to it
func encodeWithout(dst *[canonicalLen]byte, src *UUID) {
	askAVX2()
	encode(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to it
func decodeWithout(dst *UUID, src *[canonicalLen]byte) bool {
	askAVX2()
	return decode(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to it
func base32EncodeWithout(dst *[base32Len]byte, src *UUID) {
	askAVX2()
	encodeBase32(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to it
func base32DecodeWithout(dst *UUID, src *[base32Len]byte) bool {
	askAVX2()
	return decodeBase32(dst, src)
}
