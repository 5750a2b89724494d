package uuid_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A fakeClock shows the time it was set to.
type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

// at is the time so many Unix seconds after 1970, off the whole millisecond.
func at(seconds float64) time.Time {
	ms := int64(seconds * 1000)
	return time.UnixMilli(ms).Add(300 * time.Microsecond).UTC()
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}

func (c *fakeClock) advance(d time.Duration) { c.set(c.Now().Add(d)) }

// A flakySource returns bytes of one value while err is nil, at most short at
// a time if that is set, and then fails.
type flakySource struct {
	fill  byte
	err   error
	short int
	reads int
}

func (s *flakySource) Read(p []byte) (int, error) {
	s.reads++
	if s.short > 0 {
		p = p[:min(s.short, len(p))]
	}
	if s.err != nil {
		return 0, s.err
	}
	for i := range p {
		p[i] = s.fill
	}
	return len(p), nil
}

func newGenerator(t testing.TB, opts uuid.Options) *uuid.Generator {
	t.Helper()
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// must returns the UUID of a call that is not to fail.
func must(t testing.TB) func(uuid.UUID, error) uuid.UUID {
	return func(u uuid.UUID, err error) uuid.UUID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
}

// issue returns the next n UUIDs of a method of a Generator.
func issue(t testing.TB, n int, next func() (uuid.UUID, error)) []uuid.UUID {
	t.Helper()
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = must(t)(next())
	}
	return ids
}

func wantDistinct(t testing.TB, ids []uuid.UUID) {
	t.Helper()
	sorted := slices.SortedFunc(slices.Values(ids), uuid.UUID.Compare)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			t.Fatalf("%v was issued twice", sorted[i])
		}
	}
}

func wantIncreasing(t testing.TB, ids []uuid.UUID) {
	t.Helper()
	for i := 1; i < len(ids); i++ {
		if ids[i-1].Compare(ids[i]) >= 0 {
			t.Fatalf("%d: %v is not above %v", i, ids[i], ids[i-1])
		}
	}
}

// timeOf returns the time in u, which has one.
func timeOf(t testing.TB, u uuid.UUID) time.Time {
	t.Helper()
	embedded, ok := u.Time()
	if !ok {
		t.Fatalf("%v has no time", u)
	}
	return embedded
}

func clockSeqOf(t testing.TB, u uuid.UUID) uint16 {
	t.Helper()
	seq, ok := u.ClockSeq()
	if !ok {
		t.Fatalf("%v has no clock sequence", u)
	}
	return seq
}

var methods = []struct {
	name   string
	method uuid.V7Method
}{
	{"V7Precise", uuid.V7Precise},
	{"V7Counter", uuid.V7Counter},
	{"V7Random", uuid.V7Random},
	{"V7Unordered", uuid.V7Unordered},
}

var policies = []struct {
	name   string
	policy uuid.RollbackPolicy
}{
	{"RollbackFollow", uuid.RollbackFollow},
	{"RollbackHold", uuid.RollbackHold},
	{"RollbackError", uuid.RollbackError},
}

func TestNewGeneratorOptions(t *testing.T) {
	seq := func(n uint16) *uint16 { return &n }
	tests := []struct {
		name string
		opts uuid.Options
		want string // the error, or "" for none
	}{
		{"zero", uuid.Options{}, ""},
		{"greatest clock sequence", uuid.Options{ClockSeq: seq(1<<14 - 1)}, ""},
		{"clock sequence of 15 bits", uuid.Options{ClockSeq: seq(1 << 14)}, "uuid: Options.ClockSeq has more than 14 bits"},
		{"last method", uuid.Options{V7: uuid.V7Unordered}, ""},
		{"unknown method", uuid.Options{V7: uuid.V7Unordered + 1}, "uuid: unknown Options.V7"},
		{"last policy", uuid.Options{Rollback: uuid.RollbackError}, ""},
		{"unknown policy", uuid.Options{Rollback: uuid.RollbackError + 1}, "uuid: unknown Options.Rollback"},
		{"negative rollback", uuid.Options{MaxRollback: -1}, "uuid: negative Options.MaxRollback"},
		{"negative lead", uuid.Options{MaxLead: -1}, "uuid: negative Options.MaxLead"},
	}
	for _, tt := range tests {
		g, err := uuid.NewGenerator(tt.opts)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || (g == nil) != (tt.want != "") {
			t.Errorf("%s: %v, %q; want error %q", tt.name, g, got, tt.want)
		}
	}
}

// The caller's ClockSeq is read once.
func TestGeneratorKeepsItsClockSeq(t *testing.T) {
	seq := uint16(5)
	g := newGenerator(t, uuid.Options{ClockSeq: &seq})
	seq = 1<<16 - 1
	if got := clockSeqOf(t, must(t)(g.NewV1())); got != 5 {
		t.Errorf("clock sequence %d, want 5", got)
	}
}

