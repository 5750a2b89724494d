//go:build gc && !purego && !race && !msan && !asan

package uuid

import (
	"os"
	"regexp"
	"testing"
)

// withoutAVX2 runs f as on a processor that has not got the instructions.
func withoutAVX2(f func()) {
	askAVX2()
	defer func(before uint8) { useAVX2 = before }(useAVX2)
	useAVX2 = 0
	f()
}

func TestWithoutAVX2(t *testing.T) {
	withoutAVX2(func() {
		t.Run("DecodeEachByte", TestDecodeEachByte)
		t.Run("DecodeEachPair", TestDecodeEachPair)
		t.Run("EncodeEachByte", TestEncodeEachByte)
		t.Run("Base32DecodeEachByte", TestBase32DecodeEachByte)
		t.Run("Base32DecodeEachPair", TestBase32DecodeEachPair)
		t.Run("Base32EncodeEachByte", TestBase32EncodeEachByte)
		if useAVX2 != 0 {
			t.Error("AVX2 was used")
		}
	})
}

// AVX2 is used from the second call on at the latest, where it is there.
func TestAVX2IsUsed(t *testing.T) {
	if _, err := Parse(texts[0]); err != nil {
		t.Fatal(err)
	}
	if got, want := useAVX2 == 1, hasAVX2(); got != want {
		t.Errorf("AVX2 is used: %v, is there: %v", got, want)
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	if want := regexp.MustCompile(`(?m)^flags\s*:.*\bavx2\b`).Match(info); hasAVX2() != want {
		t.Errorf("AVX2 is there: %v, the operating system says %v", !want, want)
	}
}
