package uuid

import (
	"crypto/sha256"
	"strings"
	"testing"
)

// NewV8Hash keeps its buffer for the next call, but not that of a huge name, which
// would stay in memory for good.
func TestNewV8HashKeepsNoHugeBuffer(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	h := sha256.New()
	for range 30 { // a pool may drop a buffer, and under the race detector does
		NewV8Hash(h, Nil(), huge)
		if buf := hashBufs.Get().(*[]byte); cap(*buf) >= len(huge) {
			t.Fatalf("a buffer of %d bytes is kept", cap(*buf))
		}
	}
}
