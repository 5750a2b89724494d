package uuid

import (
	"crypto/fips140"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// This file describes how the tests are built and run. It exports names for the external tests.

var (
	// fullTests makes the exhaustive and statistical tests run at their full size, which takes
	// minutes. CONTRIBUTING describes when to set it.
	fullTests = os.Getenv("UUID_TEST_FULL") != ""

	// pureGo reports whether the package is built from portable Go only.
	pureGo = slices.Contains(strings.Split(buildSetting("-tags"), ","), "purego")

	// RaceEnabled reports whether the race detector is on. The race detector changes the number of
	// allocations, and slows down long loops that share no data.
	RaceEnabled = buildSetting("-race") == "true"

	FullTests, PureGo, Sized, Bubble = fullTests, pureGo, sized, bubble
)

// buildSetting returns the value of a flag of the go command that built the test.
func buildSetting(flag string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == flag {
				return s.Value
			}
		}
	}
	return ""
}

// sized returns a test's size: byDefault, which is large enough to find the expected defects, or
// full if fullTests is set.
func sized(byDefault, full int) int {
	if fullTests {
		return full
	}
	return byDefault
}

// CopyingErrorAllocs is the number of allocations for a ParseError with a copy of its input.
var CopyingErrorAllocs = map[bool]int{false: 1, true: 2}[pureGo]

// bubble runs f in a testing/synctest bubble. It skips the test in FIPS 140-3 mode: crypto/rand may
// then gather entropy by measuring time, and panics because time stands still in a bubble.
func bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	if fips140.Enabled() {
		t.Skip("crypto/rand may panic in a bubble in FIPS 140-3 mode")
	}
	synctest.Test(t, f)
}
