//go:build !purego

package uuid

import (
	"os"
	"regexp"
	"testing"
)

// withoutKernels runs f as on a processor that has not got the instructions.
func withoutKernels(f func()) {
	askKernels()
	defer func(before uint8) { kernels = before }(kernels)
	kernels = 0
	f()
}

func TestWithoutKernels(t *testing.T) {
	withoutKernels(func() {
		t.Run("DecodeEachByte", TestDecodeEachByte)
		t.Run("DecodeEachPair", TestDecodeEachPair)
		t.Run("EncodeEachByte", TestEncodeEachByte)
		if kernels != 0 {
			t.Error("the kernels were used")
		}
	})
}

// The kernels are used from the second call on at the latest, by a processor
// that has what they need.
func TestKernelsAreUsed(t *testing.T) {
	if _, err := Parse(texts[0]); err != nil {
		t.Fatal(err)
	}
	if got, want := kernels == 1, hasAVX2(); got != want {
		t.Errorf("kernels are used: %v, AVX2 is there: %v", got, want)
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	if want := regexp.MustCompile(`(?m)^flags\s*:.*\bavx2\b`).Match(info); hasAVX2() != want {
		t.Errorf("AVX2 is there: %v, the operating system says %v", !want, want)
	}
}
