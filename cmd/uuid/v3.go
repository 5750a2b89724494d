package main

import "github.com/seed-8298af95/uuid"

var v3Command = command{
	name:    "v3",
	args:    nameArgs,
	summary: "Generate IDs from names (MD5)",
	notes:   nameNotes,
	example: "dns www.example.com",
	values:  names(namespaces),
	called: []wording{
		{words: "v3 3 uuid3 uuidv3 md5 -m uuid_generate_v3"},
	},
	flags: func() flags { return new(nameFlags) },
	run:   with(printV3),
}

func printV3(s *session, f *nameFlags, args []string) error {
	return s.printNames(uuid.NewV3[string], f.output.encoder(), args)
}
