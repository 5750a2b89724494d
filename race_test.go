//go:build race

package uuid

// RaceEnabled is whether the race detector is on. It changes what is allocated,
// and makes slow what is done often without being shared.
const RaceEnabled = true
