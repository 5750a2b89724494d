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
// Every random bit is read from crypto/rand, which does not fail, in the call that needs
// it. Between two calls the process keeps none. So copies of a process, as snapshots of a
// virtual machine make them, have none in common: the kernel knows of the copy, a library
// cannot.
//
// A batch reads 32 bytes only, as the key of a ChaCha8 that makes the bits of all its UUIDs
// and is cleared then. The stack may hold a copy of the key for a while. The best published
// attack on ChaCha takes 2^223.9 steps for 7.25 rounds (2024). In FIPS 140-3 mode a batch
// reads crypto/rand for each UUID.

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

// end clears the cipher of b and gives it back.
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

const maxEmptyReads = 100 // in a row, without an error

// A source reads random bits from a caller's reader or, without one, from crypto/rand.
type source struct {
	reader  io.Reader
	scratch UUID // to read to: what an interface sees is on the heap
}

// next128 reads two words, all of them or none.
func (s *source) next128() (hi, lo uint64, err error) {
	if s.reader == nil {
		hi, lo = random128()
		return hi, lo, nil
	}
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
