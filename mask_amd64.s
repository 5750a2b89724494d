//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

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
