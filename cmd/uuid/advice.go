package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// hint returns what to print after a command-line error: the command line that was probably meant, or a
// sentence, or where to read on.
func hint(args []string) string {
	if line := meant(args); line != nil && !slices.Equal(line, args) {
		return "Did you mean: " + program + " " + quote(line)
	}
	if text := advice(args); text != "" {
		return text
	}
	if len(args) > 0 {
		if c, err := lookup(args[0]); err == nil {
			return fmt.Sprintf("%s\nexample: %s\nRun \"%s help %s\" for more.",
				c.usageLine(), c.exampleLine(), program, c.name)
		}
	}
	return "Run \"" + program + " help\" for the list of commands."
}

// quote returns a command line for a shell.
func quote(words []string) string {
	var all []string
	for _, word := range words {
		if !plainWord.MatchString(word) {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

// plainWord matches a word that needs no quotation marks in a shell.
var plainWord = regexp.MustCompile(`^[0-9A-Za-z_@%+:,./=-]+$`)

// advice returns a sentence for a command line whose meaning is clear, but which cannot be replaced by
// another command line. Otherwise it returns "".
func advice(args []string) string {
	if len(args) == 0 {
		return ""
	}
	for _, c := range []command{hideCommand, revealCommand} {
		if c.isCalled(args[0]) && !hasFlag(args, "key-file") {
			return c.name + " reads its key from a file: -key-file FILE"
		}
	}
	c, err := lookup(args[0])
	if isFlagWord(args[0]) || newCommand.isCalled(args[0]) {
		c, err = v4Command, nil
	}
	printsIDs := err == nil && (c.isVersion() || c.name == convertCommand.name)
	capitals := hasFlag(args, "u", "U", "upper", "uppercase", "upper-case", "caps", "capitals")
	switch {
	case capitals && printsIDs:
		return withProgram("for capitals: PROGRAM " + c.name + " | tr a-f A-F")
	case args[0] == "partition", args[0] == "partitions":
		return withProgram("for partitions: PROGRAM bounds -by day -f sql -table NAME")
	}
	words := separate(args)
	for i, word := range words {
		switch {
		case !hasWord("base64 b64", strings.ToLower(bare(word))):
		case i > 0 && hasWord("from i in input", bare(words[i-1])):
			return "base64 needs no -from if it contains +, / or ="
		default:
			return "base64url is base64 with - for +, _ for / and no =: -f base64url"
		}
	}
	return ""
}

// hasFlag reports whether args contains one of the flags.
func hasFlag(args []string, names ...string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(bare(arg), "=")
		return isFlagWord(arg) && slices.Contains(names, name)
	})
}
