// Proves versions 3, 5 and 8 against each hash.
package uuid_test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/hashspace"
)

// A shake is a hash.Hash that returns the first 128 bits of a SHAKE function's output.
type shake struct {
	bytes.Buffer // the bytes to hash
	read         func(data []byte, length int) []byte
}

func (s *shake) Sum(b []byte) []byte { return append(b, s.read(s.Bytes(), s.Size())...) }
func (s *shake) Size() int           { return 16 }
func (s *shake) BlockSize() int      { return 1 }

// hashSpaces lists all hash spaces in numeric order. The numbers must not change, because programs
// may have stored them. testdata/rfc9562.json contains the IDs.
var hashSpaces = []struct {
	name  string // name in the draft
	space uuid.HashSpace
	hash  func() hash.Hash
}{
	{"SHA2_224", uuid.HashSpaceSHA2_224, sha256.New224},
	{"SHA2_256", uuid.HashSpaceSHA2_256, sha256.New},
	{"SHA2_384", uuid.HashSpaceSHA2_384, sha512.New384},
	{"SHA2_512", uuid.HashSpaceSHA2_512, sha512.New},
	{"SHA2_512_224", uuid.HashSpaceSHA2_512_224, sha512.New512_224},
	{"SHA2_512_256", uuid.HashSpaceSHA2_512_256, sha512.New512_256},
	{"SHA3_224", uuid.HashSpaceSHA3_224, func() hash.Hash { return sha3.New224() }},
	{"SHA3_256", uuid.HashSpaceSHA3_256, func() hash.Hash { return sha3.New256() }},
	{"SHA3_384", uuid.HashSpaceSHA3_384, func() hash.Hash { return sha3.New384() }},
	{"SHA3_512", uuid.HashSpaceSHA3_512, func() hash.Hash { return sha3.New512() }},
	{
		"SHAKE_128",
		uuid.HashSpaceSHAKE_128,
		func() hash.Hash { return &shake{read: sha3.SumSHAKE128} },
	},
	{
		"SHAKE_256",
		uuid.HashSpaceSHAKE_256,
		func() hash.Hash { return &shake{read: sha3.SumSHAKE256} },
	},
}

func TestHashSpaces(t *testing.T) {
	ids := loadVectors[struct {
		Spaces map[string]uuid.UUID `json:"draft03_hash_spaces"`
	}](t, "rfc9562").Spaces
	if len(ids) != len(hashSpaces) || len(hashspace.Spaces) != len(hashSpaces) {
		t.Errorf("%d IDs and %d rows for %d hash spaces",
			len(ids), len(hashSpaces), len(hashspace.Spaces))
	}
	for i, tt := range hashSpaces {
		if int(tt.space) != i+1 {
			t.Errorf("%s is %d, want %d", tt.name, tt.space, i+1)
		}
		wantUUID(t, tt.name, tt.space.UUID(), ids[tt.name])
	}
	for _, space := range []uuid.HashSpace{0, uuid.HashSpace(len(hashSpaces) + 1), 255} {
		wantPanic(t, "uuid: unknown HashSpace", func() { space.UUID() })
		wantPanic(
			t,
			"uuid: unknown HashSpace",
			func() { uuid.NewV8Name(space, uuid.NamespaceDNS(), "name") },
		)
	}
}

