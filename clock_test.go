package uuid_test

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestFrozenClock(t *testing.T) {
	now := atSecond(1e9)
	clock := fakeClock{now: now}
	g := newGenerator(t, uuid.Options{Now: clock.Now})

	n := uuid.Sized(100_000, 1_000_000)
	v7 := issue(t, n, g.NewV7)
	wantIncreasing(t, v7)
	if lead := timeOf(t, v7[len(v7)-1]).Sub(now.Truncate(time.Millisecond)); lead > time.Millisecond {
		t.Errorf("the last of %d is %v ahead", n, lead)
	}
	v1, v6 := issue(t, 20_000, g.NewV1), issue(t, 20_000, g.NewV6)
	wantDistinct(t, slices.Concat(v1, v6))
	wantIncreasing(t, v6)
	if first, last := clockSeqOf(t, v1[0]), clockSeqOf(t, v1[len(v1)-1]); first != last {
		t.Errorf("the clock sequence went from %d to %d", first, last)
	}
	if first := timeOf(t, v1[0]); !first.Equal(now) {
		t.Errorf("first version 1 at %v, want %v", first, now)
	}
}

// A frozen bubble is what tests of other packages see.
func TestFrozenBubble(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		now := time.Now()
		var g uuid.Generator
		ids := issue(t, 200_000, g.NewV7)
		wantIncreasing(t, ids)
		for _, u := range ids {
			if got := timeOf(t, u); !got.Equal(now) {
				t.Fatalf("%v is of %v, want %v", u, got, now)
			}
		}
		wantDistinct(t, issue(t, 20_000, g.NewV1))
		v6 := issue(t, 20_000, g.NewV6)
		wantDistinct(t, v6)
		wantIncreasing(t, v6)
	})
}

func TestFifteenReadingsAMicrosecond(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	var ids []uuid.UUID
	for range 10 {
		ids = append(ids, issue(t, 15, g.NewV1)...)
		clock.advance(time.Microsecond)
	}
	wantDistinct(t, ids)
}

func TestCoarseClock(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	each := uuid.Sized(5000, 40_000)
	var v1, v6, v7 []uuid.UUID
	for range 5 {
		v1 = append(v1, issue(t, each, g.NewV1)...)
		v6 = append(v6, issue(t, each, g.NewV6)...)
		v7 = append(v7, issue(t, each, g.NewV7)...)
		clock.advance(15625 * time.Microsecond)
	}
	wantDistinct(t, slices.Concat(v1, v6))
	wantIncreasing(t, v6)
	wantIncreasing(t, v7)
}

// A clock that a version has no timestamp for is that version's error only.
func TestClockOutOfRange(t *testing.T) {
	for _, tt := range []struct {
		year       int
		v1, v6, v7 error
	}{
		{1500, uuid.ErrTimeRange, uuid.ErrTimeRange, uuid.ErrTimeRange},
		{1600, nil, nil, uuid.ErrTimeRange},
		{2000, nil, nil, nil},
		{5300, uuid.ErrTimeRange, uuid.ErrTimeRange, nil},
		{11000, uuid.ErrTimeRange, uuid.ErrTimeRange, uuid.ErrTimeRange},
	} {
		now := time.Date(tt.year, 1, 1, 0, 0, 0, 0, time.UTC)
		for _, m := range methods {
			for _, opts := range []uuid.Options{{}, {Store: &memoryStore{}}} {
				opts.Now, opts.V7 = func() time.Time { return now }, m.method
				g := newGenerator(t, opts)
				fill := func() (uuid.UUID, error) {
					dst := []uuid.UUID{uuid.Max(), uuid.Max()}
					n, err := g.FillV7(dst)
					if err == nil && n != 2 || err != nil && (n != 0 || !dst[1].IsNil()) {
						t.Errorf("%d, %s: FillV7 = %d, %v of %v", tt.year, m.name, n, err, dst)
					}
					return dst[0], err
				}
				for i, call := range []struct {
					next func() (uuid.UUID, error)
					err  error
				}{{g.NewV1, tt.v1}, {g.NewV6, tt.v6}, {g.NewV7, tt.v7}, {fill, tt.v7}} {
					u, err := call.next()
					if err != call.err || u.IsNil() != (err != nil) {
						t.Errorf("%d, %s, call %d: %v, %v; want error %v", tt.year, m.name, i, u, err, call.err)
					}
				}
				if opts.Store == nil {
					continue
				}
				st, _ := opts.Store.Load()
				if tt.v1 != nil && st.Ticks != 0 || tt.v7 != nil && !st.V7.IsNil() {
					t.Errorf("%d, %s: saved %+v for what was never issued", tt.year, m.name, st)
				}
			}
		}
	}
}

