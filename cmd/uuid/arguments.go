package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"
)

// parse parses the arguments after the command's name into flags and positional arguments. The
// error is flag.ErrHelp if -h or -help comes before any wrong flag. Any other error is a misuse.
func (c command) parse(args []string) (flags, []string, error) {
	f := c.flags()
	fs := flagSet(f)
	groups, args := split(fs, args)
	for _, words := range groups { // Parse would stop at the first positional argument
		defined, value := lookupFlag(fs, words[0])
		n := fs.NFlag()
		err := fs.Parse(words)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, nil, err
		case err != nil:
			return nil, nil, misuse(fmt.Sprintf("%.600s", err))
		case value != "" && fs.NFlag() == n: // Parse would ignore the first value of -column 2 -column 3
			return nil, nil, misuse("flag provided twice: -" + defined.Name)
		}
	}
	least, most := c.numberOfArgs()
	switch {
	case len(args) < least:
		return nil, nil, misuse("missing argument")
	case len(args) > most:
		return nil, nil, misuse(fmt.Sprintf("unexpected argument %.64q", args[most]))
	}
	if err := f.check(args); err != nil {
		return nil, nil, err
	}
	return f, args, nil
}

// flagSet returns the definitions of f. Parsing them sets f.
func flagSet(f flags) *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // run prints the error
	f.define(fs)
	return fs
}

// numberOfArgs returns the minimum and maximum number of positional arguments.
func (c command) numberOfArgs() (least, most int) {
	for word := range strings.FieldsSeq(c.args) {
		switch {
		case word == "...]":
			return least, math.MaxInt
		case word[0] != '[':
			least++
		}
		most++
	}
	return least, most
}

// lookupFlag returns the flag that arg sets, as -n and --n=3 do, and the name of its value in the
// help text, which is "" for a flag without a value. The flag is nil if arg sets no flag of fs.
func lookupFlag(fs *flag.FlagSet, arg string) (f *flag.Flag, value string) {
	name, isFlag := strings.CutPrefix(arg, "-")
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
	f = fs.Lookup(name)
	if !isFlag || f == nil {
		return nil, ""
	}
	value, _ = flag.UnquoteUsage(f)
	return f, value
}

// split separates flags, which can be anywhere among the arguments, from positional arguments. Each
// element of groups is a flag, followed by its value if that is the next argument. All arguments
// after "--" are positional. A dash and a digit start a flag only if fs has a flag with that name,
// such as -6. Otherwise the argument is positional, such as the duration -24h.
func split(fs *flag.FlagSet, args []string) (groups [][]string, positional []string) {
	for len(args) > 0 {
		arg, n := args[0], 1
		f, value := lookupFlag(fs, arg)
		switch {
		case arg == "--":
			return groups, append(positional, args[1:]...)
		case len(arg) < 2 || arg[0] != '-' || f == nil && '0' <= arg[1] && arg[1] <= '9':
			positional = append(positional, arg)
		default:
			if value != "" && !strings.Contains(arg, "=") {
				n = min(2, len(args)) // the next argument is the value
			}
			groups = append(groups, args[:n])
		}
		args = args[n:]
	}
	return groups, positional
}