func TestFrozenClock(t *testing.T) {
	now := at(1e9)
	clock := fakeClock{now: now}
	g := newGenerator(t, uuid.Options{Now: clock.Now})

	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
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
	synctest.Test(t, func(t *testing.T) {
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

func TestMaxLead(t *testing.T) {
	t.Run("frozen", func(t *testing.T) {
		clock := fakeClock{now: at(1e9)}
		g := newGenerator(t, uuid.Options{Now: clock.Now, MaxLead: 100 * time.Microsecond})
		issue(t, 1+1000, g.NewV1)
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6} {
			before := g.State()
			if u, err := next(); err != uuid.ErrClockLead || !u.IsNil() {
				t.Errorf("past the lead: %v, %v", u, err)
			}
			if after := g.State(); after != before {
				t.Errorf("the state went from %+v to %+v", before, after)
			}
		}
		// 409 ticks of 1/4096 ms and what the counter begins at are room for
		// no more than 410*256 UUIDs.
		dst := make([]uuid.UUID, 200_000)
		n, err := g.FillV7(dst)
		if err != uuid.ErrClockLead || n < 409*256 || n > 410*256 {
			t.Errorf("FillV7 past the lead: %d, %v", n, err)
		}
		wantIncreasing(t, dst[:n])
		if i := slices.IndexFunc(dst[n:], func(u uuid.UUID) bool { return !u.IsNil() }); i >= 0 {
			t.Errorf("element %d past the filled ones is %v", i, dst[n+i])
		}
		if u, err := g.NewV7(); err != uuid.ErrClockLead || !u.IsNil() {
			t.Errorf("NewV7 past the lead: %v, %v", u, err)
		}
		// One tick of the clock is room for one more.
		clock.advance(100 * time.Nanosecond)
		issue(t, 1, g.NewV1)
		if _, err := g.NewV1(); err != uuid.ErrClockLead {
			t.Errorf("two in one more tick: %v", err)
		}
	})
	t.Run("moving", func(t *testing.T) {
		coarse := func() time.Time { return time.Now().Truncate(5 * time.Millisecond) }
		g := newGenerator(t, uuid.Options{Now: coarse, MaxLead: 100 * time.Microsecond})
		start := coarse()
		v1, v6 := issue(t, 3000, g.NewV1), issue(t, 3000, g.NewV6)
		wantDistinct(t, slices.Concat(v1, v6))
		wantIncreasing(t, v6)
		// A reading is room for 1001, so the clock moved on five times.
		if last := timeOf(t, v6[len(v6)-1]); last.Sub(start) < 25*time.Millisecond {
			t.Errorf("6000 UUIDs took %v", last.Sub(start))
		}
		dst := make([]uuid.UUID, 250_000)
		if n, err := g.FillV7(dst); n != len(dst) || err != nil {
			t.Fatalf("FillV7: %d, %v", n, err)
		}
		wantIncreasing(t, dst)
	})
	t.Run("bubble", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var g uuid.Generator
			start := time.Now()
			wantDistinct(t, issue(t, 250_000, g.NewV1))
			if waited := time.Since(start); waited < 10*time.Millisecond {
				t.Errorf("waited %v for 25 ms of ticks", waited)
			}
		})
	})
	t.Run("slow", func(t *testing.T) {
		// A nanosecond a reading is movement but no time to wait for.
		clock := fakeClock{now: at(1e9)}
		crawl := func() time.Time {
			clock.advance(time.Nanosecond)
			return clock.Now()
		}
		g := newGenerator(t, uuid.Options{Now: crawl, MaxLead: 100 * time.Nanosecond})
		for range 10 {
			if _, err := g.NewV1(); err != nil {
				if err != uuid.ErrClockLead {
					t.Error(err)
				}
				return
			}
		}
		t.Error("no end to a lead of one tick")
	})
}

// A clock that is set back while a call waits for it is waited for.
func TestRollbackWhileWaiting(t *testing.T) {
	start := time.Now()
	now := func() time.Time {
		if elapsed := time.Since(start); elapsed > 30*time.Millisecond {
			return at(1e9).Add(elapsed - 50*time.Millisecond)
		}
		return at(1e9).Add(time.Since(start))
	}
	ahead := at(1e9).Add(60 * time.Millisecond)
	store := &memoryStore{state: uuid.State{V7: uuid.MaxV7(ahead)}}
	g := newGenerator(t, uuid.Options{Now: now, Store: store})
	u := must(t)(g.NewV7())
	if u.Compare(uuid.MaxV7(ahead)) <= 0 {
		t.Errorf("%v is not after %v", u, uuid.MaxV7(ahead))
	}
	if waited := time.Since(start); waited < 90*time.Millisecond {
		t.Errorf("waited %v", waited)
	}
}

