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

// A Mask hides the time in version 7 UUIDs. Without the key nobody can tell when an ID was
// made, in which order, or which IDs are neighbours. The same ID always looks the same.
//
// A Mask does not authenticate. Every version 4 UUID reveals to some version 7 UUID, so look
// the result up, and do not trust its time. [Masks] lists what shows an [ID] in spite of its
// Mask. The example of [Mask.Reveal] changes the key.
//
// A Mask is safe for concurrent use. A call takes about as long as 15 AES blocks.
// Hide and Reveal panic if the Mask is nil or zero.
//
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
type Mask struct {
	// A Mask is FF1 of NIST SP 800-38G with AES, radix 2 and n = 122. The numerals are the bits
	// of a UUID without version and variant, the most significant first.

	// ciph returns AES under the key, CIPH of the standard. It is a function, so that package
	// fmt cannot print the key. For a verb that does not fit, such as %t, fmt prints the value
	// that a pointer or an interface holds.
	ciph func() cipher.Block

	// The blocks that the rounds encrypt, in their order. The last 61 bits of each are for the
	// half that the round adds.
	hide, reveal [maskRounds]UUID
}

// The parameters of FF1 under their names in the standard: n bits in two
// halves of u bits, and the rounds.
const (
	maskN      = 122
	maskU      = maskN / 2
	maskRounds = 10
)

const maxTweakLen = 64 << 10

// NewMask returns the Mask of a key and a tweak. The key has 16, 24 or 32 random bytes, for
// AES-128, -192 or -256; decode a key that is kept in hexadecimal. The tweak, such as
// "user" or "order", makes hidden IDs of different kinds differ. It has up to 64 KiB and need
// not be secret. NewMask returns an error for other lengths, and for a key of zeros. It copies
// both.
func NewMask(key, tweak []byte) (*Mask, error) {
	// A key of zeros is a variable that was never set. An empty key is an error of its length.
	if len(key) > 0 && len(bytes.Trim(key, "\x00")) == 0 {
		return nil, errors.New("uuid: cannot make a Mask, the key is all zeros")
	}
	if len(tweak) > maxTweakLen {
		return nil, fmt.Errorf("uuid: cannot make a Mask, the tweak has %d bytes and may have %d", len(tweak), maxTweakLen)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("uuid: cannot make a Mask, the key does not have 16, 24 or 32 bytes: %w", err)
	}

	// Algorithm 7, FF1.Encrypt, has u = v = 61, b = 8 and d = 12 here. Q of step 6.i is the
	// tweak, zeros, a byte of the round and b bytes of a half. The zeros fill the last block, so
	// the 9 bytes that differ in each round are at its end. In q they are zero.
	const ownLen = 1 + 8
	q := make([]byte, (len(tweak)+ownLen+aes.BlockSize-1)/aes.BlockSize*aes.BlockSize)
	copy(q, tweak)

	// p is P of step 5, then PRF(P || Q) of step 6.ii up to the encryption of the last block.
	// That is different in each round, so the rounds do it.
	p := FromUint64s(0x01_02_01_000002_0a<<8|maskU, maskN<<32|uint64(len(tweak)))
	for x := range slices.Chunk(q, aes.BlockSize) {
		block.Encrypt(p[:], p[:])
		subtle.XORBytes(p[:], p[:], x)
	}
	// The rounds to reveal have the opposite order. Their blocks undo the complement of the half
	// that is added; see rounds.
	m := &Mask{ciph: func() cipher.Block { return block }}
	hi, lo := p.words()
	for i := range maskRounds {
		m.hide[i].put(hi^uint64(i), lo)
		m.reveal[maskRounds-1-i].put(hi^uint64(i), lo^(1<<maskU-1))
	}
	return m, nil
}

// fault returns why m cannot be used: "nil Mask" or "zero Mask". It returns "" if NewMask made m.
func (m *Mask) fault() string {
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
	if fault := m.fault(); fault != "" {
		panic("uuid: use of a " + fault)
	}
}

// Hide returns the version 4 UUID that stands for u. It returns an error if u is not of
// version 7.
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

// Reveal returns the version 7 UUID that [Mask.Hide], with the same key and tweak, turns into
// u. It returns an error only if u is not of version 4.
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

// rounds is step 6 of FF1.Encrypt for the halves A and B, if blocks is m.hide. Only the last
// 61 bits of a half count; the bits before them may be anything.
//
// If blocks is m.reveal, rounds is step 6 of FF1.Decrypt, for the complements of B and A.
// FF1.Decrypt runs the rounds in reverse order and subtracts y. But the complement of a-y
// is the complement of a, plus y. The blocks of reveal undo the complement of the half that
// is put into them.
func (m *Mask) rounds(blocks *[maskRounds]UUID, a, b uint64) (uint64, uint64) {
	ciph, block := m.ciph(), maskBlocks.Get().(*UUID)
	for i := range blocks {
		// Steps 6.i and 6.ii: the block of the round, and its encryption.
		hi, lo := blocks[i].words()
		block.put(hi, lo^b%(1<<maskU))
		ciph.Encrypt(block[:], block[:])
		// Steps 6.iii to 6.ix: the first d = 12 bytes are y, modulo 2^64.
		a, b = b, a+binary.BigEndian.Uint64(block[4:12])
	}
	*block = UUID{}
	maskBlocks.Put(block)
	return a, b
}

// maskBlocks has blocks for cipher.Block.Encrypt: an argument of an interface's method is on
// the heap, and with a pool a call does not allocate it.
var maskBlocks = sync.Pool{New: func() any { return new(UUID) }}

// halves returns A and B of step 2: the first and the last 61 of the 122 bits of u.
func halves(u *UUID) (a, b uint64) {
	hi, lo := u.words()
	return joinVersion(hi)<<1 | lo>>maskU&1, lo
}

// joinHalves returns the words of the UUID that has these halves.
func joinHalves(a, b uint64, v Version) (hi, lo uint64) {
	return withVersion(splitVersion(a>>1), a<<maskU|b%(1<<maskU), v)
}

// maskError returns the error for a u that is not of the version wanted.
func maskError(verb string, u UUID, want Version) error {
	var found string
	switch {
	case u.IsNil():
		found = "the Nil UUID"
	case u.IsMax():
		found = "the Max UUID"
	case u.Variant() != VariantRFC9562:
		found = "a UUID of variant " + u.Variant().String()
	default:
		found = "a UUID of version " + strconv.Itoa(int(u.Version()))
	}
	return errors.New("uuid: cannot " + verb + " " + found + ", only version " + strconv.Itoa(int(want)))
}

// String returns "uuid.Mask", so that no log shows the key.
func (Mask) String() string { return "uuid.Mask" }

// GoString returns "uuid.Mask", as String does.
func (Mask) GoString() string { return "uuid.Mask" }
