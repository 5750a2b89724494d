package main

import (
	"math"

	"github.com/seed-8298af95/uuid"
)

// A command is named by the first argument. Help, the manual page and the completion
// scripts are made from these fields alone.
type command struct {
	name             string
	usage            string // the form of its flags and arguments
	minArgs, maxArgs int    // how many positional arguments
	summary          string
	notes            string   // about the arguments
	example          string   // flags and arguments that work
	words            []string // values of the first argument, for completion
	files            bool     // the arguments are files, for completion
	flags            []option
	run              action
}

// An action runs a command with its flags and positional arguments.
type action func(s *session, o *options, args []string) error

// commands returns all commands, in the order of the help text.
func commands() []command {
	nameNotes := "NAMESPACE is one of " + list(namespaces) + ", or a UUID."
	all := []command{{
		name:    "new",
		usage:   "[flags]",
		summary: "Generate random IDs, the same as v4",
		example: "-f base58",
		flags:   []option{countOption, formOption},
		run:     plain(fill(uuid.FillV4)),
	}, {
		name:    "v1",
		usage:   "[flags]",
		summary: "Generate IDs of Gregorian time, clock sequence and node",
		example: "-n 2",
		flags:   []option{countOption, atOption, formOption},
		run:     timed(each(uuid.NewV1), uuid.NewV1At),
	}, {
		name:    "v2",
		usage:   "[flags] DOMAIN ID",
		minArgs: 2,
		maxArgs: 2,
		summary: "Generate DCE Security IDs of a user, group or organization",
		notes: "DOMAIN is one of " + list(domains) + ", or a number up to 255. " +
			"ID is a number of 32 bits. IDs of the same seven minutes may be the same.",
		example: "person 1000",
		words:   names(domains),
		flags:   []option{countOption, formOption},
		run:     dce,
	}, {
		name:    "v3",
		usage:   "[flags] NAMESPACE NAME",
		minArgs: 2,
		maxArgs: 2,
		summary: "Generate the ID of a name (MD5)",
		notes:   nameNotes,
		example: "dns www.example.com",
		words:   names(namespaces),
		flags:   []option{formOption},
		run:     named(uuid.NewV3[string]),
	}, {
		name:    "v4",
		usage:   "[flags]",
		summary: "Generate random IDs",
		example: "-n 3",
		flags:   []option{countOption, formOption},
		run:     plain(fill(uuid.FillV4)),
	}, {
		name:    "v5",
		usage:   "[flags] NAMESPACE NAME",
		minArgs: 2,
		maxArgs: 2,
		summary: "Generate the ID of a name (SHA-1)",
		notes:   nameNotes,
		example: "url https://www.example.com/",
		words:   names(namespaces),
		flags:   []option{formOption},
		run:     named(uuid.NewV5[string]),
	}, {
		name:    "v6",
		usage:   "[flags]",
		summary: "Generate time-ordered IDs (Gregorian time)",
		example: "-at 2022-02-22T19:22:22.1234567Z",
		flags:   []option{countOption, atOption, formOption},
		run:     timed(each(uuid.NewV6), uuid.NewV6At),
	}, {
		name:    "v7",
		usage:   "[flags]",
		summary: "Generate time-ordered IDs (Unix time)",
		example: "-n 3",
		flags:   []option{countOption, atOption, formOption, prefixOption},
		run:     timed(fill(uuid.FillV7), uuid.NewV7At),
	}, {
		name:    "v8",
		usage:   "[flags] NAMESPACE NAME",
		minArgs: 2,
		maxArgs: 2,
		summary: "Generate the ID of a name (SHA-2 or SHA-3)",
		notes:   nameNotes,
		example: "-space sha3-256 dns www.example.com",
		words:   names(namespaces),
		flags:   []option{hashOption, spaceOption, formOption},
		run:     hashed,
	}, {
		name:    "v9",
		usage:   "[flags]",
		summary: "Generate IDs of the community's version 9, which is not in RFC 9562",
		example: "-prefix a1b2c3d4 -checksum",
		flags: []option{countOption, atOption, digitsOption, unorderedOption, checksumOption,
			versionOption, legacyOption, formOption},
		run: community,
	}, {
		name:    "nil",
		usage:   "[flags]",
		summary: "Print the Nil UUID, all zeros",
		example: "-f compact",
		flags:   []option{formOption},
		run:     constant(uuid.Nil()),
	}, {
		name:    "max",
		usage:   "[flags]",
		summary: "Print the Max UUID, all ones",
		example: "-f compact",
		flags:   []option{formOption},
		run:     constant(uuid.Max()),
	}, {
		name:    "inspect",
		usage:   "[flags] [ID ...]",
		maxArgs: math.MaxInt,
		summary: "Decode IDs: version, time and all fields",
		notes:   idNotes,
		example: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		flags:   []option{jsonOption, fromOption},
		run:     inspect,
	}, {
		name:    "convert",
		usage:   "[flags] [ID ...]",
		maxArgs: math.MaxInt,
		summary: "Print IDs in another encoding or as TypeIDs",
		notes: idNotes + " With -column they are a column of a table. An empty field stays as it is. " +
			"A field that is not an ID stays too, and is an error with its line and column.",
		example: "-f base32 f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		flags:   []option{fromOption, formOption, prefixOption, columnOption, tabOption, headerOption},
		run:     convert,
	}, {
		name:    "verify",
		usage:   "[flags] [ID ...]",
		maxArgs: math.MaxInt,
		summary: "Check that IDs are valid and, if asked, unique and in order",
		notes: idNotes + " An ID is valid if RFC 9562 defines its version and variant. IDs with a fault are named on standard error. " +
			"The summary has the number of IDs, of duplicates and of IDs out of order. " +
			"Without -v9 it also has the lead: the longest time by which an ID was ahead of the clock.",
		example: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		flags:   []option{uniqueOption, orderedOption, leadOption, v9Option, fromOption},
		run:     verify,
	}, {
		name:    "find",
		usage:   "[flags] [FILE ...]",
		maxArgs: math.MaxInt,
		summary: "Print the IDs in a text, such as a log, or replace them",
		notes: "The text is in the files. Without any it is standard input, which is also the file -. " +
			"It may have any bytes in it and lines of any length. " +
			"IDs are found in the canonical form in either case, including in braces and after urn:uuid:, " +
			"and as TypeIDs with a prefix. " +
			"An ID that is part of a longer run of digits is not found. " +
			"An escape in front of an ID, such as %7B or \\u003c, is not part of that run. " +
			"IDs in UTF-16, and IDs with escaped dashes such as %2D, are not found. " +
			"Without -replace the exit status is 1 if no ID is found. " +
			"A placeholder does not show its ID, but anyone who has the ID can compute the placeholder.",
		example: "-time access.log",
		flags:   []option{timeOption, lineOption, formOption, prefixOption, replaceOption, compactOption},
		files:   true,
		run:     find,
	}, {
		name:    "hide",
		usage:   "-key-file FILE [flags] [ID ...]",
		maxArgs: math.MaxInt,
		summary: "Print v7 IDs as v4 IDs that hide time and order",
		notes:   idNotes + " Whoever has the key gets them back with reveal.",
		example: "-key-file key.txt 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		flags:   []option{keyFileOption, tweakOption, fromOption, formOption, prefixOption},
		run:     masked((*uuid.Mask).Hide),
	}, {
		name:    "reveal",
		usage:   "-key-file FILE [flags] [ID ...]",
		maxArgs: math.MaxInt,
		summary: "Print the v7 IDs that hide has hidden",
		notes: idNotes + " Every v4 ID reveals to some v7 ID, so there is no error for a wrong key or tweak, " +
			"or for an ID that was never hidden. The time of nearly all such results is in the future: verify -lead 1h finds it.",
		example: "-key-file key.txt e2e77199-5af7-405a-86f8-97a3f74d773e",
		flags:   []option{keyFileOption, tweakOption, fromOption, formOption, prefixOption},
		run:     masked((*uuid.Mask).Reveal),
	}, {
		name:    "bounds",
		usage:   "[flags] [TIME] [TIME]",
		maxArgs: 2,
		summary: "Print the least and the greatest v7 ID of a span of time",
		notes: "The span is from the first TIME to the last, both included, as in a query's " +
			"WHERE id BETWEEN. TIME is " + timeForms + ". A date is the whole day. A single duration is the span that ends now. " +
			"With -by there is no TIME. The periods are those of UTC, and a week begins on Monday. " +
			"A period ends before its second bound, which is the first bound of the next one. " +
			"As text, all encodings but decimal, oid and base64url sort as the IDs do.",
		example: "2022-02-22 2022-02-28",
		words:   []string{"today", "yesterday"},
		flags:   []option{v6Option, boundsFormOption, byOption, periodCountOption, startOption, tableOption},
		run:     bounds,
	}, {
		name:    "completion",
		usage:   "SHELL",
		minArgs: 1,
		maxArgs: 1,
		summary: "Print a script that completes command lines in a shell",
		notes: "SHELL is one of " + list(shells) + ". " +
			"For bash put \"source <(" + program + " completion bash)\" into .bashrc, for zsh the same with zsh into .zshrc " +
			"behind compinit, and for fish \"" + program + " completion fish | source\" into config.fish. " +
			"The script is for the name by which the command is called.",
		example: "bash",
		words:   names(shells),
		run:     completion,
	}, {
		name:    "man",
		summary: "Print the manual page",
		notes:   "It is in the format of man: \"" + program + " man | man -l -\" shows it.",
		run:     manual,
	}, {
		name:    "version",
		summary: "Print the version of this command",
		run:     printVersion,
	}, {
		name:    "help",
		usage:   "[COMMAND]",
		maxArgs: 1,
		summary: "Describe a command or, without one, list all",
		example: "inspect",
		run:     help,
	}}
	all[len(all)-1].words = commandNames(all)
	return all
}

const idNotes = "The IDs are the arguments or, without any, the lines of standard input, up to 65536 bytes each. " +
	"They may be TypeIDs and in any encoding that says what it is. Base58, base64url and decimal are read with -from only. " +
	"White space around them and empty lines are skipped."
