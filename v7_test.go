// Proves the layout of version 7, FillV7, and bounds and conversions by time.
package uuid_test

import (
	"bytes"
	"crypto/fips140"
	"fmt"
	"math/bits"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestV7Layout checks where each V7Method places its random bits.
func TestV7Layout(t *testing.T) {
	const ms = 0x017f22e279b0
	for _, tt := range []struct {
		name   string
		method uuid.V7Method
		fill   byte
		want   [2]string // after 017f22e2-
	}{
		{
			name:   "precise, low",
			method: uuid.V7Precise,
			fill:   0x00,
			want:   [2]string{"79b0-7666-8000-000000000000", "79b0-7666-8040-000000000000"},
		},
		{
			name:   "precise, high",
			method: uuid.V7Precise,
			fill:   0xff,
			want:   [2]string{"79b0-7666-bfff-ffffffffffff", "79b0-7667-803f-ffffffffffff"},
		},
		{
			name:   "counter, low",
			method: uuid.V7Counter,
			fill:   0x00,
			want:   [2]string{"79b0-7000-8000-000000000000", "79b0-7000-8001-000000000000"},
		},
		{
			name:   "counter, high",
			method: uuid.V7Counter,
			fill:   0xff,
			want:   [2]string{"79b0-77ff-bfff-ffffffffffff", "79b0-7800-8000-ffffffffffff"},
		},
		{
			name:   "random, low",
			method: uuid.V7Random,
			fill:   0x00,
			want:   [2]string{"79b0-7000-8000-000000000000", "79b0-7000-8000-000000000001"},
		},
		{
			name:   "random, mixed",
			method: uuid.V7Random,
			fill:   0x5a,
			want:   [2]string{"79b0-7a5a-9a5a-5a5a5a5a5a5a", "79b0-7a5a-9a5a-5a5ab4b4b4b5"},
		},
		{
			name:   "random, high",
			method: uuid.V7Random,
			fill:   0xff,
			want:   [2]string{"79b0-7fff-bfff-ffffffffffff", "79b1-7000-8000-0000ffffffff"},
		},
		{
			name:   "unordered, low",
			method: uuid.V7Unordered,
			fill:   0x00,
			want:   [2]string{"79b0-7000-8000-000000000000", "79b0-7000-8000-000000000000"},
		},
		{
			name:   "unordered, high",
			method: uuid.V7Unordered,
			fill:   0xff,
			want:   [2]string{"79b0-7fff-bfff-ffffffffffff", "79b0-7fff-bfff-ffffffffffff"},
		},
	} {
		clock := fakeClock{now: time.UnixMilli(ms).Add(400 * time.Microsecond)} // 0x666/4096 ms
		g := newGenerator(
			t,
			uuid.Options{Now: clock.Now, V7: tt.method, Rand: &flakySource{fill: tt.fill}},
		)
		for i, want := range tt.want {
			if got := must(t)(g.NewV7()); got.String() != "017f22e2-"+want {
				t.Errorf("%s: %d: %v, want 017f22e2-%s", tt.name, i, got, want)
			}
		}
	}
}

// TestV7UsesEachRandomBitOnce checks that each random bit affects at most one bit of the UUID.
// Otherwise one part of a UUID would reveal another part.
func TestV7UsesEachRandomBitOnce(t *testing.T) {
	for _, m := range methods {
		newV7 := func(source uuid.UUID) (hi, lo uint64) {
			clock := fakeClock{now: time.UnixMilli(1645557742000)}
			g := newGenerator(
				t,
				uuid.Options{Now: clock.Now, V7: m.method, Rand: bytes.NewReader(source[:])},
			)
			return noError(g.NewV7()).Uint64s()
		}
		hi, lo := newV7(uuid.UUID{})
		for bit := range 128 {
			var source uuid.UUID
			source[bit/8] = 1 << (bit % 8)
			changedHi, changedLo := newV7(source)
			if n := bits.OnesCount64(hi^changedHi) + bits.OnesCount64(lo^changedLo); n > 1 {
				t.Errorf("%s: bit %d of the source changes %d bits", m.name, bit, n)
			}
		}
	}
}

// TestFillV7 checks that FillV7 reads the clock once per call. With V7Random and V7Unordered, and
// in FIPS 140-3 mode, it must read the clock once per UUID.
func TestFillV7(t *testing.T) {
	for _, m := range methods {
		clock := fakeClock{now: atSecond(1e9)}
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method})
		all := issue(t, 1, g.NewV7)
		for _, n := range []int{0, 1, 2, 256, 100_000} {
			dst := make([]uuid.UUID, n)
			clock.readings = 0
			if got, err := g.FillV7(dst); got != n || err != nil {
				t.Fatalf("%s: FillV7 of %d: %d, %v", m.name, n, got, err)
			}
			want := min(n, 1)
			if m.method >= uuid.V7Random || fips140.Enabled() {
				want = n
			}
			if clock.readings != want {
				t.Errorf("%s: FillV7 of %d reads the clock %d times", m.name, n, clock.readings)
			}
			all = append(append(all, dst...), must(t)(g.NewV7()))
		}
		if m.method == uuid.V7Unordered {
			wantDistinct(t, all)
			if st := g.State(); st != (uuid.State{}) {
				t.Errorf("%s: state %+v", m.name, st)
			}
		} else {
			wantIncreasing(t, all)
		}
		for _, u := range all {
			if u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 {
				t.Fatalf("%s: %v has version %d, variant %v", m.name, u, u.Version(), u.Variant())
			}
		}
	}
}

