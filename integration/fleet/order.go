package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed-8298af95/uuid"
)

const (
	hosts = 8
	rate  = 8000 // IDs per second from all hosts together
)

// differences lists the simulated differences between the slowest and the fastest clock.
var differences = []time.Duration{
	0, 100 * time.Microsecond, time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond,
}

// An order describes the order of IDs from hosts whose clocks differ.
type order struct {
	difference time.Duration
	neighbours float64       // share of IDs that are less than the previous ID
	displaced  float64       // share of IDs that are greater than a later ID
	furthest   time.Duration // longest time between two IDs in the wrong order
}

// simulateOrder generates n IDs at random times, each on a random host.
func simulateOrder(n int, difference time.Duration) (order, error) {
	o := order{difference: difference}
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	var host [hosts]*uuid.Generator
	for i := range host {
		g, err := uuid.NewGenerator(uuid.Options{Now: func() time.Time {
			return now.Add(offset(i, hosts, difference/2))
		}})
		if err != nil {
			return o, err
		}
		host[i] = g
	}
	ids, made := make([]uuid.UUID, n), make([]time.Time, n)
	for i := range ids {
		now = now.Add(time.Duration(random.ExpFloat64() * float64(time.Second) / rate))
		id, err := host[random.IntN(hosts)].NewV7()
		if err != nil {
			return o, err
		}
		ids[i], made[i] = id, now
	}
	inverted := 0
	for i := 1; i < n; i++ {
		if ids[i].Compare(ids[i-1]) < 0 {
			inverted++
		}
	}
	// The loop runs backwards, and least is the minimum of ids[i+1:]. If ids[i] is greater than
	// least, it is displaced.
	displaced, least := 0, ids[n-1]
	for i := n - 2; i >= 0; i-- {
		if least.Compare(ids[i]) < 0 {
			displaced++
		} else {
			least = ids[i]
		}
	}
	o.neighbours, o.displaced = float64(inverted)/float64(n-1), float64(displaced)/float64(n)
	o.furthest = furthest(ids, made)
	return o, nil
}

// furthest returns the longest time between two IDs in the wrong order. It takes linear time for
// two reasons:
//
//   - Only an ID that is greater than all earlier IDs can be the first ID of the furthest pair.
//     If an earlier ID were greater, it would form a longer pair with the same second ID.
//   - For each first ID, the second ID is the last ID that is less than it. The search continues
//     at the old second ID, which is also less than the next, greater first ID.
func furthest(ids []uuid.UUID, made []time.Time) (most time.Duration) {
	leastAfter := slices.Clone(ids) // leastAfter[i] is the minimum of ids[i:]
	for i := len(ids) - 2; i >= 0; i-- {
		if leastAfter[i+1].Compare(leastAfter[i]) < 0 {
			leastAfter[i] = leastAfter[i+1]
		}
	}
	greatest, j := uuid.Nil(), 0
	for i := range ids {
		if ids[i].Compare(greatest) < 0 {
			continue
		}
		greatest = ids[i]
		j = max(j, i)
		for j+1 < len(ids) && leastAfter[j+1].Compare(greatest) < 0 {
			j++
		}
		most = max(most, made[j].Sub(made[i]))
	}
	return most
}
