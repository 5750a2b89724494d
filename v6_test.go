package uuid_test

import (
	"math/rand/v2"
	"slices"
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

// timeFields are the versions whose UUIDs sort by their time.
var timeFields = []struct {
	name       string
	start, end time.Time // the first and the last nanosecond
	unit       time.Duration

	newAt    func(time.Time) (uuid.UUID, error)
	min, max func(time.Time) uuid.UUID
}{
	{"V6", gregorianEpoch, gregorianEnd, 100 * time.Nanosecond, uuid.NewV6At, uuid.MinV6, uuid.MaxV6},
	{"V7", unixEpoch, unixEnd, time.Millisecond, uuid.NewV7At, uuid.MinV7, uuid.MaxV7},
}

// randomTime returns a time from start to end, to the nanosecond.
func randomTime(r *rand.Rand, start, end time.Time) time.Time {
	for {
		t := time.Unix(start.Unix()+r.Int64N(end.Unix()-start.Unix()+1), r.Int64N(1e9)).UTC()
		if !t.Before(start) && !t.After(end) {
			return t
		}
	}
}

// wantWithin checks that u is not outside of the bounds.
func wantWithin(t testing.TB, lower, u, upper uuid.UUID) {
	t.Helper()
	if lower.Compare(u) > 0 || u.Compare(upper) > 0 {
		t.Fatalf("%v is not from %v to %v", u, lower, upper)
	}
}

// TestBounds checks what TestReferenceLayouts cannot: that the bounds hold what is made
// at a time, and nothing of the times around.
func TestBounds(t *testing.T) {
	for _, field := range timeFields {
		t.Run(field.name, func(t *testing.T) {
			check := func(at time.Time) {
				t.Helper()
				lower, upper := field.min(at), field.max(at)
				u := must(t)(field.newAt(at))
				wantWithin(t, lower, u, upper)

				start := at.Add(-time.Duration(at.Nanosecond()) % field.unit)
				if got := timeOf(t, u); !got.Equal(start) {
					t.Errorf("%v at %v has time %v, want %v", u, at, got, start)
				}
				if next := start.Add(field.unit); !next.After(field.end) {
					wantIncreasing(t, []uuid.UUID{upper, field.min(next)})
				}
				for _, same := range []time.Time{start, start.Add(field.unit - 1)} {
					if field.min(same) != lower || field.max(same) != upper {
						t.Fatalf("other bounds at %v than at %v", same, at)
					}
				}
			}
			check(field.start)
			check(field.end)
			r := newRand()
			for range 10_000 {
				check(randomTime(r, field.start, field.end))
				check(randomTime(r, unixEpoch, time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)))
			}
		})
	}
}

// TestGeneratorBounds issues UUIDs of each kind at random times.
func TestGeneratorBounds(t *testing.T) {
	type source struct {
		name     string
		opts     uuid.Options
		next     func(*uuid.Generator) (uuid.UUID, error)
		min, max func(time.Time) uuid.UUID
	}
	seq := uint16(0x2aaa)
	sources := []source{
		{"V6", uuid.Options{}, (*uuid.Generator).NewV6, uuid.MinV6, uuid.MaxV6},
		{"V6 of lowest node", uuid.Options{Node: uuid.Node{5: 1}, ClockSeq: new(uint16)}, (*uuid.Generator).NewV6, uuid.MinV6, uuid.MaxV6},
		{"V6 of a node", uuid.Options{Node: uuid.Node{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, ClockSeq: &seq}, (*uuid.Generator).NewV6, uuid.MinV6, uuid.MaxV6},
	}
	for _, m := range methods {
		sources = append(sources, source{m.name, uuid.Options{V7: m.method}, (*uuid.Generator).NewV7, uuid.MinV7, uuid.MaxV7})
	}
	for _, source := range sources {
		t.Run(source.name, func(t *testing.T) {
			r := newRand()
			for range 1000 {
				at := randomTime(r, unixEpoch, gregorianEnd.AddDate(-1, 0, 0))
				if r.IntN(2) == 0 {
					at = at.Truncate(time.Millisecond)
				}
				source.opts.Now = func() time.Time { return at }
				g := newGenerator(t, source.opts)
				for i, u := range issue(t, 20, func() (uuid.UUID, error) { return source.next(g) }) {
					embedded := timeOf(t, u)
					if i == 0 {
						wantWithin(t, source.min(at), u, source.max(at))
					}
					wantWithin(t, source.min(embedded), u, source.max(embedded))
				}
			}
		})
	}
}

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

// TestAtOrder makes UUIDs for increasing times, each later by the least
// difference that must show.
func TestAtOrder(t *testing.T) {
	for _, tt := range []struct {
		name  string
		newAt func(time.Time) (uuid.UUID, error)
		step  time.Duration
	}{
		{"V6", uuid.NewV6At, 100 * time.Nanosecond},
		{"V7", uuid.NewV7At, 245 * time.Nanosecond}, // 1/4096 ms, rounded up
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRand()
			for range 100 {
				at := randomTime(r, unixEpoch, time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC))
				var ids []uuid.UUID
				for range 100 {
					ids = append(ids, must(t)(tt.newAt(at)))
					at = at.Add(tt.step)
				}
				wantIncreasing(t, ids)
			}
			var times []time.Time
			for range 1000 {
				times = append(times, randomTime(r, unixEpoch, gregorianEnd))
			}
			slices.SortFunc(times, time.Time.Compare)
			var ids []uuid.UUID
			for _, at := range times {
				ids = append(ids, must(t)(tt.newAt(at)))
			}
			wantIncreasing(t, ids)
		})
	}
}

