package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

var maxCommand = command{
	name:    "max",
	summary: "Print the Max UUID, all ones",
	example: "-f compact",
	called: []wording{
		{words: "ones omni max-uuid maxuuid"},
	},
	flags: func() flags { return new(constantFlags) },
	run:   with(printMax),
}

func printMax(s *session, f *constantFlags, _ []string) error {
	return s.print(uuid.Max(), f.output.encoder())
}

// constantFlags are the flags of nil and max, which print one ID.
type constantFlags struct{ output outputFlags }

func (f *constantFlags) define(fs *flag.FlagSet) { f.output.defineForm(fs) }

func (f *constantFlags) check([]string) error { return nil }
