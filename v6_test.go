package uuid_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

var (
	gregorianEpoch = time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC)
	gregorianEnd   = time.Date(5236, 3, 31, 21, 21, 0, 684_697_599, time.UTC)
	unixEpoch      = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	unixEnd        = time.Date(10889, 8, 2, 5, 31, 50, 655_999_999, time.UTC)
)

func TestBoundsClamp(t *testing.T) {
	const first6, last6, first7, last7 = "000000000000000", "fffffffffffffff", "000000000000", "ffffffffffff"
	for _, tt := range []struct {
		time   time.Time
		v6, v7 string // the field of the time in hexadecimal
	}{
		{time.Unix(-1<<62, 0), first6, first7},
		{time.Date(-20000, 1, 1, 0, 0, 0, 0, time.UTC), first6, first7},
		{time.Time{}, first6, first7},
		{gregorianEpoch.Add(-1), first6, first7},
		{gregorianEpoch, first6, first7},
		{gregorianEpoch.Add(100), "000000000000001", first7},
		{unixEpoch.Add(-1), "1b21dd213813fff", first7},
		{unixEpoch, "1b21dd213814000", first7},
		{unixEpoch.Add(time.Millisecond), "1b21dd213816710", "000000000001"},
		{gregorianEnd, last6, "5dbe85111d0c"},
		{gregorianEnd.Add(1), last6, "5dbe85111d0c"},
		{unixEnd, last6, last7},
		{unixEnd.Add(1), last6, last7},
		{time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC), last6, last7},
		{time.Unix(1<<62, 0), last6, last7},
	} {
		v6, v7 := tt.v6[:8]+"-"+tt.v6[8:12]+"-6"+tt.v6[12:], tt.v7[:8]+"-"+tt.v7[8:]
		wantUUID(t, "MinV6", uuid.MinV6(tt.time), uuid.MustParse(v6+"-8000-000000000000"))
		wantUUID(t, "MaxV6", uuid.MaxV6(tt.time), uuid.MustParse(v6+"-bfff-ffffffffffff"))
		wantUUID(t, "MinV7", uuid.MinV7(tt.time), uuid.MustParse(v7+"-7000-8000-000000000000"))
		wantUUID(t, "MaxV7", uuid.MaxV7(tt.time), uuid.MustParse(v7+"-7fff-bfff-ffffffffffff"))
	}
}

func TestV1V6OfOtherVersions(t *testing.T) {
	for _, tt := range []struct {
		version uuid.Version
		convert func(uuid.UUID) (uuid.UUID, error)
		want    string
	}{
		{1, uuid.V1ToV6, "uuid: cannot convert a UUID of version %d to version 6, only version 1"},
		{6, uuid.V6ToV1, "uuid: cannot convert a UUID of version %d to version 1, only version 6"},
	} {
		for version := range byte(16) {
			u, ofNCS := example, uuid.Nil()
			u[6], ofNCS[6] = version<<4, version<<4
			for _, u := range []uuid.UUID{u, ofNCS} {
				if got, err := tt.convert(u); u.Version() != tt.version && (!got.IsNil() || err == nil || err.Error() != fmt.Sprintf(tt.want, u.Version())) {
					t.Errorf("of %v: %v, %v; want error %q", u, got, err, tt.want)
				}
			}
		}
	}
}
