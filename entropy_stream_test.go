package uuid

import (
	"bytes"
	"crypto/fips140"
	"crypto/rand"
	"os"
	"os/exec"
	"testing"
	"time"
)

// ChaCha8 replaces its key by a part of its own output when that is used up. A stream
// takes all that a key gives, and has a new key from crypto/rand before that happens.
func TestStreamEndsWithItsKey(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("no streams in FIPS 140-3 mode")
	}
	var s stream
	key := func() string {
		state, err := s.cipher.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return string(state[len(state)-32:])
	}
	s.rekey()
	first := key()
	for range s.left {
		s.cipher.Uint64()
	}
	if key() != first {
		t.Errorf("after %d words ChaCha8 has made a key of its own", s.left)
	}
	s.cipher.Uint64()
	if key() == first {
		t.Errorf("ChaCha8 gives more than %d words", s.left)
	}
}

// In FIPS 140-3 mode nothing comes from a stream. TestInFIPSMode has this run.
func TestNoStreamsInFIPSMode(t *testing.T) {
	if !fips140.Enabled() {
		t.Skip("not in FIPS 140-3 mode")
	}
	var s stream
	if n := s.spend(2); n != 0 {
		t.Errorf("%d words from a stream", n)
	}
	if n := drawWords(make([]uint64, 8)); n != 0 {
		t.Errorf("%d words drawn ahead", n)
	}
	r := &countingReader{system: rand.Reader}
	setSystemReader(r)
	defer setSystemReader(r.system)
	var g Generator
	ids := make([]UUID, 10)
	for _, f := range []func(){
		func() { NewV4() }, func() { NewV6() }, func() { NewV7() }, func() { FillV4(ids) }, func() { FillV7(ids) },
		func() { g.NewV4() }, func() { g.NewV6() }, func() { g.NewV7() }, func() { g.FillV7(ids) },
	} {
		before := r.bytes
		if f(); r.bytes < before+binaryLen {
			t.Errorf("%d bytes read", r.bytes-before)
		}
	}
}

// TestInFIPSMode runs the tests of random bits in FIPS 140-3 mode, in a process of its
// own.
func TestInFIPSMode(t *testing.T) {
	const inChild = "UUID_TEST_IN_FIPS_MODE"
	if testing.Short() || RaceEnabled || fips140.Enabled() || pureGo || os.Getenv(inChild) != "" {
		t.Skip("starts itself as another process, in FIPS 140-3 mode if there is one")
	}
	cmd := exec.Command(os.Args[0], "-test.short", "-test.run",
		"FIPS|AllShardsInUse|RandomBits|DistinctV4|Fill|Increases|Multicast|Concurrent|Identity")
	cmd.Env = append(os.Environ(), inChild+"=1", "GODEBUG=fips140=on")
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
		t.Errorf("%v: %s", err, out)
	}
}

// wantRandomBits fails the test unless each bit that is one in random is zero in some
// of the ids and one in others. Of 100 ids, that fails by chance once in 10^27 runs.
func wantRandomBits(t *testing.T, ids []UUID, random UUID) {
	t.Helper()
	var ones UUID
	zeros := Max()
	for _, u := range ids {
		for i := range u {
			ones[i] |= u[i]
			zeros[i] &= u[i]
		}
	}
	for i := range random {
		if constant := random[i] &^ (ones[i] &^ zeros[i]); constant != 0 {
			t.Errorf("bits %#08b of byte %d never change in %d UUIDs", constant, i, len(ids))
		}
	}
}

// The wall clock is asked again once what was read is a millisecond old, so that a step
// of it is noticed.
func TestWallClockIsReadAgain(t *testing.T) {
	var g Generator
	if _, err := g.NewV7(); err != nil {
		t.Fatal(err)
	}
	for _, next := range []func() (UUID, error){g.NewV1, g.NewV6, g.NewV7} {
		before := g.clock.base.Load()
		time.Sleep(2 * time.Millisecond)
		if _, err := next(); err != nil {
			t.Fatal(err)
		}
		if after := g.clock.base.Load(); after-before < int64(time.Millisecond) {
			t.Errorf("the wall clock was read at %d and %d ns", before, after)
		}
	}
}

// What is read from a UUID is the timestamp that it was made of.
func TestTimestampOfV7(t *testing.T) {
	for _, m := range []V7Method{V7Precise, V7Counter, V7Random} {
		bits := m.counterBits()
		for _, want := range []timestamp{{0, 0}, {1, 1}, {1 << 59, 1<<bits - 1}, {maxTick, 1 << (bits - 1)}} {
			for _, random := range []uint64{0, 1<<64 - 1} {
				if got := v7Timestamp(FromUint64s(v7(want, bits, random)), bits); got != want {
					t.Errorf("method %d: %+v of %+v", m, got, want)
				}
			}
		}
	}
}
