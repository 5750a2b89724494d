package main

import (
	"cmp"
	"flag"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/hashspace"
)

var v8Command = command{
	name:    "v8",
	args:    nameArgs,
	summary: "Generate IDs from names (SHA-2 or SHA-3)",
	notes:   nameNotes,
	example: "-space sha3-256 dns www.example.com",
	values:  names(namespaces),
	called: []wording{
		{words: "v8 8 uuid8 uuidv8"},
		{words: "sha2 sha256 sha-256", flags: "-hash sha256"},
	},
	flags: func() flags { return new(v8Flags) },
	run:   with(printV8),
}

type v8Flags struct {
	nameFlags
	hash  string // the algorithm that hashes the name space and the name
	space string // like hash, but the hash space ID of the algorithm is hashed first
}

func (f *v8Flags) define(fs *flag.FlagSet) {
	f.nameFlags.define(fs)
	oneOf(fs, &f.hash, "hash", "hash NAMESPACE and NAME with `ALGORITHM` instead of sha256, "+
		"as in RFC 9562 appendix B.2", names(algorithms))
	oneOf(fs, &f.space, "space", "like -hash, but `ALGORITHM` first hashes its own hash space ID, "+
		"which draft-ietf-uuidrev-rfc4122bis-03 section 6.5 defines, then NAMESPACE and NAME", names(algorithms))
}

func (f *v8Flags) check([]string) error {
	if f.hash != "" && f.space != "" {
		return misuse("-hash and -space cannot be combined")
	}
	return nil
}

func printV8(s *session, f *v8Flags, args []string) error {
	a, _ := choose(algorithms, cmp.Or(f.hash, f.space, "sha256")) // SHA-256 is in RFC 9562's example
	id := a.hashID
	if f.space != "" {
		id = a.spaceID
	}
	return s.printNames(id, f.output.encoder(), args)
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
