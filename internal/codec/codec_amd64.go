//go:build gc && !purego && !race && !msan && !asan

package codec

import "sync"

// useAVX2 is 1 if EncodeHex and DecodeHex can use AVX2. It is 0 until the first call
// executes CPUID, and remains 0 on a machine without AVX2. While it is 0, EncodeHex and
// DecodeHex jump to the functions at the end of this file. The assembly reads useAVX2
// without a lock, because useAVX2 changes at most once and its value does not affect the
// results.
var (
	useAVX2    uint8
	detectOnce sync.Once
)

func detectAVX2() { detectOnce.Do(func() { useAVX2 = hasAVX2(cpuid, xgetbv) }) }

// These bits show whether the processor supports AVX2 and whether the operating system
// saves the AVX registers. See the Intel manual, volume 2A, CPUID, and volume 1, section
// 14.3.
const (
	cpuidOSXSAVE = 1 << 27 // leaf 1, ECX: the operating system uses XSAVE
	cpuidAVX     = 1 << 28 // leaf 1, ECX
	cpuidAVX2Bit = 5       // leaf 7, EBX

	xcr0SSE = 1 << 1 // the operating system saves X0 to X15
	xcr0AVX = 1 << 2 // the operating system saves the upper halves of Y0 to Y15
)

// hasAVX2 returns 1 if the processor supports AVX2 and the operating system saves the AVX
// registers, and 0 otherwise. It calls xgetbv only if the operating system uses XSAVE,
// because the XGETBV instruction is otherwise illegal. It ignores GODEBUG=cpu.avx2=off,
// which only internal/cpu reads. The arguments are cpuid and xgetbv, except in tests.
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

// cpuid executes CPUID for subleaf 0 of a leaf.
func cpuid(leaf uint32) (eax, ebx, ecx uint32)

// xgetbv returns the low half of the XCR0 register.
func xgetbv() (xcr0 uint32)

//lint:ignore U1000 codec_amd64.s jumps to this function
func encodeDetectingAVX2(dst *[TextLen]byte, src *[16]byte) {
	detectAVX2()
	encodeGeneric(dst, src)
}

//lint:ignore U1000 codec_amd64.s jumps to this function
func decodeDetectingAVX2(dst *[16]byte, src *[TextLen]byte) bool {
	detectAVX2()
	return decodeGeneric(dst, src)
}
