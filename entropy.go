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

// This file reads random bits.
//
// Each call reads its random bits from crypto/rand when it needs them. Between calls, the process
// keeps no random bits for later UUIDs, except the node, clock sequence and counter of a timeline.
// So copies of a process, such as those restored from a virtual machine snapshot, read different
// bits: the kernel detects the copy, which a library cannot do.
//
// A batch seeds ChaCha8 with a 32-byte key from crypto/rand, and reads a new key after 4096 UUIDs.
// If the process is copied during a batch, the copies share at most the rest of these 4096 UUIDs.
// release clears the cipher. In FIPS 140-3 mode, a batch reads from crypto/rand for each UUID. The
// best published attack breaks 7.25 of ChaCha8's 8 rounds in 2^223.9 steps (2024).

// readRandom fills b from crypto/rand.
func readRandom(b []byte) {
	if _, err := rand.Read(b); err != nil {
		panic("uuid: cannot read random bits, " + err.Error()) // only in TinyGo: in Go, rand.Read crashes the program
	}
}

// random128 returns 128 random bits.
func random128() (hi, lo uint64) {
	var u UUID
	readRandom(u[:])
	return u.words()
}

// A batch generates random words for many UUIDs with ChaCha8 or, in FIPS 140-3 mode, crypto/rand.
type batch struct{ cipher *chacha.ChaCha8 } // nil in FIPS 140-3 mode

// keyLife is the number of UUIDs that a batch makes with one key.
const keyLife = 4096

// ciphers is a pool of cleared ciphers, so most batches do not allocate one.
var ciphers = sync.Pool{New: func() any { return new(chacha.ChaCha8) }}

// newBatch returns a batch without a key.
func newBatch() batch {
	if fips140.Enabled() {
		return batch{} // ChaCha8 is not approved
	}
	return batch{ciphers.Get().(*chacha.ChaCha8)}
}

// rekey reads a new key. Call it before the first word, and again after every keyLife UUIDs.
func (b batch) rekey() {
	if b.cipher != nil {
		var key [32]byte
		readRandom(key[:])
		b.cipher.Seed(key)
	}
}

// word returns the next random word.
func (b batch) word() uint64 {
	if b.cipher == nil {
		var word [8]byte
		readRandom(word[:])
		return binary.BigEndian.Uint64(word[:])
	}
	return b.cipher.Uint64()
}

// release clears the cipher of b and puts it back into the pool.
func (b batch) release() {
	// A memory dump must not reveal the key. The stack may contain a copy of the key for a while.
	if b.cipher != nil {
		*b.cipher = chacha.ChaCha8{}
		ciphers.Put(b.cipher)
	}
}

// systemSource returns a comparable value that identifies the current crypto/rand.Reader: the
// reader, or its type if the reader cannot be compared.
func systemSource() any {
	if r := rand.Reader; reflect.ValueOf(r).Comparable() {
		return r
	}
	return reflect.TypeOf(rand.Reader)
}

const maxEmptyReads = 100 // consecutive reads that return neither bytes nor an error

// read128 reads two words from the caller's Reader, or returns zeros and an error. It reads into
// scratch, because arguments of interface methods escape to the heap.
func read128(r io.Reader, scratch *UUID) (hi, lo uint64, err error) {
	n, empty := 0, 0
	// A Reader may return no bytes and no error. The limit prevents an endless loop.
	for n < len(scratch) && err == nil && empty < maxEmptyReads {
		var read int
		read, err = r.Read(scratch[n:])
		n, empty = n+read, empty+1
		if read > 0 {
			empty = 0
		}
	}
	switch {
	case n == len(scratch):
		hi, lo = scratch.words()
		return hi, lo, nil // like io.ReadFull, which ignores an error returned with the last byte
	case err == nil:
		err = io.ErrNoProgress
	case err == io.EOF && n > 0:
		err = io.ErrUnexpectedEOF
	}
	return 0, 0, fmt.Errorf("uuid: cannot read random bits, %w", err)
}