// A first call that fails leaves nothing behind.
func TestFailedFirstCall(t *testing.T) {
	for name, opts := range map[string]uuid.Options{
		"time":    {Now: func() time.Time { return time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC) }},
		"entropy": {Rand: bytes.NewReader(make([]byte, 15))},
	} {
		g := newGenerator(t, opts)
		before := g.State()
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6} {
			if u, err := next(); err == nil || !u.IsNil() {
				t.Errorf("%s: %v, %v", name, u, err)
			}
		}
		if after := g.State(); after != before || after.Ticks != 0 {
			t.Errorf("%s: state went from %+v to %+v", name, before, after)
		}
	}
}

func TestFifteenReadingsAMicrosecond(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	var ids []uuid.UUID
	for range 10 {
		ids = append(ids, issue(t, 15, g.NewV1)...)
		clock.advance(time.Microsecond)
	}
	wantDistinct(t, ids)
}

func TestCoarseClock(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	each := 40_000
	if testing.Short() {
		each = 5000
	}
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

func TestSmallRollback(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			var clock fakeClock
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method})
			var ids []uuid.UUID
			for i, step := range []struct{ now, want float64 }{
				{10.100, 10.100}, {9.900, 10.100}, {10.200, 10.200},
			} {
				clock.set(at(step.now))
				ids = append(ids, must(t)(g.NewV7()))
				if got, want := timeOf(t, ids[i]), at(step.want).Truncate(time.Millisecond); !got.Equal(want) {
					t.Errorf("at %v: time %v, want %v", step.now, got, want)
				}
			}
			clock.set(time.Unix(20, 0))
			ids = append(ids, must(t)(g.NewV7()))
			clock.advance(-time.Nanosecond)
			ids = append(ids, must(t)(g.NewV7()))
			wantIncreasing(t, ids)
		})
	}
}

