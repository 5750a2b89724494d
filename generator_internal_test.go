package uuid

import (
	"crypto/fips140"
	"crypto/sha256"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// mustIssue returns the UUID of a call that must not fail.
func mustIssue(t *testing.T, next func() (UUID, error)) UUID {
	t.Helper()
	u, err := next()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestBubbleOfOneSequence checks that a bubble in which a generator makes only version 7 UUIDs does
// not hide a step back of the system clock from version 1, because the generator keeps the earlier
// time.
func TestBubbleOfOneSequence(t *testing.T) {
	var g Generator
	before := mustIssue(t, g.NewV1)
	line := &g.timelines[gregorian]
	line.seen += 1e7 // the clock is set back by a second
	line.last.tick += 1e7
	held := line.seen
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV7) })
	after := mustIssue(t, g.NewV1)
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq || line.seen != held {
		t.Errorf("the clock sequence went from %d to %d, the time that is kept from %d to %d", seq, got, held, line.seen)
	}
}

// TestOvertakenInAnyOrder checks that the clock stands still for calls whose readings are older than
// the latest reading, in any order.
func TestOvertakenInAnyOrder(t *testing.T) {
	line := newTimeline(unixScale(), counterRule{}, identity{}, &Options{MaxRollback: 1, Rollback: RollbackError})
	want, _ := line.scale.tick(instant{1, 9e6})
	for _, mono := range []int64{9, 3, 6, 1, 8} {
		now, last, restart, err := line.clockAt(reading{instant{1, mono * 1e6}, mono})
		if now != want || last != 9 || restart && mono != 9 || err != nil {
			t.Errorf("reading %d: %d, %d, %t, %v; want %d, 9", mono, now, last, restart, err, want)
		}
		line.seen, line.mono = now, last
	}
}

// A countingStore counts calls of Save.
type countingStore struct{ saves int }

func (s *countingStore) Load() (State, error) { return State{}, fs.ErrNotExist }
func (s *countingStore) Save(State) error     { s.saves++; return nil }

// TestCoverOnce checks that only the first of several calls that need the same state saves it. No
// call saves after Close.
func TestCoverOnce(t *testing.T) {
	store := new(countingStore)
	g, err := NewGenerator(Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	mustIssue(t, g.NewV7)
	line := &g.timelines[unix]
	line.softLimit = line.last.tick - 1
	r, later, back := systemTime(), systemTime(), systemTime()
	later.at.sec++
	back.at.sec -= 3600
	var past call
	check := func(need error, r reading, saves int, want error) {
		t.Helper()
		past.stamp.tick = line.limit + 1
		saves += store.saves
		for range 3 {
			if err := g.cover(unix, &past, r, need); err != want {
				t.Errorf("%v: %v", need, err)
			}
		}
		if store.saves != saves {
			t.Errorf("%v: %d saves instead of %d", need, store.saves, saves)
		}
	}
	check(errHalfUsed, r, 1, nil)
	check(errLimit, later, 1, nil)
	check(errStoreAhead, back, 1, nil)
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	check(errLimit, r, 0, fs.ErrClosed)
}

// TestMonotonicTime checks that a comparison with a time without a monotonic reading shows whether
// another time has one.
func TestMonotonicTime(t *testing.T) {
	if mono := systemTime().mono; mono <= 0 {
		t.Errorf("outside of a bubble: %d", mono)
	}
	bubble(t, func(t *testing.T) {
		for range 3 {
			if mono := systemTime().mono; mono != 0 {
				t.Errorf("in a bubble: %d", mono)
			}
			time.Sleep(50 * 365 * 24 * time.Hour)
		}
		time.Sleep(50 * 365 * 24 * time.Hour)
		if mono := systemTime().mono; mono >= 0 {
			t.Errorf("in %v: %d", time.Now(), mono)
		}
	})
}

// TestDurationOfTicks checks ticksUp, which returns the largest number of ticks in a duration, and
// duration, which returns the time that a number of ticks takes, rounded up.
func TestDurationOfTicks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		scale timescale
		d     time.Duration
		ticks int64         // number of ticks in d
		takes time.Duration // duration of these ticks
	}{
		{"gregorian", gregorianScale(), 0, 0, 0},
		{"gregorian", gregorianScale(), 1, 1, 100},
		{"gregorian", gregorianScale(), 100, 1, 100},
		{"gregorian", gregorianScale(), 101, 2, 200},
		{"gregorian", gregorianScale(), time.Second, 1e7, time.Second},
		{"unix", unixScale(), 0, 0, 0},
		{"unix", unixScale(), 1, 1, 245},
		{"unix", unixScale(), 244, 1, 245},
		{"unix", unixScale(), 245, 2, 489},
		{"unix", unixScale(), time.Millisecond - 1, 4096, time.Millisecond},
		{"unix", unixScale(), time.Millisecond, 4096, time.Millisecond},
		{"unix", unixScale(), time.Millisecond + 1, 4097, time.Millisecond + 245},
	} {
		ticks := tt.scale.ticksUp(tt.d)
		if takes := tt.scale.duration(ticks); ticks != tt.ticks || takes != tt.takes {
			t.Errorf("%s: %d ns are %d ticks, which take %d ns; want %d, %d", tt.name, tt.d, ticks, takes, tt.ticks, tt.takes)
		}
	}
	const last, longest = 1<<60 - 1, 1<<63 - 1 // the last tick, the longest Duration
	for _, got := range []time.Duration{
		gregorianScale().duration(last), unixScale().duration(last), unixScale().duration(9223372036854*4096 + 4095),
	} {
		if got != longest {
			t.Errorf("more than fits takes %d ns", got)
		}
	}
	if got := unixScale().duration(9223372036854*4096 - 1); got != 9223372036853_999_756 {
		t.Errorf("the most that fits takes %d ns", got)
	}
}

