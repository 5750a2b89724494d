package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

var v7Command = command{
	name:    "v7",
	summary: "Generate time-ordered IDs (Unix time)",
	example: "-n 3",
	called: []wording{
		{words: "v7 7 uuid7 uuidv7 time-v7 sortable time-ordered"},
		{words: "ulid", flags: "-f base32"},
		{words: "typeid", flags: "-prefix"},
	},
	flags: func() flags { return &v7Flags{timedFlags{newAt: uuid.NewV7At}} },
	run:   with(printV7),
}

type v7Flags struct{ timedFlags }

func (f *v7Flags) define(fs *flag.FlagSet) {
	f.timedFlags.define(fs)
	f.output.definePrefix(fs)
}

func (f *v7Flags) check(args []string) error {
	if err := f.output.check(); err != nil {
		return err
	}
	return f.timedFlags.check(args)
}

func printV7(s *session, f *v7Flags, _ []string) error {
	return s.printTimed(&f.timedFlags, fill(uuid.FillV7))
}
