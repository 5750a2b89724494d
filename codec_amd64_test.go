//go:build gc && !purego && !race && !msan && !asan

package uuid

import (
	"encoding/binary"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
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
		t.Run("EncodeEachByte", TestEncodeEachByte)
		t.Run("Base32DecodeEachByte", TestBase32DecodeEachByte)
		t.Run("Base32EncodeEachByte", TestBase32EncodeEachByte)
		if fullTests {
			t.Run("DecodeEachPair", TestDecodeEachPair)
			t.Run("Base32DecodeEachPair", TestBase32DecodeEachPair)
		}
		if useAVX2 != 0 {
			t.Error("AVX2 was used")
		}
	})
}

// AVX2 is used from the second call on at the latest, where it is there.
func TestAVX2IsUsed(t *testing.T) {
	there := hasAVX2(cpuid, xgetbv)
	for name, first := range map[string]func(){
		"hexEncode":    func() { hexEncode(new([canonicalLen]byte), new(UUID)) },
		"hexDecode":    func() { hexDecode(new(UUID), new([canonicalLen]byte)) },
		"base32Encode": func() { base32Encode(new([base32Len]byte), new(UUID)) },
		"base32Decode": func() { base32Decode(new(UUID), new([base32Len]byte)) },
	} {
		useAVX2, askOnce = 0, sync.Once{}
		if first(); useAVX2 != there {
			t.Errorf("after %s AVX2 is used: %d, is there: %d", name, useAVX2, there)
		}
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	if want := regexp.MustCompile(`(?m)^flags\s*:.*\bavx2\b`).Match(info); useAVX2 == 1 != want {
		t.Errorf("AVX2 is used: %v, the operating system has it: %v", !want, want)
	}
}

// Leaf 0 has the greatest number of a leaf and parts of the maker's name, which the
// operating system knows too.
func TestCPUID(t *testing.T) {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip(err)
	}
	eax, ebx, ecx := cpuid(0)
	name := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, ebx), ecx)
	got := fmt.Sprintf("vendor %s...%s, level %d", name[:4], name[4:], eax)
	found := regexp.MustCompile(`(?m)^vendor_id\s*: (....)....(....)\n(?s:.*?)^cpuid level\s*: (\d+)$`).FindSubmatch(info)
	if found == nil {
		t.Skip("/proc/cpuinfo does not say")
	}
	if want := fmt.Sprintf("vendor %s...%s, level %s", found[1], found[2], found[3]); got != want {
		t.Errorf("CPUID: %s, want %s", got, want)
	}
}

// AVX2 is used only on a processor that has it, under an operating system that saves
// its registers. No other processor is asked what it does not know.
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
		{"all there is", all, all, all, all, 1},
		{"what is needed", 7, 1<<27 | 1<<28, 1<<1 | 1<<2, 1 << 5, 1},
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
				t.Errorf("%s: leaf %d is asked for, the last is %d", tt.name, leaf, tt.lastLeaf)
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
				t.Errorf("%s: XGETBV is executed, which would end the program", tt.name)
			}
			return tt.xcr0
		}
		if got := hasAVX2(cpuid, xgetbv); got != tt.want {
			t.Errorf("%s: %d", tt.name, got)
		}
	}
}

// An assemblyFunction is the lines of one, without comments.
type assemblyFunction struct {
	name   string
	lines  []string
	labels map[string]int
	asks   bool // whether there is AVX2
}

// assemblyFunctions returns the functions of files.
func assemblyFunctions(t *testing.T, files ...string) (functions []assemblyFunction) {
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split(string(source), "\nTEXT ·")[1:] {
			name, text, _ := strings.Cut(text, "(")
			f := assemblyFunction{name, strings.Split(text, "\n")[1:], make(map[string]int), strings.Contains(text, "·useAVX2(SB)")}
			for i, line := range f.lines {
				line, _, _ = strings.Cut(line, "//")
				f.lines[i] = strings.TrimSpace(line)
				if label, ok := strings.CutSuffix(f.lines[i], ":"); ok {
					f.labels[label] = i
				}
			}
			functions = append(functions, f)
		}
	}
	return functions
}

// A function executes instructions of AVX2 if useAVX2 is 1. If it is 0, a function that
// has such instructions goes on with the one that detects AVX2. The upper half of a Y
// register is clear on each way out: while it is in use, instructions of SSE are slow
// anywhere in the program.
func TestAssemblyPaths(t *testing.T) {
	var (
		asks      = regexp.MustCompile(`^CMPB ·useAVX2\(SB\), \$(\d)\n(JNE|JEQ)\s+(\w+)\n`)
		vector    = regexp.MustCompile(`^V[A-Z]`)
		yRegister = regexp.MustCompile(`\bY\d`)
		jump      = regexp.MustCompile(`^J[A-Z]+\s+(\w+)$`)
		leaves    = regexp.MustCompile(`^(RET|JMP\s+·.*)$`)
	)
	for _, f := range assemblyFunctions(t, "codec_amd64.s") {
		for _, useAVX2 := range []string{"0", "1"} {
			type place struct {
				line  int
				upper bool // halves are in use
			}
			seen := make(map[place]bool)
			var walk func(place)
			walk = func(p place) {
				for ; !seen[p]; p.line++ {
					if p.line >= len(f.lines) {
						t.Fatalf("%s has no end", f.name)
					}
					seen[p] = true
					line := f.lines[p.line]
					if m := asks.FindStringSubmatch(strings.Join(f.lines[p.line:], "\n")); m != nil {
						p.line++
						if equal := m[1] == useAVX2; equal == (m[2] == "JEQ") {
							p.line = f.labels[m[3]]
						}
						continue
					}
					if useAVX2 == "0" && vector.MatchString(line) {
						t.Fatalf("%s without AVX2: %s", f.name, line)
					}
					p.upper = line != "VZEROUPPER" && (p.upper || yRegister.MatchString(line))
					if leaves.MatchString(line) {
						if p.upper {
							t.Errorf("%s: %s in line %d without VZEROUPPER", f.name, line, p.line)
						}
						if detects := line != "RET"; detects != (useAVX2 == "0" && f.asks) {
							t.Errorf("%s with useAVX2 = %s leaves by %s", f.name, useAVX2, line)
						}
						return
					}
					if m := jump.FindStringSubmatch(line); m != nil {
						walk(place{f.labels[m[1]], p.upper})
						if strings.HasPrefix(line, "JMP") {
							return
						}
					}
				}
			}
			walk(place{})
		}
	}
}