// TestNewV1At checks what TestAtOrder cannot: version 1 is in no order.
func TestNewV1At(t *testing.T) {
	at := time.Date(2022, 2, 22, 19, 22, 22, 123_456_700, time.UTC)
	seen := map[uuid.UUID]bool{}
	for range 1000 {
		u := must(t)(uuid.NewV1At(at))
		seen[u] = true
		if got, ok := u.Time(); !got.Equal(at) || !ok || u.Version() != 1 {
			t.Fatalf("%v has version %d and time %v", u, u.Version(), got)
		}
		if node, _ := u.Node(); node[0]&1 == 0 {
			t.Fatalf("%v has a node without multicast bit", u)
		}
	}
	if len(seen) != 1000 {
		t.Errorf("%d of 1000 are distinct", len(seen))
	}
}

func TestV1V6(t *testing.T) {
	v1, v6 := uuid.MustParse("c232ab00-9414-11ec-b3c8-9f6bdeced846"), uuid.MustParse("1ec9414c-232a-6b00-b3c8-9f6bdeced846") // RFC 9562 A.1, A.5
	wantUUID(t, "V1ToV6", must(t)(uuid.V1ToV6(v1)), v6)
	for _, bit := range append(singleBits(), uuid.Nil(), uuid.Max(), v1, uuid.NewV1()) {
		hi, lo := bit.Uint64s()
		v1 := uuid.FromUint64s(hi&^0xf000|0x1000, lo&^(3<<62)|2<<62)
		v6 := must(t)(uuid.V1ToV6(v1))
		text := v1.String() // time_low, time_mid, 1 and time_high
		digits := text[15:18] + text[9:13] + text[:8]
		wantUUID(t, "V1ToV6", v6, uuid.MustParse(digits[:8]+"-"+digits[8:12]+"-6"+digits[12:]+text[18:]))
		wantUUID(t, "V6ToV1", must(t)(uuid.V6ToV1(v6)), v1)
		if !timeOf(t, v6).Equal(timeOf(t, v1)) {
			t.Errorf("V1ToV6(%v) = %v of another time", v1, v6)
		}
	}
}

func TestV1V6OfOtherVersions(t *testing.T) {
	for _, tt := range []struct {
		version uuid.Version
		convert func(uuid.UUID) (uuid.UUID, error)
		want    string
	}{
		{1, uuid.V1ToV6, "uuid: V1ToV6 of a UUID that is not of version 1"},
		{6, uuid.V6ToV1, "uuid: V6ToV1 of a UUID that is not of version 6"},
	} {
		inputs := []uuid.UUID{uuid.Nil(), uuid.Max()}
		for version := range byte(16) {
			u := example
			u[6] = version<<4 | u[6]&0xf
			if u.Version() != tt.version {
				inputs = append(inputs, u)
			}
			u[8] &= 0x7f
			inputs = append(inputs, u)
		}
		for _, u := range inputs {
			if got, err := tt.convert(u); !got.IsNil() || err == nil || err.Error() != tt.want {
				t.Errorf("of %v: %v, %v; want error %q", u, got, err, tt.want)
			}
		}
	}
}
