//go:build go1.26

// Shows how a seed makes the same UUIDs in each run.
package uuid_test

import (
	"testing"
	"testing/cryptotest"
	"testing/synctest"

	"github.com/seed-8298af95/uuid"
)

// TestSeed checks that the package-level functions return the same IDs each time if a test runs in
// a bubble and sets a seed. README.md shows this.
func TestSeed(t *testing.T) {
	uuid.Bubble(t, func(*testing.T) {}) // it may skip the test
	cryptotest.SetGlobalRandom(t, 1)
	synctest.Test(t, func(t *testing.T) { // the time is 2000-01-01
		const want = "00dc6acf-ac00-7247-b6e5-882e25796834"
		if got := uuid.NewV7().String(); got != want {
			t.Error(got)
		}
	})
}