// TestBatchIsCleared checks that a batch clears its key and that all batches have different keys.
func TestBatchIsCleared(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no cipher in FIPS 140-3 mode")
	}
	seen := make(map[uint64]bool)
	for range 1000 {
		b := newBatch()
		b.rekey()
		cipher := b.cipher
		word := b.word()
		if seen[word] || *cipher == (rand.ChaCha8{}) {
			t.Fatal("two batches with one key, or a batch without")
		}
		seen[word] = true
		if b.release(); *cipher != (rand.ChaCha8{}) {
			t.Fatal("a key is left")
		}
	}
}

// TestDomainReplacesClockSeq checks that the domain replaces the low byte of each clock sequence and
// keeps the high bits.
func TestDomainReplacesClockSeq(t *testing.T) {
	NewV1() // draws the identity
	setClockSeq := func(seq uint64) (before uint64) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		before, shared.timelines[gregorian].identity.clockSeq = shared.timelines[gregorian].identity.clockSeq, seq
		return before
	}
	defer setClockSeq(setClockSeq(0))
	for _, clockSeq := range []uint64{0, 0x00ff, 0x3f00, maxClockSeq} {
		setClockSeq(clockSeq)
		for _, domain := range []Domain{0, 0x5a, 0xff} {
			u := NewV2(domain, 1000)
			if high := u[8] & 0x3f; high != byte(clockSeq>>8) || u[9] != byte(domain) {
				t.Errorf("NewV2(%d, 1000) = %v with clock sequence %#x", domain, u, clockSeq)
			}
		}
	}
}

func TestDomainString(t *testing.T) {
	for domain, want := range map[Domain]string{DomainPerson: "person", DomainGroup: "group", DomainOrg: "org", 3: "Domain(3)", 255: "Domain(255)"} {
		if got := domain.String(); got != want {
			t.Errorf("Domain %d: String() = %q, want %q", uint8(domain), got, want)
		}
	}
	if DomainPerson != 0 || DomainGroup != 1 || DomainOrg != 2 {
		t.Error("the domains are not numbered as in DCE 1.1")
	}
}

// TestNewV8HashKeepsNoHugeBuffer checks that NewV8Hash reuses its buffer except after a huge name,
// whose buffer would remain in memory.
func TestNewV8HashKeepsNoHugeBuffer(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	h := sha256.New()
	for range 30 { // a pool may drop a buffer, and does so under the race detector
		NewV8Hash(h, Nil(), huge)
		if buf := hashBufs.Get().(*[]byte); cap(*buf) >= len(huge) {
			t.Fatalf("a buffer of %d bytes is kept", cap(*buf))
		}
	}
}

