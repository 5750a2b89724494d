package main

import "github.com/seed-8298af95/uuid"

var revealCommand = command{
	name:    "reveal",
	args:    idArgs,
	summary: "Undo hide: print the original v7 IDs",
	notes: "reveal accepts every v4 ID, so it cannot detect a wrong key or tweak, or an ID that was never hidden. " +
		"Nearly all such results have a time in the future, which \"verify -lead 1h\" reports.",
	example: "-key-file key.txt e2e77199-5af7-405a-86f8-97a3f74d773e",
	called: []wording{
		{words: "unmask unhide deobfuscate decrypt"},
	},
	flags: func() flags { return new(maskFlags) },
	run:   with(reveal),
}

func reveal(s *session, f *maskFlags, args []string) error {
	return s.printMasked((*uuid.Mask).Reveal, f, args)
}
