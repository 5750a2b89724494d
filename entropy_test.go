package uuid

import (
	"bytes"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"testing/iotest"
)

// A countingReader counts what is read from the operating system.
type countingReader struct {
	mu     sync.Mutex
	bytes  int
	system io.Reader
}

func (r *countingReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes += len(p)
	return r.system.Read(p)
}

// keysFor returns how many keys crypto/rand is asked for while f runs.
func keysFor(t *testing.T, f func()) int {
	t.Helper()
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	r := &countingReader{system: systemReader}
	setSystemReader(r)
	defer setSystemReader(r.system)
	f()
	if r.bytes%32 != 0 {
		t.Errorf("%d bytes were read, which are not keys", r.bytes)
	}
	return r.bytes / 32
}

// setSystemReader has the streams take r for the operating system's source.
func setSystemReader(r io.Reader) { rand.Reader, systemReader = r, r }

// A key gives 124 words: two for each version 4 UUID, one for each of version 6 and 7.
func TestStreamsAreRekeyed(t *testing.T) {
	const n = 64_000
	var g Generator
	batch := make([]UUID, n)
	for _, tt := range []struct {
		name  string
		words int
		f     func()
	}{
		{"NewV4", 2, func() { repeat(n, func() { NewV4() }) }},
		{"NewV6", 1, func() { repeat(n, func() { NewV6() }) }},
		{"NewV7", 1, func() { repeat(n, func() { NewV7() }) }},
		{"FillV4", 2, func() { FillV4(batch) }},
		{"FillV7", 1, func() { FillV7(batch) }},
		{"Generator.NewV4", 2, func() { repeat(n, func() { g.NewV4() }) }},
		{"Generator.NewV7", 1, func() { repeat(n, func() { g.NewV7() }) }},
		{"Generator.FillV7", 1, func() { g.FillV7(batch) }},
	} {
		// What is left of the keys before may be drawn first. With the build tag
		// purego each call may be on another shard. On a clock that shows whole
		// milliseconds version 7 draws four times as many.
		least, most := n*tt.words/streamWords-2*len(shards), 4*n*tt.words/streamWords
		if keys := keysFor(t, tt.f); keys < least || keys > most {
			t.Errorf("%s: %d keys for %d UUIDs, want %d to %d", tt.name, keys, n, least, most)
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
	next := func(s *stream) (hi, lo uint64) {
		if s.spend(2) != 2 {
			t.Fatal("nothing to draw")
		}
		return s.cipher.Uint64(), s.cipher.Uint64()
	}
	next(&original)
	clone := original
	equal := 0
	for range 3 * streamWords {
		hi, lo := next(&original)
		cloneHi, cloneLo := next(&clone)
		if hi == cloneHi && lo == cloneLo {
			equal++
		}
	}
	if want := streamWords/2 - 1; equal != want {
		t.Errorf("%d of the same, want %d", equal, want)
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
		shared += streams[i].left / 2
	}
	var machines [2][]UUID
	for m := range machines {
		for i := range shards {
			shards[i].stream = streams[i]
		}
		// Enough for each stream, whichever of them are drawn on.
		machines[m] = make([]UUID, 10*len(shards)*streamWords)
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
	if equal == 0 || equal > shared || shared > len(shards)*streamWords {
		t.Errorf("%d of the same, want up to %d", equal, shared)
	}
}

// No word that a stream has given comes again, across keys and whether they are
// drawn one, two or many at a time.
func TestStreamWordsAreDistinct(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	var words []uint64
	for i := range 20_000 {
		hi, lo := random128()
		batch := make([]uint64, 2*(i%20))
		if n := drawWords(batch); n != len(batch) {
			t.Fatalf("drew %d of %d", n, len(batch))
		}
		words = append(append(words, hi, lo), batch...)
	}
	slices.Sort(words)
	if n := len(words); len(slices.Compact(words)) != n {
		t.Error("a word came twice")
	}
}

// One call fills a stock, and only when it is empty.
func TestRefillOnce(t *testing.T) {
	if g := (&Generator{opts: Options{Rand: rand.Reader}}); g.refill() || g.stocks != nil {
		t.Error("a generator with Options.Rand has stocks")
	}
	if fips140.Enabled() {
		t.Skip("there are no streams in FIPS 140-3 mode")
	}
	for _, tt := range []struct {
		left    int32
		filling bool
		want    bool
	}{
		{0, false, true},
		{0, true, false},
		{1, false, false},
		{1, true, false},
	} {
		s := stock{left: tt.left, filling: tt.filling}
		if first, second := s.claim(), s.claim(); first != tt.want || second {
			t.Errorf("%d left, filling %t: claimed %t, then %t", tt.left, tt.filling, first, second)
		}
		g := Generator{stocks: new([16]stock), ready: true}
		for i := range g.stocks {
			g.stocks[i].left, g.stocks[i].filling = tt.left, tt.filling
		}
		if got := g.refill(); got != tt.want {
			t.Errorf("%d left, filling %t: refilled %t", tt.left, tt.filling, got)
		}
		full := 0
		for _, s := range g.stocks {
			if s.left == streamWords && s.words[0] != 0 && s.words[streamWords-1] != 0 && !s.filling {
				full++
			} else if s.left != tt.left || s.filling != tt.filling || s.words != [streamWords]uint64{} {
				t.Errorf("%d left, filling %t: a stock has %d, filling %t", tt.left, tt.filling, s.left, s.filling)
			}
		}
		if (full == 1) != tt.want {
			t.Errorf("%d left, filling %t: %d stocks were filled", tt.left, tt.filling, full)
		}
	}
}

// A word that was taken from a stock is in it no more.
func TestStock(t *testing.T) {
	var s stock
	if word, left := s.take(); word != 0 || left != -1 {
		t.Errorf("took %d from an empty stock, %d left", word, left)
	}
	for i := range s.words {
		s.words[i] = uint64(i) + 1
	}
	s.left = int32(len(s.words))
	for i := len(s.words) - 1; i >= 0; i-- {
		if word, left := s.take(); word != uint64(i)+1 || int(left) != i || s.words[i] != 0 {
			t.Errorf("took %d with %d left of %d", word, left, i)
		}
	}
	if s != (stock{}) {
		t.Errorf("left %+v", s)
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
	wantRandomBits(t, ids, FromUint64s(^uint64(0xf000), randBMask))
	for i, s := range held {
		if s.left != left[i] || !s.busy.Load() {
			t.Errorf("a shard in use has %d draws left instead of %d, busy %v", s.left, left[i], s.busy.Load())
		}
	}
}

// A watchedReader calls a function before it is read.
type watchedReader struct {
	io.Reader
	before func()
}

func (r *watchedReader) Read(p []byte) (int, error) {
	r.before()
	return r.Reader.Read(p)
}

// A shard is in use while it draws.
func TestShardIsInUse(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	inUse := func() (n int) {
		for i := range shards {
			if shards[i].busy.Load() {
				n++
			}
		}
		return n
	}
	for name, draw := range map[string]func(){
		"NewV4":     func() { NewV4() },
		"FillV4":    func() { FillV4(make([]UUID, 1)) },
		"random128": func() { random128() },
		"drawWords": func() { drawWords(make([]uint64, 1)) },
	} {
		for i := range shards {
			shards[i].left = 0 // so that each asks for a key
		}
		drawing := -1
		before := systemReader
		setSystemReader(&watchedReader{before, func() { drawing = inUse() }})
		draw()
		setSystemReader(before)
		if after := inUse(); drawing != 1 || after != 0 {
			t.Errorf("%s: %d shards in use for it, %d after it", name, drawing, after)
		}
	}
}

// Goroutines that live at the same time spread over the shards.
func TestShardHint(t *testing.T) {
	const goroutines = 200
	hints := make(chan uint, goroutines)
	var ready, group sync.WaitGroup
	ready.Add(goroutines)
	for range goroutines {
		group.Go(func() {
			hints <- shardHint() % uint(len(shards))
			ready.Done()
			ready.Wait()
		})
	}
	group.Wait()
	close(hints)
	seen := make(map[uint]bool)
	for hint := range hints {
		seen[hint] = true
	}
	// At random it would be 61 of 64.
	if len(seen) < 30 {
		t.Errorf("%d goroutines use %d shards", goroutines, len(seen))
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
	modes := []string{"off", "on"}
	if pureGo {
		modes = modes[:1] // the module of FIPS 140-3 mode is not there without its assembly
	}
	for _, fips := range modes {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestSystemEntropyFails$")
		cmd.Env = append(os.Environ(), inChild+"=1", "GODEBUG=fips140="+fips)
		out, err := cmd.CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("failed to read random data")) {
			t.Errorf("fips140=%s: %v, %s", fips, err, out)
		}
	}
}
