// Contains the settings of a test run, and exports them to the external tests.
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

var (
	// fullTests makes the exhaustive and statistical tests run at full size, which takes minutes.
	// CONTRIBUTING.md explains when to set it.
	fullTests = os.Getenv("UUID_TEST_FULL") != ""

	// pureGo reports whether the build uses only portable Go.
	pureGo = slices.Contains(strings.Split(buildSetting("-tags"), ","), "purego")

	// RaceEnabled reports whether the race detector is on. The race detector changes the number of
	// allocations and slows down long loops.
	RaceEnabled = buildSetting("-race") == "true"

	FullTests, PureGo, Sized, Bubble = fullTests, pureGo, sized, bubble
)

// buildSetting returns the value of a go command flag that was used to build the test.
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

// sized returns the size of a test: full if fullTests is set, and otherwise byDefault, which must
// be large enough to find the expected bugs.
func sized(byDefault, full int) int {
	if fullTests {
		return full
	}
	return byDefault
}

// CopyingErrorAllocs is the number of allocations for a ParseError that copies its input. Portable
// code cannot convert bytes to a string without another allocation.
var CopyingErrorAllocs = map[bool]int{false: 1, true: 2}[pureGo]

// bubble runs f in a testing/synctest bubble.
func bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	needBubbles(t)
	synctest.Test(t, f)
}

// needBubbles skips the test in FIPS 140-3 mode, because crypto/rand may then measure time to
// gather entropy. In a bubble, where time does not pass, it panics.
func needBubbles(t *testing.T) {
	t.Helper()
	if fips140.Enabled() {
		t.Skip("crypto/rand may panic in a bubble in FIPS 140-3 mode")
	}
}
