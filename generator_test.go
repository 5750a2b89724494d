package uuid_test

import (
	"errors"
	"runtime"
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
		{"clock sequence of 15 bits", uuid.Options{ClockSeq: seq(1 << 14)}, "uuid: cannot make a Generator, Options.ClockSeq has more than 14 bits"},
		{"last method", uuid.Options{V7: uuid.V7Unordered}, ""},
		{"unknown method", uuid.Options{V7: uuid.V7Unordered + 1}, "uuid: cannot make a Generator, Options.V7 is unknown"},
		{"last policy", uuid.Options{Rollback: uuid.RollbackError}, ""},
		{"unknown policy", uuid.Options{Rollback: uuid.RollbackError + 1}, "uuid: cannot make a Generator, Options.Rollback is unknown"},
		{"negative rollback", uuid.Options{MaxRollback: -1}, "uuid: cannot make a Generator, Options.MaxRollback is negative"},
		{"negative lead", uuid.Options{MaxLead: -1}, "uuid: cannot make a Generator, Options.MaxLead is negative"},
		{"negative wait", uuid.Options{MaxWait: -1}, "uuid: cannot make a Generator, Options.MaxWait is negative"},
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

func TestAtLeavesGeneratorsAlone(t *testing.T) {
	for _, years := range []int{100, -20, 3000} {
		before := uuid.NewV7()
		other := time.Now().AddDate(years, 0, 0)
		must(t)(uuid.NewV7At(other))
		must(t)(uuid.NewV6At(other))
		after := uuid.NewV7()
		wantIncreasing(t, []uuid.UUID{before, after})
		if got := timeOf(t, after); time.Until(got).Abs() > time.Minute {
			t.Errorf("%v is of %v", after, got)
		}
	}
}

// Each of thousands of goroutines gets UUIDs in order, and all of them are distinct, from a
// zero Generator, with each method and from the package-level functions.
func TestConcurrentGenerators(t *testing.T) {
	var g uuid.Generator
	one := func(next func() (uuid.UUID, error)) func() []uuid.UUID {
		return func() []uuid.UUID {
			u, _ := next()
			return []uuid.UUID{u}
		}
	}
	type series struct {
		name    string
		ordered bool
		call    func() []uuid.UUID
	}
	all := []series{
		{"NewV1", false, one(g.NewV1)},
		{"NewV4", false, one(g.NewV4)},
		{"NewV6", true, one(g.NewV6)},
		{"NewV7", true, func() []uuid.UUID {
			dst := make([]uuid.UUID, 6)
			g.FillV7(dst[:5])
			dst[5], _ = g.NewV7()
			return dst
		}},
		{"uuid.NewV7", true, func() []uuid.UUID { return []uuid.UUID{uuid.NewV7()} }},
		{"uuid.NewV4", false, func() []uuid.UUID { return []uuid.UUID{uuid.NewV4()} }},
	}
	for _, m := range methods[1:] {
		ordered := m.method != uuid.V7Unordered
		all = append(all, series{m.name, ordered, one(newGenerator(t, uuid.Options{V7: m.method}).NewV7)})
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) { concurrently(t, 2000, 20, s.ordered, s.call) })
	}
	t.Run("in the order of a lock", func(t *testing.T) {
		var mu sync.Mutex
		var all []uuid.UUID
		concurrently(t, 8, uuid.Sized(25_000, 1_000_000), true, func() []uuid.UUID {
			mu.Lock()
			defer mu.Unlock()
			u, _ := g.NewV7()
			all = append(all, u)
			return all[len(all)-1:]
		})
		wantIncreasing(t, all)
	})
}

// concurrently has each of so many goroutines make that number of calls, and checks the
// UUIDs that they return.
func concurrently(t *testing.T, goroutines, calls int, ordered bool, call func() []uuid.UUID) {
	t.Helper()
	ids := make([][]uuid.UUID, goroutines)
	var group sync.WaitGroup
	for i := range ids {
		group.Go(func() {
			for range calls {
				ids[i] = append(ids[i], call()...)
			}
		})
	}
	group.Wait()
	if ordered {
		for _, each := range ids {
			wantIncreasing(t, each)
		}
	}
	wantDistinct(t, slices.Concat(ids...))
}

