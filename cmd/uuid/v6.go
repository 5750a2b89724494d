package main

import "github.com/seed-8298af95/uuid"

var v6Command = command{
	name:    "v6",
	summary: "Generate time-ordered IDs (Gregorian time)",
	example: "-at 2022-02-22T19:22:22.1234567Z",
	called: []wording{
		{words: "v6 6 uuid6 uuidv6 time-v6"},
	},
	flags: func() flags { return &timedFlags{newAt: uuid.NewV6At} },
	run:   with(printV6),
}

func printV6(s *session, f *timedFlags, _ []string) error {
	return s.printTimed(f, each(uuid.NewV6))
}
