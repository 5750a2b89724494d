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
	{Name: "sha224", Hi: 0x59031ca3_fbdb_47fb, Lo: 0x9f6c_0f30e2e83145, New: sha256.New224},
	{Name: "sha256", Hi: 0x3fb32780_953c_4464, Lo: 0x9cfd_e85dbbe9843d, New: sha256.New},
	{Name: "sha384", Hi: 0xe6800581_f333_484b, Lo: 0x8778_601ff2b58da8, New: sha512.New384},
	{Name: "sha512", Hi: 0x0fde22f2_e7ba_4fd1, Lo: 0x9753_9c2ea88fa3f9, New: sha512.New},
	{Name: "sha512-224", Hi: 0x003c2038_c4fe_4b95, Lo: 0xa672_0c26c1b79542, New: sha512.New512_224},
	{Name: "sha512-256", Hi: 0x9475ad00_3769_4c07, Lo: 0x9642_5e7383732306, New: sha512.New512_256},
	{
		Name: "sha3-224",
		Hi:   0x9768761f_ac5a_419e,
		Lo:   0xa180_7ca239e8025a,
		New:  func() hash.Hash { return sha3.New224() },
	},
	{
		Name: "sha3-256",
		Hi:   0x2034d66b_4047_4553,
		Lo:   0x8f80_70e593176877,
		New:  func() hash.Hash { return sha3.New256() },
	},
	{
		Name: "sha3-384",
		Hi:   0x872fb339_2636_4bdd,
		Lo:   0xbda6_b6dc2a82b1b3,
		New:  func() hash.Hash { return sha3.New384() },
	},
	{
		Name: "sha3-512",
		Hi:   0xa4920a5d_a8a6_426c,
		Lo:   0x8d14_a6cafbe64c7b,
		New:  func() hash.Hash { return sha3.New512() },
	},
	{
		Name: "shake128",
		Hi:   0x7ea218f6_629a_425f,
		Lo:   0x9f88_7439d63296bb,
		New:  func() hash.Hash { return shake{sha3.NewSHAKE128()} },
	},
	{
		Name: "shake256",
		Hi:   0x2e7fc6a4_2919_4edc,
		Lo:   0xb0ba_7d7062ce4f0a,
		New:  func() hash.Hash { return shake{sha3.NewSHAKE256()} },
	},
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
