package judge

import (
	"math"

	"github.com/seed-8298af95/uuid"
)

// differ reports whether UUIDs differ as those from one process do. They are of the given version and have a
// possible time. If version is 0, they may be of any version.
func differ(version int, rs []reading) bool {
	switch version {
	case 0:
		return differAtRandom(rs)
	case 7:
		return differAtTheEnd(rs)
	}
	return differInTime(version, rs)
}

// differInTime reports whether the UUIDs differ as those with a Gregorian time do. If at least half have different
// nodes, which are random or from many machines, they must differ at the end. Otherwise one process made each of them
// at a different time, so the lowest byte of the time must differ.
func differInTime(version int, rs []reading) bool {
	nodes := make(map[uuid.Node]bool)
	for _, r := range rs {
		node, _ := r.id.Node()
		nodes[node] = true
	}
	if 2*len(nodes) >= len(rs) {
		return differAtTheEnd(rs)
	}
	if !differInTick(rs) {
		return false
	}
	const coarse = 8 // JavaScript's clock counts milliseconds, which are multiples of 16 ticks
	switch version {
	case 1:
		return isRandom(rs, 3, 0xff) || different(rs, 3, 0xff) >= coarse
	case 2: // the number, or for one user the clock sequence
		return isRandom(rs, 3, 0xff) || isRandom(rs, 8, 0x3f)
	}
	return isRandom(rs, 7, 0xff) || different(rs, 7, 0xff) >= coarse
}

// differInTick reports whether at least half of the times are different: a clock can be coarse.
func differInTick(rs []reading) bool {
	ticks := make(map[int64]bool)
	for _, r := range rs {
		ticks[r.tick] = true
	}
	return 2*len(ticks) >= len(rs)
}

// differAtTheEnd reports whether the last two bytes differ as random bytes do: those of version 7 are random, even if
// the bytes before them are a counter.
func differAtTheEnd(rs []reading) bool {
	return isRandom(rs, 14, 0xff) && isRandom(rs, 15, 0xff)
}

// differAtRandom reports whether the UUIDs differ as those without a time do: in the bits beside the version, and
// in most of their bytes. Version 8 has room for fields that are alike.
func differAtRandom(rs []reading) bool {
	random := 0
	for i := range 16 {
		mask := byte(0xff)
		switch i {
		case 6:
			mask = 0x0f
		case 8:
			mask = 0x3f
		}
		if isRandom(rs, i, mask) {
			random++
		} else if i == 6 {
			return false
		}
	}
	return random >= 10
}

// differAsULIDs reports whether the values differ as ULIDs do: in most of their last ten bytes, or, if these are
// a counter, in the time and at the end.
func differAsULIDs(rs []reading) bool {
	random := 0
	for i := 6; i < 16; i++ {
		if isRandom(rs, i, 0xff) {
			random++
		}
	}
	return random >= 8 || differInTick(rs) && differAtTheEnd(rs)
}

// isRandom reports whether some bits of byte i have at least two fifths as many different values as random bits would
// have on average. Of eight random digits, fewer are different in one of 100000 lists.
func isRandom(rs []reading, i int, mask byte) bool {
	values := float64(mask) + 1
	expected := values * (1 - math.Pow(1-1/values, float64(len(rs))))
	return float64(different(rs, i, mask)) >= 0.4*expected
}

// different returns the number of different values that some bits of byte i have.
func different(rs []reading, i int, mask byte) int {
	var seen [256]bool
	n := 0
	for _, r := range rs {
		b := r.id[i] & mask
		if !seen[b] {
			seen[b] = true
			n++
		}
	}
	return n
}