// setSystemClock makes the package-level functions read another clock until the test ends. The
// functions then forget the UUIDs issued during the test.
func setSystemClock(t *testing.T, now func() time.Time) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.beginLocked() // otherwise the first call after another rand.Reader would reset the timelines
	before := shared.timelines
	for i := range shared.timelines {
		shared.timelines[i].mono = noMono
	}
	shared.ownClock, shared.opts.Now = true, now
	t.Cleanup(func() {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.timelines = before
		shared.ownClock, shared.opts.Now = false, nil
	})
}

var packageFuncs = []struct {
	name string
	next func() UUID
}{
	{"NewV1", NewV1},
	{"NewV2", func() UUID { return NewV2(DomainPerson, 1) }},
	{"NewV6", NewV6},
	{"NewV7", NewV7},
	{"FillV7", func() UUID {
		var dst [1]UUID
		FillV7(dst[:])
		return dst[0]
	}},
}

// TestSystemClockOutOfRange checks that a clock outside of the supported range causes a panic that
// leaves the generator usable.
func TestSystemClockOutOfRange(t *testing.T) {
	setSystemClock(t, func() time.Time { return time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC) })
	if mono := withoutMonotonic(time.Date(1884, 12, 31, 0, 0, 0, 0, time.UTC)); mono != noMono {
		t.Errorf("in 1884: %d", mono)
	}
	before := shared.State()
	for _, f := range packageFuncs {
		panicked := func() (r any) {
			defer func() { r = recover() }()
			return f.next()
		}()
		if panicked != ErrTimeRange {
			t.Errorf("%s: %v, want a panic with %v", f.name, panicked, ErrTimeRange)
		}
	}
	if after := shared.State(); after != before {
		t.Errorf("state went from %+v to %+v", before, after)
	}
}

// TestSystemClockStandsStill checks that the package-level functions wait longer than a Generator
// for a stopped clock.
func TestSystemClockStandsStill(t *testing.T) {
	const still = time.Minute
	for _, f := range packageFuncs {
		t.Run(f.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				start := time.Now()
				setSystemClock(t, func() time.Time {
					if now := time.Now(); now.Sub(start) > still {
						return now
					}
					return start
				})
				shared.mu.Lock()
				for i := range shared.timelines {
					// The last UUID's lead is the largest that is allowed.
					s := &shared.timelines[i]
					now, err := s.scale.tick(instantOf(start))
					if err != nil {
						t.Error(err)
					}
					s.seen, s.last = now, timestamp{now + s.maxLead, 1<<s.counterBits - 1}
				}
				shared.mu.Unlock()
				if f.next(); time.Since(start) < still {
					t.Errorf("waited for %v", time.Since(start))
				}
			})
		})
	}
}

// TestWaiting checks that the count of waiting calls excludes a call that has stopped waiting.
func TestWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var offset time.Duration
		g := Generator{ownClock: true, opts: Options{MaxLead: 1, Now: func() time.Time { return time.Now().Add(offset) }}}
		mustIssue(t, g.NewV1)
		offset = -time.Second
		for range 20 {
			mustIssue(t, g.NewV1)
		}
		if n := g.sleepers.Load(); n != 0 {
			t.Errorf("%d calls wait", n)
		}
	})
}

// A walk makes steps on a timeline and compares each step with the rule.
type walk struct {
	t      *testing.T
	start  int64 // first reading of the clock, in ticks
	length int   // number of steps in a series
	issued int
}

// TestStep checks all series of six steps on the readings of a small clock, at both ends of time,
// under every policy and with all small widths and bounds.
func TestStep(t *testing.T) {
	length := 6
	switch {
	case fullTests:
		length = 7
	case RaceEnabled, testing.Short():
		length = 4
	}
	for _, start := range []int64{0, maxTick - 5} {
		for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
			for counterBits := range uint(3) {
				for maxLead := range int64(3) {
					for maxRollback := range int64(4) {
						countMask := (maxLead + maxRollback) % 2 // the low bit of a tick is a counter or a part of the time
						w := walk{t: t, start: start, length: length}
						w.from(timeline{
							sequence: sequence{
								seen: none.tick, last: none, maxLead: maxLead | countMask,
								counterRule: counterRule{counterBits: counterBits, countMask: countMask},
							},
							mono: 1, scale: gregorianScale(), maxRollback: maxRollback, rollback: policy,
						}, nil)
						if w.issued == 0 {
							t.Fatal("nothing was issued")
						}
					}
				}
			}
		}
	}
}

