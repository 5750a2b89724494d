//go:build !purego

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

// kernels says whether the vector instructions of codec_amd64.s may be used.
// The processor is asked when they are first wanted, not when the program
// begins. It is 1 if they may, and 0 if they may not or nobody has asked yet;
// then hexEncode and hexDecode go on as encodeWithout and decodeWithout.
var (
	kernels    uint8
	askKernels = sync.OnceFunc(func() {
		if hasAVX2() {
			kernels = 1
		}
	})
)

// hasAVX2 reports whether the processor and the operating system have AVX2.
func hasAVX2() bool

//lint:ignore U1000 codec_amd64.s jumps to it
func encodeWithout(dst *[canonicalLen]byte, src *UUID) {
	encode(dst, src)
	askKernels()
}

//lint:ignore U1000 codec_amd64.s jumps to it
func decodeWithout(dst *UUID, src *[canonicalLen]byte) bool {
	askKernels()
	return decode(dst, src)
}
