package main

import (
	"errors"
	"flag"
	"time"

	"github.com/seed-8298af95/uuid"
)

var v9Command = command{
	name:    "v9",
	summary: "Generate version 9 IDs, a community format outside RFC 9562",
	example: "-prefix a1b2c3d4 -checksum",
	flags:   newV9Flags,
	run:     with(printV9),
}

type v9Flags struct {
	timedFlags
	layout uuid.V9Options // without a time
}

func newV9Flags() flags {
	f := new(v9Flags)
	f.newAt = func(t time.Time) (uuid.UUID, error) {
		opts := f.layout
		opts.Timestamp = t
		return uuid.NewV9(opts)
	}
	return f
}

func (f *v9Flags) define(fs *flag.FlagSet) {
	f.timedFlags.define(fs)
	fs.Func("prefix", "start each ID with `DIGITS`, up to eight hexadecimal digits", func(value string) error {
		f.layout.Prefix = value
		if _, err := uuid.NewV9(uuid.V9Options{Prefix: value}); err != nil {
			return errors.New(reason(err))
		}
		return nil
	})
	fs.BoolVar(&f.layout.Unordered, "unordered", false, "leave the time out, so the IDs are in random order")
	fs.BoolVar(&f.layout.Checksum, "checksum", false, "end each ID with a CRC-8 of its other digits")
	fs.BoolVar(&f.layout.Version, "version", false, "set the 13th digit, the version, to 9")
	fs.BoolVar(&f.layout.Legacy, "legacy", false, "make IDs look like version 1 or, with -unordered, like version 4")
}

func (f *v9Flags) check(args []string) error {
	if f.layout.Unordered && !f.at.IsZero() {
		return misuse("-at and -unordered cannot be combined")
	}
	return f.timedFlags.check(args)
}

func printV9(s *session, f *v9Flags, _ []string) error {
	now := func() (uuid.UUID, error) { return f.newAt(time.Time{}) } // NewV9 reads the clock for a zero time
	return s.printTimed(&f.timedFlags, try(now))
}