// TestCounterContinues checks that a generator continues from the counter in its saved state. A
// full counter carries into the fraction, and a full fraction carries into the millisecond.
func TestCounterContinues(t *testing.T) {
	for _, tt := range []struct {
		method     uuid.V7Method
		last, next string // the random bits are 0
	}{
		{
			uuid.V7Precise,
			"00000000-4240-7123-8140-000000000000",
			"00000000-4240-7123-8180-000000000000",
		},
		{
			uuid.V7Precise,
			"00000000-4240-7123-bfc0-000000000000",
			"00000000-4240-7124-8000-000000000000",
		},
		{
			uuid.V7Precise,
			"00000000-4240-7fff-bfc0-000000000000",
			"00000000-4241-7000-8000-000000000000",
		},
		{
			uuid.V7Counter,
			"00000000-4240-7123-8141-000000000000",
			"00000000-4240-7123-8142-000000000000",
		},
		{
			uuid.V7Counter,
			"00000000-4240-7123-bfff-000000000000",
			"00000000-4240-7124-8000-000000000000",
		},
		{
			uuid.V7Counter,
			"00000000-4240-7fff-bfff-000000000000",
			"00000000-4241-7000-8000-000000000000",
		},
		{
			uuid.V7Random,
			"00000000-4240-7123-8141-000000000000",
			"00000000-4240-7123-8141-000000000001",
		},
		{
			uuid.V7Random,
			"00000000-4240-7fff-bfff-ffffffffffff",
			"00000000-4241-7000-8000-000000000000",
		},
	} {
		last := uuid.MustParse(tt.last)
		clock := fakeClock{now: timeOf(t, last)}
		store := &memoryStore{state: uuid.State{V7: last}}
		g := newGenerator(
			t,
			uuid.Options{Now: clock.Now, V7: tt.method, Store: store, Rand: &flakySource{}},
		)
		if next := must(t)(g.NewV7()); next.String() != tt.next {
			t.Errorf("method %d: %v after %v, want %s", tt.method, next, last, tt.next)
		}
	}
}

// TestFractionIsNotLead checks that a fraction that is part of the counter does not count toward
// MaxLead. A new millisecond can begin with any fraction, even if MaxLead is very small.
func TestFractionIsNotLead(t *testing.T) {
	for _, m := range methods[1:] { // in V7Precise the fraction is part of the time
		for _, fill := range []byte{0, 0x5a, 0xff} {
			clock := fakeClock{now: atSecond(1e9)}
			g := newGenerator(t, uuid.Options{
				Now: clock.Now, Rand: &flakySource{fill: fill}, V7: m.method,
				MaxLead: time.Nanosecond, MaxWait: 1,
			})
			for range 3 {
				u := must(t)(g.NewV7())
				got, want := timeOf(t, u), clock.Now().Truncate(time.Millisecond)
				drawnZero := v7Fraction(u) == 0
				if !got.Equal(want) || drawnZero != (fill == 0) {
					t.Errorf("%s, fill %#x: %v has the time %v", m.name, fill, u, got)
				}
				clock.advance(time.Millisecond)
			}
		}
	}
}

