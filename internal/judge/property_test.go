// This file proves that no wrong order is ever named, and the right one nearly always.

package judge_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// longest returns the length of the longest lists, and the number of lists that are mixed. Under an
// emulator, more would take minutes.
func longest() int {
	if testing.Short() {
		return 50
	}
	return 1000
}

// stored returns the bytes of u in order o.
func stored(o judge.Order, u uuid.UUID) []byte {
	var numbers [16]byte
	for i := range numbers {
		numbers[i] = byte(i)
	}
	var b [16]byte
	for i, position := range o.Undo(numbers) {
		b[position] = u[i]
	}
	return b[:]
}

// column returns the values of a column that contains ids in order o.
func column(o judge.Order, ids []uuid.UUID) []judge.Value {
	values := make([]judge.Value, len(ids))
	for i, u := range ids {
		values[i] = judge.FromBytes(stored(o, u))
	}
	return values
}

// named returns what the first verdict names, in words, or "nothing".
func named(r judge.Report) string {
	for _, v := range r.Verdicts {
		switch v.Kind {
		case judge.WrongOrder:
			return v.Order.String()
		case judge.TwoOrders:
			return v.Order.String() + " beside " + r.Order.String()
		case judge.ULIDs, judge.CutText:
			return v.What
		}
	}
	return "nothing"
}

// nameOf returns what should be named.
func nameOf(o judge.Order) string {
	if o == judge.Network {
		return "nothing"
	}
	return o.String()
}

// TestOneOrder judges lists of UUIDs from each source in each order.
func TestOneOrder(t *testing.T) {
	all, right := 0, 0 // lists of 20
	for _, source := range uuidSources() {
		for o := judge.Network; o <= judge.Halves; o++ {
			ofSource := 0
			// The long lists come last, so the others are the same with -short.
			r := rand.New(rand.NewPCG(1, uint64(all)))
			for _, length := range []int{8, 8, 8, 9, 12, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 50, 200, 1000} {
				if length > longest() {
					break
				}
				got := named(judge.Judge(column(o, source.make(r, length)), now))
				if got != nameOf(o) && (got != "nothing" || length > 20) {
					t.Errorf("%d of %s in %s are named %s", length, source.name, o, got)
				}
				if length == 20 && got == nameOf(o) {
					ofSource++
				}
			}
			if ofSource < 8 {
				t.Errorf("20 of %s in %s: %d of 10 lists are named rightly", source.name, o, ofSource)
			}
			right += ofSource
			all += 10
		}
	}
	if 100*right < 95*all {
		t.Errorf("of %d lists of 20, %d are named rightly", all, right)
	}
}

// TestTwoOrders judges lists of which a part was stored in another order.
func TestTwoOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	sources := uuidSources()
	lists, right := 0, 0 // of 100 or more UUIDs of which a fifth or more is in another order
	for range longest() {
		of := [2]source{sources[r.IntN(len(sources))], sources[r.IntN(len(sources))]}
		in := [2]judge.Order{judge.Order(r.IntN(5)), judge.Order(r.IntN(5))}
		length := []int{8, 12, 20, 50, 100, longest()}[r.IntN(6)]
		second := max(length*[]int{2, 5, 10, 20, 30, 50}[r.IntN(6)]/100, 1)
		values := append(column(in[0], of[0].make(r, length-second)), column(in[1], of[1].make(r, second))...)
		got := named(judge.Judge(values, now))
		both := got == in[0].String()+" beside "+in[1].String() || got == in[1].String()+" beside "+in[0].String()
		if both && in[0] == in[1] || !both && got != nameOf(in[0]) && got != nameOf(in[1]) && got != "nothing" {
			t.Errorf("%d of %s in %s and %d of %s in %s are named %s",
				length-second, of[0].name, in[0], second, of[1].name, in[1], got)
		}
		if length >= 100 && 5*second >= length && in[0] != in[1] {
			lists++
			if both {
				right++
			}
		}
	}
	if right*100 < lists*95 {
		t.Errorf("of %d lists in two orders, %d are named rightly", lists, right)
	}
}

// TestNoOrder judges lists of values that are no UUIDs.
func TestNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, source := range otherSources() {
		for _, length := range []int{8, 9, 10, 12, 20, 50, 100, 1000} {
			if length > longest() {
				break
			}
			for range 10 {
				report := judge.Judge(column(judge.Network, source.make(r, length)), now)
				if len(report.Verdicts) > 0 {
					t.Errorf("%d of %s: %v", length, source.name, report.Verdicts)
				}
			}
		}
	}
}

// TestMixedVersionsInAnOrder judges lists of UUIDs of several versions in one order.
func TestMixedVersionsInAnOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	sources := uuidSources()
	lists, right := 0, 0
	for range longest() / 2 {
		o := judge.Order(r.IntN(5))
		length := []int{8, 20, 100, longest()}[r.IntN(4)]
		var ids []uuid.UUID
		for len(ids) < length {
			ids = append(ids, sources[r.IntN(len(sources))].make(r, min(1+r.IntN(5), length-len(ids)))...)
		}
		switch got := named(judge.Judge(column(o, ids), now)); {
		case length < 20 && got == "nothing":
		case got == nameOf(o):
			right++
			lists++
		default:
			lists++
			if got != "nothing" {
				t.Errorf("%d UUIDs of several versions in %s are named %s", length, o, got)
			}
		}
	}
	if right*100 < lists*95 {
		t.Errorf("of %d lists, %d are named rightly", lists, right)
	}
}
