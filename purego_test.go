//go:build purego

package uuid

// pureGo is whether the program is built without what is not portable Go.
const pureGo = true

const CopyingErrorAllocs = 2
