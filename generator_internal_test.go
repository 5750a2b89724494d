package uuid

import (
	"testing"
	"testing/synctest"
)

// A bubble in which a generator makes version 7 only does not change what a step back
// of the system clock means to version 1 after it.
func TestBubbleOfOneSequence(t *testing.T) {
	var g Generator
	before, err := g.NewV1()
	if err != nil {
		t.Fatal(err)
	}
	g.gregorian.seen += 1e7 // the clock is set back by a second
	g.gregorian.last.tick += 1e7
	synctest.Test(t, func(t *testing.T) {
		if _, err := g.NewV7(); err != nil {
			t.Fatal(err)
		}
	})
	after, err := g.NewV1()
	if err != nil {
		t.Fatal(err)
	}
	seq, _ := before.ClockSeq()
	if got, _ := after.ClockSeq(); got != seq {
		t.Errorf("the clock sequence went from %d to %d", seq, got)
	}
}
