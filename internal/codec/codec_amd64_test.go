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
		first()
		if useAVX2 != supported {
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
		{name: "all features", lastLeaf: all, features1: all, xcr0: all, features7: all, want: 1},
		{
			name:      "only the required features",
			lastLeaf:  7,
			features1: 1<<27 | 1<<28,
			xcr0:      1<<1 | 1<<2,
			features7: 1 << 5,
			want:      1,
		},
		{name: "no leaf 7", lastLeaf: 6, features1: all, xcr0: all, features7: all},
		{name: "no leaf 1", features1: all, xcr0: all, features7: all},
		{name: "no OSXSAVE", lastLeaf: all, features1: all &^ (1 << 27), xcr0: all, features7: all},
		{name: "no AVX", lastLeaf: all, features1: all &^ (1 << 28), xcr0: all, features7: all},
		{name: "SSE registers are not saved", lastLeaf: all, features1: all, xcr0: all &^ (1 << 1), features7: all},
		{name: "AVX registers are not saved", lastLeaf: all, features1: all, xcr0: all &^ (1 << 2), features7: all},
		{name: "only SSE registers are saved", lastLeaf: all, features1: all, xcr0: 1<<0 | 1<<1, features7: all},
		{name: "no AVX2", lastLeaf: all, features1: all, xcr0: all, features7: all &^ (1 << 5)},
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
