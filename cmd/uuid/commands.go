package main

import (
	"github.com/seed-8298af95/uuid"
)

// A command is a subcommand, such as inspect. Everything that help, the manual page and completion
// say about it comes from these fields.
type command struct {
	name    string
	args    string // syntax of the positional arguments, such as "SHELL [WORD ...]"
	summary string
	notes   string   // rest of the help text, after the summary
	example string   // flags and arguments of an example; a test runs it
	words   []string // suggestions for the first argument, for completion
	files   bool     // the arguments are files, for completion
	flags   []definition
	run     action
}

// An action runs a command with its flags and positional arguments.
type action func(s *session, o *options, args []string) error

// commands returns all commands, in the order of the help text.
func commands() []command {
	nameNotes := "NAMESPACE is one of " + list(namespaces) + ", or a UUID."
	all := []command{{
		name:    "new",
		summary: "Generate random IDs (an alias for v4)",
		example: "-f base58",
		flags:   []definition{countFlag, formFlag},
		run:     plain(fill(uuid.FillV4)),
	}, {
		name:    "v1",
		summary: "Generate IDs from Gregorian time, clock sequence and node",
		example: "-n 2",
		flags:   []definition{countFlag, atFlag, formFlag},
		run:     timed(each(uuid.NewV1), uuid.NewV1At),
	}, {
		name:    "v2",
		args:    "DOMAIN ID",
		summary: "Generate DCE Security IDs for a user, group or organization",
		notes: "DOMAIN is one of " + list(domains) + ", or a number up to 255. " +
			"ID is a 32-bit number. UUIDs generated within the same seven minutes can be duplicates.",
		example: "person 1000",
		words:   names(domains),
		flags:   []definition{countFlag, formFlag},
		run:     dce,
	}, {
		name:    "v3",
		args:    "NAMESPACE NAME",
		summary: "Generate an ID from a name (MD5)",
		notes:   nameNotes,
		example: "dns www.example.com",
		words:   names(namespaces),
		flags:   []definition{formFlag},
		run:     named(uuid.NewV3[string]),
	}, {
		name:    "v4",
		summary: "Generate random IDs",
		example: "-n 3",
		flags:   []definition{countFlag, formFlag},
		run:     plain(fill(uuid.FillV4)),
	}, {
		name:    "v5",
		args:    "NAMESPACE NAME",
		summary: "Generate an ID from a name (SHA-1)",
		notes:   nameNotes,
		example: "url https://www.example.com/",
		words:   names(namespaces),
		flags:   []definition{formFlag},
		run:     named(uuid.NewV5[string]),
	}, {
		name:    "v6",
		summary: "Generate time-ordered IDs (Gregorian time)",
		example: "-at 2022-02-22T19:22:22.1234567Z",
		flags:   []definition{countFlag, atFlag, formFlag},
		run:     timed(each(uuid.NewV6), uuid.NewV6At),
	}, {
		name:    "v7",
		summary: "Generate time-ordered IDs (Unix time)",
		example: "-n 3",
		flags:   []definition{countFlag, atFlag, formFlag, prefixFlag},
		run:     timed(fill(uuid.FillV7), uuid.NewV7At),
	}, {
		name:    "v8",
		args:    "NAMESPACE NAME",
		summary: "Generate an ID from a name (SHA-2 or SHA-3)",
		notes:   nameNotes,
		example: "-space sha3-256 dns www.example.com",
		words:   names(namespaces),
		flags:   []definition{hashFlags, formFlag},
		run:     hashed,
	}, {
		name:    "v9",
		summary: "Generate version 9 IDs, a community format outside RFC 9562",
		example: "-prefix a1b2c3d4 -checksum",
		flags:   []definition{countFlag, atFlag, communityFlags, formFlag},
		run:     community,
	}, {
		name:    "nil",
		summary: "Print the Nil UUID, all zeros",
		example: "-f compact",
		flags:   []definition{formFlag},
		run:     plain(each(uuid.Nil)),
	}, {
		name:    "max",
		summary: "Print the Max UUID, all ones",
		example: "-f compact",
		flags:   []definition{formFlag},
		run:     plain(each(uuid.Max)),
	}, {
		name:    "inspect",
		args:    "[ID ...]",
		summary: "Decode IDs: version, time and all fields",
		notes:   idNotes,
		example: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		flags:   []definition{jsonFlag, fromFlag},
		run:     inspect,
	}, {
		name:    "convert",
		args:    "[ID ...]",
		summary: "Print IDs in another encoding or as TypeIDs",
		notes: idNotes + " With -column, the IDs are one column of a table on standard input. Empty fields are copied unchanged. " +
			"A field that is not an ID is also copied, and reported with its line and column. " + prefixNotes,
		example: "-f base32 f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		flags:   []definition{fromFlag, formFlag, prefixFlag, columnFlags},
		run:     convert,
	}, {
		name:    "verify",
		args:    "[ID ...]",
		summary: "Check that IDs are valid and, optionally, unique and in order",
		notes: idNotes + " An ID is valid if it is Nil or Max, or if RFC 9562 defines its version and variant. IDs that fail a check are reported on standard error. " +
			"With -unique or -ordered, verify also prints a summary: the number of IDs, of duplicates (-unique) and of out-of-order IDs (-ordered), " +
			"and the lead (without -v9). The lead is the maximum time by which an ID was ahead of the clock.",
		example: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		flags:   []definition{verifyFlags, fromFlag},
		run:     verify,
	}, {
		name:    "find",
		args:    "[FILE ...]",
		summary: "Print the IDs in files, such as logs, or replace them",
		notes: "The input comes from the files or, without files, from standard input. The file name - also means standard input. " +
			"The input can contain any bytes, and lines of any length. " +
			"find recognizes the canonical form in upper or lower case, even within braces or after urn:uuid:, " +
			"which do not count as part of the ID. It also recognizes TypeIDs with a prefix. " +
			"An ID that is part of a longer run of digits is skipped, unless it has dashes and -replace is set. " +
			"An escape sequence before an ID, such as %7B or \\u003c, does not count as part of the run. " +
			"Nor do the letters of a word that contains one of g to z, such as pod, if the ID has dashes. " +
			"IDs in UTF-16, and IDs with escaped dashes such as %2D, are not found but counted, and a message says how many there are. " +
			"If no ID is found, the exit status is 1. With -replace the exit status is 0 even then, but a message says that no ID was found. Another message counts the IDs without dashes that -replace left, because they need -compact. " +
			"Without -f and -prefix, -replace prints a placeholder for each ID. Without -key-file, anyone who knows or guesses an ID, such as one made from a name or a time, can compute its placeholder and so confirm the guess. With -key-file this needs the key.",
		example: "-time access.log",
		flags:   []definition{findFlags, formFlag, prefixFlag},
		files:   true,
		run:     find,
	}, {
		name:    "hide",
		args:    "[ID ...]",
		summary: "Turn v7 IDs into v4 IDs that hide time and order",
		notes:   idNotes + " The reveal command restores the v7 IDs with the same key and tweak. " + prefixNotes,
		example: "-key-file key.txt 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		flags:   []definition{maskFlags, fromFlag, formFlag, prefixFlag},
		run:     masked((*uuid.Mask).Hide),
	}, {
		name:    "reveal",
		args:    "[ID ...]",
		summary: "Undo hide: print the original v7 IDs",
		notes: idNotes + " reveal accepts every v4 ID, so it cannot detect a wrong key or tweak, " +
			"or an ID that was never hidden. Nearly all such results have a time in the future, which \"verify -lead 1h\" reports.",
		example: "-key-file key.txt e2e77199-5af7-405a-86f8-97a3f74d773e",
		flags:   []definition{maskFlags, fromFlag, formFlag, prefixFlag},
		run:     masked((*uuid.Mask).Reveal),
	}, {
		name:    "bounds",
		args:    "[TIME] [TIME]",
		summary: "Print inclusive v7 bounds of a time range (-by: end exclusive)",
		notes: "The range includes the first and last TIME, as in a query with " +
			"WHERE id BETWEEN. TIME is " + timeForms + ". A date, today and yesterday mean the whole day. A single duration, such as -24h, means the range from then until now. Any other single TIME means that instant. " +
			"With -by, there is no TIME argument. Periods are in UTC, and weeks start on Monday. " +
			"The second bound of a period is the first bound of the next period, and is not part of the period itself. " +
			"In all encodings except decimal, oid and base64url, the text sorts in the same order as the IDs.",
		example: "2022-02-22 2022-02-28",
		words:   []string{"today", "yesterday"},
		flags:   []definition{boundsFlags},
		run:     bounds,
	}, {
		name:    "completion",
		args:    "SHELL [WORD ...]",
		summary: "Print a completion script for a shell",
		notes: "SHELL is one of " + list(shells) + ". " +
			"For bash, put \"source <(" + program + " completion bash)\" into .bashrc. For zsh, put \"source <(" + program + " completion zsh)\" " +
			"into .zshrc after compinit. For fish, put \"" + program + " completion fish | source\" into config.fish. " +
			"The script works for the name that you used to run this command. " +
			"It runs \"" + program + " completion SHELL -- WORD ...\", which prints the completions for the last WORD of a command line.",
		example: "bash",
		words:   names(shells),
		run:     completion,
	}, {
		name:    "man",
		summary: "Print the manual page",
		notes:   "To view the page, run \"" + program + " man | man -l -\".",
		run:     manual,
	}, {
		name:    "version",
		summary: "Print the version of this command",
		run:     printVersion,
	}, {
		name:    "help",
		args:    "[COMMAND]",
		summary: "Describe a command, or list all commands",
		example: "inspect",
		run:     help,
	}}
	for _, c := range all { // help completes the names of all commands, including its own
		all[len(all)-1].words = append(all[len(all)-1].words, c.name)
	}
	return all
}

const prefixNotes = "The output is a TypeID only with -prefix, even if the input is a TypeID."

const idNotes = "The IDs are the arguments or, without arguments, the lines of standard input. A line can be up to 65536 bytes long. " +
	"TypeIDs and most encodings are recognized. Base58, base64url, decimal and base32 without a letter need -from. " +
	"Empty lines, and white space around an ID, are ignored."
