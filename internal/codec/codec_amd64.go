//go:build gc && !purego && !race && !msan && !asan

package codec

import "sync"

// useAVX2 is 1 if EncodeHex and DecodeHex may use AVX2. It is 0 if they may not, and until
// their first call has asked CPUID. While it is 0, they go on as the functions below. It
// changes once, from 0 to 1, and guards nothing, so the assembly reads it without a lock.
var (
	useAVX2 uint8
	askOnce sync.Once
)

func askAVX2() { askOnce.Do(func() { useAVX2 = hasAVX2(cpuid, xgetbv) }) }

// The instructions that ask the processor. Leaves and bits are those of the Intel
// manual, volume 2A, CPUID, and volume 1, section 14.3.
const (
	cpuidOSXSAVE = 1 << 27 // leaf 1, ECX: the operating system saves registers by XSAVE
	cpuidAVX     = 1 << 28 // leaf 1, ECX
	cpuidAVX2Bit = 5       // leaf 7, EBX

	xcr0SSE = 1 << 1 // the operating system saves X0 to X15
	xcr0AVX = 1 << 2 // and the upper halves of Y0 to Y15
)

// hasAVX2 returns 1 if the processor has AVX2 and the operating system saves its
// registers, and else 0. It does not know what GODEBUG says of the processor. xgetbv
// may be executed only where the operating system uses XSAVE.
func hasAVX2(cpuid func(leaf uint32) (eax, ebx, ecx uint32), xgetbv func() (xcr0 uint32)) uint8 {
	if lastLeaf, _, _ := cpuid(0); lastLeaf < 7 {
		return 0
	}
	const features, saved = cpuidOSXSAVE | cpuidAVX, xcr0SSE | xcr0AVX
	if _, _, ecx := cpuid(1); ecx&features != features || xgetbv()&saved != saved {
		return 0
	}
	_, ebx, _ := cpuid(7)
	return uint8(ebx >> cpuidAVX2Bit & 1)
}

// cpuid executes CPUID for a leaf and, of that, the first subleaf.
func cpuid(leaf uint32) (eax, ebx, ecx uint32)

// xgetbv returns the low half of the register XCR0.
func xgetbv() (xcr0 uint32)

//lint:ignore U1000 codec_amd64.s jumps to it
func encodeDetectingAVX2(dst *[TextLen]byte, src *[16]byte) {
	askAVX2()
	encodeGeneric(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to it
func decodeDetectingAVX2(dst *[16]byte, src *[TextLen]byte) bool {
	askAVX2()
	return decodeGeneric(dst, src)
}
