// Proves the step, its conversions, and what only the package-level functions do.
package uuid

import (
	"cmp"
	"crypto/fips140"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// mustIssue returns the UUID from next, which must not fail.
func mustIssue(t *testing.T, next func() (UUID, error)) UUID {
	t.Helper()
	u, err := next()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestBubbleAffectsOneSequence checks that NewV7 in a bubble does not affect version 1. After the
// system clock is set back, version 1 must still hold the earlier time and its clock sequence.
func TestBubbleAffectsOneSequence(t *testing.T) {
	var g Generator
	before := mustIssue(t, g.NewV1)
	timeline := &g.timelines[gregorian]
	timeline.seen += 1e7 // as if the clock were set back by a second
	timeline.last.tick += 1e7
	held := timeline.seen
	bubble(t, func(t *testing.T) { mustIssue(t, g.NewV7) })
	after := mustIssue(t, g.NewV1)
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq || timeline.seen != held {
		t.Errorf("the clock sequence changed from %d to %d, the held time from %d to %d",
			seq, got, held, timeline.seen)
	}
}

// TestInBubble checks that inBubble detects the clock of a bubble.
func TestInBubble(t *testing.T) {
	if inBubble(time.Now()) {
		t.Error("outside of a bubble")
	}
	bubble(t, func(t *testing.T) {
		for range 3 {
			if !inBubble(time.Now()) {
				t.Errorf("in a bubble: %v", time.Now())
			}
			time.Sleep(50 * 365 * 24 * time.Hour)
		}
		time.Sleep(50 * 365 * 24 * time.Hour)
		if inBubble(time.Now()) {
			t.Errorf("in %v", time.Now())
		}
	})
}

// TestDurationOfTicks checks that the conversions of durations to ticks and back round up.
func TestDurationOfTicks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		scale timescale
		d     time.Duration
		ticks int64         // d in ticks, rounded up
		takes time.Duration // duration of these ticks
	}{
		{name: "gregorian", scale: gregorianScale(), d: 0, ticks: 0, takes: 0},
		{name: "gregorian", scale: gregorianScale(), d: 1, ticks: 1, takes: 100},
		{name: "gregorian", scale: gregorianScale(), d: 100, ticks: 1, takes: 100},
		{name: "gregorian", scale: gregorianScale(), d: 101, ticks: 2, takes: 200},
		{
			name:  "gregorian",
			scale: gregorianScale(),
			d:     time.Second,
			ticks: 1e7,
			takes: time.Second,
		},
		{name: "unix", scale: unixScale(), d: 0, ticks: 0, takes: 0},
		{name: "unix", scale: unixScale(), d: 1, ticks: 1, takes: 245},
		{name: "unix", scale: unixScale(), d: 244, ticks: 1, takes: 245},
		{name: "unix", scale: unixScale(), d: 245, ticks: 2, takes: 489},
		{
			name:  "unix",
			scale: unixScale(),
			d:     time.Millisecond - 1,
			ticks: 4096,
			takes: time.Millisecond,
		},
		{
			name:  "unix",
			scale: unixScale(),
			d:     time.Millisecond,
			ticks: 4096,
			takes: time.Millisecond,
		},
		{
			name:  "unix",
			scale: unixScale(),
			d:     time.Millisecond + 1,
			ticks: 4097,
			takes: time.Millisecond + 245,
		},
	} {
		ticks := tt.scale.ticksUp(tt.d)
		if takes := tt.scale.duration(ticks); ticks != tt.ticks || takes != tt.takes {
			t.Errorf("%s: %d ns are %d ticks, which take %d ns; want %d, %d",
				tt.name, tt.d, ticks, takes, tt.ticks, tt.takes)
		}
	}
	const last, longest = 1<<60 - 1, 1<<63 - 1 // the last tick, the longest Duration
	for _, got := range []time.Duration{
		gregorianScale().duration(last), unixScale().duration(last),
		unixScale().duration(9223372036854*4096 + 4095),
	} {
		if got != longest {
			t.Errorf("a duration that overflows is %d ns", got)
		}
	}
	if got := unixScale().duration(9223372036854*4096 - 1); got != 9223372036853_999_756 {
		t.Errorf("the longest duration that does not overflow is %d ns", got)
	}
}

