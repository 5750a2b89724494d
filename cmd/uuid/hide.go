package main

import "github.com/seed-8298af95/uuid"

var hideCommand = command{
	name:    "hide",
	args:    idArgs,
	summary: "Turn v7 IDs into v4 IDs that hide time and order",
	notes:   "The reveal command restores the v7 IDs with the same key and tweak. " + prefixNotes,
	example: "-key-file key.txt 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	called: []wording{
		{words: "mask obfuscate encrypt conceal"},
	},
	flags: func() flags { return new(maskFlags) },
	run:   with(hide),
}

func hide(s *session, f *maskFlags, args []string) error {
	return s.printMasked((*uuid.Mask).Hide, f, args)
}
