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
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// A shake is a SHAKE, read to 128 bits, as a hash.
type shake struct {
	bytes.Buffer // what is hashed
	read         func(data []byte, length int) []byte
}

func (s *shake) Sum(b []byte) []byte { return append(b, s.read(s.Bytes(), s.Size())...) }
func (s *shake) Size() int           { return 16 }
func (s *shake) BlockSize() int      { return 1 }

var hashSpaces = []struct {
	name  string
	space uuid.HashSpace
	id    string // draft-ietf-uuidrev-rfc4122bis-03 appendix B
	hash  func() hash.Hash
}{
	{"sha224", uuid.HashSpaceSHA2_224, "59031ca3-fbdb-47fb-9f6c-0f30e2e83145", sha256.New224},
	{"sha256", uuid.HashSpaceSHA2_256, "3fb32780-953c-4464-9cfd-e85dbbe9843d", sha256.New},
	{"sha384", uuid.HashSpaceSHA2_384, "e6800581-f333-484b-8778-601ff2b58da8", sha512.New384},
	{"sha512", uuid.HashSpaceSHA2_512, "0fde22f2-e7ba-4fd1-9753-9c2ea88fa3f9", sha512.New},
	{"sha512_224", uuid.HashSpaceSHA2_512_224, "003c2038-c4fe-4b95-a672-0c26c1b79542", sha512.New512_224},
	{"sha512_256", uuid.HashSpaceSHA2_512_256, "9475ad00-3769-4c07-9642-5e7383732306", sha512.New512_256},
	{"sha3_224", uuid.HashSpaceSHA3_224, "9768761f-ac5a-419e-a180-7ca239e8025a", func() hash.Hash { return sha3.New224() }},
	{"sha3_256", uuid.HashSpaceSHA3_256, "2034d66b-4047-4553-8f80-70e593176877", func() hash.Hash { return sha3.New256() }},
	{"sha3_384", uuid.HashSpaceSHA3_384, "872fb339-2636-4bdd-bda6-b6dc2a82b1b3", func() hash.Hash { return sha3.New384() }},
	{"sha3_512", uuid.HashSpaceSHA3_512, "a4920a5d-a8a6-426c-8d14-a6cafbe64c7b", func() hash.Hash { return sha3.New512() }},
	{"shake_128", uuid.HashSpaceSHAKE_128, "7ea218f6-629a-425f-9f88-7439d63296bb", func() hash.Hash { return &shake{read: sha3.SumSHAKE128} }},
	{"shake_256", uuid.HashSpaceSHAKE_256, "2e7fc6a4-2919-4edc-b0ba-7d7062ce4f0a", func() hash.Hash { return &shake{read: sha3.SumSHAKE256} }},
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
}

func wantV8Hash(t testing.TB, want uuid.UUID, h hash.Hash, namespace uuid.UUID, name string) {
	t.Helper()
	wantName(t, want, name,
		func(name string) uuid.UUID { return uuid.NewV8Hash(h, namespace, name) },
		func(name []byte) uuid.UUID { return uuid.NewV8Hash(h, namespace, name) })
}

func wantV8Name(t testing.TB, want uuid.UUID, space uuid.HashSpace, namespace uuid.UUID, name string) {
	t.Helper()
	wantName(t, want, name,
		func(name string) uuid.UUID { return uuid.NewV8Name(space, namespace, name) },
		func(name []byte) uuid.UUID { return uuid.NewV8Name(space, namespace, name) })
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
		t.Run(tt.name, func(t *testing.T) {
			h := tt.hash()
			for _, v := range file.Vectors {
				if v.Hash != tt.name {
					continue
				}
				wantUUID(t, "ID()", tt.space.ID(), v.HashSpace)
				wantV8Hash(t, v.Hashed, h, v.Namespace, string(v.Name))
				wantV8Name(t, v.Named, tt.space, v.Namespace, string(v.Name))
				checked++
			}
		})
	}
	if checked != len(file.Vectors) {
		t.Errorf("checked %d of %d vectors", checked, len(file.Vectors))
	}
}