// from makes every step that can follow x, the timeline after the readings in path.
func (w *walk) from(x timeline, path []int64) {
	if len(path) == w.length {
		return
	}
	for _, offset := range []int64{0, 1, 2, 3, 5} {
		now := w.start + offset
		// The first timestamps, increments and limits depend on the path, within their bounds.
		mix := uint64(offset) + uint64(len(path))
		first := timestamp{now&^x.countMask + int64(mix%2)*min(1, x.maxLead), mix * 3 % (1 << x.counterBits)}
		q := request{now, first, 1 + mix/2%(1<<x.counterBits)}
		x.limit = maxTick
		if mix%3 == 0 {
			x.limit = w.start + 3
		}
		path := append(path, now)
		want, wantErr := rule(x, q)
		next := x
		held, _, restart, err := next.clockAt(reading{instantOf(x.scale.time(uint64(now))), 1})
		if err == nil {
			q.now = held
			_, err = next.step(q, restart)
		}
		if next.sequence != want || err != wantErr {
			w.t.Fatalf("readings %v: %+v with %+v became %+v, %v; want %+v, %v", path, x, q, next.sequence, err, want, wantErr)
		}
		if err == nil {
			w.issued++
			w.checkExtend(next.sequence)
		}
		w.from(next, path)
	}
}

// rule returns the sequence after a step. It treats a timestamp as a single number.
func rule(x timeline, q request) (sequence, error) {
	s := x.sequence
	number := func(t timestamp) uint64 { return uint64(t.tick)<<s.counterBits | t.counter }
	clock, restart := q.now, false // the reading that applies
	switch far := s.seen-q.now > x.maxRollback; {
	case far && x.rollback == RollbackError:
		return s, ErrClockRollback
	case far && x.rollback == RollbackFollow:
		restart = true
	default:
		clock = max(clock, s.seen)
	}
	n := number(q.first)
	if !restart && clock&^s.countMask <= s.last.tick {
		n = number(s.last) + q.inc
	}
	switch tick := int64(n >> s.counterBits); {
	case tick > maxTick:
		return s, ErrTimeRange
	case tick-clock&^s.countMask > s.maxLead:
		return s, ErrClockLead
	case tick > s.limit:
		return s, errLimit
	default:
		s.seen, s.last = clock, timestamp{tick, n & (1<<s.counterBits - 1)}
		return s, nil
	}
}

// checkExtend checks that extend has the same effect as single steps at the same reading, up to the
// lead and the limit.
func (w *walk) checkExtend(s sequence) {
	for _, limit := range []int64{s.last.tick, s.last.tick + 1, maxTick} {
		for n := range 4 {
			s.limit = min(limit, maxTick)
			one, all := s, s
			stepped := 0
			for ; stepped < n; stepped++ {
				if _, err := one.step(request{one.seen, timestamp{}, 1}, false); err != nil {
					break
				}
			}
			if extended := all.extend(n); extended != stepped || all != one {
				w.t.Fatalf("extend(%d) of %+v issued %d and made it %+v, %d steps made it %+v", n, s, extended, all, stepped, one)
			}
		}
	}
}

// TestEarliest checks that a waiting call needs the clock to pass the last timestamp, less the lead,
// and the timestamps of the calls before it.
func TestEarliest(t *testing.T) {
	for _, tt := range []struct {
		name        string
		counterBits uint
		countMask   int64
		last        timestamp
		n           uint64
		want        int64
	}{
		{"one a tick, first", 0, 0, timestamp{tick: 1000}, 1, 901},
		{"one a tick, tenth", 0, 0, timestamp{tick: 1000}, 10, 910},
		{"room in the tick", 8, 0, timestamp{1000, 0}, 255, 900},
		{"the counter is full", 8, 0, timestamp{1000, 255}, 1, 901},
		{"mask", 8, 0xff, timestamp{1124, 255}, 1, 1280},
		{"mask, at its start", 8, 0xff, timestamp{1123, 255}, 1, 1024},
	} {
		s := sequence{counterRule: counterRule{counterBits: tt.counterBits, countMask: tt.countMask}, maxLead: 100, last: tt.last}
		if got := s.earliest(tt.n); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
