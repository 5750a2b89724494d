package mask

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/seed-8298af95/uuid"
)

// RevealV47 returns the version 7 UUID that UUIDv47 (https://github.com/stateless-me/uuidv47) hid
// in v4. The words k0 and k1 are the key. RevealV47 is for services that have replaced UUIDv47 with
// a uuid.Mask but still receive old IDs from clients. An ID itself does not indicate whether
// UUIDv47 or a Mask created it. Use a different route for the old IDs, or look up both results.
func RevealV47(v4 uuid.UUID, k0, k1 uint64) (uuid.UUID, error) {
	if v4.Version() != 4 {
		return uuid.Nil(), fmt.Errorf("cannot reveal %v: want version 4", v4)
	}
	// UUIDv47 leaves the 74 random bits unchanged, and XORs the 48-bit timestamp with a hash of
	// them.
	random := [10]byte{v4[6] & 0x0f, v4[7], v4[8] & 0x3f}
	copy(random[3:], v4[9:])
	hi, lo := v4.Uint64s()
	hi ^= sipHash(random, k0, k1) << 16
	return uuid.FromUint64s(hi&^0xf000|0x7000, lo), nil
}

// sipHash returns SipHash-2-4 of ten bytes.
func sipHash(message [10]byte, k0, k1 uint64) uint64 {
	v0, v1 := k0^0x736f6d6570736575, k1^0x646f72616e646f6d
	v2, v3 := k0^0x6c7967656e657261, k1^0x7465646279746573
	round := func() {
		v0 += v1
		v2 += v3
		v1 = bits.RotateLeft64(v1, 13) ^ v0
		v3 = bits.RotateLeft64(v3, 16) ^ v2
		v0 = bits.RotateLeft64(v0, 32)
		v2 += v1
		v0 += v3
		v1 = bits.RotateLeft64(v1, 17) ^ v2
		v3 = bits.RotateLeft64(v3, 21) ^ v0
		v2 = bits.RotateLeft64(v2, 32)
	}
	// The last word contains the rest of the message, and the message length in the most
	// significant byte.
	last := uint64(binary.LittleEndian.Uint16(message[8:])) | uint64(len(message))<<56
	for _, word := range [...]uint64{binary.LittleEndian.Uint64(message[:]), last} {
		v3 ^= word
		round()
		round()
		v0 ^= word
	}
	v2 ^= 0xff
	for range 4 {
		round()
	}
	return v0 ^ v1 ^ v2 ^ v3
}
