// Proves the options of a Generator, and its node and clock sequence.
package uuid_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestNewGeneratorOptions(t *testing.T) {
	greatest, tooGreat := uint16(1<<14-1), uint16(1<<14)
	for _, tt := range []struct {
		opts uuid.Options
		want string // the error
	}{
		{uuid.Options{}, "<nil>"},
		{
			uuid.Options{ClockSeq: &greatest, V7: uuid.V7Unordered, Rollback: uuid.RollbackError},
			"<nil>",
		},
		{
			uuid.Options{ClockSeq: &tooGreat},
			"uuid: cannot make a Generator: Options.ClockSeq has more than 14 bits",
		},
		{
			uuid.Options{V7: uuid.V7Unordered + 1},
			"uuid: cannot make a Generator: Options.V7 is unknown",
		},
		{
			uuid.Options{Rollback: uuid.RollbackError + 1},
			"uuid: cannot make a Generator: Options.Rollback is unknown",
		},
		{
			uuid.Options{MaxRollback: -1},
			"uuid: cannot make a Generator: Options.MaxRollback is negative",
		},
		{uuid.Options{MaxLead: -1}, "uuid: cannot make a Generator: Options.MaxLead is negative"},
		{uuid.Options{MaxWait: -1}, "uuid: cannot make a Generator: Options.MaxWait is negative"},
	} {
		g, err := uuid.NewGenerator(tt.opts)
		if fmt.Sprint(err) != tt.want || (g == nil) != (err != nil) {
			t.Errorf("%+v: %v, %v; want error %s", tt.opts, g, err, tt.want)
		}
	}
}

// TestConcurrentGenerators checks that thousands of goroutines each get UUIDs in order, and that
// all UUIDs differ. It covers a zero Generator, all V7Methods and the package-level functions.
func TestConcurrentGenerators(t *testing.T) {
	var g uuid.Generator
	one := func(next func() (uuid.UUID, error)) func() []uuid.UUID {
		return func() []uuid.UUID { return []uuid.UUID{try(t)(next())} }
	}
	fill := func() []uuid.UUID {
		dst := make([]uuid.UUID, 6)
		g.FillV7(dst[:5])
		dst[5] = try(t)(g.NewV7())
		return dst
	}
	const many = 1000
	concurrently(t, many, 20, false, one(g.NewV1))
	concurrently(t, many, 20, false, one(g.NewV4))
	concurrently(t, many, 20, true, one(g.NewV6))
	concurrently(t, many, 20, true, fill)
	concurrently(t, many, 20, true, func() []uuid.UUID { return []uuid.UUID{uuid.NewV7()} })
	concurrently(t, many, 20, false, func() []uuid.UUID {
		dst := make([]uuid.UUID, 6)
		uuid.FillV4(dst[:5])
		dst[5] = uuid.NewV4()
		return dst
	})
	for _, m := range methods {
		concurrently(
			t,
			many,
			20,
			m.method != uuid.V7Unordered,
			one(newGenerator(t, uuid.Options{V7: m.method}).NewV7),
		)
	}
	var mu sync.Mutex
	var inOrder []uuid.UUID
	concurrently(t, 8, uuid.Sized(25_000, 1_000_000), true, func() []uuid.UUID {
		mu.Lock()
		defer mu.Unlock()
		u := try(t)(g.NewV7())
		inOrder = append(inOrder, u)
		return []uuid.UUID{u}
	})
	wantIncreasing(t, inOrder)
}

// concurrently makes calls in many goroutines and checks that all returned UUIDs differ. If ordered
// is set, each goroutine's UUIDs must increase.
func concurrently(t *testing.T, goroutines, calls int, ordered bool, call func() []uuid.UUID) {
	t.Helper()
	ids := make([][]uuid.UUID, goroutines)
	together(t, goroutines, func(i int) {
		for range calls {
			ids[i] = append(ids[i], call()...)
		}
	})
	if ordered {
		for _, each := range ids {
			wantIncreasing(t, each)
		}
	}
	wantDistinct(t, slices.Concat(ids...))
}

// TestPanicReachesCaller checks that a panic in Options.Now, Options.Rand or Save reaches the
// caller, and that the Generator still works.
func TestPanicReachesCaller(t *testing.T) {
	for _, m := range methods {
		for _, call := range allCalls {
			for _, of := range []string{"Now", "Rand", "Save"} {
				now, panics, calls := atSecond(1e9), false, 0
				run := func(name string) {
					if name != of {
						return
					}
					calls++
					if panics {
						panic(name)
					}
				}
				g := newGenerator(t, uuid.Options{
					V7:  m.method,
					Now: func() time.Time { run("Now"); return now },
					Rand: readerFunc(
						func(p []byte) (int, error) { run("Rand"); return len(p), nil },
					),
					Store: &memoryStore{during: func() { run("Save") }},
				})
				must(t)(g.NewV1())       // draws a node
				now = now.Add(time.Hour) // makes the next call save
				calls, panics = 0, true
				err := func() (r any) {
					defer func() { r = recover() }()
					call.next(g)
					return nil
				}()
				// calls is 0 if the method does not need the function
				if calls > 0 && err != of || calls > 1 {
					t.Errorf("%s, %s: %d calls of %s, panic %v", m.name, call.name, calls, of, err)
				}
				panicked := calls > 0
				calls, panics = 0, false
				// times out if a lock is still held
				together(t, 1, func(int) { try(t)(call.next(g)) })
				if of == "Save" && panicked && calls == 0 {
					t.Errorf(
						"%s, %s: after a panic in Save, a UUID is issued without a saved state",
						m.name,
						call.name,
					)
				}
			}
		}
	}
}