// TestBatchIsCleared checks that batches have different keys, and that release clears the key.
func TestBatchIsCleared(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no cipher in FIPS 140-3 mode")
	}
	seen := make(map[uint64]bool)
	for range 1000 {
		b := newBatch()
		b.rekey()
		cipher := b.ChaCha8
		word := b.Uint64()
		if seen[word] || *cipher == (rand.ChaCha8{}) {
			t.Fatal("two batches share a key, or a batch has no key")
		}
		seen[word] = true
		b.release()
		if *cipher != (rand.ChaCha8{}) {
			t.Fatal("release did not clear the key")
		}
	}
}

// TestMaskBlockIsCleared checks that the pool of blocks keeps no secret of a Mask.
func TestMaskBlockIsCleared(t *testing.T) {
	m, err := NewMask([]byte("the key of a test"[:16]), nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // the race detector makes a pool forget
		m.Hide(UUID{6: 0x70, 8: 0x80})
		if block := maskBlocks.Get().(*UUID); *block != (UUID{}) {
			t.Fatalf("the pool has %v", *block)
		}
	}
}

// TestDomainReplacesClockSeq checks that a domain replaces only the clock sequence's low byte.
func TestDomainReplacesClockSeq(t *testing.T) {
	NewV1() // draws the node and clock sequence
	setClockSeq := func(seq uint64) (before uint64) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		id := &shared.timelines[gregorian].identity
		before, id.clockSeq = id.clockSeq, seq
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

// TestNewV8HashKeepsNoHugeBuffer checks that NewV8Hash does not pool the buffer for a huge name.
func TestNewV8HashKeepsNoHugeBuffer(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	h := sha256.New()
	for range 30 { // several times, because a pool can drop buffers
		NewV8Hash(h, Nil(), huge)
		if buf := hashBufs.Get().(*[]byte); cap(*buf) >= len(huge) {
			t.Fatalf("NewV8Hash keeps a buffer of %d bytes", cap(*buf))
		}
	}
}

// setSystemClock makes the package-level functions read another clock until the test ends, and then
// restores their timelines.
func setSystemClock(t *testing.T, now func() time.Time) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	// otherwise the first call with a new rand.Reader would reset the timelines
	shared.beginLocked()
	before := shared.timelines
	for i := range shared.timelines {
		shared.timelines[i].bound = noTick
	}
	shared.custom, shared.opts.Now = true, now
	t.Cleanup(func() {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.timelines = before
		shared.custom, shared.opts.Now = false, nil
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

// TestSystemClockOutOfRange checks that the package-level functions panic if the clock is out of
// range, and that they leave the state unchanged.
func TestSystemClockOutOfRange(t *testing.T) {
	setSystemClock(t, func() time.Time { return time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC) })
	if inBubble(time.Date(1884, 12, 31, 0, 0, 0, 0, time.UTC)) {
		t.Error("in 1884")
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
		t.Errorf("the state changed from %+v to %+v", before, after)
	}
}

// TestSystemClockStandsStill checks that the package-level functions wait longer for a stopped
// clock than a Generator does.
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
					// Use up the lead, so the next call must wait.
					s := &shared.timelines[i]
					now, err := s.scale.tick(instantOf(start))
					if err != nil {
						t.Error(err)
					}
					s.seen, s.last = now, timestamp{now + s.maxLead, 1<<s.rule.counterBits - 1}
				}
				shared.mu.Unlock()
				f.next()
				if time.Since(start) < still {
					t.Errorf("waited for %v", time.Since(start))
				}
			})
		})
	}
}

