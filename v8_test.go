package uuid_test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/hashspace"
)

// A shake is a SHAKE, read to 128 bits, as a hash.
type shake struct {
	bytes.Buffer // what is hashed
	read         func(data []byte, length int) []byte
}

func (s *shake) Sum(b []byte) []byte { return append(b, s.read(s.Bytes(), s.Size())...) }
func (s *shake) Size() int           { return 16 }
func (s *shake) BlockSize() int      { return 1 }

// hashSpaces are all hash spaces, in the order of their numbers, which somebody may have
// stored. The IDs of the names are in testdata/rfc9562.json.
var hashSpaces = []struct {
	name  string // in the draft
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
	{"SHAKE_128", uuid.HashSpaceSHAKE_128, func() hash.Hash { return &shake{read: sha3.SumSHAKE128} }},
	{"SHAKE_256", uuid.HashSpaceSHAKE_256, func() hash.Hash { return &shake{read: sha3.SumSHAKE256} }},
}

func TestHashSpaces(t *testing.T) {
	ids := loadVectors[struct {
		Spaces map[string]uuid.UUID `json:"draft03_hash_spaces"`
	}](t, "rfc9562").Spaces
	if len(ids) != len(hashSpaces) || len(hashspace.Spaces) != len(hashSpaces) {
		t.Errorf("%d IDs and %d rows here for %d hash spaces", len(ids), len(hashSpaces), len(hashspace.Spaces))
	}
	for i, tt := range hashSpaces {
		if int(tt.space) != i+1 {
			t.Errorf("%s is %d, want %d", tt.name, tt.space, i+1)
		}
		wantUUID(t, tt.name, tt.space.ID(), ids[tt.name])
	}
	for _, space := range []uuid.HashSpace{0, uuid.HashSpace(len(hashSpaces) + 1), 255} {
		wantPanic(t, "uuid: unknown HashSpace", func() { space.ID() })
		wantPanic(t, "uuid: unknown HashSpace", func() { uuid.NewV8Name(space, uuid.NamespaceDNS(), "name") })
	}
}

