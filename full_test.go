package uuid

import "os"

// fullTests has the exhaustive and statistical tests run at their full size, which
// takes minutes. CONTRIBUTING says when.
var fullTests = os.Getenv("UUID_TEST_FULL") != ""

// sized returns the size of a test: one that still notices what the test is there
// for, or the full one.
func sized(byDefault, full int) int {
	if fullTests {
		return full
	}
	return byDefault
}

// FullTests and Sized are for the external tests.
var (
	FullTests = fullTests
	Sized     = sized
)
