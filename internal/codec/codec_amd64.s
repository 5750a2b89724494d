//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

// This file encodes and decodes the canonical text form with AVX2 instructions. Y0
// to Y15 are 32-byte registers. X0 to X15 are their first 16 bytes. Byte 0 has the
// lowest address. Instructions whose names end in B process each byte separately.
// The last operand is the destination. An instruction that writes an X register
// clears the other half of its Y register. VZEROUPPER clears this half of all Y
// registers.
//
// VPSHUFB m, x, z sets z[i] to x[m[i]], or to zero if m[i] is 0x80. It rearranges
// text. If x is a table, VPSHUFB looks up 16 values at once.

// VPSHUFB uses these masks to place digits in the text, with zeros for the dashes.

// Bytes 0 to 15, from the digits 0 to 15: 8 digits, dash, 4 digits, dash, 2 digits.
DATA head<>+0(SB)/8, $0x0706050403020100
DATA head<>+8(SB)/8, $0x0d0c800b0a090880
GLOBL head<>(SB), RODATA|NOPTR, $16

// Bytes 16 to 31, from the digits 14 to 29: 2 digits, dash, 4 digits, dash, 8 digits.
DATA body<>+0(SB)/8, $0x8005040302800100
DATA body<>+8(SB)/8, $0x0d0c0b0a09080706
GLOBL body<>(SB), RODATA|NOPTR, $16

// The dashes in these bytes.
DATA headDashes<>+0(SB)/8, $0x0000000000000000
DATA headDashes<>+8(SB)/8, $0x00002d000000002d
GLOBL headDashes<>(SB), RODATA|NOPTR, $16
DATA bodyDashes<>+0(SB)/8, $0x2d000000002d0000
DATA bodyDashes<>+8(SB)/8, $0x0000000000000000
GLOBL bodyDashes<>(SB), RODATA|NOPTR, $16

// VPSHUFB uses these masks to extract eight digits and then dashes from the text.

// From bytes 2 to 17: the digits 8 to 15, then bytes 8 and 13 four times.
DATA pick2<>+0(SB)/8, $0x0f0e0d0c0a090807
DATA pick2<>+8(SB)/8, $0x0b060b060b060b06
GLOBL pick2<>(SB), RODATA|NOPTR, $16

// From bytes 16 to 31: the digits 16 to 23, then bytes 18 and 23 four times.
DATA pick16<>+0(SB)/8, $0x0b0a090806050403
DATA pick16<>+8(SB)/8, $0x0702070207020702
GLOBL pick16<>(SB), RODATA|NOPTR, $16

// "0123456789abcdef"
DATA digits<>+0(SB)/8, $0x3736353433323130
DATA digits<>+8(SB)/8, $0x6665646362613938
GLOBL digits<>(SB), RODATA|NOPTR, $16

// BROADCAST defines a constant that repeats 8 bytes four times.
#define BROADCAST(name, value) \
	DATA name<>+0(SB)/8, value  \
	DATA name<>+8(SB)/8, value  \
	DATA name<>+16(SB)/8, value \
	DATA name<>+24(SB)/8, value \
	GLOBL name<>(SB), RODATA|NOPTR, $32

BROADCAST(lowHalf, $0x0f0f0f0f0f0f0f0f)
BROADCAST(dash, $0x2d2d2d2d2d2d2d2d)
BROADCAST(past9, $0xc6c6c6c6c6c6c6c6)   // 0xff - '9'
BROADCAST(six, $0x0606060606060606)
BROADCAST(decimal, $0xf0f0f0f0f0f0f0f0)
BROADCAST(upper, $0xdfdfdfdfdfdfdfdf)   // all bits except the lower-case bit
BROADCAST(letterA, $0x4141414141414141) // 'A'
BROADCAST(ten, $0x0a0a0a0a0a0a0a0a)
BROADCAST(past15, $0x7070707070707070)  // 127 - 15
BROADCAST(past0, $0x7f7f7f7f7f7f7f7f)   // 127 - 0
BROADCAST(weights, $0x0110011001100110) // 16 and 1 alternately