func TestRollbackDoesNotCreep(t *testing.T) {
	clock := fakeClock{now: at(1000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	ids := issue(t, 1, g.NewV7)
	first := timeOf(t, ids[0])
	clock.advance(-500 * time.Millisecond)
	for range 10_000 {
		ids = append(ids, must(t)(g.NewV7()))
		clock.advance(10 * time.Microsecond)
	}
	wantIncreasing(t, ids)
	if last := timeOf(t, ids[len(ids)-1]); !last.Equal(first) {
		t.Errorf("time went from %v to %v", first, last)
	}
	// 10 000 UUIDs are 40 times the counter, so that many fractions.
	fraction := func(u uuid.UUID) uint16 { return binary.BigEndian.Uint16(u[6:]) & 0xfff }
	if crept := fraction(ids[len(ids)-1]) - fraction(ids[0]); crept > 40 {
		t.Errorf("the fraction went on by %d", crept)
	}
	clock.set(at(1000.001))
	if caught := timeOf(t, must(t)(g.NewV7())); !caught.Equal(at(1000.001).Truncate(time.Millisecond)) {
		t.Errorf("after catching up: %v", caught)
	}
}

func TestRollbackPolicies(t *testing.T) {
	const before = 100_000
	node := uuid.Node{1, 2, 3, 4, 5, 6}
	for _, p := range policies {
		for _, tt := range []struct {
			name string
			back time.Duration
			far  bool
		}{
			{"9.999 s", 9999 * time.Millisecond, false},
			{"10 s", 10 * time.Second, false},
			{"10.001 s", 10001 * time.Millisecond, true},
			{"a day", 24 * time.Hour, true},
		} {
			t.Run(p.name+"/"+tt.name, func(t *testing.T) {
				clock := fakeClock{now: at(before)}
				g := newGenerator(t, uuid.Options{Now: clock.Now, Rollback: p.policy, Node: node})
				versions := []struct {
					name    string
					next    func() (uuid.UUID, error)
					ordered bool
				}{{"v1", g.NewV1, false}, {"v6", g.NewV6, true}, {"v7", g.NewV7, true}}
				var old [3][]uuid.UUID
				for i, v := range versions {
					old[i] = issue(t, 100, v.next)
				}
				seq := g.State().ClockSeq
				clock.advance(-tt.back)
				for i, v := range versions {
					if tt.far && p.policy == uuid.RollbackError {
						state := g.State()
						if u, err := v.next(); err != uuid.ErrClockRollback || !u.IsNil() {
							t.Errorf("%s: %v, %v", v.name, u, err)
						}
						if g.State() != state {
							t.Errorf("%s: the state changed", v.name)
						}
						continue
					}
					ids := issue(t, 100, v.next)
					wantDistinct(t, slices.Concat(old[i], ids))
					followed := tt.far && p.policy == uuid.RollbackFollow
					want := at(before)
					if followed {
						want = clock.Now()
					}
					if got := timeOf(t, ids[0]); got.Sub(want).Abs() > time.Millisecond {
						t.Errorf("%s: time %v, want %v", v.name, got, want)
					}
					switch {
					case v.ordered && followed:
						wantIncreasing(t, ids)
						if ids[0].Compare(old[i][0]) > 0 {
							t.Errorf("%s: %v did not follow the clock", v.name, ids[0])
						}
					case v.ordered:
						wantIncreasing(t, slices.Concat(old[i], ids))
					}
					if v.name == "v7" {
						continue
					}
					if got := clockSeqOf(t, ids[0]); followed != (got != seq) {
						t.Errorf("%s: clock sequence from %d to %d", v.name, seq, got)
					}
				}
				// Once the clock has caught up there is nothing left of it.
				clock.set(at(before + 1))
				for i, v := range versions {
					u := must(t)(v.next())
					if got := timeOf(t, u); got.Sub(at(before+1)).Abs() > time.Millisecond {
						t.Errorf("%s: time %v after the clock caught up", v.name, got)
					}
					if v.ordered && u.Compare(old[i][99]) <= 0 {
						t.Errorf("%s: %v after %v", v.name, u, old[i][99])
					}
				}
			})
		}
	}
}

// A version 6 UUID whose node and clock sequence are random does not need
// another clock sequence, and version 7 has none.
func TestFollowedV7KeepsClockSeq(t *testing.T) {
	clock := fakeClock{now: at(100_000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	issue(t, 1, g.NewV1)
	before := g.State()
	issue(t, 1, g.NewV7)
	clock.advance(-time.Hour)
	issue(t, 1, g.NewV7)
	if after := g.State(); after.ClockSeq != before.ClockSeq || after.Ticks != before.Ticks {
		t.Errorf("state went from %+v to %+v", before, after)
	}
}

// A clock sequence that nothing has yet need not be changed.
func TestFollowedBeforeClockSeq(t *testing.T) {
	clock := fakeClock{now: at(100_000)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	before := must(t)(g.NewV6())
	clock.advance(-time.Hour)
	after := must(t)(g.NewV6())
	if after.Compare(before) >= 0 || !timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %v did not follow the clock", after, before)
	}
	if v1, st := must(t)(g.NewV1()), g.State(); clockSeqOf(t, v1) != st.ClockSeq {
		t.Errorf("%v does not have clock sequence %d", v1, st.ClockSeq)
	}
}

// Past the last clock sequence comes a random node, and without one nothing
// changes.
func TestNoEntropyForNextNode(t *testing.T) {
	clock := fakeClock{now: at(100_000)}
	source := &flakySource{fill: 0x5a}
	last := uint16(1<<14 - 1)
	g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source, ClockSeq: &last})
	issue(t, 1, g.NewV1)
	before := g.State()
	clock.advance(-time.Hour)
	source.err = errors.New("broken")
	for range 2 {
		if u, err := g.NewV1(); !errors.Is(err, source.err) || !u.IsNil() {
			t.Errorf("%v, %v", u, err)
		}
	}
	if after := g.State(); after != before {
		t.Errorf("state went from %+v to %+v", before, after)
	}
	source.err, source.fill = nil, 0xa5
	after := must(t)(g.NewV1())
	node, _ := after.Node()
	if node == before.Node || clockSeqOf(t, after) != 0 || !timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %+v", after, before)
	}
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

func TestClockSeqRunsOut(t *testing.T) {
	const sequences = 1 << 14
	swing := func(g *uuid.Generator, clock *fakeClock) (ids []uuid.UUID, err error) {
		for i := range 2 * sequences {
			clock.set(at(1000 * float64(1+i%2)))
			u, err := g.NewV1()
			if err != nil {
				return ids, err
			}
			ids = append(ids, u)
		}
		return ids, nil
	}
	t.Run("given node", func(t *testing.T) {
		var clock fakeClock
		g := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}})
		ids, err := swing(g, &clock)
		if err != nil {
			t.Fatal(err)
		}
		wantDistinct(t, ids)
		clock.set(at(1000))
		if u, err := g.NewV1(); err != uuid.ErrClockRollback {
			t.Errorf("clock sequence %d again: %v, %v", clockSeqOf(t, u), u, err)
		}
		clock.set(at(2001))
		issue(t, 1, g.NewV1)
	})
	t.Run("random node", func(t *testing.T) {
		var clock fakeClock
		g := newGenerator(t, uuid.Options{Now: clock.Now})
		first, err1 := swing(g, &clock)
		second, err2 := swing(g, &clock)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		ids := slices.Concat(first, second)
		wantDistinct(t, ids)
		nodes := make(map[uuid.Node]bool)
		for _, u := range ids {
			node, _ := u.Node()
			nodes[node] = true
		}
		if len(nodes) < 2 || len(nodes) > 3 {
			t.Errorf("%d nodes for two rounds of clock sequences", len(nodes))
		}
	})
}

