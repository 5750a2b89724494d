//go:build race

package uuid_test

// raceEnabled is whether the race detector is on, which changes what is
// allocated.
const raceEnabled = true
