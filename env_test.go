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

// How the tests are built and run. Names that begin with a capital letter are
// for the external tests.

var (
	// fullTests has the exhaustive and statistical tests run at their full size, which
	// takes minutes. CONTRIBUTING says when.
	fullTests = os.Getenv("UUID_TEST_FULL") != ""

	// pureGo is whether the package is built from portable Go only.
	pureGo = slices.Contains(strings.Split(buildSetting("-tags"), ","), "purego")

	// RaceEnabled is whether the race detector is on. It changes the number of
	// allocations, and slows down long loops that share nothing.
	RaceEnabled = buildSetting("-race") == "true"

	FullTests, PureGo, Sized, Bubble = fullTests, pureGo, sized, bubble
)

// buildSetting returns the value of a flag that the go command was run with.
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

// sized returns the size of a test: by default a size that still finds the defects that the
// test is for, or the full size.
func sized(byDefault, full int) int {
	if fullTests {
		return full
	}
	return byDefault
}

// CopyingErrorAllocs is how many allocations a ParseError is that has a copy of its input.
var CopyingErrorAllocs = map[bool]int{false: 1, true: 2}[pureGo]

// bubble runs f in a testing/synctest bubble. It skips the test in FIPS 140-3 mode: there
// crypto/rand may gather entropy by measuring time, which stands still in a bubble, and
// panics.
func bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	if fips140.Enabled() {
		t.Skip("crypto/rand may panic in a bubble in FIPS 140-3 mode")
	}
	synctest.Test(t, f)
}
