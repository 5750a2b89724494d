package main

import (
	"math"
	"time"

	"github.com/seed-8298af95/uuid"
)

const (
	cutBits     = 20  // number of random bits that are compared, out of 62
	cutMachines = 100 // number of machines that generate an ID at the same time
)

// A collision contains the actual and the expected number of pairs of equal IDs.
type collision struct {
	ids      int
	counted  int
	expected float64
}

// collide simulates machines that generate about n IDs in total. In each step, every machine
// generates one ID with the same timestamp. collide counts the pairs with the same timestamp and
// the same last random bits.
func collide(n int) (collision, error) {
	moments := n / cutMachines
	c := collision{
		ids: moments * cutMachines,
		// Each step is expected to add the number of pairs divided by the number of possible values
		// of the compared bits.
		expected: float64(moments) * pairs(cutMachines) / (1 << cutBits),
	}
	now := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	var machines [cutMachines]*uuid.Generator
	for i := range machines {
		g, err := uuid.NewGenerator(uuid.Options{Now: func() time.Time { return now }})
		if err != nil {
			return c, err
		}
		machines[i] = g
	}
	for range moments {
		now = now.Add(time.Millisecond)
		seen := make(map[uint64]int, cutMachines)
		for _, g := range machines {
			id, err := g.NewV7()
			if err != nil {
				return c, err
			}
			// All IDs in seen have the same timestamp, so it is enough to compare the last bits.
			_, low := id.Uint64s()
			low &= 1<<cutBits - 1
			c.counted += seen[low]
			seen[low]++
		}
	}
	return c, nil
}

func pairs(n float64) float64 { return n * (n - 1) / 2 }

// A layout describes the timestamp and the random bits of an ID type. Two IDs are equal if they
// have the same tick and the same random bits.
type layout struct {
	name string
	tick time.Duration // resolution of the timestamp; 0 if the ID has no timestamp
	bits float64       // number of random bits
}

var layouts = []layout{
	{"V7Precise (default)", time.Millisecond / 4096, 62},
	{"V7Counter", time.Millisecond, 73},
	{"V7Random, V7Unordered", time.Millisecond, 74},
	{"version 6", 100, 61},
	{"version 4", 0, 122},
}

const year = 365.25 * 24 * 3600.0 // seconds

// expected returns the expected number of pairs of equal IDs after the given number of seconds. The
// formula assumes that the IDs are generated at random times, and that each ID comes from a
// different machine.
func (l layout) expected(perSecond, seconds float64) float64 {
	if l.tick == 0 {
		return math.Pow(perSecond*seconds, 2) / 2 / math.Exp2(l.bits)
	}
	ticks := seconds / l.seconds()
	inTick := perSecond * l.seconds()
	return ticks * inTick * inTick / 2 / math.Exp2(l.bits)
}

// seconds returns the length of a tick in seconds. A tick of 1/4096 ms is a special case, because a
// time.Duration cannot represent it exactly.
func (l layout) seconds() float64 {
	if l.tick == time.Millisecond/4096 {
		return 1e-3 / 4096
	}
	return l.tick.Seconds()
}
