package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// help describes the command in args. Without arguments it lists all commands.
func help(s *session, _ *options, args []string) error {
	if len(args) == 0 {
		return s.overview()
	}
	c, err := lookup(args[0])
	if err != nil {
		return err
	}
	return s.describe(c)
}

// overview prints the list of commands.
func (s *session) overview() error {
	fmt.Fprintf(s.stdout, "usage: %s COMMAND [flags] [arguments]\n\n", program)
	for _, c := range commands() {
		fmt.Fprintf(s.stdout, "  %-10s %s\n", c.name, c.summary)
	}
	_, err := fmt.Fprint(s.stdout, "\n", wrap("", flagRules()), "\n", wrap("", idRules), "\n", wrap("", exitStatus), "\nexample: ", program, " v7 -n 3\n")
	return err
}

// purpose is the description in the NAME section of the manual page.
const purpose = "make, inspect, convert, check and find UUIDs of all versions"

// flagRules returns the paragraph about flags in help and the manual page.
func flagRules() string {
	return `Run "` + program + ` help COMMAND" to list the flags of a command. Flags can come before or after ` +
		`other arguments. Everything after "--" is an argument, even if it starts with "-".`
}

// idRules is the paragraph about IDs in help and the manual page.
const idRules = "The IDs are the arguments or, without arguments, the lines of standard input, each up to 65536 bytes long. " +
	"TypeIDs and most encodings are recognized. Base58, base64url, decimal, guid-bytes and base32 without a letter need -from. " +
	"Guid-bytes is the 32 digits of the bytes in Microsoft's order, as in SMBIOS, objectGUID and C#'s ToByteArray; spaces, dashes and colons between them are ignored. " +
	"Empty lines, and white space around an ID, are ignored. UTF-16 must be converted to UTF-8."

// describe prints the help text for a command.
func (s *session) describe(c command) error {
	fmt.Fprintf(s.stdout, "%s\n\n%s", c.usageLine(), wrap("", c.description()))
	title := "\nflags:\n"
	c.flagSet(new(options)).VisitAll(func(f *flag.Flag) {
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

// synopsis returns the syntax of the command line, without "usage:".
func (c command) synopsis() string {
	words := []string{program, c.name}
	if c.flags != nil {
		words = append(words, "[flags]")
	}
	return strings.TrimSpace(strings.Join(append(words, c.args), " "))
}

func (c command) usageLine() string { return "usage: " + c.synopsis() }

func (c command) exampleLine() string { return program + " " + strings.TrimSpace(c.name+" "+c.example) }

// hint returns the advice to print after a command-line error.
func hint(args []string) string {
	if line := meant(args); line != nil && !slices.Equal(line, args) {
		return "Did you mean: " + program + " " + strings.Join(line, " ")
	}
	if len(args) > 0 {
		if c, err := lookup(args[0]); err == nil {
			return c.usageLine() + "\nexample: " + c.exampleLine() + "\nRun \"" + program + " help " + c.name + "\" for more."
		}
	}
	return "Run \"" + program + " help\" for the list of commands."
}

// description returns the summary and the notes of a command.
func (c command) description() string {
	text := c.summary + ". " + c.notes()
	if c.args == "[ID ...]" {
		text += ` "` + program + ` help" says how IDs are read.`
	}
	return strings.Join(strings.Fields(text), " ")
}
