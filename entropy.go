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
// crypto/rand is the source of all randomness here. It does not fail: where the
// operating system has none to give, it ends the program. Asking it for every
// UUID would be most of what a UUID costs, so its bytes are stretched: 32 of
// them key a ChaCha8 stream, the generator that the Go runtime itself uses,
// which gives the bits of at most 62 UUIDs, and then 32 new ones key the next
// stream. ChaCha8 is ChaCha with 8 of 20 rounds; the best attack known is on 7
// and far out of reach. So whoever has seen any number of UUIDs can neither
// predict the next bit nor tell them from random ones.
//
// What a look into the memory of the process reveals is the unused rest of each
// stream, at most 62 UUIDs a stream, and those before it under the same key;
// the next key and its stream overwrite them. What a copy of a running virtual
// machine repeats is the same unused rest: after at most 62 UUIDs of a stream,
// both machines have keys of their own again.
//
// What takes no lock, version 4 above all, draws on a set of shards, so that
// goroutines on several cores do not wait for each other: whoever finds one in
// use takes the next one. Each Generator has a stream of its own, under its
// lock, for versions 6 and 7 and for nodes and clock sequences.
//
// There is no stretching in FIPS 140-3 mode (GODEBUG=fips140=on), in which
// crypto/rand is the approved generator, and for Options.Rand. A caller who
// wants crypto/rand for every UUID passes crypto/rand.Reader there; so does a
// test that replaces the source of crypto/rand and wants to see it at once.

// streamDraws is how often one key is drawn on, for a UUID or a part of one. Of
// two words a time these are all that ChaCha8 makes of a key, before it would
// go on with one that is part of its own output.
const streamDraws = 62

// A stream is a sequence of random words: what its reader gives or, without
// one, what ChaCha8 makes of keys. The zero value is ready to use.
type stream struct {
	cipher  chacha.ChaCha8
	left    int // draws until the next key; 0 where there are no keys
	reader  io.Reader
	scratch UUID // to read to: what an interface sees is on the heap
}

// next128 draws two words. It fails only with a reader.
func (s *stream) next128() (hi, lo uint64, err error) {
	if s.take(1) == 0 {
		return s.read128()
	}
	return s.cipher.Uint64(), s.cipher.Uint64(), nil
}

// next64 draws one word, a reader's two.
func (s *stream) next64() (uint64, error) {
	if s.take(1) == 0 {
		_, lo, err := s.read128()
		return lo, err
	}
	return s.cipher.Uint64(), nil
}

// take returns how many of the next n draws are to be made on the cipher: those
// that there are until the next key, or none where there is no cipher. It is
// for whoever makes them there, to save the calls.
func (s *stream) take(n int) int {
	if s.left == 0 {
		s.rekey()
	}
	n = min(n, s.left)
	s.left -= n
	return n
}

// rekey gives the cipher a new key, unless random bits are to be read.
func (s *stream) rekey() {
	if s.reader != nil || fips140.Enabled() {
		return
	}
	var key [32]byte
	rand.Read(key[:])
	s.cipher.Seed(key)
	clear(key[:])
	s.left = streamDraws
}

func (s *stream) read128() (hi, lo uint64, err error) {
	if s.reader == nil {
		rand.Read(s.scratch[:]) // ends the program rather than fail
	} else if _, err := io.ReadFull(s.reader, s.scratch[:]); err != nil {
		return 0, 0, fmt.Errorf("uuid: reading random bits: %w", err)
	}
	hi, lo = s.scratch.words()
	return hi, lo, nil
}

// A shard is a stream for whoever acquires it. Its size keeps the locks of
// neighbours in different cache lines.
type shard struct {
	busy atomic.Bool
	stream
}

const shardBits = 6

var shards [1 << shardBits]shard

// acquire returns a shard for the caller alone, or nil if all are in use.
func acquire() *shard {
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
	s := acquire()
	if s == nil {
		var u UUID
		rand.Read(u[:])
		return u.Uint64s()
	}
	hi, lo, _ = s.next128()
	s.release()
	return hi, lo
}
