//go:build gc && !purego && !race && !msan && !asan

package codec

import (
	"os"
	"regexp"
	"sync"
	"testing"
)

// withoutAVX2 runs f with AVX2 turned off.
func withoutAVX2(f func()) {
	detectAVX2() // otherwise the first call in f would turn AVX2 on
	defer func(before uint8) { useAVX2 = before }(useAVX2)
	useAVX2 = 0
	f()
}

func TestWithoutAVX2(t *testing.T) {
	withoutAVX2(func() {
		t.Run("DecodeEachByte", TestDecodeEachByte)
		t.Run("EncodeEachByte", TestEncodeEachByte)
		t.Run("DecodeEachPair", TestDecodeEachPair)
		if useAVX2 != 0 {
			t.Error("AVX2 was used")
		}
	})
}

// TestAVX2IsUsed checks that the first call to either function turns AVX2 on if the
// machine supports it.
func TestAVX2IsUsed(t *testing.T) {
	supported := hasAVX2(cpuid, xgetbv)
	for name, first := range map[string]func(){
		"EncodeHex": func() { EncodeHex(new([TextLen]byte), new([16]byte)) },
		"DecodeHex": func() { DecodeHex(new([16]byte), new([TextLen]byte)) },
	} {
		useAVX2, detectOnce = 0, sync.Once{}
		if first(); useAVX2 != supported {
			t.Errorf("after %s useAVX2 is %d, want %d", name, useAVX2, supported)
		}
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	if want := regexp.MustCompile(`(?m)^flags\s*:.*\bavx2\b`).Match(info); useAVX2 == 1 != want {
		t.Errorf("AVX2 is used: %v, but /proc/cpuinfo lists it: %v", !want, want)
	}
}

// TestHasAVX2 checks that AVX2 is used only if the processor and the operating system
// support it. It also checks that hasAVX2 reads only CPUID leaves and registers that the
// processor supports.
func TestHasAVX2(t *testing.T) {
	const all = 1<<32 - 1
	for _, tt := range []struct {
		name      string
		lastLeaf  uint32
		features1 uint32 // ECX of leaf 1
		xcr0      uint32
		features7 uint32 // EBX of leaf 7
		want      uint8
	}{
		{"all features", all, all, all, all, 1},
		{"only the required features", 7, 1<<27 | 1<<28, 1<<1 | 1<<2, 1 << 5, 1},
		{"no leaf 7", 6, all, all, all, 0},
		{"no leaf 1", 0, all, all, all, 0},
		{"no OSXSAVE", all, all &^ (1 << 27), all, all, 0},
		{"no AVX", all, all &^ (1 << 28), all, all, 0},
		{"SSE registers are not saved", all, all, all &^ (1 << 1), all, 0},
		{"AVX registers are not saved", all, all, all &^ (1 << 2), all, 0},
		{"only SSE registers are saved", all, all, 1<<0 | 1<<1, all, 0},
		{"no AVX2", all, all, all, all &^ (1 << 5), 0},
	} {
		cpuid := func(leaf uint32) (eax, ebx, ecx uint32) {
			switch {
			case leaf > tt.lastLeaf:
				t.Errorf("%s: CPUID is executed for leaf %d, but the last leaf is %d", tt.name, leaf, tt.lastLeaf)
			case leaf == 0:
				return tt.lastLeaf, 0, 0
			case leaf == 1:
				return 0, 0, tt.features1
			case leaf == 7:
				return 0, tt.features7, 0
			}
			return all, all, all
		}
		xgetbv := func() uint32 {
			if tt.features1&(1<<27) == 0 {
				t.Errorf("%s: XGETBV is executed, but it is an illegal instruction", tt.name)
			}
			return tt.xcr0
		}
		if got := hasAVX2(cpuid, xgetbv); got != tt.want {
			t.Errorf("%s: %d", tt.name, got)
		}
	}
}
