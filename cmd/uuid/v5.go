package main

import "github.com/seed-8298af95/uuid"

var v5Command = command{
	name:    "v5",
	args:    nameArgs,
	summary: "Generate IDs from names (SHA-1)",
	notes:   nameNotes,
	example: "url https://www.example.com/",
	values:  names(namespaces),
	called: []wording{
		{words: "v5 5 uuid5 uuidv5 -s sha1 sha-1 uuid_generate_v5"},
	},
	flags: func() flags { return new(nameFlags) },
	run:   with(printV5),
}

func printV5(s *session, f *nameFlags, args []string) error {
	return s.printNames(uuid.NewV5[string], f.output.encoder(), args)
}
