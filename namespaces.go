package uuid

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
)

// NamespaceDNS returns the name space for fully qualified domain names,
// 6ba7b810-9dad-11d1-80b4-00c04fd430c8; see [RFC 9562 section 6.6].
//
// [RFC 9562 section 6.6]: https://www.rfc-editor.org/rfc/rfc9562.html#section-6.6
func NamespaceDNS() UUID { return FromUint64s(0x6ba7b810_9dad_11d1, namespaceTail) }

// NamespaceURL returns the name space for URLs,
// 6ba7b811-9dad-11d1-80b4-00c04fd430c8.
func NamespaceURL() UUID { return FromUint64s(0x6ba7b811_9dad_11d1, namespaceTail) }

// NamespaceOID returns the name space for ISO object identifiers in dotted
// decimal, 6ba7b812-9dad-11d1-80b4-00c04fd430c8.
func NamespaceOID() UUID { return FromUint64s(0x6ba7b812_9dad_11d1, namespaceTail) }

// NamespaceX500 returns the name space for X.500 distinguished names in DER or
// text, 6ba7b814-9dad-11d1-80b4-00c04fd430c8.
func NamespaceX500() UUID { return FromUint64s(0x6ba7b814_9dad_11d1, namespaceTail) }

const namespaceTail = 0x80b4_00c04fd430c8

// nameBufLen is the size of the buffers on the stack in which name space and
// name are joined: 16 bytes and names of up to 240. Longer ones are allocated.
const nameBufLen = 256

// putHash sets u to the UUID made of the first 16 bytes of a hash.
func (u *UUID) putHash(sum []byte, v Version) {
	hi, lo := (*UUID)(sum).words()
	u.put(stamp(hi, lo, v))
}

// A HashSpace names a hash algorithm for [NewV8Name], as the name spaces name
// kinds of names. The twelve are those of draft-ietf-uuidrev-rfc4122bis-03,
// appendix B; RFC 9562 dropped them. The zero HashSpace is not valid.
type HashSpace uint8

// The hash spaces. SHAKE hashes are read to 128 bits.
const (
	HashSpaceSHA2_224 HashSpace = iota + 1
	HashSpaceSHA2_256
	HashSpaceSHA2_384
	HashSpaceSHA2_512
	HashSpaceSHA2_512_224
	HashSpaceSHA2_512_256
	HashSpaceSHA3_224
	HashSpaceSHA3_256
	HashSpaceSHA3_384
	HashSpaceSHA3_512
	HashSpaceSHAKE_128
	HashSpaceSHAKE_256
)

// ID returns the UUID of the hash space, which is of version 4. It panics if s is not
// one of the constants.
func (s HashSpace) ID() UUID {
	switch s {
	case HashSpaceSHA2_224:
		return FromUint64s(0x59031ca3_fbdb_47fb, 0x9f6c_0f30e2e83145)
	case HashSpaceSHA2_256:
		return FromUint64s(0x3fb32780_953c_4464, 0x9cfd_e85dbbe9843d)
	case HashSpaceSHA2_384:
		return FromUint64s(0xe6800581_f333_484b, 0x8778_601ff2b58da8)
	case HashSpaceSHA2_512:
		return FromUint64s(0x0fde22f2_e7ba_4fd1, 0x9753_9c2ea88fa3f9)
	case HashSpaceSHA2_512_224:
		return FromUint64s(0x003c2038_c4fe_4b95, 0xa672_0c26c1b79542)
	case HashSpaceSHA2_512_256:
		return FromUint64s(0x9475ad00_3769_4c07, 0x9642_5e7383732306)
	case HashSpaceSHA3_224:
		return FromUint64s(0x9768761f_ac5a_419e, 0xa180_7ca239e8025a)
	case HashSpaceSHA3_256:
		return FromUint64s(0x2034d66b_4047_4553, 0x8f80_70e593176877)
	case HashSpaceSHA3_384:
		return FromUint64s(0x872fb339_2636_4bdd, 0xbda6_b6dc2a82b1b3)
	case HashSpaceSHA3_512:
		return FromUint64s(0xa4920a5d_a8a6_426c, 0x8d14_a6cafbe64c7b)
	case HashSpaceSHAKE_128:
		return FromUint64s(0x7ea218f6_629a_425f, 0x9f88_7439d63296bb)
	case HashSpaceSHAKE_256:
		return FromUint64s(0x2e7fc6a4_2919_4edc, 0xb0ba_7d7062ce4f0a)
	}
	panic("uuid: unknown HashSpace")
}

// sum returns the first 16 bytes of the hash of b.
func (s HashSpace) sum(b []byte) [binaryLen]byte {
	switch s {
	case HashSpaceSHA2_224:
		sum := sha256.Sum224(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA2_256:
		sum := sha256.Sum256(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA2_384:
		sum := sha512.Sum384(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA2_512:
		sum := sha512.Sum512(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA2_512_224:
		sum := sha512.Sum512_224(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA2_512_256:
		sum := sha512.Sum512_256(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA3_224:
		sum := sha3.Sum224(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA3_256:
		sum := sha3.Sum256(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA3_384:
		sum := sha3.Sum384(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHA3_512:
		sum := sha3.Sum512(b)
		return [binaryLen]byte(sum[:])
	case HashSpaceSHAKE_128:
		return [binaryLen]byte(sha3.SumSHAKE128(b, binaryLen))
	case HashSpaceSHAKE_256:
		return [binaryLen]byte(sha3.SumSHAKE256(b, binaryLen))
	}
	panic("uuid: unknown HashSpace")
}
