package uuid

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// A Mask hides the time in version 7 UUIDs. Without the key, nobody can tell when or in which order
// IDs were made, or which IDs were made one after another. A Mask always maps an ID to the same
// hidden ID.
//
// A Mask does not authenticate IDs. [Mask.Reveal] turns any version 4 UUID, even one that was never
// issued, into an ID, so look up the result, and do not trust its time. The [Masks] page lists
// where an [ID] remains visible despite its Mask. The Mask.Reveal example shows how to change the
// key.
//
// A Mask is safe for concurrent use. Hide and Reveal panic if the Mask is nil or zero.
//
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
type Mask struct {
	// A Mask implements FF1 from NIST SP 800-38G with AES, radix 2 and n = 122. The numerals are
	// the bits of a UUID without its version and variant, most significant bit first.

	// ciph returns AES with the key: the standard's CIPH function. ciph is a function because
	// package fmt could print a cipher.Block and its key: for a bad verb such as %t, fmt prints the
	// value behind a pointer or in an interface.
	ciph func() cipher.Block

	// hide and reveal are the blocks that the rounds encrypt, in order. Each round XORs a half into
	// the last 61 bits of its block.
	hide, reveal [maskRounds]UUID
}

// The parameters of FF1, named as in the standard: n bits in two halves of u bits, and the number
// of rounds.
const (
	maskN      = 122
	maskU      = maskN / 2
	maskRounds = 10
)

const maxTweakLen = 64 << 10

// NewMask returns the Mask for a key and a tweak. The key must be 16, 24 or 32 random bytes, for
// AES-128, AES-192 or AES-256; decode a hexadecimal key first. The tweak, such as "user" or
// "order", makes the same ID look different for each kind of object. The tweak may be up to 64 KiB
// long, and need not be secret. NewMask copies the key and the tweak. It returns an error if a
// length is wrong or the key is all zeros.
func NewMask(key, tweak []byte) (*Mask, error) {
	// An all-zero key is most likely a variable that was never set. An empty key fails in
	// aes.NewCipher.
	if len(key) > 0 && len(bytes.Trim(key, "\x00")) == 0 {
		return nil, errors.New("uuid: cannot make a Mask: the key is all zeros")
	}
	if len(tweak) > maxTweakLen {
		return nil, fmt.Errorf("uuid: cannot make a Mask: the tweak has %d bytes, more than %d",
			len(tweak), maxTweakLen)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf(
			"uuid: cannot make a Mask: the key does not have 16, 24 or 32 bytes: %w", err)
	}

	// Algorithm 7, FF1.Encrypt, has u = v = 61, b = 8 and d = 12 here. In step 6.i, Q is the tweak,
	// zeros, the round number in one byte, and a half in b bytes. The zeros pad Q to whole blocks,
	// so only the last 9 bytes differ between rounds. In q these bytes are zero.
	const roundLen = 1 + 8
	q := make([]byte, (len(tweak)+roundLen+aes.BlockSize-1)/aes.BlockSize*aes.BlockSize)
	copy(q, tweak)

	// p starts as P from step 5: the bytes 1, 2 and 1, the radix in 3 bytes, the bytes 10 and u,
	// then n and the length of the tweak in 4 bytes each. The loop computes PRF(P || Q) from step
	// 6.ii, but does not encrypt the last block. That block differs between rounds, so the rounds
	// encrypt it.
	p := FromUint64s(0x01_02_01_000002_0a<<8|maskU, maskN<<32|uint64(len(tweak)))
	for x := range slices.Chunk(q, aes.BlockSize) {
		block.Encrypt(p[:], p[:])
		subtle.XORBytes(p[:], p[:], x)
	}
	m := &Mask{ciph: func() cipher.Block { return block }}
	// Each round has its own last 9 bytes: the round number in hi, and a half in lo. For Reveal,
	// the rounds run in reverse order, and their blocks cancel a complement; see rounds.
	hi, lo := p.words()
	for i := range maskRounds {
		m.hide[i].put(hi^uint64(i), lo)
		m.reveal[maskRounds-1-i].put(hi^uint64(i), lo^(1<<maskU-1))
	}
	return m, nil
}

