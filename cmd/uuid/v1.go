package main

import "github.com/seed-8298af95/uuid"

var v1Command = command{
	name:    "v1",
	summary: "Generate IDs from Gregorian time, clock sequence and node",
	example: "-n 2",
	flags:   func() flags { return &timedFlags{newAt: uuid.NewV1At} },
	run:     with(printV1),
}

func printV1(s *session, f *timedFlags, _ []string) error {
	return s.printTimed(f, each(uuid.NewV1))
}
