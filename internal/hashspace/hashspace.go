// Package hashspace lists the hash spaces that draft-ietf-uuidrev-rfc4122bis-03 defines
// in appendix B.
package hashspace

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
)

// A Space is a hash algorithm and its ID.
type Space struct {
	Name   string // name in the uuid command
	Hi, Lo uint64 // the ID
	New    func() hash.Hash
}

// Spaces lists all hash spaces. Spaces[i] describes uuid.HashSpace(i+1).
var Spaces = [...]Space{
	{"sha224", 0x59031ca3_fbdb_47fb, 0x9f6c_0f30e2e83145, sha256.New224},
	{"sha256", 0x3fb32780_953c_4464, 0x9cfd_e85dbbe9843d, sha256.New},
	{"sha384", 0xe6800581_f333_484b, 0x8778_601ff2b58da8, sha512.New384},
	{"sha512", 0x0fde22f2_e7ba_4fd1, 0x9753_9c2ea88fa3f9, sha512.New},
	{"sha512-224", 0x003c2038_c4fe_4b95, 0xa672_0c26c1b79542, sha512.New512_224},
	{"sha512-256", 0x9475ad00_3769_4c07, 0x9642_5e7383732306, sha512.New512_256},
	{"sha3-224", 0x9768761f_ac5a_419e, 0xa180_7ca239e8025a, func() hash.Hash { return sha3.New224() }},
	{"sha3-256", 0x2034d66b_4047_4553, 0x8f80_70e593176877, func() hash.Hash { return sha3.New256() }},
	{"sha3-384", 0x872fb339_2636_4bdd, 0xbda6_b6dc2a82b1b3, func() hash.Hash { return sha3.New384() }},
	{"sha3-512", 0xa4920a5d_a8a6_426c, 0x8d14_a6cafbe64c7b, func() hash.Hash { return sha3.New512() }},
	{"shake128", 0x7ea218f6_629a_425f, 0x9f88_7439d63296bb, func() hash.Hash { return shake{sha3.NewSHAKE128()} }},
	{"shake256", 0x2e7fc6a4_2919_4edc, 0xb0ba_7d7062ce4f0a, func() hash.Hash { return shake{sha3.NewSHAKE256()} }},
}

// A shake is a SHAKE function used as a 128-bit hash.
type shake struct{ *sha3.SHAKE }

func (h shake) Size() int { return 16 }

func (h shake) Sum(b []byte) []byte {
	state := *h.SHAKE // Read changes the state, but Sum must not
	b = append(b, make([]byte, h.Size())...)
	state.Read(b[len(b)-h.Size():])
	return b
}
