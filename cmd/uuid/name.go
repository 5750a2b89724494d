package main

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
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

// named returns the action of a version that is made of a name.
func named(id namer) action {
	return func(s *session, o *options, args []string) error { return s.printNamed(o, id, args) }
}

// hashed prints the ID of version 8 of a name. Its default is the example of RFC 9562.
func hashed(s *session, o *options, args []string) error {
	if o.nameID == nil {
		o.nameID = algorithm{new: sha256.New}.hashID
	}
	return s.printNamed(o, o.nameID, args)
}

// printNamed prints the ID of a name space and a name.
func (s *session) printNamed(o *options, id namer, args []string) error {
	namespace, err := parseNamespace(args[0])
	if err != nil {
		return locate("argument 1", err)
	}
	u, err := id.try(namespace, args[1])
	if err != nil {
		return err
	}
	return s.print(u, o.encoder())
}

// try returns the error that Go forbids the hash function, which is a panic of id.
func (id namer) try(namespace uuid.UUID, name string) (u uuid.UUID, err error) {
	defer func() {
		if forbidden := recover(); forbidden != nil {
			err = fmt.Errorf("%v", forbidden)
		}
	}()
	return id(namespace, name), nil
}

func parseNamespace(s string) (uuid.UUID, error) {
	if u, ok := choose(namespaces, s); ok {
		return u, nil
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return uuid.UUID{}, locate("not one of "+list(namespaces), err)
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
