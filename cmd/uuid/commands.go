package main

import (
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A command is a subcommand, such as inspect. Everything that help, the manual page and completion
// say about it comes from these fields and from its notes.
type command struct {
	name    string
	args    string // syntax of the positional arguments, such as "SHELL [WORD ...]"
	summary string
	example string // flags and arguments of an example; a test runs it
	flags   []definition
	run     action
}

// An action runs a command with its flags and positional arguments.
type action func(s *session, o *options, args []string) error

// commands returns all commands, in the order of the help text. It is a function because help, one of
// them, calls it.
func commands() []command {
	type flags = []definition
	return []command{
		{"new", "", "Generate random IDs (an alias for v4)", "-f base58", flags{countFlag, formFlag}, plain(fill(uuid.FillV4))},
		{"v1", "", "Generate IDs from Gregorian time, clock sequence and node", "-n 2", flags{countFlag, atFlag, formFlag}, timed(each(uuid.NewV1), uuid.NewV1At)},
		{"v2", "DOMAIN ID", "Generate DCE Security IDs for a user, group or organization", "person 1000", flags{countFlag, formFlag}, dce},
		{"v3", "NAMESPACE [NAME]", "Generate IDs from names (MD5)", "dns www.example.com", flags{formFlag}, named(uuid.NewV3[string])},
		{"v4", "", "Generate random IDs", "-n 3", flags{countFlag, formFlag}, plain(fill(uuid.FillV4))},
		{"v5", "NAMESPACE [NAME]", "Generate IDs from names (SHA-1)", "url https://www.example.com/", flags{formFlag}, named(uuid.NewV5[string])},
		{"v6", "", "Generate time-ordered IDs (Gregorian time)", "-at 2022-02-22T19:22:22.1234567Z", flags{countFlag, atFlag, formFlag}, timed(each(uuid.NewV6), uuid.NewV6At)},
		{"v7", "", "Generate time-ordered IDs (Unix time)", "-n 3", flags{countFlag, atFlag, formFlag, prefixFlag}, timed(fill(uuid.FillV7), uuid.NewV7At)},
		{"v8", "NAMESPACE [NAME]", "Generate IDs from names (SHA-2 or SHA-3)", "-space sha3-256 dns www.example.com", flags{hashFlags, formFlag}, hashed},
		{"v9", "", "Generate version 9 IDs, a community format outside RFC 9562", "-prefix a1b2c3d4 -checksum", flags{countFlag, atFlag, communityFlags, formFlag}, community},
		{"nil", "", "Print the Nil UUID, all zeros", "-f compact", flags{formFlag}, plain(each(uuid.Nil))},
		{"max", "", "Print the Max UUID, all ones", "-f compact", flags{formFlag}, plain(each(uuid.Max))},
		{"inspect", "[ID ...]", "Decode IDs: version, time and all fields", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", flags{jsonFlag, fromFlag}, inspect},
		{"convert", "[ID ...]", "Print IDs in another encoding or as TypeIDs", "-f base32 f81d4fae-7dec-11d0-a765-00a0c91e6bf6", flags{fromFlag, formFlag, prefixFlag, columnFlags}, convert},
		{"verify", "[ID ...]", "Check that IDs are valid and, optionally, unique and in order", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", flags{verifyFlags, fromFlag}, verify},
		{"find", "[FILE ...]", "Print the IDs in files, such as logs, or replace them", "-time access.log", flags{findFlags, formFlag, prefixFlag}, find},
		{"hide", "[ID ...]", "Turn v7 IDs into v4 IDs that hide time and order", "-key-file key.txt 017f22e2-79b0-7cc3-98c4-dc0c0c07398f", flags{maskFlags, fromFlag, formFlag, prefixFlag}, masked((*uuid.Mask).Hide)},
		{"reveal", "[ID ...]", "Undo hide: print the original v7 IDs", "-key-file key.txt e2e77199-5af7-405a-86f8-97a3f74d773e", flags{maskFlags, fromFlag, formFlag, prefixFlag}, masked((*uuid.Mask).Reveal)},
		{"bounds", "[TIME] [TIME]", "Print inclusive v7 bounds of a time range (-by: end exclusive)", "2022-02-22 2022-02-28", flags{boundsFlags}, bounds},
		{"completion", "SHELL [WORD ...]", "Print a completion script for a shell", "bash", nil, completion},
		{"man", "", "Print the manual page", "", nil, manual},
		{"version", "", "Print the version of this command", "", nil, printVersion},
		{"help", "[COMMAND]", "Describe a command, or list all commands", "inspect", nil, help},
	}
}

// words returns suggestions for the first argument, for completion.
func (c command) words() []string {
	arg, _, _ := strings.Cut(c.args, " ")
	return map[string][]string{"NAMESPACE": names(namespaces), "DOMAIN": names(domains),
		"SHELL": names(shells), "[TIME]": {"now", "today", "yesterday"}}[arg]
}

// notes returns the rest of the help text of a command, after the summary.
func (c command) notes() string {
	switch c.name {
	case "v2":
		return "DOMAIN is one of " + list(domains) + ", or a number up to 255. " +
			"ID is a 32-bit number. UUIDs generated within the same seven minutes can be duplicates."
	case "v3", "v5", "v8":
		return "NAMESPACE is one of " + list(namespaces) + ", or a UUID. Without NAME, each line of standard input is a name. Empty lines are ignored."
	case "convert":
		return "With -column, the IDs are one column of a table on standard input. Empty fields are copied unchanged. A record can be up to 16777216 bytes long. " +
			"A field that is not an ID is also copied, and reported with its line and column. " + prefixNotes
	case "verify":
		return "An ID is valid if it is Nil or Max, or if RFC 9562 defines its version and variant. IDs that fail a check are reported on standard error. " +
			"With -unique or -ordered, verify also prints a summary: the number of IDs, of duplicates (-unique) and of out-of-order IDs (-ordered), " +
			"and the lead (without -v9). The lead is the maximum time by which an ID was ahead of the clock."
	case "find":
		return "The input comes from the files or, without files, from standard input. The file name - also means standard input. " +
			"The input can contain any bytes, and lines of any length. " +
			"find recognizes the canonical form in upper or lower case, even within braces or after urn:uuid:, " +
			"which do not count as part of the ID. It also recognizes TypeIDs with a prefix. " +
			"An ID that is part of a longer run of digits is skipped, unless it has dashes and -replace is set. " +
			"An escape sequence before an ID, such as %7B or \\u003c, does not count as part of the run. " +
			"Nor do the letters of a word that contains one of g to z, such as pod, if the ID has dashes. " +
			"IDs in UTF-16, and IDs whose dashes are underscores or escaped, as in %2D, are not found; -replace counts them on standard error, and exits with status 3. " +
			"-replace reads all files as one text, so it finds an ID that begins in one file and ends in the next, but not one that is broken over two lines. " +
			"If no ID is found, the exit status is 1. With -replace the exit status is 0 even then, but a message says that no ID was found. Another message counts the IDs without dashes that -replace left, because they need -compact. " +
			"Without -f and -prefix, -replace prints a placeholder for each ID. Without -key-file, anyone who knows or guesses an ID, such as one made from a name or a time, can compute its placeholder and so confirm the guess. With -key-file this needs the key."
	case "hide":
		return "The reveal command restores the v7 IDs with the same key and tweak. " + prefixNotes
	case "reveal":
		return "reveal accepts every v4 ID, so it cannot detect a wrong key or tweak, " +
			"or an ID that was never hidden. Nearly all such results have a time in the future, which \"verify -lead 1h\" reports."
	case "bounds":
		return "The range includes the first and last TIME, as in a query with " +
			"WHERE id BETWEEN. TIME is " + timeForms + ". A date, today and yesterday mean the whole day. A single duration, such as -24h, means the range from then until now. Any other single TIME means that instant. " +
			"With -by, there is no TIME argument. Periods are in UTC, and weeks start on Monday. " +
			"The second bound of a period is the first bound of the next period, and is not part of the period itself. " +
			"In all encodings except decimal, oid, base64url and guid-bytes, the text sorts in the same order as the IDs."
	case "completion":
		return "SHELL is one of " + list(shells) + ". " +
			"For bash, put \"source <(" + program + " completion bash)\" into .bashrc. For zsh, put \"source <(" + program + " completion zsh)\" " +
			"into .zshrc after compinit. For fish, put \"" + program + " completion fish | source\" into config.fish. " +
			"The script works for the name that you used to run this command. " +
			"It runs \"" + program + " completion SHELL -- WORD ...\", which prints the completions for the last WORD of a command line."
	case "man":
		return "To view the page, run \"" + program + " man | man -l -\"."
	}
	return ""
}

const prefixNotes = "The output is a TypeID only with -prefix, even if the input is a TypeID."
