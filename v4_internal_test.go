package uuid

import (
	"slices"
	"sync"
	"testing"
)

// Goroutines that share a shard never draw from it at the same time: they would have
// the same random bits.
func TestSharedShardServesOneAtATime(t *testing.T) {
	const each = 20_000
	var ids [2][2 * each]UUID
	waiting := make(map[uint]chan bool) // for another one with the same shard
	done := make(chan bool)
	defer close(done)
	var both sync.WaitGroup
	both.Add(2)
	draw := func(ids []UUID) {
		for i := range each {
			ids[2*i], ids[2*i+1] = NewV4(), FromUint64s(v4(random128()))
		}
		both.Done()
	}
	for found := false; !found; {
		hint, first, second := make(chan uint), make(chan bool), make(chan bool)
		go func() {
			growStack(100) // or it would move later
			hint <- shardHint() % uint(len(shards))
			select {
			case <-second:
				draw(ids[1][:])
			case <-first:
				draw(ids[0][:])
			case <-done:
			}
		}()
		shard := <-hint
		if other := waiting[shard]; other != nil {
			close(other)
			close(second)
			found = true
		}
		waiting[shard] = first
	}
	both.Wait()
	all := slices.Concat(ids[0][:], ids[1][:])
	slices.SortFunc(all, UUID.Compare)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			t.Fatalf("%v was made twice", all[i])
		}
	}
}

// growStack makes the stack of the goroutine larger than it needs to be.
//
//go:noinline
func growStack(n int) (sum byte) {
	var frame [64]byte
	if n > 0 {
		frame[n%64] = growStack(n - 1)
	}
	return frame[(n+1)%64]
}
