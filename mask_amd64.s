//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

// codec_amd64.s explains VPSHUFB.

// Of a block: y as a word, of the bytes 4 to 11. The rest is zero.
DATA y<>+0(SB)/8, $0x0405060708090a0b
DATA y<>+8(SB)/8, $0x8080808080808080
GLOBL y<>(SB), RODATA|NOPTR, $16

// Of a half, which is a word: the bytes 8 to 15 of a block. The rest is zero.
DATA half<>+0(SB)/8, $0x8080808080808080
DATA half<>+8(SB)/8, $0x0001020304050607
GLOBL half<>(SB), RODATA|NOPTR, $16

// 2^61 - 1
DATA low61<>+0(SB)/8, $0x1fffffffffffffff
DATA low61<>+8(SB)/8, $0x0000000000000000
GLOBL low61<>(SB), RODATA|NOPTR, $16

// func putAtOnce(u *UUID, hi, lo uint64)
TEXT ·putAtOnce(SB), NOSPLIT, $0-24
	MOVQ       u+0(FP), DI
	MOVQ       hi+8(FP), AX
	MOVQ       lo+16(FP), BX
	BSWAPQ     AX
	BSWAPQ     BX
	MOVQ       AX, X0
	MOVQ       BX, X1
	PUNPCKLQDQ X1, X0 // X0 becomes the low half of X0, then that of X1
	MOVOU      X0, (DI)
	RET

// func nextBlock(f *feistel, common *UUID)
TEXT ·nextBlock(SB), NOSPLIT, $0-16
	CMPB ·useAVX2(SB), $1
	JNE  without
	MOVQ f+0(FP), DI
	MOVQ common+8(FP), SI

	// AES by instructions leaves the block in X0 too. Who takes it from there need
	// not wait for its store and the load after it. Nothing promises this, so X0 is
	// compared with the block, which the processor does while it goes on with X0.
	// What the comparison tells depends on how AES is done, on no secret.
	VPXOR  (DI), X0, X1
	VPTEST X1, X1
	JNE    load

next:
	VMOVQ   16(DI), X1        // X1 = A
	VMOVHPS 24(DI), X1, X1    // X1 = A and B; they may have been stored apart
	VPSHUFB y<>(SB), X0, X0
	VPADDQ  X1, X0, X0        // X0 = A + y, and B
	VSHUFPD $1, X0, X1, X1    // X1 = B and A + y
	VMOVDQU X1, 16(DI)        // are the next A and B
	VPAND   low61<>(SB), X0, X0
	VPSHUFB half<>(SB), X0, X0
	VPXOR   (SI), X0, X0
	VMOVDQU X0, (DI)
	RET

load:
	VMOVDQU (DI), X0
	JMP     next

without:
	JMP ·nextBlockDetectingAVX2(SB)