func TestCarry(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			clock := fakeClock{now: time.UnixMilli(1000)}
			source := &flakySource{fill: 0xff}
			g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method, Rand: source, MaxLead: time.Hour})
			const n = 600_000 // past 2048*256, as V7Precise begins with a fraction of 2047
			batch := make([]uuid.UUID, 100_000)
			var last uuid.UUID
			for issued := 0; issued < n; issued += len(batch) {
				if _, err := g.FillV7(batch); err != nil {
					t.Fatal(err)
				}
				if last.Compare(batch[0]) >= 0 {
					t.Fatalf("%v after %v", batch[0], last)
				}
				wantIncreasing(t, batch)
				for _, u := range batch {
					if u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 {
						t.Fatalf("%v is of version %d, variant %v", u, u.Version(), u.Variant())
					}
				}
				last = batch[len(batch)-1]
			}
			if got := timeOf(t, last); m.method != uuid.V7Counter && !got.After(time.UnixMilli(1000)) {
				t.Errorf("%v: no carry into the millisecond", last)
			}
		})
	}
}

// Every method carries from a full counter, however long it takes to fill.
func TestCarryFromState(t *testing.T) {
	for _, m := range methods[:3] {
		clock := fakeClock{now: at(1e9)}
		last := uuid.MaxV7(clock.Now())
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method, Store: &memoryStore{state: uuid.State{V7: last}}})
		next := must(t)(g.NewV7())
		if want := clock.Now().Truncate(time.Millisecond).Add(time.Millisecond); next.Version() != 7 ||
			next.Variant() != uuid.VariantRFC9562 || !timeOf(t, next).Equal(want) {
			t.Errorf("%s: %v after %v", m.name, next, last)
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

func TestFailingEntropy(t *testing.T) {
	broken := errors.New("broken")
	calls := []struct {
		name string
		next func(*uuid.Generator) (uuid.UUID, error)
	}{
		{"NewV1", (*uuid.Generator).NewV1},
		{"NewV4", (*uuid.Generator).NewV4},
		{"NewV6", (*uuid.Generator).NewV6},
		{"NewV7", (*uuid.Generator).NewV7},
		{"FillV4", func(g *uuid.Generator) (uuid.UUID, error) {
			var dst [3]uuid.UUID
			n, err := g.FillV4(dst[:])
			if n == 0 && dst != [3]uuid.UUID{} {
				t.Errorf("FillV4 left %v", dst)
			}
			return dst[0], err
		}},
		{"FillV7", func(g *uuid.Generator) (uuid.UUID, error) {
			var dst [3]uuid.UUID
			n, err := g.FillV7(dst[:])
			if n == 0 && dst != [3]uuid.UUID{} {
				t.Errorf("FillV7 left %v", dst)
			}
			return dst[0], err
		}},
	}
	for _, m := range methods {
		for _, call := range calls {
			t.Run(m.name+"/"+call.name, func(t *testing.T) {
				clock := fakeClock{now: at(1e9)}
				source := &flakySource{fill: 0xa5, err: broken}
				g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source, V7: m.method})
				before := g.State()
				for range 3 {
					if u, err := call.next(g); !errors.Is(err, broken) || !u.IsNil() {
						t.Errorf("broken: %v, %v", u, err)
					}
				}
				source.err = io.EOF // after half of what is needed
				g2 := newGenerator(t, uuid.Options{Now: clock.Now, V7: m.method,
					Rand: io.MultiReader(bytes.NewReader(make([]byte, 8)), source)})
				if u, err := call.next(g2); !errors.Is(err, io.ErrUnexpectedEOF) || !u.IsNil() {
					t.Errorf("half: %v, %v", u, err)
				}
				if after := g.State(); after != before {
					t.Errorf("state went from %+v to %+v", before, after)
				}
				source.err, source.short = nil, 3
				u := must(t)(call.next(g))
				if node, ok := u.Node(); ok && node == (uuid.Node{}) {
					t.Errorf("%v has no node", u)
				}
				if seq, ok := u.ClockSeq(); ok && seq != 0xa5a5&(1<<14-1) {
					t.Errorf("%v has clock sequence %#x", u, seq)
				}
			})
		}
	}
}

