package uuid_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A node or clock sequence that is not in the options is random, and the two do not depend
// on each other.
func TestIdentityIsRandom(t *testing.T) {
	const generators = 100
	given, seq := uuid.Node{2, 2, 2, 2, 2, 2}, uint16(5)
	for _, ticks := range []uint64{0, 5} { // in a Store, if there is one
		for _, opts := range []uuid.Options{{}, {Node: given}, {ClockSeq: &seq}, {Node: given, ClockSeq: &seq}} {
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
			if len(nodes) > 90 != (opts.Node != given) || len(seqs) > 90 != (opts.ClockSeq == nil) {
				t.Errorf("%+v: %d nodes and %d clock sequences of %d generators", opts, len(nodes), len(seqs), generators)
			}
			if same > 5 {
				t.Errorf("%d of %d clock sequences are the end of the node", same, generators)
			}
		}
	}
}

// Random nodes, wherever they come from, have the multicast bit. Their other bits are random.
func TestMulticastBit(t *testing.T) {
	var ones, zeros uuid.Node
	for range 200 { // by chance, one of 47 bits is constant once in 2^193 runs
		for i, c := range uuid.RandomNode() {
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
			must(t)(g.NewV1()), must(t)(g.NewV6()), must(t)(uuid.NewV1At(unixEpoch)), must(t)(uuid.NewV6At(unixEpoch)),
			must(t)(zeros.NewV1()), must(t)(zeros.NewV6()), uuid.NewV1(), uuid.NewV6(),
		} {
			if node, _ := u.Node(); node[0]&1 == 0 {
				t.Fatalf("%v has a node without multicast bit", u)
			}
		}
	}
}

// Past the last clock sequence comes a random node with the multicast bit. If no node can be
// drawn, nothing changes.
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
		t.Errorf("state went from %+v to %+v", before, after)
	}
	source.err, source.fill = nil, 0xa4
	after := must(t)(g.NewV1())
	want := uuid.Node{0xa5, 0xa4, 0xa4, 0xa4, 0xa4, 0xa4}
	if node, _ := after.Node(); node != want || clockSeqOf(t, after) != 0 || !timeOf(t, after).Equal(clock.Now()) {
		t.Errorf("%v after %+v", after, before)
	}
}

// A given node is used up when all its clock sequences are, with or without a Store.
// After a random node comes another.
func TestClockSeqRunsOut(t *testing.T) {
	for _, opts := range []uuid.Options{{Node: uuid.Node{1}}, {Node: uuid.Node{1}, Store: &memoryStore{}}, {}} {
		var clock fakeClock
		at := [2]time.Time{atSecond(1000), atSecond(2000)}
		clock.set(at[0])
		opts.Now = clock.Now
		g := newGenerator(t, opts)
		ids := make([]uuid.UUID, 2<<14) // two for each clock sequence
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
			if len(nodes) != 2 { // the first one began with a random clock sequence
				t.Errorf("%d random nodes", len(nodes))
			}
			continue
		}
		wantError(t, uuid.ErrClockRollback)(g.NewV1())
		clock.set(atSecond(2002))
		must(t)(g.NewV1())
	}
}

// Version 7 has no clock sequence and uses none up, with or without a Store.
func TestV7UsesNoClockSeq(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	store := &memoryStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Node: uuid.Node{1}, Store: store})
	before := must(t)(g.NewV1())
	for range 1<<14 + 1 {
		clock.advance(-time.Minute)
		must(t)(g.NewV7())
	}
	if after := must(t)(g.NewV1()); clockSeqOf(t, after) != (clockSeqOf(t, before)+1)&(1<<14-1) {
		t.Errorf("%v, whose clock was followed once, after %v", after, before)
	}
}

// With a node and a clock sequence of the caller's no step back is followed, at a start
// neither: the next clock sequence may be another generator's. Version 7 has neither.
func TestGivenIdentityIsNotFollowed(t *testing.T) {
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
	check(newGenerator(t, opts))
	clock.advance(time.Hour + 2*time.Second)
	for _, g := range []*uuid.Generator{g, newGenerator(t, opts)} {
		if u := must(t)(g.NewV1()); clockSeqOf(t, u) != seq || !timeOf(t, u).After(timeOf(t, first)) {
			t.Errorf("%v after %v", u, first)
		}
		clock.advance(2 * time.Second)
	}
}