// TestWaiting checks that a call that has returned no longer counts as waiting, also after an
// error.
func TestWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var offset time.Duration
		g := Generator{
			custom: true,
			opts:   Options{MaxLead: 1, Now: func() time.Time { return time.Now().Add(offset) }},
		}
		mustIssue(t, g.NewV1)
		offset = -time.Second
		for range 20 {
			mustIssue(t, g.NewV1)
		}
		offset -= time.Second
		g.opts.MaxWait = 1
		if _, err := g.NewV1(); err != ErrClockLead {
			t.Errorf("%v, want %v", err, ErrClockLead)
		}
		if n := g.sleepers; n != 0 {
			t.Errorf("%d calls still count as waiting", n)
		}
	})
}

// TestSleep checks that a sleep counts against MaxWait as long as it lasted, and that the call
// still counts as waiting while another call has the lock.
func TestSleep(t *testing.T) {
	g := Generator{sleepers: 1}
	c := call{waiting: &waiting{movedAt: time.Now(), longest: maxPause}}
	g.mu.Lock()
	done := make(chan error)
	go func() { done <- g.wait(&c) }()
	time.Sleep(50 * time.Millisecond)
	sleepers := g.sleepers
	g.mu.Unlock()
	if err := <-done; err != nil || sleepers != 1 || c.waiting.slept <= c.waiting.pause {
		t.Errorf("%v, %d waiting, slept for %v instead of %v",
			err, sleepers, c.waiting.slept, c.waiting.pause)
	}
}

// TestMaxWaitWithStore checks the default of MaxWait with a Store.
func TestMaxWaitWithStore(t *testing.T) {
	if got := start(t, Options{Store: new(gatedStore)}).maxWait(); got != 18*time.Second {
		t.Errorf("MaxWait is %v with a Store", got)
	}
}

// A walk tries all short series of steps on a timeline and compares each step with rule.
type walk struct {
	t      *testing.T
	start  int64 // first reading of the clock, in ticks
	length int   // number of steps in a series
	issued int
	now    int64 // reading of the clock
	g      *Generator
}

// A request asks for one timestamp at one clock reading.
type request struct {
	now   int64     // tick of the reading
	first timestamp // to issue if the clock has passed the last tick; at most maxLead ahead of now
	inc   uint64    // otherwise, increment from the last timestamp
}

// TestStep checks all series of five steps with five clock readings. It covers both ends of the
// time range, all policies and all small values of the other parameters.
func TestStep(t *testing.T) {
	length := 5
	switch {
	case fullTests:
		length = 7
	case RaceEnabled, testing.Short():
		length = 4
	}
	for _, start := range []int64{0, maxTick - 5} {
		for _, policy := range []RollbackPolicy{RollbackFollow, RollbackHold, RollbackError} {
			for counterBits := range uint(3) {
				for limits := range 9 {
					maxLead, maxRollback := int64(limits%3), int64(1+limits/3)
					w := &walk{t: t, start: start, length: length}
					w.g = &Generator{
						begunWith: readerID(),
						opts: Options{Rollback: policy, Now: func() time.Time {
							return gregorianScale().time(uint64(w.now))
						}},
					}
					w.from(smallTimeline(counterBits, maxLead, maxRollback), nil)
					if w.issued == 0 {
						t.Fatal("nothing was issued")
					}
				}
			}
		}
	}
}

// smallTimeline returns a timeline that has issued nothing, with small parameters.
func smallTimeline(counterBits uint, maxLead, maxRollback int64) timeline {
	countMask := (maxLead + maxRollback) % 2 // 1 if the low bit of a tick extends the counter
	return timeline{
		sequence: sequence{
			seen:    none.tick,
			last:    none,
			slack:   maxRollback,
			maxLead: maxLead | countMask,
			rule: counterRule{
				counterBits: counterBits,
				countMask:   countMask,
				maxFraction: uint64(maxLead&1 | countMask),
				incMask:     1<<counterBits - 1,
			},
		},
		scale:       gregorianScale(),
		maxRollback: maxRollback,
	}
}

