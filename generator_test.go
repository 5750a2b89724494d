package uuid_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

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
		{"negative wait", uuid.Options{MaxWait: -1}, "uuid: negative Options.MaxWait"},
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
	u := must(t)(g.NewV1())
	if got := clockSeqOf(t, u); got != 5 {
		t.Errorf("clock sequence %d, want 5", got)
	}
	if node, _ := u.Node(); node[0]&1 == 0 {
		t.Errorf("%v does not have a random node", u)
	}
}

// Beside a node of the caller's the clock sequence is random.
func TestRandomClockSeqBesideNode(t *testing.T) {
	seqs := make(map[uint16]bool)
	for range 20 {
		g := newGenerator(t, uuid.Options{Node: uuid.Node{1}})
		seqs[clockSeqOf(t, must(t)(g.NewV1()))] = true
	}
	if len(seqs) < 15 {
		t.Errorf("%d clock sequences of 20 generators", len(seqs))
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
				clock := fakeClock{now: atSecond(1e9)}
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
				if u, err := call.next(g); !errors.Is(err, io.EOF) || !u.IsNil() {
					t.Errorf("at the end: %v, %v", u, err)
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

func TestAtLeavesGeneratorsAlone(t *testing.T) {
	uuid.Bubble(t, func(t *testing.T) {
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

func TestConcurrentGenerator(t *testing.T) {
	const goroutines = 8
	each := uuid.Sized(5000, 50_000)
	clock := fakeClock{now: atSecond(1e9)}
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

// Two thousand goroutines share the package-level functions.
func TestThousandsOfGoroutines(t *testing.T) {
	const goroutines, each = 2000, 20
	var ids [goroutines][]uuid.UUID
	var group sync.WaitGroup
	for i := range ids {
		group.Go(func() {
			dst := make([]uuid.UUID, 5)
			var v6s, v7s []uuid.UUID
			for range each {
				uuid.FillV7(dst)
				v6s, v7s = append(v6s, uuid.NewV6()), append(append(v7s, dst...), uuid.NewV7())
				ids[i] = append(ids[i], uuid.NewV1(), uuid.NewV4())
			}
			wantIncreasing(t, v6s)
			wantIncreasing(t, v7s)
			ids[i] = slices.Concat(ids[i], v6s, v7s)
		})
	}
	group.Wait()
	wantDistinct(t, slices.Concat(ids[:]...))
}

// On the system clock, too.
func TestConcurrentZeroGenerator(t *testing.T) {
	const goroutines, rounds, each = 4, 200, 50
	var g uuid.Generator
	var v6s, v7s [goroutines][]uuid.UUID
	var group sync.WaitGroup
	for i := range goroutines {
		group.Go(func() {
			dst := make([]uuid.UUID, each)
			for range rounds {
				n, err := g.FillV7(dst)
				v7s[i] = append(v7s[i], dst[:n]...)
				for range each {
					u, err6 := g.NewV6()
					v, err7 := g.NewV7()
					v6s[i], v7s[i] = append(v6s[i], u), append(v7s[i], v)
					err = errors.Join(err, err6, err7)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	for i := range goroutines {
		wantIncreasing(t, v6s[i])
		wantIncreasing(t, v7s[i])
	}
	wantDistinct(t, slices.Concat(v6s[:]...))
	wantDistinct(t, slices.Concat(v7s[:]...))
}

// TestTenMillion holds the issuing lock of its own around each call, so that
// lock order is known.
func TestTenMillion(t *testing.T) {
	n := uuid.Sized(200_000, 10_000_000)
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

// Random nodes, wherever they come from, have the multicast bit.
func TestMulticastBit(t *testing.T) {
	multicast := func(u uuid.UUID) bool {
		node, _ := u.Node()
		return node[0]&1 == 1
	}
	for range 50 {
		var g uuid.Generator
		zeros := newGenerator(t, uuid.Options{Rand: &flakySource{}})
		for _, u := range []uuid.UUID{
			must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(uuid.NewV6At(time.Now())),
			must(t)(zeros.NewV1()), must(t)(zeros.NewV6()), uuid.NewV1(), uuid.NewV6(),
		} {
			if !multicast(u) {
				t.Errorf("%v has a node without multicast bit", u)
			}
		}
		var clock fakeClock
		last := uint16(1<<14 - 1)
		wrapped := newGenerator(t, uuid.Options{Now: clock.Now, ClockSeq: &last})
		clock.set(atSecond(1e6))
		before := must(t)(wrapped.NewV1())
		clock.set(atSecond(1e5))
		after := must(t)(wrapped.NewV1())
		if clockSeqOf(t, after) != 0 || !multicast(after) || after[15] == before[15] && after[14] == before[14] && after[13] == before[13] {
			t.Errorf("%v after %v", after, before)
		}
	}
}

// A Generator that was never used has no state.
func TestStateOfZeroGenerator(t *testing.T) {
	var g uuid.Generator
	if st := g.State(); st != (uuid.State{}) {
		t.Errorf("%+v", st)
	}
}

func TestGeneratorState(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	if first := g.State(); first != (uuid.State{}) {
		t.Errorf("state of a new Generator: %+v", first)
	}
	must(t)(g.NewV1())
	v7 := must(t)(g.NewV7())
	state := g.State()
	const gregorianSeconds = 12_219_292_800
	if want := uint64((1e9+gregorianSeconds)*1e7) + 3000; state.Ticks != want {
		t.Errorf("Ticks %d, want %d", state.Ticks, want)
	}
	if next := must(t)(g.NewV7()); state.V7.Compare(v7) < 0 || state.V7.Compare(next) >= 0 {
		t.Errorf("V7 %v is not from %v to below %v", state.V7, v7, next)
	}
}

// A source that gives nothing, without an error, is given up.
func TestSourceThatGivesNothing(t *testing.T) {
	for _, give := range []int{0, 15, 16} {
		idle := &idleReader{}
		source := io.MultiReader(bytes.NewReader(make([]byte, give)), idle)
		g := newGenerator(t, uuid.Options{Rand: source})
		_, err := g.NewV4()
		if give == 16 {
			if err != nil {
				t.Error(err)
			}
			_, err = g.NewV7()
		}
		if !errors.Is(err, io.ErrNoProgress) || idle.reads != 100 {
			t.Errorf("after %d bytes and %d empty reads: %v", give, idle.reads, err)
		}
	}
	slow := &slowReader{}
	g := newGenerator(t, uuid.Options{Rand: slow})
	must(t)(g.NewV7())
	if slow.reads != 16*100 {
		t.Errorf("%d reads for 16 bytes", slow.reads)
	}
}

// An error that comes with the last byte that is needed is none, as for io.ReadFull.
func TestErrorWithLastByte(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		n         int
		err, want error
	}{
		{16, io.EOF, nil},
		{16, broken, nil},
		{15, io.EOF, io.ErrUnexpectedEOF},
		{15, broken, broken},
		{1, io.EOF, io.ErrUnexpectedEOF},
		{0, io.EOF, io.EOF},
	} {
		source := readerFunc(func(p []byte) (int, error) { return min(tt.n, len(p)), tt.err })
		g := newGenerator(t, uuid.Options{Rand: source})
		if _, err := g.NewV4(); !errors.Is(err, tt.want) {
			t.Errorf("%d bytes and %v: %v, want %v", tt.n, tt.err, err, tt.want)
		}
	}
}

// An idleReader never returns anything.
type idleReader struct{ reads int }

func (r *idleReader) Read([]byte) (int, error) {
	r.reads++
	return 0, nil
}

// A slowReader returns a byte once in a hundred reads.
type slowReader struct{ reads int }

func (r *slowReader) Read(p []byte) (int, error) {
	if r.reads++; r.reads%100 != 0 {
		return 0, nil
	}
	return copy(p, "x"), nil
}

// A panic in a caller's function goes to the caller. It leaves the Generator free for
// other calls.
func TestPanicOfCaller(t *testing.T) {
	for _, m := range methods {
		for _, call := range clockedCalls {
			for _, of := range []string{"Now", "Rand", "Save"} {
				t.Run(m.name+"/"+call.name+"/"+of, func(t *testing.T) {
					clock, store, now := fakeClock{now: atSecond(1e9)}, &memoryStore{}, ""
					check := func(name string) {
						if name == now {
							panic(name)
						}
					}
					opts := uuid.Options{V7: m.method, Store: panickyStore{store, check}}
					opts.Now = func() time.Time { check("Now"); return clock.Now() }
					if of == "Rand" {
						opts.Rand = readerFunc(func(p []byte) (int, error) { check("Rand"); return len(p), nil })
					}
					g := newGenerator(t, opts)
					must(t)(g.NewV1())       // which draws a node
					clock.advance(time.Hour) // so that the next call saves
					now = of
					panicked := func() (r any) {
						defer func() { r = recover() }()
						call.next(g)
						return nil
					}()
					// Version 1 draws nothing, and V7Unordered saves nothing.
					idle := of == "Rand" && call.name == "NewV1" ||
						of == "Save" && m.method == uuid.V7Unordered && strings.HasSuffix(call.name, "V7")
					if idle != (panicked == nil) || !idle && panicked != of {
						t.Errorf("panic with %v", panicked)
					}
					now = ""
					must(t)(call.next(g)) // or it waits for the lock for ever
				})
			}
		}
	}
}

// A panickyStore calls check before each Save.
type panickyStore struct {
	uuid.Store
	check func(name string)
}

func (s panickyStore) Save(st uuid.State) error {
	s.check("Save")
	return s.Store.Save(st)
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