// A panic in a caller's function goes to the caller. It leaves the Generator free for
// other calls.
func TestPanicOfCaller(t *testing.T) {
	for _, m := range methods {
		for _, call := range clockedCalls {
			for _, of := range []string{"Now", "Rand", "Save"} {
				t.Run(m.name+"/"+call.name+"/"+of, func(t *testing.T) {
					now, panics := atSecond(1e9), false
					check := func(name string) {
						if panics && name == of {
							panic(name)
						}
					}
					opts := uuid.Options{V7: m.method, Store: &memoryStore{during: func() { check("Save") }}}
					opts.Now = func() time.Time { check("Now"); return now }
					if of == "Rand" {
						opts.Rand = readerFunc(func(p []byte) (int, error) { check("Rand"); return len(p), nil })
					}
					g := newGenerator(t, opts)
					must(t)(g.NewV1())       // which draws a node
					now = now.Add(time.Hour) // so that the next call saves
					// Version 1 draws nothing, and V7Unordered saves nothing.
					if idle := of == "Rand" && call.name == "NewV1" ||
						of == "Save" && m.method == uuid.V7Unordered && strings.HasSuffix(call.name, "V7"); !idle {
						panics = true
						wantPanic(t, of, func() { call.next(g) })
					}
					panics = false
					must(t)(call.next(g)) // or it waits for the lock for ever
				})
			}
		}
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestRollbackPolicies(t *testing.T) {
	const before = 100_000
	for _, p := range policies {
		for _, tt := range []struct {
			back time.Duration
			far  bool
		}{
			{10 * time.Second, false},
			{10001 * time.Millisecond, true},
		} {
			t.Run(p.name+"/"+tt.back.String(), func(t *testing.T) {
				clock := fakeClock{now: atSecond(before)}
				g := newGenerator(t, uuid.Options{Now: clock.Now, Rollback: p.policy, Node: uuid.Node{1, 2, 3, 4, 5, 6}})
				var old [3][]uuid.UUID
				for i, next := range timed(g) {
					old[i] = issue(t, 100, next)
				}
				clock.advance(-tt.back)
				followed, want := tt.far && p.policy == uuid.RollbackFollow, atSecond(before)
				if followed {
					want = clock.Now()
				}
				for i, next := range timed(g) {
					if tt.far && p.policy == uuid.RollbackError {
						state := g.State()
						wantError(t, uuid.ErrClockRollback)(next())
						if g.State() != state {
							t.Error("the state changed")
						}
						continue
					}
					ids := issue(t, 100, next)
					wantDistinct(t, slices.Concat(old[i], ids))
					if got := timeOf(t, ids[0]); got.Sub(want).Abs() > time.Millisecond {
						t.Errorf("%v of %v, want %v", ids[0], got, want)
					}
					if i < 2 && followed == (clockSeqOf(t, ids[0]) == clockSeqOf(t, old[0][0])) {
						t.Errorf("%v after %v", ids[0], old[0][0])
					}
					switch {
					case i > 0 && followed:
						wantIncreasing(t, ids)
						wantIncreasing(t, []uuid.UUID{ids[0], old[i][0]})
					case i > 0:
						wantIncreasing(t, slices.Concat(old[i], ids))
					}
				}
				// Once the clock has caught up there is nothing left of it.
				clock.set(atSecond(before + 1))
				for i, u := range oneOfEach(t, g) {
					if timeOf(t, u).Sub(clock.Now()).Abs() > time.Millisecond || i > 0 && u.Compare(old[i][99]) <= 0 {
						t.Errorf("%v after %v, when the clock has caught up", u, old[i][99])
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
					for _, next := range []func() (uuid.UUID, error){g.NewV6, g.NewV7} {
						before := must(t)(next())
						clock.advance(-tt.back)
						u, err := next()
						clock.advance(tt.back)
						if !tt.bridged && err != uuid.ErrClockRollback || tt.bridged && (err != nil || u.Compare(before) <= 0) {
							t.Fatalf("%s, MaxRollback %v, %v back: %v after %v, %v", m.name, most, tt.back, u, before, err)
						}
					}
				}
			}
		}
	}
}

// All methods of a Generator at once, with a source and a clock that are not
// safe for concurrent use, and with waiting.
func TestConcurrentCalls(t *testing.T) {
	readings, draws := 0, 0
	g := newGenerator(t, uuid.Options{
		MaxLead: 20 * time.Microsecond,
		Now: func() time.Time {
			readings++
			return time.Now().Truncate(100 * time.Microsecond)
		},
		Rand: readerFunc(func(p []byte) (int, error) {
			draws++
			runtime.Gosched()
			return len(p), nil
		}),
	})
	concurrently(t, 4, 200, false, func() []uuid.UUID {
		dst := make([]uuid.UUID, 10)
		_, fillErr := g.FillV7(dst)
		v4, v4Err := g.NewV4()
		if err := errors.Join(fillErr, v4Err); err != nil || v4.Version() != 4 {
			t.Errorf("%v, %v", v4, err)
		}
		for _, next := range timed(g) {
			u, err := next()
			if err != nil {
				t.Error(err)
			}
			dst = append(dst, u)
		}
		v7s := append(dst[:10:10], dst[12])
		wantIncreasing(t, v7s)
		if st := g.State(); st.V7.Compare(dst[12]) < 0 {
			t.Errorf("state %+v after %v", st, dst[12])
		}
		return v7s
	})
	if readings == 0 || draws == 0 {
		t.Error("clock or source was not asked")
	}
}