// func EncodeHex(dst *[TextLen]byte, src *[16]byte)
TEXT ·EncodeHex(SB), NOSPLIT, $0-16
	CMPB ·useAVX2(SB), $1
	JNE  without
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI

	VMOVDQU    (SI), X0             // X0 = the 16 bytes
	VPSRLW     $4, X0, X1           // X1 = their high halves in the low 4 bits, and other bits above
	VPAND      lowHalf<>(SB), X1, X1 // X1 = the values of the digits 0, 2, 4 …
	VPAND      lowHalf<>(SB), X0, X0 // X0 = the values of the digits 1, 3, 5 …
	VPUNPCKLBW X0, X1, X2           // X2 = the values of the digits 0 to 15
	VPUNPCKHBW X0, X1, X3           // X3 = the values of the digits 16 to 31
	VMOVDQU    digits<>(SB), X0
	VPSHUFB    X2, X0, X2           // X2 = the digits 0 to 15
	VPSHUFB    X3, X0, X3           // X3 = the digits 16 to 31
	VPALIGNR   $14, X2, X3, X1      // X1 = the digits 14 to 29

	VPSHUFB head<>(SB), X2, X0
	VPSHUFB body<>(SB), X1, X1
	VPOR    headDashes<>(SB), X0, X0
	VPOR    bodyDashes<>(SB), X1, X1
	VMOVDQU X0, (DI)
	VMOVDQU X1, 16(DI)
	VPEXTRD $3, X3, 32(DI)          // the digits 28 to 31
	RET

without:
	JMP ·encodeDetectingAVX2(SB)

// func DecodeHex(dst *[16]byte, src *[TextLen]byte) bool
TEXT ·DecodeHex(SB), NOSPLIT, $0-17
	CMPB ·useAVX2(SB), $1
	JNE  without
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI

	VMOVQ       (SI), X0             // X0 = the digits 0 to 7 (bytes 0 to 7), then zeros
	VMOVDQU     2(SI), X1
	VPSHUFB     pick2<>(SB), X1, X1  // X1 = the digits 8 to 15, then dashes
	VMOVDQU     16(SI), X2
	VPSHUFB     pick16<>(SB), X2, X2 // X2 = the digits 16 to 23, then dashes
	VMOVQ       28(SI), X3           // X3 = the digits 24 to 31 (bytes 28 to 35), then zeros
	VPUNPCKLQDQ X1, X0, X0           // X0 = the digits 0 to 15, the low halves of both
	VPUNPCKLQDQ X3, X2, X3           // X3 = the digits 16 to 31
	VPUNPCKHQDQ X2, X1, X1           // X1 = all dashes, the high halves of both
	VINSERTI128 $1, X3, Y0, Y0       // Y0 = the digits 0 to 31

	// Adding 0xff-'9' maps '0' to '9' to 0xf6 to 0xff, and greater bytes wrap around
	// to small numbers. Subtracting 6 with saturation maps '0' to '9' to 0xf0 to
	// 0xf9, and all other bytes to at most 0xef. Subtracting 0xf0 maps '0' to '9' to
	// 0 to 9, and all other bytes to 16 or more.
	VPADDB   past9<>(SB), Y0, Y2
	VPSUBUSB six<>(SB), Y2, Y2
	VPSUBB   decimal<>(SB), Y2, Y2   // Y2 = 0 to 9 for '0' to '9'

	// Subtracting 'A' maps 'A' to 'F' to 0 to 5. Adding 10 with saturation maps 'A'
	// to 'F' to 10 to 15, and all other bytes to 16 or more.
	VPAND    upper<>(SB), Y0, Y3
	VPSUBB   letterA<>(SB), Y3, Y3
	VPADDUSB ten<>(SB), Y3, Y3       // Y3 = 10 to 15 for 'A' to 'F' and 'a' to 'f'

	VPMINUB   Y2, Y3, Y0             // Y0 = the values of the digits, 16 or more if invalid
	VPADDUSB  past15<>(SB), Y0, Y2   // Y2 = 128 or more for each invalid digit
	VPXOR     dash<>(SB), X1, X1
	VPADDUSB  past0<>(SB), X1, X1    // X1 = 128 or more for each missing dash
	VPOR      Y1, Y2, Y2
	VPMOVMSKB Y2, AX                 // AX = the top bits of the bytes
	TESTL     AX, AX
	JNE       no

	VPMADDUBSW   weights<>(SB), Y0, Y0 // Y0 = 16 * digit + next digit, as 16-bit words
	VEXTRACTI128 $1, Y0, X1
	VPACKUSWB    X1, X0, X0          // X0 = the words packed into bytes
	VMOVDQU      X0, (DI)
	VZEROUPPER                       // otherwise later SSE instructions would be slow
	MOVB         $1, ret+16(FP)
	RET

no:
	VZEROUPPER
	MOVB $0, ret+16(FP)
	RET

without:
	JMP ·decodeDetectingAVX2(SB)

// func cpuid(leaf uint32) (eax, ebx, ecx uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-20
	MOVL leaf+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL AX, eax+8(FP)
	MOVL BX, ebx+12(FP)
	MOVL CX, ecx+16(FP)
	RET

// func xgetbv() (xcr0 uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, xcr0+0(FP)
	RET
