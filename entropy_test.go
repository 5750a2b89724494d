package uuid

import (
	"bytes"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"testing/iotest"
)

// A countingReader counts what is read from the operating system.
type countingReader struct {
	mu    sync.Mutex
	bytes int
}

func (r *countingReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes += len(p)
	return systemReader.Read(p)
}

var systemReader = rand.Reader

// keysFor returns how many keys crypto/rand is asked for while f runs.
func keysFor(t *testing.T, f func()) int {
	t.Helper()
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	r := &countingReader{}
	rand.Reader = r
	defer func() { rand.Reader = systemReader }()
	f()
	if r.bytes%32 != 0 {
		t.Errorf("%d bytes were read, which are not keys", r.bytes)
	}
	return r.bytes / 32
}

// Every way to make UUIDs takes a new key at least every 64 of them.
func TestStreamsAreRekeyed(t *testing.T) {
	const n = 64_000
	var g Generator
	batch := make([]UUID, n)
	for name, f := range map[string]func(){
		"NewV4":            func() { repeat(n, func() { NewV4() }) },
		"NewV6":            func() { repeat(n, func() { NewV6() }) },
		"NewV7":            func() { repeat(n, func() { NewV7() }) },
		"FillV4":           func() { FillV4(batch) },
		"FillV7":           func() { FillV7(batch) },
		"Generator.NewV4":  func() { repeat(n, func() { g.NewV4() }) },
		"Generator.NewV7":  func() { repeat(n, func() { g.NewV7() }) },
		"Generator.FillV7": func() { g.FillV7(batch) },
	} {
		// On a clock that shows whole milliseconds version 7 draws twice.
		if keys := keysFor(t, f); keys < n/64 || keys > n/30 {
			t.Errorf("%s: %d keys for %d UUIDs", name, keys, n)
		}
	}
}

func repeat(n int, f func()) {
	for range n {
		f()
	}
}

// A copy of a stream, as a copied virtual machine has it, repeats what is left
// of the key and no more.
func TestCopiedStream(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	var original stream
	original.next128()
	clone := original
	equal := 0
	for range 3 * streamDraws {
		hi, lo, _ := original.next128()
		cloneHi, cloneLo, _ := clone.next128()
		if hi == cloneHi && lo == cloneLo {
			equal++
		}
	}
	if equal != streamDraws-1 {
		t.Errorf("%d of the same, want %d", equal, streamDraws-1)
	}
}

// Two copies of a process, as two copied virtual machines have them, make the
// same version 4 UUIDs for as long as the keys last that they share, and then
// have nothing in common.
func TestCopiedProcess(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	NewV4() // there is a key to share
	var streams [len(shards)]stream
	shared := 0
	for i := range shards {
		streams[i] = shards[i].stream
		shared += streams[i].left
	}
	var machines [2][]UUID
	for m := range machines {
		for i := range shards {
			shards[i].stream = streams[i]
		}
		// Enough for each stream, whichever of them are drawn on.
		machines[m] = make([]UUID, 10*len(shards)*streamDraws)
		for i := range machines[m] {
			machines[m][i] = NewV4()
		}
	}
	madeBy := make(map[UUID]int)
	for i, u := range machines[0] {
		madeBy[u] = i
	}
	equal := 0
	for i, u := range machines[1] {
		first, ok := madeBy[u]
		if !ok {
			continue
		}
		equal++
		if half := len(machines[0]) / 2; i >= half || first >= half {
			t.Fatalf("%v is UUID %d of one machine and %d of the other", u, first, i)
		}
	}
	if equal == 0 || equal > shared || shared > len(shards)*streamDraws {
		t.Errorf("%d of the same, want up to %d", equal, shared)
	}
}

// No word that a stream has given comes again, across keys and whether they are
// drawn one or two at a time.
func TestStreamWordsAreDistinct(t *testing.T) {
	var s stream
	var words []uint64
	for i := range 100_000 {
		if i%3 == 0 {
			word, _ := s.next64()
			words = append(words, word)
			continue
		}
		hi, lo, _ := s.next128()
		words = append(words, hi, lo)
	}
	slices.Sort(words)
	if n := len(words); len(slices.Compact(words)) != n {
		t.Error("a word came twice")
	}
}

// While all shards are in use there is randomness all the same, and it is not
// from them.
func TestAllShardsInUse(t *testing.T) {
	var held []*shard
	var left []int
	for range len(shards) + 1 {
		s := acquire()
		if s == nil {
			break
		}
		held = append(held, s)
		left = append(left, s.left)
	}
	defer func() {
		for _, s := range held {
			s.release()
		}
	}()
	if len(held) != len(shards) {
		t.Errorf("acquired %d of %d shards", len(held), len(shards))
	}
	ids := make([]UUID, 100)
	FillV4(ids)
	ids = append(ids, NewV4())
	slices.SortFunc(ids, UUID.Compare)
	if n := len(ids); len(slices.Compact(ids)) != n || ids[0].Version() != 4 {
		t.Errorf("not distinct: %v", ids)
	}
	for i, s := range held {
		if s.left != left[i] || !s.busy.Load() {
			t.Errorf("a shard in use has %d draws left instead of %d, busy %v", s.left, left[i], s.busy.Load())
		}
	}
}

// The shards are spread over, not one used by all.
func TestShardHint(t *testing.T) {
	seen := make(map[uint]bool)
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 100 {
		group.Add(1)
		go func() {
			defer group.Done()
			hint := shardHint() % uint(len(shards))
			mu.Lock()
			seen[hint] = true
			mu.Unlock()
		}()
	}
	group.Wait()
	if len(seen) < 2 {
		t.Errorf("100 goroutines use shards %v", seen)
	}
}

// TestSystemEntropyFails replaces the source of crypto/rand by one that fails,
// in a process of its own, which must end instead of going on without entropy.
func TestSystemEntropyFails(t *testing.T) {
	const inChild = "UUID_TEST_SYSTEM_ENTROPY_FAILS"
	if os.Getenv(inChild) != "" {
		rand.Reader = iotest.ErrReader(errors.New("none today"))
		fmt.Println(NewV4())
		return
	}
	if testing.Short() {
		t.Skip("starts itself as another process")
	}
	for _, fips := range []string{"off", "on"} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestSystemEntropyFails$")
		cmd.Env = append(os.Environ(), inChild+"=1", "GODEBUG=fips140="+fips)
		out, err := cmd.CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("failed to read random data")) {
			t.Errorf("fips140=%s: %v, %s", fips, err, out)
		}
	}
}