// TestDrawnFractionIsWithinLead checks that V7Precise never draws a fraction that exceeds MaxLead.
// It draws the fraction because this clock shows only whole milliseconds.
func TestDrawnFractionIsWithinLead(t *testing.T) {
	for _, lead := range []time.Duration{1, time.Microsecond, 100 * time.Microsecond} {
		clock := fakeClock{now: time.Unix(1e9, 0)}
		g := newGenerator(t, uuid.Options{Now: clock.Now, MaxLead: lead, MaxWait: 1})
		most := lead.Nanoseconds() * 4096 / 1e6
		for range 200 {
			u := must(t)(g.NewV7())
			if fraction := v7Fraction(u); fraction > most {
				t.Fatalf("%v has the fraction %d, but MaxLead %v allows at most %d",
					u, fraction, lead, most)
			}
			clock.advance(time.Millisecond)
		}
	}
}

// TestFillOtherTypes uses these types.
type (
	plainUUID     [16]byte
	renamedBinary uuid.Binary
)

// TestFillOtherTypes checks that FillV4 and FillV7 fill slices of any 16-byte type.
func TestFillOtherTypes(t *testing.T) {
	testFill[plainUUID](t, func(u plainUUID) uuid.UUID { return uuid.UUID(u) })
	testFill[renamedBinary](t, func(u renamedBinary) uuid.UUID { return uuid.UUID(u) })
	testFill[[16]byte](t, func(u [16]byte) uuid.UUID { return uuid.UUID(u) })
	testFill[uuid.Binary](t, func(u uuid.Binary) uuid.UUID { return uuid.UUID(u) })
	testFill[uuid.ID[user]](t, uuid.ID[user].UUID)
	testFill[uuid.GUID](t, func(u uuid.GUID) uuid.UUID { return uuid.UUID(u) })
}

func testFill[U ~[16]byte](t *testing.T, toUUID func(U) uuid.UUID) {
	t.Helper()
	dst := make([]U, 5000)
	for version, fill := range map[uuid.Version]func([]U){4: uuid.FillV4[U], 7: uuid.FillV7[U]} {
		if n := testing.AllocsPerRun(1, func() { fill(dst) }); n > 0 && !uuid.RaceEnabled {
			t.Errorf("%T: %v allocations", dst, n)
		}
		ids := make([]uuid.UUID, len(dst))
		for i, u := range dst {
			ids[i] = toUUID(u)
			if ids[i].Version() != version || ids[i].Variant() != uuid.VariantRFC9562 {
				t.Fatalf("%T: element %d is %v", dst, i, ids[i])
			}
		}
		wantDistinct(t, ids)
		if version == 7 {
			wantIncreasing(t, ids)
		}
	}
}

func TestBoundsClamp(t *testing.T) {
	const (
		first6, last6 = "000000000000000", "fffffffffffffff"
		first7, last7 = "000000000000", "ffffffffffff"
	)
	for _, tt := range []struct {
		time   time.Time
		v6, v7 string // the time field in hexadecimal
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

func TestV1V6FromOtherVersions(t *testing.T) {
	for _, tt := range []struct {
		version uuid.Version
		convert func(uuid.UUID) (uuid.UUID, error)
		want    string
	}{
		{1, uuid.V1ToV6, "uuid: cannot convert version %d to version 6: want version 1"},
		{6, uuid.V6ToV1, "uuid: cannot convert version %d to version 1: want version 6"},
	} {
		for version := range byte(16) {
			u, ofNCS := example, uuid.Nil()
			u[6], ofNCS[6] = version<<4, version<<4
			for _, u := range []uuid.UUID{u, ofNCS} {
				if got, err := tt.convert(u); u.Version() != tt.version &&
					(!got.IsNil() || err == nil ||
						err.Error() != fmt.Sprintf(tt.want, u.Version())) {
					t.Errorf("%v: %v, %v; want error %q", u, got, err, tt.want)
				}
			}
		}
	}
}