// TestMaxRollbackIsExact checks that a generator bridges a clock rollback of up to MaxRollback,
// even if MaxRollback is not a whole number of ticks or is less than a millisecond. It must not
// bridge a rollback that exceeds MaxRollback by two ticks.
func TestMaxRollbackIsExact(t *testing.T) {
	const tick = 250 * time.Nanosecond // a tick of any version is shorter
	for _, most := range []time.Duration{
		1, 100, 299, 300, 1500 * time.Microsecond, time.Second + 1,
	} {
		for _, m := range methods[:3] { // V7Unordered has no order
			for _, back := range []time.Duration{most, most - 1, most * 4 / 5, most + 2*tick} {
				t.Run(fmt.Sprintf("%s/%v/%v", m.name, most, back), func(t *testing.T) {
					testRollback(t, back, uuid.Options{V7: m.method, MaxRollback: most})
				})
			}
		}
	}
}

// testRollback sets the clock of a generator back, at 20 different fractions of a millisecond.
func testRollback(t *testing.T, back time.Duration, opts uuid.Options) {
	bridged := back <= opts.MaxRollback
	for offset := range 20 {
		clock := fakeClock{now: atSecond(1e6).Add(time.Duration(offset) * 53_111)}
		opts.Now, opts.Rollback = clock.Now, uuid.RollbackError
		g := newGenerator(t, opts)
		for _, next := range []func() (uuid.UUID, error){g.NewV6, g.NewV7} {
			before := must(t)(next())
			clock.advance(-back)
			u, err := next()
			clock.advance(back)
			switch {
			case !bridged && err != uuid.ErrClockRollback:
				t.Fatalf("%v after %v, %v; want ErrClockRollback", u, before, err)
			case bridged && (err != nil || u.Compare(before) <= 0):
				t.Fatalf("%v after %v, %v; want a later UUID", u, before, err)
			}
		}
	}
}

// TestConcurrentCalls calls all methods of a Generator at the same time. Some calls must wait. The
// race detector would report concurrent calls to the clock or the source.
func TestConcurrentCalls(t *testing.T) {
	readings, draws := 0, 0
	g := newGenerator(t, uuid.Options{
		MaxLead: 20 * time.Microsecond,
		Now: func() time.Time {
			readings++
			return time.Now().Truncate(100 * time.Microsecond)
		},
		Rand: readerFunc(
			func(p []byte) (int, error) { draws++; runtime.Gosched(); return len(p), nil },
		),
	})
	concurrently(t, 4, 200, true, func() (v7s []uuid.UUID) {
		for _, call := range allCalls {
			if u := try(t)(call.next(g)); u.Version() == 7 {
				v7s = append(v7s, u)
			}
		}
		if st := g.State(); st.V7.Compare(v7s[1]) < 0 {
			t.Errorf("state %+v after %v", st, v7s)
		}
		return v7s
	})
	if readings == 0 || draws == 0 {
		t.Error("the clock or the source was not used")
	}
}

// TestIdentityIsRandom checks that a node or clock sequence is random unless Options sets it, and
// that the two values are independent.
func TestIdentityIsRandom(t *testing.T) {
	const generators = 100
	given, seq := uuid.Node{2, 2, 2, 2, 2, 2}, uint16(5)
	for _, ticks := range []uint64{0, 5} { // 0: no saved state
		for _, opts := range []uuid.Options{
			{}, {Node: given}, {ClockSeq: &seq}, {Node: given, ClockSeq: &seq},
		} {
			nodes, seqs := make(map[uuid.Node]bool), make(map[uint16]bool)
			same := 0
			for range generators {
				if ticks > 0 {
					opts.Store = &memoryStore{state: uuid.State{Ticks: ticks}}
				}
				u := must(t)(newGenerator(t, opts).NewV1())
				node, _ := u.Node()
				seq := clockSeqOf(t, u)
				nodes[node], seqs[seq] = true, true
				if seq == (uint16(node[4])<<8|uint16(node[5]))&(1<<14-1) {
					same++
				}
			}
			randomNodes, randomSeqs := opts.Node != given, opts.ClockSeq == nil
			differentNodes, differentSeqs := len(nodes) > 90, len(seqs) > 90
			if differentNodes != randomNodes || differentSeqs != randomSeqs {
				t.Errorf("%+v: %d nodes and %d clock sequences from %d generators",
					opts, len(nodes), len(seqs), generators)
			}
			if same > 5 {
				t.Errorf("%d of %d clock sequences equal the last bits of the node",
					same, generators)
			}
		}
	}
}

