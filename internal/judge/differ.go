package judge

import "math"

// differ reports whether UUIDs differ as those of one process do. They have a version and a time that can be, or,
// if version is 0, any version.
func differ(version int, rs []reading) bool {
	switch version {
	case 0:
		return differAtRandom(rs)
	case 7:
		return differAtTheEnd(rs)
	}
	return differInTime(rs)
}

// differInTime reports whether at least half of the UUIDs have different times: a process makes each UUID
// of version 1, 2 or 6 with another time or number, unless its clock is coarse.
func differInTime(rs []reading) bool {
	ticks := make(map[int64]bool)
	for _, r := range rs {
		ticks[r.tick] = true
	}
	return 2*len(ticks) >= len(rs)
}

// differAtTheEnd reports whether the last two bytes differ as random bytes do: those of version 7
// are random, even where the other bytes are a counter.
func differAtTheEnd(rs []reading) bool {
	return isRandom(rs, 14, 0xff) && isRandom(rs, 15, 0xff)
}

// differAtRandom reports whether the UUIDs differ as those without a time do: in the bits beside the version, and
// in at least half of their bytes. Version 8 has room for fields that are alike.
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
	return random >= 8
}

// isRandom reports whether some bits of byte i have at least half as many different values as random bits would
// have on average.
func isRandom(rs []reading, i int, mask byte) bool {
	var seen [256]bool
	different := 0
	for _, r := range rs {
		b := r.id[i] & mask
		if !seen[b] {
			seen[b] = true
			different++
		}
	}
	values := float64(mask) + 1
	expected := values * (1 - math.Pow(1-1/values, float64(len(rs))))
	return float64(different) >= expected/2
}
