package uuid_test

import (
	"bytes"
	"encoding/binary"
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

func TestRollbackDoesNotCreep(t *testing.T) {
	clock := fakeClock{now: atSecond(1000)}
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
	clock.set(atSecond(1000.001))
	if caught := timeOf(t, must(t)(g.NewV7())); !caught.Equal(atSecond(1000.001).Truncate(time.Millisecond)) {
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
				clock := fakeClock{now: atSecond(before)}
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
				seq := clockSeqOf(t, old[0][0])
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
					want := atSecond(before)
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
				clock.set(atSecond(before + 1))
				for i, v := range versions {
					u := must(t)(v.next())
					if got := timeOf(t, u); got.Sub(atSecond(before+1)).Abs() > time.Millisecond {
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

// A step back by up to MaxRollback is bridged, be it less than a tick more than a
// number of ticks or less than a millisecond. One that is further back by more than
// two ticks is not.
func TestMaxRollbackIsExact(t *testing.T) {
	const tick = 250 * time.Nanosecond // of version 7, rounded up; those of 1 and 6 are shorter
	for _, m := range methods[:3] {
		for _, most := range []time.Duration{1, 100, 299, 300, 1500 * time.Microsecond, time.Second + 1} {
			for _, tt := range []struct {
				back    time.Duration
				bridged bool
			}{{most, true}, {most - 1, true}, {most * 4 / 5, true}, {most + 2*tick, false}} {
				for offset := range 20 {
					clock := fakeClock{now: atSecond(1e6).Add(time.Duration(offset) * 53_111)}
					g := newGenerator(t, uuid.Options{
						Now: clock.Now, V7: m.method, MaxRollback: most, Rollback: uuid.RollbackError,
					})
					calls := []func() (uuid.UUID, error){g.NewV6, g.NewV7}
					var before [2]uuid.UUID
					for i, next := range calls {
						before[i] = must(t)(next())
					}
					clock.advance(-tt.back)
					for i, next := range calls {
						u, err := next()
						switch {
						case !tt.bridged:
							if err != uuid.ErrClockRollback {
								t.Errorf("%s, MaxRollback %v, %v back: %v, %v", m.name, most, tt.back, u, err)
							}
						case err != nil || u.Compare(before[i]) <= 0:
							t.Errorf("%s, MaxRollback %v, %v back: %v after %v, %v", m.name, most, tt.back, u, before[i], err)
						}
					}
				}
			}
		}
	}
}
