package uuid_test

import (
	"math/bits"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// optimizations returns the compiler's report on inlining and escape analysis.
func optimizations(t *testing.T, sources ...string) string {
	t.Helper()
	needGo(t)
	if runtime.Compiler != "gc" {
		t.Skip("not the compiler that the functions are written for")
	}
	out, err := exec.Command("go", append([]string{"build", "-gcflags=-m"}, sources...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestEscape checks that functions inlined into a caller move none of its variables to the heap. The
// tests that count allocations would not notice this, because their package contains instances of
// the generic functions.
func TestEscape(t *testing.T) {
	out := optimizations(t, "testdata/caller.go")
	if !strings.Contains(out, "inlining call to uuid.") {
		t.Errorf("nothing is inlined: %s", out)
	}
	for _, line := range regexp.MustCompile(`.*moved to heap.*`).FindAllString(out, -1) {
		t.Error(line)
	}
}

// TestInlining checks that the helpers of the hot paths are within the compiler's inlining budget.
// This budget is the reason for the code of several helpers.
func TestInlining(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("the same takes more of the budget where words have 32 bits")
	}
	// The package testdata/typed uses TypeIDs, because a generic function is compiled where it is
	// used.
	out := optimizations(t, ".", "./testdata/typed")
	inlined := make(map[string]bool)
	for _, match := range regexp.MustCompile(`can inline (?:uuid\.)?([^\s[]+)`).FindAllStringSubmatch(out, -1) {
		inlined[match[1]] = true
	}
	for _, name := range []string{
		"UUID.Compare", "UUID.String", "stringOf", "(*UUID).put", "(*UUID).words", "withVersion", "addVersionGap", "v1", "v4", "v6", "v7",
		"parseCanonical", "asArray",
		"timescale.tick", "reading.overtaken", "reading.fromOtherClock",
		"putPrefix", "hasTypePrefix", "typeIDLen",
		"timestamp.plus", "(*sequence).following",
	} {
		if !inlined[name] {
			t.Errorf("%s is not inlined", name)
		}
	}
}
