//go:build purego

package uuid

import "math/rand/v2"

// shardHint returns a random number. Nothing depends on what it is.
func shardHint() uint { return uint(rand.Uint32()) }
