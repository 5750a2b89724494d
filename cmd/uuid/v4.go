package main

import "github.com/seed-8298af95/uuid"

var v4Command = command{
	name:    "v4",
	summary: "Generate random IDs",
	example: "-n 3",
	called: []wording{
		{words: "v4 4 uuid4 uuidv4 -r random rand rnd randomuuid random-uuid uuid_generate_v4 gen_random_uuid"},
	},
	flags: func() flags { return new(countedFlags) },
	run:   with(printV4),
}

func printV4(s *session, f *countedFlags, _ []string) error {
	return s.printNew(f, fill(uuid.FillV4))
}
