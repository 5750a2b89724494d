package main

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"errors"
	"flag"
	"hash"

	"github.com/seed-8298af95/uuid"
)

// A namer returns the ID of a name in a name space.
type namer func(namespace uuid.UUID, name string) uuid.UUID

var namespaces = []choice[uuid.UUID]{
	{"dns", uuid.NamespaceDNS()},
	{"url", uuid.NamespaceURL()},
	{"oid", uuid.NamespaceOID()},
	{"x500", uuid.NamespaceX500()},
}

// named is the generator of versions that are made of a name.
func named(id namer) generator {
	return func(*flag.FlagSet) setup {
		return func(args []string) (filler, error) { return ofName(id, args) }
	}
}

// ofName returns the filler for a name space and a name.
func ofName(id namer, args []string) (filler, error) {
	namespace, err := parseNamespace(args[0])
	if err != nil {
		return nil, locate("argument 1", err)
	}
	u := id(namespace, args[1])
	return each(func() uuid.UUID { return u }), nil
}

func parseNamespace(s string) (uuid.UUID, error) {
	if u, ok := choose(namespaces, s); ok {
		return u, nil
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return uuid.UUID{}, locate("not one of "+names(namespaces), err)
	}
	return u, nil
}

// An algorithm is a hash algorithm for version 8.
type algorithm struct {
	space uuid.HashSpace
	new   func() hash.Hash
}

var algorithms = []choice[algorithm]{
	{"sha224", algorithm{uuid.HashSpaceSHA2_224, sha256.New224}},
	{"sha256", algorithm{uuid.HashSpaceSHA2_256, sha256.New}},
	{"sha384", algorithm{uuid.HashSpaceSHA2_384, sha512.New384}},
	{"sha512", algorithm{uuid.HashSpaceSHA2_512, sha512.New}},
	{"sha512-224", algorithm{uuid.HashSpaceSHA2_512_224, sha512.New512_224}},
	{"sha512-256", algorithm{uuid.HashSpaceSHA2_512_256, sha512.New512_256}},
	{"sha3-224", algorithm{uuid.HashSpaceSHA3_224, func() hash.Hash { return sha3.New224() }}},
	{"sha3-256", algorithm{uuid.HashSpaceSHA3_256, func() hash.Hash { return sha3.New256() }}},
	{"sha3-384", algorithm{uuid.HashSpaceSHA3_384, func() hash.Hash { return sha3.New384() }}},
	{"sha3-512", algorithm{uuid.HashSpaceSHA3_512, func() hash.Hash { return sha3.New512() }}},
	{"shake128", algorithm{uuid.HashSpaceSHAKE_128, func() hash.Hash { return shake{sha3.NewSHAKE128()} }}},
	{"shake256", algorithm{uuid.HashSpaceSHAKE_256, func() hash.Hash { return shake{sha3.NewSHAKE256()} }}},
}

// A shake is a SHAKE function as a hash of the length of an ID.
type shake struct{ *sha3.SHAKE }

func (h shake) Size() int { return len(uuid.UUID{}) }

func (h shake) Sum(b []byte) []byte {
	state := *h.SHAKE // reading changes it, Sum must not
	sum := make([]byte, h.Size())
	state.Read(sum)
	return append(b, sum...)
}

func (a algorithm) hashID(namespace uuid.UUID, name string) uuid.UUID {
	return uuid.NewV8Hash(a.new(), namespace, name)
}

func (a algorithm) spaceID(namespace uuid.UUID, name string) uuid.UUID {
	return uuid.NewV8Name(a.space, namespace, name)
}

// hashed is the generator of version 8. Its default is the example of RFC 9562.
func hashed(fs *flag.FlagSet) setup {
	var id namer
	set := func(n namer) error {
		if id != nil {
			return errors.New("one algorithm is enough")
		}
		id = n
		return nil
	}
	choiceFlag(fs, "hash", "hash NAMESPACE and NAME, as in RFC 9562 appendix B.2, "+
		"with `ALGORITHM` instead of sha256", algorithms,
		func(a algorithm) error { return set(a.hashID) })
	choiceFlag(fs, "space", "hash the ID of `ALGORITHM`, NAMESPACE and NAME with it, "+
		"as in draft-ietf-uuidrev-rfc4122bis-03 section 6.5", algorithms,
		func(a algorithm) error { return set(a.spaceID) })
	return func(args []string) (filler, error) {
		if id == nil {
			id = algorithm{new: sha256.New}.hashID
		}
		return ofName(id, args)
	}
}