// What FillV4 and FillV7 could not fill is Nil, what they could is returned.
func TestFillUntilEntropyFails(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	for name, fill := range map[string]func(*uuid.Generator, []uuid.UUID) (int, error){
		"FillV4": (*uuid.Generator).FillV4,
		"FillV7": (*uuid.Generator).FillV7,
	} {
		source := bytes.NewReader(bytes.Repeat([]byte{0x5a}, 16*3+5))
		g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source})
		dst := slices.Repeat([]uuid.UUID{uuid.Max()}, 6)
		n, err := fill(g, dst)
		if n != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		for i, u := range dst {
			if u.IsNil() != (i >= 3) || u.IsMax() {
				t.Errorf("%s: element %d is %v", name, i, u)
			}
		}
	}
}

func TestAtLeavesGeneratorsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []uuid.UUID
		for _, years := range []int{100, -20, 0, 3000} {
			ids = append(ids, uuid.NewV7())
			other := time.Now().AddDate(years, 0, 0)
			must(t)(uuid.NewV7At(other))
			must(t)(uuid.NewV6At(other))
		}
		ids = append(ids, uuid.NewV7())
		wantIncreasing(t, ids)
		for _, u := range ids {
			if got := timeOf(t, u); time.Until(got).Abs() > time.Second {
				t.Errorf("%v is of %v", u, got)
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

// TestV7Layout checks where each method puts what it draws.
func TestV7Layout(t *testing.T) {
	const ms = 0x017f22e279b0
	tests := []struct {
		name   string
		method uuid.V7Method
		fill   byte
		want   []string
	}{
		{"precise, low", uuid.V7Precise, 0x00, []string{
			"017f22e2-79b0-7666-8000-000000000000", "017f22e2-79b0-7666-8040-000000000000"}},
		{"precise, high", uuid.V7Precise, 0xff, []string{
			"017f22e2-79b0-7666-9fff-ffffffffffff", "017f22e2-79b0-7666-a03f-ffffffffffff"}},
		{"counter, low", uuid.V7Counter, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8001-000000000000"}},
		{"counter, high", uuid.V7Counter, 0xff, []string{
			"017f22e2-79b0-77ff-bfff-ffffffffffff", "017f22e2-79b0-7800-8000-ffffffffffff"}},
		{"random, low", uuid.V7Random, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8000-000000000001"}},
		{"random, high", uuid.V7Random, 0xff, []string{
			"017f22e2-79b0-7fff-bfff-ffffffffffff", "017f22e2-79b1-7000-8000-0000ffffffff"}},
		{"unordered, low", uuid.V7Unordered, 0x00, []string{
			"017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7000-8000-000000000000"}},
		{"unordered, high", uuid.V7Unordered, 0xff, []string{
			"017f22e2-79b0-7fff-bfff-ffffffffffff", "017f22e2-79b0-7fff-bfff-ffffffffffff"}},
	}
	for _, tt := range tests {
		clock := fakeClock{now: time.UnixMilli(ms).Add(400 * time.Microsecond)} // 0x666/4096 ms
		g := newGenerator(t, uuid.Options{Now: clock.Now, V7: tt.method, Rand: &flakySource{fill: tt.fill}})
		for i, want := range tt.want {
			if got := must(t)(g.NewV7()); got.String() != want {
				t.Errorf("%s: %d: %v, want %s", tt.name, i, got, want)
			}
		}
	}
}

// The step of V7Random is drawn, not constant.
func TestV7RandomSteps(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, V7: uuid.V7Random})
	steps := make(map[uint64]bool)
	ids := issue(t, 1000, g.NewV7)
	for i := 1; i < len(ids); i++ {
		_, before := ids[i-1].Uint64s()
		_, after := ids[i].Uint64s()
		step := (after - before) & (1<<62 - 1)
		if step < 1 || step > 1<<32 {
			t.Fatalf("a step of %d", step)
		}
		steps[step] = true
	}
	if len(steps) < 990 {
		t.Errorf("only %d different steps in 999", len(steps))
	}
}

func TestConcurrentGenerator(t *testing.T) {
	const goroutines = 8
	each := 50_000
	if testing.Short() || uuid.RaceEnabled {
		each = 5000
	}
	clock := fakeClock{now: at(1e9)}
	type series struct {
		name    string
		ordered bool
		opts    uuid.Options
		next    func(*uuid.Generator) (uuid.UUID, error)
	}
	all := []series{
		{"v1", false, uuid.Options{}, (*uuid.Generator).NewV1},
		{"v6", true, uuid.Options{}, (*uuid.Generator).NewV6},
	}
	for _, m := range methods {
		opts := uuid.Options{V7: m.method}
		all = append(all, series{m.name, m.method != uuid.V7Unordered, opts, (*uuid.Generator).NewV7})
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			s.opts.Now = clock.Now
			s.opts.MaxLead = time.Second
			g := newGenerator(t, s.opts)
			var ids [goroutines][]uuid.UUID
			var group sync.WaitGroup
			for i := range ids {
				group.Add(1)
				go func() {
					defer group.Done()
					ids[i] = make([]uuid.UUID, each)
					for j := range ids[i] {
						ids[i][j], _ = s.next(g)
					}
				}()
			}
			group.Wait()
			if s.ordered {
				for i := range ids {
					wantIncreasing(t, ids[i])
				}
			}
			wantDistinct(t, slices.Concat(ids[:]...))
		})
	}
}