// slowName hashes all parts and makes a UUID from the first 16 bytes of the hash.
func slowName(h hash.Hash, version byte, parts ...string) uuid.UUID {
	for _, part := range parts {
		io.WriteString(h, part)
	}
	u := uuid.UUID(h.Sum(nil)[:16])
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

// A name may have any string or byte slice type, such as these.
type (
	hostText  string
	hostBytes []byte
)

// A maker contains functions that make a UUID from a string or bytes, and their reference.
type maker struct {
	name      string
	ofText    func(uuid.UUID, hostText) uuid.UUID
	ofBytes   func(uuid.UUID, hostBytes) uuid.UUID
	reference func(namespace uuid.UUID, name string) uuid.UUID
}

// check compares the UUIDs for a name with the reference, and returns the UUID.
func (m maker) check(t testing.TB, namespace uuid.UUID, name string) uuid.UUID {
	t.Helper()
	b, want := hostBytes(name), m.reference(namespace, name)
	text, bytes := m.ofText(namespace, hostText(name)), m.ofBytes(namespace, b)
	if text != want || bytes != want || string(b) != name {
		t.Fatalf("%s of %d bytes: %v for a string, %v for bytes; want %v",
			m.name, len(name), text, bytes, want)
	}
	return want
}

// hashMaker returns a maker for NewV8Hash. All calls share a hash, so each must reset it.
func hashMaker(name string, newHash func() hash.Hash) maker {
	h := newHash()
	return maker{
		name: name,
		ofText: func(ns uuid.UUID, name hostText) uuid.UUID {
			return uuid.NewV8Hash(h, ns, name)
		},
		ofBytes: func(ns uuid.UUID, name hostBytes) uuid.UUID {
			return uuid.NewV8Hash(h, ns, name)
		},
		reference: func(ns uuid.UUID, name string) uuid.UUID {
			return slowName(newHash(), 8, string(ns[:]), name)
		},
	}
}

// spaceMaker returns a maker for NewV8Name with the given hash space.
func spaceMaker(space uuid.HashSpace, newHash func() hash.Hash) maker {
	id := space.UUID()
	return maker{
		name: id.String(),
		ofText: func(ns uuid.UUID, name hostText) uuid.UUID {
			return uuid.NewV8Name(space, ns, name)
		},
		ofBytes: func(ns uuid.UUID, name hostBytes) uuid.UUID {
			return uuid.NewV8Name(space, ns, name)
		},
		reference: func(ns uuid.UUID, name string) uuid.UUID {
			return slowName(newHash(), 8, string(id[:]), string(ns[:]), name)
		},
	}
}

func TestV8NameVectors(t *testing.T) {
	file := loadVectors[struct {
		Vectors []struct {
			Hash      string    `json:"hash"`
			Namespace uuid.UUID `json:"ns"`
			Name      hexBytes  `json:"name_hex"`
			Hashed    uuid.UUID `json:"rfc9562_b2"`
			Named     uuid.UUID `json:"draft03_hashspace"`
		}
	}](t, "v8names")
	checked := 0
	for _, tt := range hashSpaces {
		name := strings.ToLower(strings.Replace(tt.name, "SHA2_", "SHA", 1))
		for _, v := range file.Vectors {
			if v.Hash == name {
				wantUUID(
					t,
					name,
					hashMaker(name, tt.hash).check(t, v.Namespace, string(v.Name)),
					v.Hashed,
				)
				wantUUID(
					t,
					name,
					spaceMaker(tt.space, tt.hash).check(t, v.Namespace, string(v.Name)),
					v.Named,
				)
				checked++
			}
		}
	}
	if checked != len(file.Vectors) {
		t.Errorf("checked %d of %d vectors", checked, len(file.Vectors))
	}
}

func TestNameLengths(t *testing.T) {
	makers := []maker{
		{
			name: "NewV3", ofText: uuid.NewV3[hostText], ofBytes: uuid.NewV3[hostBytes],
			reference: func(ns uuid.UUID, name string) uuid.UUID {
				return slowName(md5.New(), 3, string(ns[:]), name)
			},
		}, {
			name: "NewV5", ofText: uuid.NewV5[hostText], ofBytes: uuid.NewV5[hostBytes],
			reference: func(ns uuid.UUID, name string) uuid.UUID {
				return slowName(sha1.New(), 5, string(ns[:]), name)
			},
		},
	}
	for _, row := range hashSpaces {
		makers = append(makers, hashMaker(row.name, row.hash), spaceMaker(row.space, row.hash))
	}
	for _, m := range makers {
		t.Run(m.name, func(t *testing.T) {
			for _, namespace := range []uuid.UUID{uuid.NamespaceDNS(), uuid.Nil(), uuid.Max()} {
				for length := range 301 {
					m.check(t, namespace, strings.Repeat("\x00www.example.com", 20)[:length])
				}
			}
			m.check(t, example, strings.Repeat("x", 1<<16))
		})
	}
}

func TestV8HashSize(t *testing.T) {
	for _, short := range []hash.Hash{crc32.NewIEEE(), fnv.New64a()} {
		wantPanic(
			t,
			"uuid: NewV8Hash with a hash shorter than 16 bytes",
			func() { uuid.NewV8Hash(short, example, "name") },
		)
	}
	hashMaker("FNV", fnv.New128a).check(t, example, "name")
	hashMaker("MD5", md5.New).check(t, example, "name")
}

func TestNewV8Fields(t *testing.T) {
	const maxA, maxB, maxC = 1<<48 - 1, 1<<12 - 1, 1<<62 - 1
	for _, tt := range []struct {
		customA uint64
		customB uint16
		customC uint64
		want    string
	}{
		{customA: maxA, customB: 0, customC: 0, want: "ffffffff-ffff-8000-8000-000000000000 <nil>"},
		{customA: 0, customB: maxB, customC: 0, want: "00000000-0000-8fff-8000-000000000000 <nil>"},
		{customA: 0, customB: 0, customC: maxC, want: "00000000-0000-8000-bfff-ffffffffffff <nil>"},

		{
			customA: maxA + 1,
			customB: 0,
			customC: 0,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customA has more than 48 bits",
		},
		{
			customA: 1<<64 - 1,
			customB: 0,
			customC: 0,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customA has more than 48 bits",
		},
		{
			customA: 0,
			customB: maxB + 1,
			customC: 0,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customB has more than 12 bits",
		},
		{
			customA: 0,
			customB: 1<<16 - 1,
			customC: 0,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customB has more than 12 bits",
		},
		{
			customA: 0,
			customB: 0,
			customC: maxC + 1,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customC has more than 62 bits",
		},
		{
			customA: 0,
			customB: 0,
			customC: 1<<64 - 1,
			want: nilText +
				" uuid: cannot make a UUID of version 8: customC has more than 62 bits",
		},
	} {
		u, err := uuid.NewV8Fields(tt.customA, tt.customB, tt.customC)
		if got := fmt.Sprint(u, " ", err); got != tt.want {
			t.Errorf("NewV8Fields(%#x, %#x, %#x) = %s, want %s",
				tt.customA, tt.customB, tt.customC, got, tt.want)
		}
	}
}
