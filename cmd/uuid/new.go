package main

var newCommand = command{
	name:    "new",
	summary: "Generate random IDs (an alias for v4)",
	example: "-f base58",
	flags:   v4Command.flags,
	run:     v4Command.run,
}
