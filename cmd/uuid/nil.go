package main

import "github.com/seed-8298af95/uuid"

var nilCommand = command{
	name:    "nil",
	summary: "Print the Nil UUID, all zeros",
	example: "-f compact",
	called: []wording{
		{words: "zero zeros zeroes empty null nil-uuid niluuid"},
	},
	flags: func() flags { return new(constantFlags) },
	run:   with(printNil),
}

func printNil(s *session, f *constantFlags, _ []string) error {
	return s.print(uuid.Nil(), f.output.encoder())
}
