package main

import (
	"flag"
	"fmt"
	"strings"
)

var helpCommand = command{
	name:    "help",
	args:    "[COMMAND]",
	summary: "Describe a command, or list all commands",
	example: "inspect",
	called: []wording{
		{words: "usage commands ? man manual"},
	},
	flags: func() flags { return new(helpFlags) },
	run:   with(help),
}

type helpFlags struct {
	noFlags
	about command // the command in the argument
}

func (f *helpFlags) check(args []string) (err error) {
	if len(args) > 0 {
		f.about, err = lookup(args[0])
	}
	return err
}

// help describes the command in args. Without arguments it lists all commands.
func help(s *session, f *helpFlags, args []string) error {
	if len(args) == 0 {
		return s.overview()
	}
	return s.describe(f.about)
}

// overview prints the list of commands.
func (s *session) overview() error {
	fmt.Fprintf(s.stdout, "usage: %s COMMAND [flags] [arguments]\n\n", program)
	for _, c := range commands {
		fmt.Fprintf(s.stdout, "  %-10s %s\n", c.name, c.summary)
	}
	for _, paragraph := range []string{withProgram(flagRules), idRules, exitStatus} {
		fmt.Fprint(s.stdout, "\n", wrap("", paragraph))
	}
	_, err := fmt.Fprintf(s.stdout, "\nexample: %s v7 -n 3\n", program)
	return err
}

// flagRules is the paragraph about flags.
const flagRules = `Run "PROGRAM help COMMAND" to list the flags of a command. ` +
	`Flags can come before or after other arguments. ` +
	`Everything after "--" is an argument, even if it starts with "-".`

// idRules is the paragraph about IDs.
const idRules = "IDs are read from the arguments or, if there are none, from the lines of standard input, " +
	"each up to 65536 bytes long. Empty lines, and white space around an ID, are ignored. " +
	"Convert UTF-16 to UTF-8 first. " +
	"TypeIDs and most encodings are recognized. " +
	"Base58, base64url, decimal, guid-bytes, and base32 without a letter need -from. " +
	"Guid-bytes means the 32 digits of the bytes in Microsoft's order, as in SMBIOS, objectGUID and " +
	"C#'s ToByteArray; spaces, dashes and colons between the digits are ignored. " +
	"IDs are also recognized as other programs print their bytes: LDAP's \\85\\2e... and LDIF's objectGUID:: " +
	"in Microsoft's order, and base64, \\x... and 0x... in network order, unless -from guid-bytes is set."

// exitStatus is the paragraph about exit statuses.
const exitStatus = "The exit status is 0 on success. " +
	"It is 2 if the command line is wrong, regardless of the input: " +
	"a flag or another argument is unknown, invalid or missing. " +
	"It is 1 for all other failures, such as an invalid ID, name space or key, an ID that fails a check, " +
	"or an error while reading or writing. " +
	"It is also 1 if verify finds no ID, or if find without -replace finds no ID. " +
	"It is 3 if find -replace leaves an ID in UTF-16 or with other dashes, even if it also cannot read a file. " +
	"If the program that reads the output exits early, as head does, the command stops without an error message."

// withProgram returns text with the name of the program.
func withProgram(text string) string { return strings.ReplaceAll(text, "PROGRAM", program) }

// describe prints the help text for a command.
func (s *session) describe(c command) error {
	fmt.Fprintf(s.stdout, "%s\n\n%s", c.usageLine(), wrap("", c.description()))
	title := "\nflags:\n"
	flagSet(c.flags()).VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprint(s.stdout, title, wrap("  ", "-"+f.Name+" "+value), wrap("      ", usage))
		title = ""
	})
	_, err := fmt.Fprintf(s.stdout, "\nexample: %s\n", c.exampleLine())
	return err
}

// helpWidth is the usual width of a terminal. The help text is ASCII, so a column is a byte.
const helpWidth = 80

// wrap breaks text into lines of at most helpWidth bytes. Each line starts with indent.
func wrap(indent, text string) string {
	var lines strings.Builder
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(word) > helpWidth {
			lines.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word + " "
	}
	return lines.String() + strings.TrimRight(line, " ") + "\n"
}

// These are syntaxes of arguments that several commands share.
const (
	idArgs   = "[ID ...]"
	fileArgs = "[FILE ...]"
)

// usageLine returns the syntax of the command line.
func (c command) usageLine() string {
	words := []string{"usage:", program, c.name}
	flagSet(c.flags()).VisitAll(func(*flag.Flag) {
		if len(words) == 3 {
			words = append(words, "[flags]")
		}
	})
	return strings.TrimSpace(strings.Join(append(words, c.args), " "))
}

func (c command) exampleLine() string { return program + " " + strings.TrimSpace(c.name+" "+c.example) }

// description returns the summary and the notes of a command.
func (c command) description() string {
	text := c.summary + ". " + c.notes
	if c.args == idArgs {
		text += ` "PROGRAM help" explains how IDs are read.`
	}
	return withProgram(text)
}