// TestTenMillion holds the issuing lock of its own around each call, so that
// lock order is known.
func TestTenMillion(t *testing.T) {
	n := 10_000_000
	if testing.Short() || uuid.RaceEnabled {
		n = 1_000_000
	}
	const goroutines = 8
	g := newGenerator(t, uuid.Options{})
	ids := make([]uuid.UUID, 0, n)
	var mu sync.Mutex
	var group sync.WaitGroup
	for range goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			for range n / goroutines {
				mu.Lock()
				u, _ := g.NewV7()
				ids = append(ids, u)
				mu.Unlock()
			}
		}()
	}
	group.Wait()
	wantIncreasing(t, ids) // and so distinct
}

// Sixteen goroutines get a million each.
func TestDistinctV4(t *testing.T) {
	goroutines, each := 16, 1_000_000
	if testing.Short() || uuid.RaceEnabled {
		each = 20_000
	}
	ids := make([]uuid.UUID, goroutines*each)
	var group sync.WaitGroup
	for i := range goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			mine := ids[i*each : (i+1)*each]
			uuid.FillV4(mine[:each/2])
			for j := each / 2; j < each; j++ {
				mine[j] = uuid.NewV4()
			}
		}()
	}
	group.Wait()
	slices.SortFunc(ids, uuid.UUID.Compare) // in place: they are many
	wantIncreasing(t, ids)
}

// A yieldingSource lets other goroutines go on within each call.
type yieldingSource struct{ io.Reader }

func (s yieldingSource) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	runtime.Gosched()
	return n, err
}

// All methods of a Generator at once, with a source and a clock that are not
// safe for concurrent use, and with waiting.
func TestConcurrentCalls(t *testing.T) {
	source := &flakySource{fill: 0x5a}
	readings := 0
	now := func() time.Time {
		readings++
		return time.Now().Truncate(100 * time.Microsecond)
	}
	g := newGenerator(t, uuid.Options{Now: now, Rand: yieldingSource{source}, MaxLead: 20 * time.Microsecond})
	var group sync.WaitGroup
	for range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			var last uuid.UUID
			for range 200 {
				dst := make([]uuid.UUID, 10)
				_, fillErr := g.FillV7(dst)
				_, v1Err := g.NewV1()
				_, v4Err := g.NewV4()
				_, v6Err := g.NewV6()
				u, v7Err := g.NewV7()
				if err := errors.Join(fillErr, v1Err, v4Err, v6Err, v7Err); err != nil {
					t.Error(err)
					return
				}
				wantIncreasing(t, slices.Concat([]uuid.UUID{last}, dst, []uuid.UUID{u}))
				if st := g.State(); st.V7.Compare(u) < 0 {
					t.Errorf("state %+v after %v", st, u)
				}
				last = u
			}
		}()
	}
	group.Wait()
	if readings == 0 || source.reads == 0 {
		t.Error("clock or source was not asked")
	}
}

// Goroutines that wait for a coarse clock look at what others move on. The race
// detector is to see that they hold the lock.
func TestConcurrentWaiting(t *testing.T) {
	g := newGenerator(t, uuid.Options{
		Now:     func() time.Time { return time.Now().Truncate(2 * time.Millisecond) },
		MaxLead: 5 * time.Microsecond,
	})
	const goroutines, each = 4, 50 // 400 UUIDs, and a reading is room for 51
	var ids [goroutines][]uuid.UUID
	var group sync.WaitGroup
	for i := range ids {
		group.Add(1)
		go func() {
			defer group.Done()
			for range each {
				v1, v1Err := g.NewV1()
				v6, v6Err := g.NewV6()
				if err := errors.Join(v1Err, v6Err); err != nil {
					t.Error(err)
					return
				}
				ids[i] = append(ids[i], v1, v6)
			}
		}()
	}
	group.Wait()
	wantDistinct(t, slices.Concat(ids[:]...))
}

