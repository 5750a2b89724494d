package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/seed-8298af95/uuid"
)

var domains = []choice[uuid.Domain]{
	{"person", uuid.DomainPerson},
	{"group", uuid.DomainGroup},
	{"org", uuid.DomainOrg},
}

// dce prints IDs of version 2.
func dce(s *session, o *options, args []string) error {
	domain, err := parseDomain(args[0])
	if err != nil {
		return badArgument(1, err)
	}
	id, err := strconv.ParseUint(args[1], 10, 32)
	if err != nil {
		return badArgument(2, fmt.Errorf("%q is not a number of 32 bits", args[1]))
	}
	return s.printNew(o, each(func() uuid.UUID { return uuid.NewV2(domain, uint32(id)) }))
}

func parseDomain(s string) (uuid.Domain, error) {
	if d, ok := choose(domains, s); ok {
		return d, nil
	}
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("%q is not one of %s, or a number up to 255", s, list(domains))
	}
	return uuid.Domain(n), nil
}

// community prints IDs of version 9.
func community(s *session, o *options, args []string) error {
	at := func(t time.Time) (uuid.UUID, error) {
		opts := o.community
		opts.Timestamp = t
		return uuid.NewV9(opts)
	}
	now := func() (uuid.UUID, error) { return at(time.Time{}) }
	return timed(try(now), at)(s, o, args)
}