// slowName returns the UUID of the first 16 bytes of a hash of all parts.
func slowName(h hash.Hash, version byte, parts ...string) uuid.UUID {
	for _, part := range parts {
		io.WriteString(h, part)
	}
	u := uuid.UUID(h.Sum(nil)[:16])
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

// Names may have a type of their own.
type (
	hostText  string
	hostBytes []byte
)

// wantName checks what a constructor makes of a name, given as a string and as
// a []byte.
func wantName(t testing.TB, want uuid.UUID, name string, fromString func(string) uuid.UUID, fromBytes func([]byte) uuid.UUID) {
	t.Helper()
	if got := fromString(name); got != want {
		t.Errorf("string of %d bytes: got %v, want %v", len(name), got, want)
	}
	b := []byte(name)
	if got := fromBytes(b); got != want {
		t.Errorf("%d bytes: got %v, want %v", len(name), got, want)
	}
	if string(b) != name {
		t.Errorf("the %d bytes of the name have changed", len(name))
	}
	if t.Failed() {
		t.FailNow()
	}
}

func wantV8Hash(t testing.TB, want uuid.UUID, h hash.Hash, namespace uuid.UUID, name string) {
	t.Helper()
	wantName(t, want, name,
		func(name string) uuid.UUID { return uuid.NewV8Hash(h, namespace, hostText(name)) },
		func(name []byte) uuid.UUID { return uuid.NewV8Hash(h, namespace, hostBytes(name)) })
}

func wantV8Name(t testing.TB, want uuid.UUID, space uuid.HashSpace, namespace uuid.UUID, name string) {
	t.Helper()
	wantName(t, want, name,
		func(name string) uuid.UUID { return uuid.NewV8Name(space, namespace, hostText(name)) },
		func(name []byte) uuid.UUID { return uuid.NewV8Name(space, namespace, hostBytes(name)) })
}

func TestV8NameVectors(t *testing.T) {
	type vector struct {
		Hash      string    `json:"hash"`
		HashSpace uuid.UUID `json:"hashspace"`
		Namespace uuid.UUID `json:"ns"`
		Name      hexBytes  `json:"name_hex"`
		Hashed    uuid.UUID `json:"rfc9562_b2"`
		Named     uuid.UUID `json:"draft03_hashspace"`
	}
	file := loadVectors[struct{ Vectors []vector }](t, "v8names")
	checked := 0
	for _, tt := range hashSpaces {
		h, name := tt.hash(), strings.ToLower(strings.Replace(tt.name, "SHA2_", "SHA", 1))
		for _, v := range file.Vectors {
			if v.Hash != name {
				continue
			}
			wantUUID(t, "ID()", tt.space.ID(), v.HashSpace)
			wantV8Hash(t, v.Hashed, h, v.Namespace, string(v.Name))
			wantV8Name(t, v.Named, tt.space, v.Namespace, string(v.Name))
			checked++
		}
	}
	if checked != len(file.Vectors) {
		t.Errorf("checked %d of %d vectors", checked, len(file.Vectors))
	}
}

func TestV8NameLengths(t *testing.T) {
	names := []string{
		"\x00", "\x00\x00", "a\x00", "\x00a", "a\x00b",
		strings.Repeat("x", 1<<20), strings.Repeat("x", 1<<20-1) + "\x00",
	}
	for length := range 301 {
		names = append(names, strings.Repeat("0123456789", 31)[:length])
	}
	namespace := uuid.NamespaceURL()
	for _, tt := range hashSpaces {
		t.Run(tt.name, func(t *testing.T) {
			id, used := tt.space.ID(), tt.hash()
			for _, name := range names {
				wantV8Hash(t, slowName(tt.hash(), 8, string(namespace[:]), name), used, namespace, name)
				wantV8Name(t, slowName(tt.hash(), 8, string(id[:]), string(namespace[:]), name), tt.space, namespace, name)
			}
		})
	}
}

func TestNameLengths(t *testing.T) {
	for _, namespace := range []uuid.UUID{uuid.NamespaceDNS(), uuid.NamespaceX500(), uuid.Nil(), uuid.Max()} {
		for length := range 301 {
			name := strings.Repeat("\x00www.example.com", 20)[:length]
			wantName(t, slowName(md5.New(), 3, string(namespace[:]), name), name,
				func(name string) uuid.UUID { return uuid.NewV3(namespace, name) },
				func(name []byte) uuid.UUID { return uuid.NewV3(namespace, name) })
			wantName(t, slowName(sha1.New(), 5, string(namespace[:]), name), name,
				func(name string) uuid.UUID { return uuid.NewV5(namespace, name) },
				func(name []byte) uuid.UUID { return uuid.NewV5(namespace, name) })
		}
	}
}

func TestV8HashSize(t *testing.T) {
	namespace := uuid.NamespaceDNS()
	for _, short := range []hash.Hash{crc32.NewIEEE(), fnv.New64a()} {
		wantPanic(t, "uuid: NewV8Hash with a hash shorter than 16 bytes", func() { uuid.NewV8Hash(short, namespace, "name") })
	}
	for _, h := range []hash.Hash{fnv.New128a(), md5.New()} {
		wantV8Hash(t, slowName(h, 8, string(namespace[:]), "name"), h, namespace, "name")
	}
}

func TestNewV8Fields(t *testing.T) {
	const (
		maxA = 1<<48 - 1
		maxB = 1<<12 - 1
		maxC = 1<<62 - 1
	)
	for _, tt := range []struct {
		customA uint64
		customB uint16
		customC uint64
		want    string
	}{
		{maxA, 0, 0, "ffffffff-ffff-8000-8000-000000000000"},
		{0, maxB, 0, "00000000-0000-8fff-8000-000000000000"},
		{0, 0, maxC, "00000000-0000-8000-bfff-ffffffffffff"},

		{maxA + 1, 0, 0, "uuid: cannot make a UUID of version 8, customA has more than 48 bits"},
		{1<<64 - 1, 0, 0, "uuid: cannot make a UUID of version 8, customA has more than 48 bits"},
		{0, maxB + 1, 0, "uuid: cannot make a UUID of version 8, customB has more than 12 bits"},
		{0, 1<<16 - 1, 0, "uuid: cannot make a UUID of version 8, customB has more than 12 bits"},
		{0, 0, maxC + 1, "uuid: cannot make a UUID of version 8, customC has more than 62 bits"},
		{0, 0, 1<<64 - 1, "uuid: cannot make a UUID of version 8, customC has more than 62 bits"},
	} {
		u, err := uuid.NewV8Fields(tt.customA, tt.customB, tt.customC)
		got := u.String()
		if err != nil && u.IsNil() {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("NewV8Fields(%#x, %#x, %#x) = %v, %v; want %s", tt.customA, tt.customB, tt.customC, u, err, tt.want)
		}
	}
}
