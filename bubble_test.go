package uuid

import (
	"crypto/fips140"
	"testing"
	"testing/synctest"
)

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

// Bubble is for the external tests.
var Bubble = bubble
