//go:build gc && !purego && !race && !msan && !asan

package codec

import "sync"

// useAVX2 is 1 if EncodeHex and DecodeHex may use AVX2. It is 0 if they may not, and until
// the first call of one of them has executed CPUID. While it is 0, they jump to the functions
// at the end of this file. The assembly reads it without a lock: it changes at most once, from
// 0 to 1, and both ways have the same result.
var (
	useAVX2    uint8
	detectOnce sync.Once
)

func detectAVX2() { detectOnce.Do(func() { useAVX2 = hasAVX2(cpuid, xgetbv) }) }

// The bits that show AVX2, and an operating system that saves its registers: see the Intel
// manual, volume 2A, CPUID, and volume 1, section 14.3.
const (
	cpuidOSXSAVE = 1 << 27 // leaf 1, ECX: the operating system saves registers by XSAVE
	cpuidAVX     = 1 << 28 // leaf 1, ECX
	cpuidAVX2Bit = 5       // leaf 7, EBX

	xcr0SSE = 1 << 1 // the operating system saves X0 to X15
	xcr0AVX = 1 << 2 // and the upper halves of Y0 to Y15
)

// hasAVX2 returns 1 if the processor has AVX2 and the operating system saves its
// registers, and 0 otherwise. It calls xgetbv only if the operating system uses XSAVE: the
// instruction is illegal without that. GODEBUG=cpu.avx2=off has no effect on it.
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
	detectAVX2()
	encodeGeneric(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to it
func decodeDetectingAVX2(dst *[16]byte, src *[TextLen]byte) bool {
	detectAVX2()
	return decodeGeneric(dst, src)
}
