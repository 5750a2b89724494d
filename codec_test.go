package uuid

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// The vector instructions against the portable code, which the tests of parsing
// and formatting hold to a reference. Where there are none it is held to itself.

// texts are valid ones with every digit in them, in lower, upper and mixed case.
var texts = []string{
	"01234567-89ab-cdef-fedc-ba9876543210",
	"FEDCBA98-7654-3210-0123-456789ABCDEF",
	"f81D4fAe-7DeC-11d0-A765-00a0C91e6bF6",
}

// isBool reports whether b, which assembly has returned, is 0 or 1 in memory.
func isBool(b bool) bool { return *(*byte)(unsafe.Pointer(&b)) <= 1 }

// checkDecode fails the test unless hexDecode does with a text what decodeGeneric does.
func checkDecode(t *testing.T, text *[canonicalLen]byte) {
	t.Helper()
	before := UUID(bytes.Repeat([]byte{0xa5}, binaryLen))
	got, want := before, before
	ok, wantOK := hexDecode(&got, text), decodeGeneric(&want, text)
	if ok != wantOK || !isBool(ok) || got != want {
		t.Fatalf("%q: got %x, %v, want %x, %v", text[:], got[:], ok, want[:], wantOK)
	}
	if !ok && got != before {
		t.Fatalf("%q: failed and set %x", text[:], got[:])
	}
}

// checkEncode fails the test unless hexEncode does with u what encodeGeneric does.
func checkEncode(t *testing.T, u UUID) {
	t.Helper()
	var got, want [canonicalLen]byte
	hexEncode(&got, &u)
	encodeGeneric(&want, &u)
	if got != want {
		t.Fatalf("%x: got %q, want %q", u[:], got[:], want[:])
	}
}

func TestDecodeEachByte(t *testing.T) {
	for _, text := range texts {
		for i := range canonicalLen {
			b := [canonicalLen]byte([]byte(text))
			for c := range 256 {
				b[i] = byte(c)
				checkDecode(t, &b)
			}
		}
	}
}

// TestDecodeEachPair tries all pairs of bytes in the place of all pairs of digits.
func TestDecodeEachPair(t *testing.T) {
	pairs := 0
	for i := 0; i < canonicalLen; i += 2 {
		if texts[0][i] == '-' {
			i++
		}
		pairs++
		b := [canonicalLen]byte([]byte(texts[0]))
		for pair := range 1 << 16 {
			b[i], b[i+1] = byte(pair>>8), byte(pair)
			checkDecode(t, &b)
		}
	}
	if pairs != binaryLen {
		t.Errorf("%d pairs", pairs)
	}
}

func TestEncodeEachByte(t *testing.T) {
	for i := range binaryLen {
		for _, background := range []byte{0, 0x5a, 0xff} {
			u := UUID(bytes.Repeat([]byte{background}, binaryLen))
			for c := range 256 {
				u[i] = byte(c)
				checkEncode(t, u)
			}
		}
	}
}

func TestCodecAtRandom(t *testing.T) {
	random := rand.NewChaCha8([32]byte([]byte(strings.Repeat("x", 32))))
	var u UUID
	var text [canonicalLen]byte
	for range sized(20_000, 1_000_000) {
		random.Read(u[:])
		checkEncode(t, u)
		hexEncode(&text, &u)
		checkDecode(t, &text)
		random.Read(u[:])
		text[int(u[0])%canonicalLen] ^= 1 << (u[1] % 8)
		checkDecode(t, &text)
	}
}

func FuzzCodec(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var text [canonicalLen]byte
		copy(text[:], b)
		checkDecode(t, &text)
		var u UUID
		copy(u[:], b)
		checkEncode(t, u)
	})
}
