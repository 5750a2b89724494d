package judge

import (
	"time"

	"github.com/seed-8298af95/uuid"
)

// A reading is what can be seen from a UUID alone.
type reading struct {
	id      uuid.UUID
	version int   // 1 to 8, googleV6, or 0 if the UUID has none
	timed   bool  // it contains a time, and the time can be
	tick    int64 // what differs between UUIDs of one process: the time, or the number and clock sequence of version 2
}

// googleV6 stands for a version 6 UUID that google/uuid 1.6.0 made: it wrote the version over four bits
// of the time, instead of between them.
const googleV6 = 9

// A window contains the times that a UUID can have.
type window struct{ from, to time.Time }

// possibleTimes returns the window: UUIDs have existed since 1995 or so, and clocks may differ by the
// offset of a time zone.
func possibleTimes(now time.Time) window {
	return window{time.Date(1995, 1, 1, 0, 0, 0, 0, time.UTC), now.Add(48 * time.Hour)}
}

func (w window) contains(t time.Time) bool { return !t.Before(w.from) && t.Before(w.to) }

// read reads u. The window contains the possible times.
func (w window) read(u uuid.UUID) reading {
	r := reading{id: u, version: int(u.Version())}
	if r.version > 8 {
		r.version = 0
	}
	t, hasTime := u.Time()
	switch r.version {
	case 1, 7:
		r.timed, r.tick = hasTime && w.contains(t), t.UnixNano()
	case 2:
		// The number of a user or group stands in place of the lower half of the timestamp.
		hi, lo := u.Uint64s()
		t, _ = uuid.FromUint64s(hi&0xffff_0fff|0x1000, lo).Time()
		domain, id, _ := u.DCE()
		r.timed, r.tick = domain <= uuid.DomainOrg && w.contains(t), int64(id)<<8|int64(u[8])
	case 6:
		r.timed, r.tick = w.contains(t), t.UnixNano()
		if t, ok := googleTime(u); !r.timed && ok && w.contains(t) {
			r.version, r.timed, r.tick = googleV6, true, t.UnixNano()
		}
	}
	return r
}

// googleTime returns the time of a version 6 UUID of google/uuid 1.6.0, less up to 6 ms. It returns false
// for times before that version.
func googleTime(u uuid.UUID) (time.Time, bool) {
	const since1582 = 12_219_292_800 // seconds to 1970
	hi, _ := u.Uint64s()
	ticks := hi &^ 0xf000
	if hi>>60 != 0 {
		return time.Time{}, false
	}
	t := time.Unix(int64(ticks/1e7)-since1582, int64(ticks%1e7)*100).UTC()
	return t, t.Year() >= 2023
}

// ulidTime returns the time of a ULID.
func ulidTime(u uuid.UUID) time.Time {
	hi, _ := u.Uint64s()
	return time.UnixMilli(int64(hi >> 16))
}
