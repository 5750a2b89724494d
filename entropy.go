package uuid

import (
	"crypto/fips140"
	"crypto/rand"
	"fmt"
	"io"
	chacha "math/rand/v2"
	"sync/atomic"
)

// Where random bits come from, and why that is safe.
//
// crypto/rand is the source of all randomness here. It does not fail: if the
// operating system has no random bytes, it ends the program. A call of crypto/rand
// for every UUID would be most of the time of a UUID. So 32 of its bytes key a
// ChaCha8 stream, the generator that the Go runtime itself uses. After 124 words,
// 32 new bytes key the next stream. A version 4 UUID takes two words, one of version
// 6 or 7 takes one, so a key serves at most 62 or 124 UUIDs. ChaCha8 is ChaCha with
// 8 of 20 rounds. The best published attack takes 2^223.9 steps on 7.25 rounds
// (2024); 2^100 steps are out of reach. So an attacker who has seen any number of
// UUIDs can neither predict the next bit nor tell them from random ones.
//
// Forward secrecy: a memory dump reveals the UUIDs of the current key of each
// stream, made and to come, and none of earlier keys. A new key overwrites the old
// one, and no copy of the old one stays behind, on stacks either. A copy of a running
// virtual machine repeats the unused rest of each stream, at most 124 words. Then
// both machines have their own keys again. A version 6 or 7 UUID made of such a word
// repeats only if it also has the same time.
//
// The streams are in a set of shards, so that goroutines on several cores do not
// wait for each other: a goroutine that finds one in use takes the next one.
// Each Generator keeps stocks of words drawn ahead for versions 6 and 7, so that
// under its lock there is nothing to do but take one. A word that was taken is
// erased. A dump reveals, and a copy repeats, what is left of them: at most 124 words
// a stock.
//
// There are no streams in FIPS 140-3 mode (GODEBUG=fips140=on), in which
// crypto/rand is the approved generator, and none for Options.Rand. A caller who
// wants crypto/rand for every UUID passes crypto/rand.Reader there. Nor are there
// any while a test has replaced crypto/rand.Reader, as
// testing/cryptotest.SetGlobalRandom does: every draw is from there then.

// streamWords is how many words are drawn from one key: all that ChaCha8 makes of
// it, before it would go on with a key that is part of its own output.
const streamWords = 124

// A stream is a sequence of random words: what ChaCha8 makes of keys. The zero
// value is ready to use.
type stream struct {
	cipher chacha.ChaCha8
	left   int // words until the next key; 0 where there are no keys
}

// spend returns how many of the next n words, an even number, are to be drawn from the
// cipher: those that there are until the next key, or none where there are no streams.
func (s *stream) spend(n int) int {
	if s.left == 0 {
		s.rekey()
	}
	n = min(n, s.left)
	s.left -= n
	return n
}

// rekey gives the cipher a new key, except in FIPS 140-3 mode.
func (s *stream) rekey() {
	if fips140.Enabled() {
		return
	}
	var key [32]byte
	rand.Read(key[:])
	s.cipher.Seed(key)
	clear(key[:])
	scrubStack(key)
	s.left = streamWords
}

// scrubStack overwrites the copies that Seed, which takes its key by value, and
// what it calls have left below the caller's frame. Its argument lies where Seed's
// did. Its variable, which the compiler clears, is longer than their frames.
//
//go:noinline
func scrubStack(key [32]byte) byte {
	var frames [512]byte
	return frames[key[0]]
}

// A shard is a stream for whoever acquires it. Its size keeps the locks of
// neighbours in different cache lines.
type shard struct {
	busy atomic.Bool
	stream
}

const shardBits = 6

var shards [1 << shardBits]shard

// systemReader is what crypto/rand.Reader is when the program begins.
var systemReader = rand.Reader

// systemRand reports whether crypto/rand.Reader has not been replaced.
func systemRand() bool { return sameReader(&rand.Reader, &systemReader) }

// acquire returns a shard for the caller alone, or nil if all are in use or
// another source takes the place of the streams.
func acquire() *shard {
	if !systemRand() {
		return nil
	}
	first := shardHint()
	for i := range uint(len(shards)) {
		s := &shards[(first+i)%uint(len(shards))]
		if s.busy.CompareAndSwap(false, true) {
			return s
		}
	}
	return nil
}

func (s *shard) release() { s.busy.Store(false) }

// random128 returns 128 random bits.
func random128() (hi, lo uint64) {
	if s := acquire(); s != nil {
		ok := s.spend(2) == 2
		if ok {
			hi, lo = s.cipher.Uint64(), s.cipher.Uint64()
		}
		s.release()
		if ok {
			return hi, lo
		}
	}
	var u UUID
	rand.Read(u[:]) // ends the program rather than fail
	return u.words()
}

// A stock is random words drawn ahead, as many as one key gives: fewer than one call in
// a hundred fills one. Its size keeps stocks out of each other's cache lines. The zero
// value is empty.
type stock struct {
	left    int32
	filling bool
	words   [streamWords]uint64
	_       [24]byte
}

// take takes a word and leaves no copy of it. It returns how many are left, or -1
// if there was none to take.
func (s *stock) take() (word uint64, left int32) {
	left = s.left - 1
	if left >= 0 {
		word, s.words[left] = s.words[left], 0
		s.left = left
	}
	return word, left
}

// claim reports whether the caller is to fill s, which is empty then. Nobody else is
// until left is set.
func (s *stock) claim() bool {
	if s.left > 0 || s.filling {
		return false
	}
	s.filling = true
	return true
}

// drawWords fills words, an even number of them, and returns how many it filled: none
// where there are no streams.
func drawWords(words []uint64) (filled int) {
	s := acquire()
	if s == nil {
		return filled
	}
	defer s.release()
	for filled < len(words) {
		n := s.spend(len(words) - filled)
		if n == 0 {
			break
		}
		for range n {
			words[filled] = s.cipher.Uint64()
			filled++
		}
	}
	return filled
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
