//go:build !purego

package uuid

const pureGo = false

// CopyingErrorAllocs is how many allocations a ParseError is that has a copy of
// its input.
const CopyingErrorAllocs = 1