func TestV8NameExamples(t *testing.T) {
	type host string
	type octets []byte
	namespace, name := uuid.NamespaceDNS(), "www.example.com"

	rfc := uuid.MustParse("5c146b14-3c52-8afd-938a-375d0df1fbf6")
	wantV8Hash(t, rfc, sha256.New(), namespace, name)
	wantUUID(t, "NewV8Hash of a host", uuid.NewV8Hash(sha256.New(), namespace, host(name)), rfc)
	wantUUID(t, "NewV8Hash of octets", uuid.NewV8Hash(sha256.New(), namespace, octets(name)), rfc)

	draft := uuid.MustParse("401835fd-a627-870a-873f-ed73f2bc5b2c")
	wantV8Name(t, draft, uuid.HashSpaceSHA2_256, namespace, name)
	wantUUID(t, "NewV8Name of a host", uuid.NewV8Name(uuid.HashSpaceSHA2_256, namespace, host(name)), draft)
	wantUUID(t, "NewV8Name of octets", uuid.NewV8Name(uuid.HashSpaceSHA2_256, namespace, octets(name)), draft)
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
			id := uuid.MustParse(tt.id)
			used := tt.hash()
			for _, name := range names {
				hashed := slowName(tt.hash(), 8, string(namespace[:]), name)
				wantV8Hash(t, hashed, used, namespace, name)
				named := slowName(tt.hash(), 8, string(id[:]), string(namespace[:]), name)
				wantV8Name(t, named, tt.space, namespace, name)
			}
		})
	}
}

func TestNameLengths(t *testing.T) {
	for _, namespace := range []uuid.UUID{
		uuid.NamespaceDNS(), uuid.NamespaceURL(), uuid.NamespaceOID(), uuid.NamespaceX500(), uuid.Nil(), uuid.Max(),
	} {
		t.Run(namespace.String(), func(t *testing.T) {
			for length := range 301 {
				name := strings.Repeat("\x00www.example.com", 20)[:length]
				v3 := slowName(md5.New(), 3, string(namespace[:]), name)
				wantName(t, v3, name,
					func(name string) uuid.UUID { return uuid.NewV3(namespace, name) },
					func(name []byte) uuid.UUID { return uuid.NewV3(namespace, name) })
				v5 := slowName(sha1.New(), 5, string(namespace[:]), name)
				wantName(t, v5, name,
					func(name string) uuid.UUID { return uuid.NewV5(namespace, name) },
					func(name []byte) uuid.UUID { return uuid.NewV5(namespace, name) })
			}
		})
	}
}

func TestV8HashOfUsedHash(t *testing.T) {
	want := uuid.MustParse("5c146b14-3c52-8afd-938a-375d0df1fbf6")
	h := sha256.New()
	io.WriteString(h, "what was hashed before")
	for range 2 {
		wantUUID(t, "NewV8Hash", uuid.NewV8Hash(h, uuid.NamespaceDNS(), "www.example.com"), want)
	}
}

func TestV8HashSize(t *testing.T) {
	for _, tt := range []struct {
		name  string
		hash  hash.Hash
		short bool
	}{
		{"adler32", adler32.New(), true},
		{"crc32", crc32.NewIEEE(), true},
		{"crc64", crc64.New(crc64.MakeTable(crc64.ECMA)), true},
		{"fnv64a", fnv.New64a(), true},
		{"fnv128a", fnv.New128a(), false},
		{"md5", md5.New(), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			namespace := uuid.NamespaceDNS()
			if tt.short {
				wantPanic(t, "uuid: NewV8Hash with a hash shorter than 16 bytes", func() {
					uuid.NewV8Hash(tt.hash, namespace, "name")
				})
				return
			}
			want := slowName(tt.hash, 8, string(namespace[:]), "name")
			wantV8Hash(t, want, tt.hash, namespace, "name")
		})
	}
}

