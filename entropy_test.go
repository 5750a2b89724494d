package uuid

import (
	"bytes"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	chacha "math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"testing/iotest"
	"time"
)

// A countingReader counts what is read from the operating system.
type countingReader struct {
	bytes  int
	system io.Reader
}

func (r *countingReader) Read(p []byte) (int, error) {
	r.bytes += len(p)
	return r.system.Read(p)
}

// bytesFor returns how many random bytes crypto/rand is asked for while f runs.
func bytesFor(f func()) int {
	r := &countingReader{system: rand.Reader}
	rand.Reader = r
	defer func() { rand.Reader = r.system }()
	f()
	return r.bytes
}

// Each call reads what it needs and keeps nothing for the next one.
func TestNothingIsKept(t *testing.T) {
	batch := make([]UUID, 1000)
	perBatch, perSmallBatch := 32, 32
	if fips140.Enabled() {
		perBatch, perSmallBatch = -1, -1 // what each UUID takes, as TestBatchInFIPSMode says
	}
	now := time.Unix(1e9, 1e5)
	g, err := NewGenerator(Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	random, err := NewGenerator(Options{V7: V7Random})
	if err != nil {
		t.Fatal(err)
	}
	calls := []struct {
		name  string
		bytes int
		f     func()
	}{
		{"NewV1", 0, func() { g.NewV1() }},
		{"NewV4", 16, func() { NewV4() }},
		{"NewV6", 8, func() { g.NewV6() }},
		{"NewV7", 8, func() { g.NewV7() }},
		{"V7Random", 16, func() { random.NewV7() }},
		{"NewV7At", 16, func() { NewV7At(now) }},
		{"NewV6At", 16, func() { NewV6At(now) }},
		{"RandomNode", 16, func() { RandomNode() }},
		{"Generator.NewV4", 16, func() { g.NewV4() }},
		{"FillV4", perBatch, func() { FillV4(batch) }},
		{"FillV4 of 2", perSmallBatch, func() { FillV4(batch[:2]) }},
		{"Generator.FillV4", perBatch, func() { g.FillV4(batch) }},
		{"Generator.FillV7", perBatch, func() { g.FillV7(batch) }},
		{"FillV4 of none", 0, func() { FillV4(nil) }},
		{"FillV7 of none", 0, func() { FillV7(nil) }},
	}
	for range 3 {
		for _, call := range calls {
			call.f() // a generator begins anew with the first call on another reader
			var again int
			bytes := bytesFor(func() {
				call.f()
				again = rand.Reader.(*countingReader).bytes
				call.f()
				again = rand.Reader.(*countingReader).bytes - again
			})
			_ = bytes
			if call.bytes >= 0 && again != call.bytes {
				t.Errorf("%s read %d bytes, want %d", call.name, again, call.bytes)
			}
		}
	}
}

// A batch leaves nothing of its key, and no two have one key.
func TestBatchIsCleared(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no cipher in FIPS 140-3 mode")
	}
	seen := make(map[uint64]bool)
	for range 1000 {
		b := newBatch()
		word := b.next()
		if seen[word] {
			t.Fatal("two batches with one key")
		}
		seen[word] = true
		cipher := b.cipher
		if *cipher == (chacha.ChaCha8{}) {
			t.Fatal("a batch without a key")
		}
		b.end()
		if *cipher != (chacha.ChaCha8{}) {
			t.Fatal("a key is left")
		}
	}
}

// In FIPS 140-3 mode a batch reads crypto/rand for each UUID. TestInFIPSMode has this run.
func TestBatchInFIPSMode(t *testing.T) {
	if !fips140.Enabled() {
		t.Skip("not in FIPS 140-3 mode")
	}
	batch := make([]UUID, 100)
	for name, f := range map[string]func(){"FillV4": func() { FillV4(batch) }, "FillV7": func() { FillV7(batch) }} {
		if n := bytesFor(f); n < 8*len(batch) {
			t.Errorf("%s read %d bytes", name, n)
		}
	}
}

// TestInFIPSMode runs the tests of random bits in FIPS 140-3 mode, in processes of
// their own.
func TestInFIPSMode(t *testing.T) {
	const inChild = "UUID_TEST_IN_FIPS_MODE"
	if testing.Short() || RaceEnabled || fips140.Enabled() || pureGo || os.Getenv(inChild) != "" {
		t.Skip("starts itself as other processes, in FIPS 140-3 mode if there is one")
	}
	for _, mode := range []string{"on", "only"} {
		cmd := exec.Command(os.Args[0], "-test.short", "-test.run",
			"FIPS|Kept|RandomBits|DistinctV4|Fill|Increases|Multicast|Concurrent|Identity")
		cmd.Env = append(os.Environ(), inChild+"=1", "GODEBUG=fips140="+mode)
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
			t.Errorf("fips140=%s: %v: %s", mode, err, out)
		}
	}
}

// An incomparableReader cannot be compared, which is no reason to panic.
type incomparableReader struct {
	io.Reader
	_ []byte
}

// An anyReader can be compared or not, depending on what it holds.
type anyReader struct {
	io.Reader
	held any
}

func TestReaderThatCannotBeCompared(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	var g Generator
	for _, r := range []io.Reader{
		incomparableReader{Reader: system}, anyReader{system, 1}, anyReader{system, []byte{1}}, anyReader{system, 2}, system,
	} {
		rand.Reader = r
		var last UUID
		for range 3 {
			u, err := g.NewV7()
			if err != nil || u.Compare(last) <= 0 {
				t.Errorf("%T: %v after %v, %v", r, u, last, err)
			}
			last = u
			_, v1 := g.NewV1()
			_, v6 := g.NewV6()
			if err := errors.Join(v1, v6); err != nil {
				t.Errorf("%T: %v", r, err)
			}
			NewV1()
			NewV6()
			NewV7()
			g.FillV7(make([]UUID, 3))
		}
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
