package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A source fills a slice with new IDs.
type source func([]uuid.UUID) error

// fill returns a source that calls f, which fills a slice and never fails.
func fill(f func([]uuid.UUID)) source {
	return func(dst []uuid.UUID) error {
		f(dst)
		return nil
	}
}

// each returns a source that calls f for each ID. f never fails; see try.
func each(f func() uuid.UUID) source {
	return try(func() (uuid.UUID, error) { return f(), nil })
}

// try returns a source that calls f for each ID until f fails.
func try(f func() (uuid.UUID, error)) source {
	return func(dst []uuid.UUID) (err error) {
		for i := range dst {
			dst[i], err = f()
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// plain returns an action that prints IDs from a source.
func plain(ids source) action {
	return func(s *session, o *options, _ []string) error { return s.printNew(o, ids) }
}

// timed returns an action that prints IDs from the source named now. With -at, the action calls the
// function named at for each ID instead.
func timed(now source, at func(time.Time) (uuid.UUID, error)) action {
	return func(s *session, o *options, _ []string) error {
		if o.at.IsZero() {
			return s.printNew(o, now)
		}
		// Check the time first, so an invalid time is a misuse, even with -n 0.
		if _, err := at(o.at); err != nil {
			return misuse("flag -at: " + reason(err))
		}
		return s.printNew(o, try(func() (uuid.UUID, error) { return at(o.at) }))
	}
}

// batchLen is the number of IDs that printNew generates at a time.
const batchLen = 1024

// printNew prints as many new IDs as -n requests. It generates them in batches, because
// FillV4 and FillV7 are faster than separate calls.
func (s *session) printNew(o *options, ids source) error {
	encode, left := o.encoder(), o.count
	buf := make([]uuid.UUID, min(left, batchLen))
	for left > 0 {
		batch := buf[:min(left, batchLen)]
		if err := ids(batch); err != nil {
			return err
		}
		for _, u := range batch {
			if err := s.print(u, encode); err != nil {
				return err
			}
		}
		left -= uint64(len(batch))
	}
	return nil
}

var domains = []choice[uuid.Domain]{
	{"person", uuid.DomainPerson},
	{"group", uuid.DomainGroup},
	{"org", uuid.DomainOrg},
}

// dce prints version 2 IDs.
func dce(s *session, o *options, args []string) error {
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
	return s.printNew(o, each(func() uuid.UUID { return uuid.NewV2(domain, uint32(id)) }))
}

// community prints version 9 IDs.
func community(s *session, o *options, args []string) error {
	if o.community.Unordered && !o.at.IsZero() {
		return misuse("-at and -unordered cannot be combined")
	}
	at := func(t time.Time) (uuid.UUID, error) {
		opts := o.community
		opts.Timestamp = t
		return uuid.NewV9(opts)
	}
	now := func() (uuid.UUID, error) { return at(time.Time{}) } // NewV9 reads the clock for a zero time
	return timed(try(now), at)(s, o, args)
}
