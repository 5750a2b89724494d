package codec

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// These tests compare the vector instructions with the portable code. Without vector
// instructions they compare the portable code with itself. The tests in package uuid
// compare it with a reference.

// texts are valid inputs in lower, upper and mixed case. The first two contain every
// digit.
var texts = []string{
	"01234567-89ab-cdef-fedc-ba9876543210",
	"FEDCBA98-7654-3210-0123-456789ABCDEF",
	"f81D4fAe-7DeC-11d0-A765-00a0C91e6bF6",
}

// isBool reports whether b is 0 or 1 in memory, because assembly could return any other
// byte.
func isBool(b bool) bool { return *(*byte)(unsafe.Pointer(&b)) <= 1 }

// checkDecode checks that DecodeHex and decodeGeneric return the same result.
func checkDecode(t *testing.T, text *[TextLen]byte) {
	t.Helper()
	before := [16]byte(bytes.Repeat([]byte{0xa5}, 16))
	got, want := before, before
	ok, wantOK := DecodeHex(&got, text), decodeGeneric(&want, text)
	if ok != wantOK || !isBool(ok) || got != want {
		t.Fatalf("%q: got %x, %v, want %x, %v", text[:], got[:], ok, want[:], wantOK)
	}
	if !ok && got != before {
		t.Fatalf("%q: DecodeHex failed, but set dst to %x", text[:], got[:])
	}
}

// checkEncode checks that EncodeHex and encodeGeneric write the same text.
func checkEncode(t *testing.T, u [16]byte) {
	t.Helper()
	var got, want [TextLen]byte
	EncodeHex(&got, &u)
	encodeGeneric(&want, &u)
	if got != want {
		t.Fatalf("%x: got %q, want %q", u[:], got[:], want[:])
	}
}

func TestDecodeEachByte(t *testing.T) {
	for _, text := range texts {
		for i := range TextLen {
			b := [TextLen]byte([]byte(text))
			for c := range 256 {
				b[i] = byte(c)
				checkDecode(t, &b)
			}
		}
	}
}

// TestDecodeEachPair replaces each pair of digits with all pairs of bytes.
func TestDecodeEachPair(t *testing.T) {
	pairs := 0
	for i := 0; i < TextLen; i += 2 {
		if texts[0][i] == '-' {
			i++
		}
		pairs++
		b := [TextLen]byte([]byte(texts[0]))
		for pair := range 1 << 16 {
			b[i], b[i+1] = byte(pair>>8), byte(pair)
			checkDecode(t, &b)
		}
	}
	if pairs != 16 {
		t.Errorf("%d pairs", pairs)
	}
}

func TestEncodeEachByte(t *testing.T) {
	for i := range 16 {
		for _, background := range []byte{0, 0x5a, 0xff} {
			u := [16]byte(bytes.Repeat([]byte{background}, 16))
			for c := range 256 {
				u[i] = byte(c)
				checkEncode(t, u)
			}
		}
	}
}

func TestCodecAtRandom(t *testing.T) {
	random := rand.NewChaCha8([32]byte([]byte(strings.Repeat("x", 32))))
	var u [16]byte
	var text [TextLen]byte
	for range 20_000 {
		random.Read(u[:])
		checkEncode(t, u)
		EncodeHex(&text, &u)
		checkDecode(t, &text)
		random.Read(u[:])
		text[int(u[0])%TextLen] ^= 1 << (u[1] % 8)
		checkDecode(t, &text)
	}
}

func FuzzCodec(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var text [TextLen]byte
		copy(text[:], b)
		checkDecode(t, &text)
		var u [16]byte
		copy(u[:], b)
		checkEncode(t, u)
	})
}

// TestFirstBadDigit makes each digit invalid in turn. The last digit is always invalid,
// but only the first invalid digit matters.
func TestFirstBadDigit(t *testing.T) {
	digit := 0
	for i := range TextLen {
		if texts[0][i] == '-' {
			continue
		}
		b := [TextLen]byte([]byte(texts[0]))
		b[i], b[TextLen-1] = 'g', 'g'
		if got := FirstBadDigit(Digits(&b)); got != digit {
			t.Errorf("%q: %d, want %d", b[:], got, digit)
		}
		digit++
	}
	good := [TextLen]byte([]byte(texts[1]))
	if got := FirstBadDigit(Digits(&good)); got != 32 {
		t.Errorf("%q: %d", good[:], got)
	}
}