// The hash spaces keep their numbers, which somebody may have stored.
func TestNumbersOfHashSpaces(t *testing.T) {
	for i, tt := range hashSpaces {
		if int(tt.space) != i+1 {
			t.Errorf("%s is %d, want %d", tt.name, tt.space, i+1)
		}
	}
}

func TestUnknownHashSpace(t *testing.T) {
	const message = "uuid: unknown HashSpace"
	for _, space := range []uuid.HashSpace{0, 13, 255} {
		t.Run(fmt.Sprint(uint8(space)), func(t *testing.T) {
			wantPanic(t, message, func() { space.ID() })
			wantPanic(t, message, func() { uuid.NewV8Name(space, uuid.NamespaceDNS(), "name") })
		})
	}
}

func TestNewV8(t *testing.T) {
	fixed := uuid.MustParse("00000000-0000-f000-c000-000000000000") // the bits of version and variant
	check := func(data uuid.UUID) {
		t.Helper()
		got := uuid.NewV8(data)
		if got.Version() != 8 || got.Variant() != uuid.VariantRFC9562 {
			t.Errorf("NewV8(%v) = %v of version %d, variant %v", data, got, got.Version(), got.Variant())
		}
		for i := range got {
			if free := ^fixed[i]; got[i]&free != data[i]&free {
				t.Errorf("NewV8(%v) = %v: byte %d has changed", data, got, i)
			}
		}
	}
	check(uuid.Nil())
	check(uuid.Max())
	for _, bit := range singleBits() {
		check(bit)
		for i := range bit {
			bit[i] = ^bit[i]
		}
		check(bit)
	}
	r := newRand()
	for range 1000 {
		check(randomUUID(r))
	}
}

func TestNewV8Fields(t *testing.T) {
	const (
		maxA = 1<<48 - 1
		maxB = 1<<12 - 1
		maxC = 1<<62 - 1
	)
	for _, tt := range []struct {
		name    string
		customA uint64
		customB uint16
		customC uint64
		want    string
		err     string
	}{
		{"zero", 0, 0, 0, "00000000-0000-8000-8000-000000000000", ""},
		{"max", maxA, maxB, maxC, "ffffffff-ffff-8fff-bfff-ffffffffffff", ""},
		{"customA", maxA, 0, 0, "ffffffff-ffff-8000-8000-000000000000", ""},
		{"customB", 0, maxB, 0, "00000000-0000-8fff-8000-000000000000", ""},
		{"customC", 0, 0, maxC, "00000000-0000-8000-bfff-ffffffffffff", ""},
		{"digits", 0x123456789abc, 0xdef, 0x123456789abcdef0, "12345678-9abc-8def-9234-56789abcdef0", ""},
		{"RFC 9562 B.1", 0x2489e9ad2ee2, 0xe00, 0x0ec932d5f69181c0, "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", ""},

		{"customA of 49 bits", maxA + 1, 0, 0, "", "uuid: customA has more than 48 bits"},
		{"customA of 64 bits", 1<<64 - 1, 0, 0, "", "uuid: customA has more than 48 bits"},
		{"customB of 13 bits", 0, maxB + 1, 0, "", "uuid: customB has more than 12 bits"},
		{"customB of 16 bits", 0, 1<<16 - 1, 0, "", "uuid: customB has more than 12 bits"},
		{"customC of 63 bits", 0, 0, maxC + 1, "", "uuid: customC has more than 62 bits"},
		{"customC of 64 bits", 0, 0, 1<<64 - 1, "", "uuid: customC has more than 62 bits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := uuid.NewV8Fields(tt.customA, tt.customB, tt.customC)
			if tt.err != "" {
				if err == nil || err.Error() != tt.err || !got.IsNil() {
					t.Errorf("got %v, %v; want Nil, %s", got, err, tt.err)
				}
			} else if got.String() != tt.want || err != nil {
				t.Errorf("got %v, %v; want %s", got, err, tt.want)
			}
		})
	}
}