func TestEndOfTime(t *testing.T) {
	t.Run("v7", func(t *testing.T) {
		// V7Counter would take 2^25 to get there.
		for _, m := range []uuid.V7Method{uuid.V7Precise, uuid.V7Random} {
			clock := fakeClock{now: time.UnixMilli(1<<48 - 1).Add(999_999)}
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m, Rand: &flakySource{fill: 0xff}})
			var ids []uuid.UUID
			u, err := g.NewV7()
			for ; err == nil; u, err = g.NewV7() {
				ids = append(ids, u)
			}
			if err != uuid.ErrTimeRange || !u.IsNil() {
				t.Errorf("method %d: past the end: %v, %v", m, u, err)
			}
			wantIncreasing(t, ids)
			if last := ids[len(ids)-1]; last != uuid.MaxV7(clock.Now()) {
				t.Errorf("method %d: the last is %v", m, last)
			}
		}
	})
	t.Run("v1 and v6", func(t *testing.T) {
		end := time.Date(5236, 3, 31, 21, 21, 0, 684697500, time.UTC)
		for _, back := range []int{0, 1, 2} {
			clock := fakeClock{now: end.Add(time.Duration(-back) * 100)}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: &flakySource{fill: 0xff}})
			ids := issue(t, 1+back, g.NewV6)
			wantIncreasing(t, ids)
			if got := timeOf(t, ids[back]); !got.Equal(end) {
				t.Errorf("the last is of %v", got)
			}
			for _, next := range []func() (uuid.UUID, error){g.NewV6, g.NewV1} {
				if u, err := next(); err != uuid.ErrTimeRange || !u.IsNil() {
					t.Errorf("past the end: %v, %v", u, err)
				}
			}
		}
	})
}

func TestMillisecondClock(t *testing.T) {
	clock := fakeClock{now: time.UnixMilli(1e12)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	fractions := make(map[uint16]bool)
	var ids []uuid.UUID
	for range 1000 {
		u := must(t)(g.NewV7())
		if got := timeOf(t, u); !got.Equal(clock.Now()) {
			t.Errorf("%v is of %v, want %v", u, got, clock.Now())
		}
		ids = append(ids, u)
		fractions[binary.BigEndian.Uint16(u[6:])] = true
		clock.advance(time.Millisecond)
	}
	wantIncreasing(t, ids)
	// 1000 draws out of 2048 hit about 790 different ones.
	if len(fractions) < 600 {
		t.Errorf("only %d fractions in 1000 milliseconds", len(fractions))
	}
}

// The package-level functions draw the fraction too, where the clock shows whole
// milliseconds, as that of a bubble does.
func TestMillisecondBubble(t *testing.T) {
	inBubble(t, "", func(t *testing.T) {
		var g uuid.Generator
		fractions := make(map[uint16]bool)
		for range 200 {
			u := must(t)(g.NewV7())
			fractions[binary.BigEndian.Uint16(u[6:])] = true
			time.Sleep(time.Millisecond)
		}
		if len(fractions) < 150 {
			t.Errorf("only %d fractions in 200 milliseconds", len(fractions))
		}
	})
}

// A reading and the time elapsed since may be in different seconds.
func TestElapsedIntoNextSecond(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
		var g uuid.Generator
		time.Sleep(999*time.Millisecond + 700*time.Microsecond)
		must(t)(g.NewV1())
		time.Sleep(500 * time.Microsecond)
		if got := timeOf(t, must(t)(g.NewV1())); !got.Equal(time.Now()) {
			t.Errorf("time %v at %v", got, time.Now())
		}
	})
}