// from tries every possible next step on the timeline x. path lists the readings that led to x.
func (w *walk) from(x timeline, path []int64) {
	if len(path) == w.length {
		return
	}
	for _, offset := range []int64{0, 1, 2, 3, 5} {
		w.now = w.start + offset
		// To vary the first timestamp, the increment and the limits, derive them from the path.
		mix := uint64(offset) + uint64(len(path))
		fraction := mix % 2 & x.rule.maxFraction
		first := timestamp{
			w.now&^x.rule.countMask + int64(fraction),
			mix * 3 % (1 << x.rule.counterBits),
		}
		q := request{w.now, first, 1 + mix/2%(1<<x.rule.counterBits)}
		x.stored = interval{min: maxTick, max: none.tick, due: maxTick}
		if mix%3 == 0 {
			x.stored.min = w.start + 3
		}
		x.bound = []int64{noTick, x.stored.min}[mix/2%2]
		path := append(path, w.now)
		want, wantErr := rule(x, q, w.g.opts.Rollback)
		w.g.timelines[gregorian], w.g.lastSave = x, nil
		c := &call{
			timeline: gregorian,
			bits:     bits128,
			hi:       fraction | (q.inc-1)<<32,
			lo:       first.counter,
		}
		var need need
		var err error
		if !w.g.issueFast(c, w.now) {
			need, err = w.g.resolve(c)
		}
		next := w.g.timelines[gregorian]
		got := next.sequence
		want.bound, want.slack, got.bound, got.slack = 0, 0, 0, 0
		if got != want || cmp.Or(err, needErrors[need]) != wantErr {
			w.t.Fatalf("readings %v: %+v with %+v became %+v, %d, %v; want %+v, %v",
				path, x, q, next.sequence, need, err, want, wantErr)
		}
		if wantErr == nil {
			w.issued++
			w.checkExtend(next.sequence)
		}
		w.from(next, path)
	}
}

// needErrors are the errors that rule returns for a need.
var (
	needErrors = map[need]error{laterTime: ErrClockLead, ownSave: errNeedsSave}

	errNeedsSave = errors.New("a Save")
)

// rule is the reference for a step. It combines tick and counter into a single number.
func rule(x timeline, q request, policy RollbackPolicy) (sequence, error) {
	s := x.sequence
	number := func(t timestamp) uint64 { return uint64(t.tick)<<s.rule.counterBits | t.counter }
	clock, restart := q.now, false // the time that the sequence follows
	switch far := s.seen-q.now > x.maxRollback; {
	case far && policy == RollbackError:
		return s, ErrClockRollback
	case far && policy == RollbackFollow:
		restart = true
	default:
		clock = max(clock, s.seen)
	}
	n := number(q.first)
	if !restart && clock&^s.rule.countMask <= s.last.tick {
		n = number(s.last) + q.inc
	}
	switch tick := int64(n >> s.rule.counterBits); {
	case tick > maxTick:
		return s, ErrTimeRange
	case tick-clock&^s.rule.countMask > s.maxLead:
		return s, ErrClockLead
	case tick > x.stored.min:
		return s, errNeedsSave
	default:
		s.seen, s.last = clock, timestamp{tick, n & (1<<s.rule.counterBits - 1)}
		return s, nil
	}
}

// checkExtend checks that extend has the same effect as single steps at the same reading, even if
// the lead or the limit stops it early.
func (w *walk) checkExtend(s sequence) {
	for _, limit := range []int64{s.last.tick, s.last.tick + 1, maxTick} {
		for n := range 4 {
			s.bound = min(limit, maxTick)
			one, all := s, s
			stepped := 0
			for ; stepped < n; stepped++ {
				if _, ok := one.step(one.seen, 0, 0); !ok {
					break
				}
			}
			if extended := all.extend(n); extended != stepped || all != one {
				w.t.Fatalf("extend(%d) changed %+v by %d steps to %+v, want %d steps to %+v",
					n, s, extended, all, stepped, one)
			}
		}
	}
}
