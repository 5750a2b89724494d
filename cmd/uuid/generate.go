package main

import (
	"flag"
	"time"

	"github.com/seed-8298af95/uuid"
)

// This file contains what the commands that print new IDs share.

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

const countUsage = "print `COUNT` IDs instead of one"

// countedFlags are the flags of a command that prints new IDs without a time of the user's choice.
type countedFlags struct {
	count  countFlag
	output outputFlags
}

func (f *countedFlags) define(fs *flag.FlagSet) {
	f.count.define(fs, countUsage)
	f.output.defineForm(fs)
}

func (f *countedFlags) check([]string) error { return nil }

// timedFlags are the flags of a command that prints new IDs with the current time or a given one.
type timedFlags struct {
	countedFlags
	at timeFlag

	newAt func(time.Time) (uuid.UUID, error) // returns an ID of a time
}

func (f *timedFlags) define(fs *flag.FlagSet) {
	f.countedFlags.define(fs)
	f.at.define(fs, "at", "use `TIME` instead of the current time; IDs with the same TIME are in random order; "+
		"TIME is "+timeForms)
}

func (f *timedFlags) check([]string) error {
	if f.at.IsZero() {
		return nil
	}
	// Even with -n 0, a time that the version cannot represent is a misuse.
	if _, err := f.newAt(f.at.Time); err != nil {
		return misuse("flag -at: " + reason(err))
	}
	return nil
}

// printTimed prints IDs from the source named now or, with -at, IDs of that time.
func (s *session) printTimed(f *timedFlags, now source) error {
	ids := now
	if !f.at.IsZero() {
		ids = try(func() (uuid.UUID, error) { return f.newAt(f.at.Time) })
	}
	return s.printNew(&f.countedFlags, ids)
}

// batchLen is the number of IDs that printNew generates at a time.
const batchLen = 1024

// printNew prints as many new IDs as -n requests. It generates them in batches, because
// FillV4 and FillV7 are faster than separate calls.
func (s *session) printNew(f *countedFlags, ids source) error {
	encode, left := f.output.encoder(), uint64(f.count)
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
