package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// This file contains what the commands that print IDs of names share.

// A namer returns the ID of a name in a name space.
type namer func(namespace uuid.UUID, name string) uuid.UUID

var namespaces = []choice[uuid.UUID]{
	{"dns", uuid.NamespaceDNS()},
	{"url", uuid.NamespaceURL()},
	{"oid", uuid.NamespaceOID()},
	{"x500", uuid.NamespaceX500()},
}

// nameArgs is the syntax of the arguments, and nameNotes explains it.
const nameArgs = "NAMESPACE [NAME]"

var nameNotes = "NAMESPACE is one of " + list(namespaces) + ", or a UUID. " +
	"Without NAME, each line of standard input is a name. Empty lines are ignored."

// nameFlags are the flags of a command that prints IDs of names.
type nameFlags struct{ output outputFlags }

func (f *nameFlags) define(fs *flag.FlagSet) { f.output.defineForm(fs) }

func (f *nameFlags) check([]string) error { return nil }

// printNames prints the ID of a name in a name space, or of each line.
func (s *session) printNames(id namer, encode encoder, args []string) error {
	namespace, err := parseNamespace(args[0])
	if err != nil {
		return locate("argument 1", err) // not a misuse, because NAMESPACE can be an invalid ID
	}
	if _, err := id.try(namespace, ""); err != nil {
		return err
	}
	make := func(name string) (uuid.UUID, error) { return id(namespace, name), nil }
	return s.forEach("names", args[1:], make, func(u uuid.UUID) error { return s.print(u, encode) })
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
		return u, locate("not one of "+list(namespaces)+", as in \"dns www.example.com\", and not a UUID", err)
	}
	return u, nil
}