// TestMulticastBit checks that random nodes have the multicast bit, and that other bits are random.
func TestMulticastBit(t *testing.T) {
	var ones, zeros uuid.Node
	for range 200 { // enough to see both values of all other bits
		node, _ := must(t)(new(uuid.Generator).NewV1()).Node()
		for i, c := range node {
			ones[i] |= c
			zeros[i] |= ^c
		}
	}
	if ones.String() != "ff:ff:ff:ff:ff:ff" || zeros.String() != "fe:ff:ff:ff:ff:ff" {
		t.Errorf("bits that were one: %v, zero: %v", ones, zeros)
	}
	for range 50 {
		var g uuid.Generator
		zeros := newGenerator(t, uuid.Options{Rand: &flakySource{}})
		for _, u := range []uuid.UUID{
			must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(uuid.NewV1At(unixEpoch)),
			must(t)(uuid.NewV6At(unixEpoch)),
			must(t)(zeros.NewV1()), must(t)(zeros.NewV6()), uuid.NewV1(), uuid.NewV6(),
		} {
			if node, _ := u.Node(); node[0]&1 == 0 {
				t.Fatalf("the node of %v lacks the multicast bit", u)
			}
		}
	}
}

// TestNoEntropyForNextNode checks that a generator draws another random node after the last clock
// sequence, and that nothing changes if the source fails.
func TestNoEntropyForNextNode(t *testing.T) {
	clock := fakeClock{now: atSecond(100_000)}
	source := &flakySource{fill: 0x5a}
	last := uint16(1<<14 - 1)
	g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source, ClockSeq: &last})
	must(t)(g.NewV1())
	before := g.State()
	clock.advance(-time.Hour)
	source.err = errors.New("broken")
	for range 2 {
		wantError(t, source.err)(g.NewV1())
	}
	if after := g.State(); after != before {
		t.Errorf("the state changed from %+v to %+v", before, after)
	}
	source.err, source.fill = nil, 0xa4
	after := must(t)(g.NewV1())
	want := uuid.Node{0xa5, 0xa4, 0xa4, 0xa4, 0xa4, 0xa4}
	if node, _ := after.Node(); node != want || clockSeqOf(t, after) != 0 ||
		!timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %+v", after, before)
	}
}

// TestClockSeqRunsOut checks that a generator with a given node returns an error after it has used
// all clock sequences, with or without a Store. A random node is replaced by a new one.
func TestClockSeqRunsOut(t *testing.T) {
	for _, opts := range []uuid.Options{
		{Node: uuid.Node{1}}, {Node: uuid.Node{1}, Store: &memoryStore{}}, {},
	} {
		var clock fakeClock
		at := [2]time.Time{atSecond(1000), atSecond(2000)}
		clock.set(at[0])
		opts.Now = clock.Now
		g := newGenerator(t, opts)
		ids := make([]uuid.UUID, 2<<14) // two UUIDs for each clock sequence
		nodes := make(map[uuid.Node]bool)
		for i := range ids {
			clock.set(at[i%2])
			ids[i] = must(t)(g.NewV1())
			node, _ := ids[i].Node()
			nodes[node] = true
		}
		wantDistinct(t, ids)
		clock.set(at[0])
		if opts.Node == (uuid.Node{}) {
			must(t)(g.NewV1())
			if len(nodes) != 2 { // the first clock sequence was random, so the first node ran out
				t.Errorf("%d random nodes", len(nodes))
			}
			continue
		}
		wantError(t, uuid.ErrClockRollback)(g.NewV1())
		clock.set(atSecond(2002))
		must(t)(g.NewV1())
	}
}

// TestGivenIdentityNeverFollows checks that a generator with a given node and clock sequence never
// follows the clock back, not even when it starts. Another generator may be using the next clock
// sequence. Version 7 contains neither field, so it can follow the clock.
func TestGivenIdentityNeverFollows(t *testing.T) {
	node, seq := uuid.Node{1}, uint16(7)
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	opts := uuid.Options{Now: clock.Now, Node: node, ClockSeq: &seq, Store: store}
	g := newGenerator(t, opts)
	check := func(g *uuid.Generator) {
		t.Helper()
		wantError(t, uuid.ErrClockRollback)(g.NewV1())
		wantError(t, uuid.ErrClockRollback)(g.NewV6())
		must(t)(g.NewV7())
	}
	first := must(t)(g.NewV1())
	clock.advance(-time.Hour)
	check(g)
	clock.advance(2 * time.Second)
	check(newGenerator(t, opts))
	clock.advance(time.Hour)
	for _, g := range []*uuid.Generator{g, newGenerator(t, opts)} {
		if u := must(t)(g.NewV1()); clockSeqOf(t, u) != seq ||
			!timeOf(t, u).After(timeOf(t, first)) {
			t.Errorf("%v after %v", u, first)
		}
		clock.advance(2 * time.Second)
	}
}
