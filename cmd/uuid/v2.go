package main

import (
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid"
)

var v2Command = command{
	name:    "v2",
	args:    "DOMAIN ID",
	summary: "Generate DCE Security IDs for a user, group or organization",
	notes: "DOMAIN is one of " + list(domains) + ", or a number up to 255. ID is a 32-bit number. " +
		"UUIDs generated within the same seven minutes can be duplicates.",
	example: "person 1000",
	values:  names(domains),
	flags:   func() flags { return new(v2Flags) },
	run:     with(printV2),
}

var domains = []choice[uuid.Domain]{
	{"person", uuid.DomainPerson},
	{"group", uuid.DomainGroup},
	{"org", uuid.DomainOrg},
}

type v2Flags struct {
	countedFlags
	domain uuid.Domain // the first argument
	id     uint32      // the second argument
}

func (f *v2Flags) check(args []string) error {
	domain, ok := choose(domains, args[0])
	if !ok {
		n, err := strconv.ParseUint(args[0], 10, 8)
		if err != nil {
			return badArgument(1, fmt.Errorf("%.64q is not one of %s, or a number up to 255", args[0], list(domains)))
		}
		domain = uuid.Domain(n)
	}
	id, err := strconv.ParseUint(args[1], 10, 32)
	if err != nil {
		return badArgument(2, fmt.Errorf("%.64q is not a 32-bit number", args[1]))
	}
	f.domain, f.id = domain, uint32(id)
	return nil
}

func printV2(s *session, f *v2Flags, _ []string) error {
	return s.printNew(&f.countedFlags, each(func() uuid.UUID { return uuid.NewV2(f.domain, f.id) }))
}
