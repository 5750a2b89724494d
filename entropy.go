package uuid

import (
	"crypto/fips140"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	chacha "math/rand/v2"
	"reflect"
	"sync"
)

// Where random bits come from.
//
// Every random bit is read from crypto/rand in the call that needs it. Between two
// calls the process keeps none. So two copies of a process, as a snapshot of a virtual
// machine makes them, have no random bits in common: the kernel knows of the copy, a
// library cannot. crypto/rand does not fail; if the system has no random bytes, it ends
// the program.
//
// The kernel takes 5 ns for a byte, so a batch reads 32 bytes as the key of a ChaCha8,
// which makes the bits of all its UUIDs. ChaCha8 is ChaCha with 8 of 20 rounds. The best
// published attack takes 2^223.9 steps on 7.25 rounds (2024). When the batch is done, it
// clears the cipher. In FIPS 140-3 mode a batch reads crypto/rand for each UUID.
//
// While a test has replaced crypto/rand.Reader, as testing/cryptotest.SetGlobalRandom
// does, all of this comes from there.

// random128 returns 128 random bits.
func random128() (hi, lo uint64) {
	var u UUID
	rand.Read(u[:]) // ends the program rather than fail
	return u.words()
}

// A batch makes the random words of many UUIDs.
type batch struct{ cipher *chacha.ChaCha8 } // nil in FIPS 140-3 mode

// ciphers are cleared ones, so that a batch does not allocate.
var ciphers = sync.Pool{New: func() any { return new(chacha.ChaCha8) }}

func newBatch() batch {
	if fips140.Enabled() {
		return batch{}
	}
	var key [32]byte
	rand.Read(key[:])
	b := batch{ciphers.Get().(*chacha.ChaCha8)}
	b.cipher.Seed(key)
	return b
}

// next returns the next random word.
func (b batch) next() uint64 {
	if b.cipher == nil {
		var word [8]byte
		rand.Read(word[:])
		return binary.BigEndian.Uint64(word[:])
	}
	return b.cipher.Uint64()
}

// end leaves nothing of b.
func (b batch) end() {
	if b.cipher != nil {
		*b.cipher = chacha.ChaCha8{}
		ciphers.Put(b.cipher)
	}
}

// systemSource tells what crypto/rand.Reader is now from what it was or will be: the
// reader, or its type if it cannot be compared.
func systemSource() any {
	if r := rand.Reader; reflect.ValueOf(r).Comparable() {
		return r
	}
	return reflect.TypeOf(rand.Reader)
}

// maxEmptyReads is how often in a row a reader may return neither bytes nor an
// error.
const maxEmptyReads = 100

// A source reads random bits from a caller's reader.
type source struct {
	reader  io.Reader
	scratch UUID // to read to: what an interface sees is on the heap
}

// next128 reads two words, all of them or none.
func (s *source) next128() (hi, lo uint64, err error) {
	for n, empty := 0, 0; n < len(s.scratch) && err == nil; {
		var read int
		read, err = s.reader.Read(s.scratch[n:])
		n += read
		switch {
		case n == len(s.scratch):
			err = nil
		case err == io.EOF && n > 0:
			err = io.ErrUnexpectedEOF
		case read > 0:
			empty = 0
		default:
			if empty++; empty == maxEmptyReads && err == nil {
				err = io.ErrNoProgress
			}
		}
	}
	if err != nil {
		return hi, lo, fmt.Errorf("uuid: reading random bits: %w", err)
	}
	hi, lo = s.scratch.words()
	return hi, lo, nil
}
