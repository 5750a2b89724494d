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

// useAVX2 is 1 if hexEncode and hexDecode may use AVX2. It is 0 if they may not,
// or if nobody has asked the processor yet, which is not done before the first
// UUID is parsed or formatted; then they go on as encodeWithout and
// decodeWithout. It changes once, from 0 to 1, and guards nothing, so that the
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