// problem returns "nil Mask" or "zero Mask" if m cannot be used, and "" if NewMask made m.
func (m *Mask) problem() string {
	switch {
	case m == nil:
		return "nil Mask"
	case m.ciph == nil:
		return "zero Mask"
	}
	return ""
}

// mustBeMade panics if NewMask did not make m.
func (m *Mask) mustBeMade() {
	if problem := m.problem(); problem != "" {
		panic("uuid: use of a " + problem)
	}
}

// Hide returns the version 4 UUID that hides u. It returns an error if u is not a version 7 UUID.
func (m *Mask) Hide(u UUID) (v UUID, err error) {
	m.mustBeMade()
	if u.Version() != 7 {
		return UUID{}, maskError("hide", u, 7)
	}
	a, b := halves(&u)
	a, b = m.rounds(&m.hide, a, b)
	v.put(joinHalves(a, b, 4))
	return v, nil
}

// Reveal is the inverse of [Mask.Hide] with the same key and tweak. It returns a version 7 UUID, or
// an error if u is not a version 4 UUID.
func (m *Mask) Reveal(u UUID) (v UUID, err error) {
	m.mustBeMade()
	if u.Version() != 4 {
		return UUID{}, maskError("reveal", u, 4)
	}
	a, b := halves(&u)
	b, a = m.rounds(&m.reveal, ^b, ^a)
	v.put(joinHalves(^a, ^b, 7))
	return v, nil
}

// With blocks set to m.hide, rounds executes step 6 of FF1.Encrypt on the halves A and B. It uses
// only the last 61 bits of a half, so the other bits may have any value.
//
// If blocks is m.reveal, rounds executes step 6 of FF1.Decrypt on the complements of B and A, and
// returns the new complements in the same order. FF1.Decrypt runs the rounds in reverse order and
// subtracts y. With complements, rounds can add y instead, because ^(a-y) = ^a + y. The blocks of
// m.reveal cancel the complement of the half that is XORed into them.
func (m *Mask) rounds(blocks *[maskRounds]UUID, a, b uint64) (uint64, uint64) {
	ciph, block := m.ciph(), maskBlocks.Get().(*UUID)
	for i := range blocks {
		// Steps 6.i and 6.ii: make the round's block and encrypt it.
		hi, lo := blocks[i].words()
		block.put(hi, lo^b%(1<<maskU))
		ciph.Encrypt(block[:], block[:])
		// Steps 6.iii to 6.ix: y is the first d = 12 bytes. Modulo 2^64, y is the last 8 of them.
		a, b = b, a+binary.BigEndian.Uint64(block[4:12])
	}
	*block = UUID{} // the pool must not keep a secret
	maskBlocks.Put(block)
	return a, b
}

// maskBlocks is a pool of blocks for cipher.Block.Encrypt. Arguments of interface methods escape to
// the heap, so a call without the pool would allocate.
var maskBlocks = sync.Pool{New: func() any { return new(UUID) }}

// halves returns A and B from step 2: the first 61 and the last 61 of the 122 bits of u. rounds
// ignores the other bits of b.
func halves(u *UUID) (a, b uint64) {
	hi, lo := u.words()
	return dropVersion(hi)<<1 | lo>>maskU&1, lo
}

// joinHalves returns the words of the version v UUID with the halves a and b. It ignores all but
// their last 61 bits: addVersionGap drops the other bits of a.
func joinHalves(a, b uint64, v Version) (hi, lo uint64) {
	return withVersion(addVersionGap(a>>1), a<<maskU|b%(1<<maskU), v)
}

// maskError returns the error for a u that is not a UUID of version want.
func maskError(verb string, u UUID, want Version) error {
	var found string
	switch {
	case u.IsNil():
		found = "the Nil UUID"
	case u == Max():
		found = "the Max UUID"
	case u.Variant() != VariantRFC9562:
		found = "a UUID of variant " + u.Variant().String()
	default:
		found = "a UUID of version " + strconv.Itoa(int(u.Version()))
	}
	wanted := ": want version " + strconv.Itoa(int(want))
	return errors.New("uuid: cannot " + verb + " " + found + wanted)
}

// String returns "uuid.Mask", so logs do not show the key.
func (Mask) String() string { return "uuid.Mask" }

// GoString returns "uuid.Mask".
func (Mask) GoString() string { return "uuid.Mask" }
