//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

// This file encodes and decodes the canonical text form with vector instructions that
// every arm64 processor supports. V0 to V31 are 16-byte registers. Byte 0 has the
// lowest address. Instructions with .B16 process each byte separately. The last
// operand is the destination.
//
// VTBL m, [x, ...], z sets z[i] to byte m[i] of the registers in the list, which are
// numbered consecutively. VTBL rearranges text. If the list contains a table, VTBL
// looks up 16 values at once.

// "0123456789abcdef"
DATA digits<>+0(SB)/8, $0x3736353433323130
DATA digits<>+8(SB)/8, $0x6665646362613938
GLOBL digits<>(SB), RODATA|NOPTR, $16

// VTBL uses these masks to place digits in the text. 0 to 31 are the digits, and 32
// is a dash. Bytes 0 to 15 are 8 digits, dash, 4 digits, dash, 2 digits. Bytes 16 to
// 31 are 2 digits, dash, 4 digits, dash, 8 digits.
DATA places<>+0(SB)/8, $0x0706050403020100
DATA places<>+8(SB)/8, $0x0d0c200b0a090820
DATA places<>+16(SB)/8, $0x2013121110200f0e
DATA places<>+24(SB)/8, $0x1b1a191817161514
GLOBL places<>(SB), RODATA|NOPTR, $32

// VTBL uses these masks to extract digits from the text. 0 to 31 are bytes 0 to 31,
// and 32 to 47 are bytes 20 to 35. The first mask selects the digits 0, 2, 4 …, the
// second mask selects the digits 1, 3, 5 …, and the third mask selects the four
// dashes four times.
DATA picks<>+0(SB)/8, $0x100e0b0906040200
DATA picks<>+8(SB)/8, $0x2e2c1e1c1a181513
DATA picks<>+16(SB)/8, $0x110f0c0a07050301
DATA picks<>+24(SB)/8, $0x2f2d1f1d1b191614
DATA picks<>+32(SB)/8, $0x17120d0817120d08
DATA picks<>+40(SB)/8, $0x17120d0817120d08
GLOBL picks<>(SB), RODATA|NOPTR, $48

// func EncodeHex(dst *[TextLen]byte, src *[16]byte)
TEXT ·EncodeHex(SB), NOSPLIT, $0-16
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD $digits<>(SB), R2
	MOVD $places<>(SB), R3

	VLD1  (R1), [V0.B16]                // V0 = the 16 bytes
	VLD1  (R2), [V1.B16]                // V1 = "0123456789abcdef"
	VLD1  (R3), [V2.B16, V3.B16]
	VMOVI $15, V4.B16
	VUSHR $4, V0.B16, V5.B16            // V5 = the values of the digits 0, 2, 4 …
	VAND  V4.B16, V0.B16, V6.B16        // V6 = the values of the digits 1, 3, 5 …
	VTBL  V5.B16, [V1.B16], V5.B16      // V5 = the digits 0, 2, 4 …
	VTBL  V6.B16, [V1.B16], V6.B16      // V6 = the digits 1, 3, 5 …
	VZIP1 V6.B16, V5.B16, V16.B16       // V16 = the digits 0 to 15
	VZIP2 V6.B16, V5.B16, V17.B16       // V17 = the digits 16 to 31
	VMOVI $45, V18.B16                  // V18 = dashes
	VTBL  V2.B16, [V16.B16, V17.B16, V18.B16], V2.B16
	VTBL  V3.B16, [V16.B16, V17.B16, V18.B16], V3.B16
	VST1  [V2.B16, V3.B16], (R0)        // bytes 0 to 31
	VMOV  V17.S[3], R4                  // R4 = the digits 28 to 31
	MOVW  R4, 32(R0)
	RET

// VALUES replaces the hexadecimal digits in x with their values. It sets each byte of
// ok to 0xff if the byte in x was a digit, and to 0 otherwise. It overwrites t and u,
// and reads the constants that DecodeHex puts into V16 to V21.
//
// VUMIN and VCMEQ compare with an upper bound: n is at most 9 if min(n, 9) equals n.
#define VALUES(x, t, u, ok) \
	VSUB  V16.B16, x.B16, t.B16 \ // t = the value of '0' to '9'
	VUMIN V17.B16, t.B16, ok.B16 \
	VCMEQ t.B16, ok.B16, ok.B16 \ // ok = whether it is '0' to '9'
	VORR  V18.B16, x.B16, u.B16 \
	VSUB  V19.B16, u.B16, u.B16 \ // u = the value of 'a' to 'f' and 'A' to 'F', less 10
	VUMIN V20.B16, u.B16, x.B16 \
	VCMEQ u.B16, x.B16, x.B16   \ // x = whether it is a letter
	VADD  V21.B16, u.B16, u.B16 \
	VORR  ok.B16, x.B16, ok.B16 \ // ok = whether it is a digit
	VBSL  t.B16, u.B16, x.B16     // x = u if x is 0xff, and t otherwise

// func DecodeHex(dst *[16]byte, src *[TextLen]byte) bool
TEXT ·DecodeHex(SB), NOSPLIT, $0-17
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	ADD  $20, R1, R2
	MOVD $picks<>(SB), R3

	VLD1 (R1), [V0.B16, V1.B16]         // V0, V1 = bytes 0 to 31
	VLD1 (R2), [V2.B16]                 // V2 = bytes 20 to 35
	VLD1 (R3), [V3.B16, V4.B16, V5.B16]
	VTBL V3.B16, [V0.B16, V1.B16, V2.B16], V3.B16 // V3 = the digits 0, 2, 4 …
	VTBL V4.B16, [V0.B16, V1.B16, V2.B16], V4.B16 // V4 = the digits 1, 3, 5 …
	VTBL V5.B16, [V0.B16, V1.B16], V5.B16         // V5 = the dashes

	VMOVI $48, V16.B16                  // '0'
	VMOVI $9, V17.B16
	VMOVI $32, V18.B16                  // the lower-case bit
	VMOVI $97, V19.B16                  // 'a'
	VMOVI $5, V20.B16
	VMOVI $10, V21.B16
	VALUES(V3, V22, V23, V24)
	VALUES(V4, V22, V23, V25)
	VMOVI $45, V26.B16                  // '-'
	VCMEQ V26.B16, V5.B16, V5.B16
	VAND  V24.B16, V25.B16, V24.B16
	VAND  V24.B16, V5.B16, V5.B16       // V5 = 0xff in all bytes if all digits and dashes are valid

	VMOV V5.D[0], R4
	VMOV V5.D[1], R5
	AND  R4, R5, R5
	CMN  $1, R5                         // whether R5 is -1
	BNE  no

	VSHL $4, V3.B16, V3.B16
	VORR V3.B16, V4.B16, V4.B16         // V4 = 16 * even digit + odd digit
	VST1 [V4.B16], (R0)
	MOVD $1, R4
	MOVB R4, ret+16(FP)
	RET

no:
	MOVB ZR, ret+16(FP)
	RET