// The package-level functions stay right when a bubble begins, ends and
// another one begins before it.
func TestSharedClock(t *testing.T) {
	check := func(t *testing.T) {
		t.Helper()
		for _, next := range []func() uuid.UUID{uuid.NewV1, uuid.NewV6, uuid.NewV7} {
			const lead = 10 * time.Millisecond
			before, u, after := time.Now(), next(), time.Now()
			if got := timeOf(t, u); got.Before(before.Add(-lead)) || got.After(after.Add(lead)) {
				t.Errorf("%v is of %v, between %v and %v", u, got, before, after)
			}
		}
	}
	check(t)
	for range 2 {
		uuid.Bubble(t, func(t *testing.T) {
			check(t)
			time.Sleep(time.Hour)
			check(t)
			time.Sleep(time.Millisecond - 1)
			check(t)
		})
		check(t)
	}
}

// Elapsed time added to a reading does not drift away from the wall clock.
func TestElapsedClock(t *testing.T) {
	var g uuid.Generator
	for start := time.Now(); time.Since(start) < 50*time.Millisecond; {
		before := time.Now().Add(-2 * time.Millisecond)
		u := must(t)(g.NewV7())
		after := time.Now().Add(2 * time.Millisecond)
		if got := timeOf(t, u); got.Before(before) || got.After(after) {
			t.Fatalf("%v is of %v, between %v and %v", u, got, before, after)
		}
	}
}

// In each bubble the time in a UUID is the bubble's, though all begin at the same
// time: their clock is another one each, not one that was set back.
func TestEachBubbleHasItsTime(t *testing.T) {
	held := newGenerator(t, uuid.Options{Rollback: uuid.RollbackHold})
	refused := newGenerator(t, uuid.Options{Rollback: uuid.RollbackError, Store: &memoryStore{}})
	var zero uuid.Generator
	fill := func() (uuid.UUID, error) {
		var dst [3]uuid.UUID
		_, err := zero.FillV7(dst[:])
		return dst[0], err
	}
	calls := []struct {
		name string
		next func() (uuid.UUID, error)
	}{
		{"NewV1", func() (uuid.UUID, error) { return uuid.NewV1(), nil }},
		{"NewV6", func() (uuid.UUID, error) { return uuid.NewV6(), nil }},
		{"NewV7", func() (uuid.UUID, error) { return uuid.NewV7(), nil }},
		{"zero NewV1", zero.NewV1}, {"zero NewV6", zero.NewV6}, {"zero NewV7", zero.NewV7}, {"zero FillV7", fill},
		{"held NewV1", held.NewV1}, {"held NewV7", held.NewV7},
		{"refused NewV1", refused.NewV1}, {"refused NewV7", refused.NewV7},
	}
	var all []uuid.UUID
	const lead = 10 * time.Microsecond // versions 1 and 6 have a value in 100 ns
	check := func(t *testing.T, lead time.Duration) {
		t.Helper()
		for _, call := range calls {
			before := time.Now()
			u := must(t)(call.next())
			all = append(all, u)
			if got := timeOf(t, u); got.Before(before.Truncate(time.Millisecond)) || got.After(time.Now().Add(lead)) {
				t.Errorf("%s: %v is of %v, at %v", call.name, u, got, before)
			}
		}
	}
	const leadOutside = time.Millisecond // a browser's clock tells no less
	check(t, leadOutside)                // or the first bubble might be taken for one of another test
	for _, lasts := range []time.Duration{0, 5 * time.Second, 0, 600 * time.Microsecond, time.Hour, 700 * time.Microsecond, 0} {
		uuid.Bubble(t, func(t *testing.T) {
			check(t, lead)
			// Shorter than a reading of the wall clock is built upon, too.
			time.Sleep(lasts / 2)
			check(t, lead)
			time.Sleep(lasts - lasts/2)
			check(t, lead)
		})
	}
	check(t, leadOutside)
	wantDistinct(t, all)
}
