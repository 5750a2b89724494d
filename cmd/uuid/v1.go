package main

import "github.com/seed-8298af95/uuid"

var v1Command = command{
	name:    "v1",
	summary: "Generate IDs from Gregorian time, clock sequence and node",
	example: "-n 2",
	called: []wording{
		{words: "v1 1 uuid1 uuidv1 time-v1 -t -time time-based timebased uuid_generate_v1"},
	},
	flags: func() flags { return &timedFlags{newAt: uuid.NewV1At} },
	run:   with(printV1),
}

func printV1(s *session, f *timedFlags, _ []string) error {
	return s.printTimed(f, each(uuid.NewV1))
}
