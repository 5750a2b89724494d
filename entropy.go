package uuid

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	chacha "math/rand/v2"
	"reflect"
	"sync"
)

// This file reads random bits.
//
// Each call reads its random bits from crypto/rand when it needs them. Between calls, the process
// keeps no random bits for later UUIDs, except the node, clock sequence and counter of a timeline.
// So copies of a process, such as those restored from a virtual machine snapshot, read different
// bits: the kernel detects the copy, which a library cannot do.
//
// A batch seeds ChaCha8 with a 32-byte key from crypto/rand, and reads a new key after 4096 UUIDs.
// If the process is copied during a batch, the copies share at most the rest of these 4096 UUIDs.
// release clears the cipher. In FIPS 140-3 mode there are no batches, because ChaCha8 is not
// approved. The best published attack breaks 7.25 of ChaCha8's 8 rounds in 2^223.9 steps (2024).

// readRandom fills b from crypto/rand.
func readRandom(b []byte) {
	if _, err := rand.Read(b); err != nil {
		panic(err) // only in TinyGo: in Go, rand.Read crashes the program
	}
}

// random64 returns 64 random bits. The kernel takes a few nanoseconds per byte.
func random64() uint64 {
	var b [8]byte
	readRandom(b[:])
	return binary.BigEndian.Uint64(b[:])
}

// random128 returns 128 random bits.
func random128() (hi, lo uint64) {
	var u UUID
	readRandom(u[:])
	return u.words()
}

// random128 reads 128 random bits from Options.Rand or its default. In a bubble, Rand must not
// block, because the bubble's time does not advance while another goroutine waits for a mutex.
func (g *Generator) random128() (hi, lo uint64, err error) {
	if g.opts.Rand == nil {
		hi, lo = random128()
		return hi, lo, nil
	}
	g.randMu.Lock()
	defer g.randMu.Unlock() // even if Rand panics
	if g.closed.Load() {
		return 0, 0, errClosed // closed while this call waited for the lock
	}
	return read128(g.opts.Rand, &g.randBuf)
}

// draw draws random bits for c, unless it has them. Options.Rand provides 16 bytes for each UUID,
// so draw reads 128 bits from it instead of 64.
func (g *Generator) draw(c *call, wanted randomBits) (err error) {
	switch {
	case c.bits >= wanted:
	case wanted == bits64 && g.opts.Rand == nil:
		c.lo, c.bits = random64(), bits64
	default:
		c.hi, c.lo, err = g.random128()
		c.bits = bits128
	}
	return err
}

// A batch generates random words for many UUIDs with its method Uint64.
type batch struct{ *chacha.ChaCha8 }

// keyLife is the number of UUIDs that a batch makes with one key.
const keyLife = 4096

// ciphers is a pool of cleared ciphers, so most batches do not allocate one.
var ciphers = sync.Pool{New: func() any { return new(chacha.ChaCha8) }}

// newBatch returns a batch without a key.
func newBatch() batch { return batch{ciphers.Get().(*chacha.ChaCha8)} }

// rekey reads a new key. Call it before the first word, and again after every keyLife UUIDs.
func (b batch) rekey() {
	var key [32]byte
	readRandom(key[:])
	b.Seed(key)
}

// release clears the cipher of b and puts it back into the pool.
func (b batch) release() {
	// A memory dump must not reveal the key. The stack may contain a copy of the key for a while.
	*b.ChaCha8 = chacha.ChaCha8{}
	ciphers.Put(b.ChaCha8)
}

// readerID returns a comparable value that identifies the current crypto/rand.Reader: the
// reader, or its type if the reader cannot be compared.
func readerID() any {
	if r := rand.Reader; reflect.ValueOf(r).Comparable() {
		return r
	}
	return reflect.TypeOf(rand.Reader)
}

const maxEmptyReads = 100 // consecutive reads that return neither bytes nor an error

// read128 reads two words from the caller's Reader, or returns zeros and an error. It reads into
// buf, because arguments of interface methods escape to the heap.
func read128(r io.Reader, buf *UUID) (hi, lo uint64, err error) {
	n, empty := 0, 0
	// A Reader may return no bytes and no error. The limit prevents an endless loop.
	for n < len(buf) && err == nil && empty < maxEmptyReads {
		var read int
		read, err = r.Read(buf[n:])
		n, empty = n+read, empty+1
		if read > 0 {
			empty = 0
		}
	}
	switch {
	case n == len(buf):
		hi, lo = buf.words()
		return hi, lo, nil // like io.ReadFull, which ignores an error returned with the last byte
	case err == nil:
		err = io.ErrNoProgress
	case err == io.EOF && n > 0:
		err = io.ErrUnexpectedEOF
	}
	return 0, 0, fmt.Errorf("uuid: cannot read random bits: %w", err)
}
