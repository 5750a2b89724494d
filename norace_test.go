//go:build !race

package uuid

const RaceEnabled = false