// Random nodes, wherever they come from, have the multicast bit.
func TestMulticastBit(t *testing.T) {
	multicast := func(u uuid.UUID) bool {
		node, _ := u.Node()
		return node[0]&1 == 1
	}
	for range 50 {
		var g uuid.Generator
		for _, u := range []uuid.UUID{must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(uuid.NewV6At(time.Now()))} {
			if !multicast(u) {
				t.Errorf("%v has a node without multicast bit", u)
			}
		}
		var clock fakeClock
		last := uint16(1<<14 - 1)
		wrapped := newGenerator(t, uuid.Options{Now: clock.Now, ClockSeq: &last})
		clock.set(at(1e6))
		before := must(t)(wrapped.NewV1())
		clock.set(at(1e5))
		after := must(t)(wrapped.NewV1())
		if clockSeqOf(t, after) != 0 || !multicast(after) || after[15] == before[15] && after[14] == before[14] && after[13] == before[13] {
			t.Errorf("%v after %v", after, before)
		}
	}
}

// A reading and the time elapsed since may be in different seconds.
func TestElapsedIntoNextSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g uuid.Generator
		time.Sleep(999*time.Millisecond + 700*time.Microsecond)
		must(t)(g.NewV1())
		time.Sleep(500 * time.Microsecond)
		if got := timeOf(t, must(t)(g.NewV1())); !got.Equal(time.Now()) {
			t.Errorf("time %v at %v", got, time.Now())
		}
	})
}

func TestFillV7(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			readings := 0
			now := func() time.Time { readings++; return at(1e9) }
			g := newGenerator(t, uuid.Options{Now: now, V7: m.method})
			all := issue(t, 1, g.NewV7)
			for _, n := range []int{0, 1, 2, 3, 15, 256, 1000, 100_000} {
				dst := make([]uuid.UUID, n)
				readings = 0
				if got, err := g.FillV7(dst); got != n || err != nil {
					t.Fatalf("FillV7 of %d: %d, %v", n, got, err)
				}
				if readings > 1 || readings != min(n, 1) {
					t.Errorf("FillV7 of %d reads the clock %d times", n, readings)
				}
				all = append(all, dst...)
				all = append(all, must(t)(g.NewV7()))
			}
			wantIncreasing(t, all)
		})
	}
}

func TestPackageFill(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1000, 100_000} {
		v4, v7 := make([]uuid.UUID, n), make([]uuid.UUID, n)
		before := uuid.NewV7()
		uuid.FillV4(v4)
		uuid.FillV7(v7)
		after := uuid.NewV7()
		wantIncreasing(t, slices.Concat([]uuid.UUID{before}, v7, []uuid.UUID{after}))
		wantDistinct(t, v4)
		for i := range n {
			if v4[i].Version() != 4 || v7[i].Version() != 7 {
				t.Fatalf("%d: %v, %v", i, v4[i], v7[i])
			}
		}
	}
}

func TestGeneratorFillV4(t *testing.T) {
	var source settableSource
	for _, opts := range []uuid.Options{{}, {Rand: &source}} {
		g := newGenerator(t, opts)
		for _, n := range []int{0, 1, 7, 1000} {
			ids := make([]uuid.UUID, n)
			if got, err := g.FillV4(ids); got != n || err != nil {
				t.Errorf("FillV4 of %d: %d, %v", n, got, err)
			}
			for i, u := range ids {
				if u.Version() != 4 || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("element %d of %d is %v", i, n, u)
				}
			}
			if opts.Rand == nil {
				wantDistinct(t, ids)
			}
		}
	}
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
		synctest.Test(t, func(t *testing.T) {
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

// The state of a Generator that was never used is that which it begins with.
func TestStateOfZeroGenerator(t *testing.T) {
	var g uuid.Generator
	st := g.State()
	if st.Ticks != 0 || !st.V7.IsNil() || st.Node == (uuid.Node{}) {
		t.Errorf("%+v", st)
	}
	u := must(t)(g.NewV1())
	if node, _ := u.Node(); node != st.Node || clockSeqOf(t, u) != st.ClockSeq {
		t.Errorf("%v does not have the node and clock sequence of %+v", u, st)
	}
}

func TestGeneratorState(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	first := g.State()
	if first.Node == (uuid.Node{}) || first.Ticks != 0 || !first.V7.IsNil() {
		t.Errorf("state of a new Generator: %+v", first)
	}
	v1, v7 := must(t)(g.NewV1()), must(t)(g.NewV7())
	state := g.State()
	for _, st := range []uuid.State{first, state} {
		if node, _ := v1.Node(); st.Node != node || st.ClockSeq != clockSeqOf(t, v1) {
			t.Errorf("%+v does not have the node and clock sequence of %v", st, v1)
		}
	}
	const gregorianSeconds = 12_219_292_800
	if want := uint64((1e9+gregorianSeconds)*1e7) + 3000; state.Ticks != want {
		t.Errorf("Ticks %d, want %d", state.Ticks, want)
	}
	if next := must(t)(g.NewV7()); state.V7.Compare(v7) < 0 || state.V7.Compare(next) >= 0 {
		t.Errorf("V7 %v is not from %v to below %v", state.V7, v7, next)
	}
}
