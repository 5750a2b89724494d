package main

var newCommand = command{
	name:    "new",
	summary: "Generate random IDs (an alias for v4)",
	example: "-f base58",
	called: []wording{
		{words: "generate gen create make mint uuid guid uuidgen newuuid new-uuid newid newguid new-guid"},
	},
	flags: v4Command.flags,
	run:   v4Command.run,
}
