package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"

	"github.com/seed-8298af95/uuid"
)

// plain is the generator of versions without flags and arguments.
func plain(f filler) generator {
	return func(*flag.FlagSet) setup {
		return func([]string) (filler, error) { return f, nil }
	}
}

// timed is the generator of versions that have the time in them: now, or that
// of the flag -at.
func timed(now filler, at func(time.Time) (uuid.UUID, error)) generator {
	return func(fs *flag.FlagSet) setup {
		t := timeFlag(fs)
		return func([]string) (filler, error) {
			if t.IsZero() {
				return now, nil
			}
			return try(func() (uuid.UUID, error) { return at(*t) }), nil
		}
	}
}

// newV1At returns a version 1 ID for time t with a random clock sequence and
// node.
func newV1At(t time.Time) (uuid.UUID, error) {
	u, err := uuid.NewV6At(t)
	if err != nil {
		return uuid.UUID{}, err
	}
	return uuid.V6ToV1(u)
}

var domains = []choice[uuid.Domain]{
	{"person", uuid.DomainPerson},
	{"group", uuid.DomainGroup},
	{"org", uuid.DomainOrg},
}

// dce is the generator of version 2.
func dce(*flag.FlagSet) setup {
	return func(args []string) (filler, error) {
		domain, err := parseDomain(args[0])
		if err != nil {
			return nil, locate("argument 1", err)
		}
		id, err := strconv.ParseUint(args[1], 10, 32)
		if err != nil {
			return nil, locate("argument 2", fmt.Errorf("%q is not a number of 32 bits", args[1]))
		}
		return each(func() uuid.UUID { return uuid.NewV2(domain, uint32(id)) }), nil
	}
}

func parseDomain(s string) (uuid.Domain, error) {
	if d, ok := choose(domains, s); ok {
		return d, nil
	}
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("%q is not one of %s, or a number up to 255", s, names(domains))
	}
	return uuid.Domain(n), nil
}

// community is the generator of version 9.
func community(fs *flag.FlagSet) setup {
	var opts uuid.V9Options
	fs.Func("prefix", "begin with up to eight hexadecimal `DIGITS`", func(s string) error {
		opts.Prefix = s
		if _, err := uuid.NewV9(opts); err != nil {
			return errors.New(reason(err))
		}
		return nil
	})
	fs.BoolVar(&opts.Unordered, "unordered", false, "leave the time out")
	fs.BoolVar(&opts.Checksum, "checksum", false, "end with a CRC-8 of what is before it")
	fs.BoolVar(&opts.Version, "version", false, "make the 13th digit a 9")
	fs.BoolVar(&opts.Legacy, "legacy", false, "look like version 1 or, unordered, 4")
	at := timeFlag(fs)
	return func([]string) (filler, error) {
		if opts.Unordered && !at.IsZero() {
			return nil, misuse("-at and -unordered exclude each other")
		}
		opts.Timestamp = *at
		return try(func() (uuid.UUID, error) { return uuid.NewV9(opts) }), nil
	}
}
