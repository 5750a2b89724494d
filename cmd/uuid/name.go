package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/hashspace"
)

// A namer returns the ID of a name in a name space.
type namer func(namespace uuid.UUID, name string) uuid.UUID

var namespaces = []choice[uuid.UUID]{
	{"dns", uuid.NamespaceDNS()},
	{"url", uuid.NamespaceURL()},
	{"oid", uuid.NamespaceOID()},
	{"x500", uuid.NamespaceX500()},
}

// hashed prints the version 8 ID of a name. The default is SHA-256, as in RFC 9562's example.
func hashed(s *session, o *options, args []string) error {
	if o.hash != "" && o.space != "" {
		return misuse("-hash and -space cannot be combined")
	}
	a, _ := choose(algorithms, cmp.Or(o.hash, o.space, "sha256"))
	if o.space != "" {
		return named(a.spaceID)(s, o, args)
	}
	return named(a.hashID)(s, o, args)
}

// named returns an action that prints the ID of a name in a name space, or of each line.
func named(id namer) action {
	return func(s *session, o *options, args []string) error {
		namespace, err := parseNamespace(args[0])
		if err != nil {
			return locate("argument 1", err) // not a misuse, because NAMESPACE can be an invalid ID
		}
		if _, err := id.try(namespace, ""); err != nil {
			return err
		}
		make := func(name string) (uuid.UUID, error) { return id(namespace, name), nil }
		encode := o.encoder()
		return s.forEach("names", args[1:], make, func(u uuid.UUID) error { return s.print(u, encode) })
	}
}

// try calls id, and returns a panic as an error, because MD5 and SHA-1 can panic in FIPS 140-3
// mode.
func (id namer) try(namespace uuid.UUID, name string) (u uuid.UUID, err error) {
	defer func() {
		if forbidden := recover(); forbidden != nil {
			err = fmt.Errorf("%v", forbidden)
		}
	}()
	return id(namespace, name), nil
}

// parseNamespace parses a UUID or the name of a name space, also as uuidgen (@dns) and Debian's uuid
// (ns:DNS) write it.
func parseNamespace(s string) (uuid.UUID, error) {
	if u, ok := choose(namespaces, strings.TrimPrefix(strings.TrimPrefix(s, "@"), "ns:")); ok {
		return u, nil
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return uuid.UUID{}, locate("not one of "+list(namespaces)+", as in \"dns www.example.com\", and not a UUID", err)
	}
	return u, nil
}

// An algorithm is a hash algorithm for version 8.
type algorithm uuid.HashSpace

var algorithms = func() (all []choice[algorithm]) {
	for i, space := range hashspace.Spaces {
		all = append(all, choice[algorithm]{space.Name, algorithm(i + 1)}) // the first HashSpace is 1
	}
	return all
}()

func (a algorithm) hashID(namespace uuid.UUID, name string) uuid.UUID {
	return uuid.NewV8Hash(hashspace.Spaces[a-1].New(), namespace, name)
}

func (a algorithm) spaceID(namespace uuid.UUID, name string) uuid.UUID {
	return uuid.NewV8Name(uuid.HashSpace(a), namespace, name)
}
