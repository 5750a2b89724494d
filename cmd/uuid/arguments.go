package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// aliases maps flags such as --help to commands.
var aliases = map[string]string{
	"-h": "help", "-help": "help", "--help": "help",
	"-version": "version", "--version": "version",
}

// lookup returns the command with the given name.
func lookup(name string) (command, error) {
	if alias, ok := aliases[name]; ok {
		name = alias
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i >= 0 {
		return all[i], nil
	}
	if _, err := recognize(name); err == nil {
		return command{}, misuse(fmt.Sprintf("%q is an ID, not a command; to show its fields, run: %s inspect %[1]s", name, program))
	}
	return command{}, misuse(fmt.Sprintf("unknown command %q", name) + didYouMean(name, commandNames(all), "%q"))
}

// commandNames returns the names of the commands.
func commandNames(all []command) []string {
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}

// parse parses the arguments after the command's name into flags and positional arguments. The
// error is flag.ErrHelp if the arguments contain -h or -help. Any other error is a misuse.
func (c command) parse(args []string) (*options, []string, error) {
	o := newOptions()
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // run prints the error
	for _, opt := range c.flags {
		opt.define(fs, o)
	}
	flags, args := c.split(args)
	for _, f := range flags { // Parse would stop at the first positional argument
		err := fs.Parse(f)
		if errors.Is(err, flag.ErrHelp) {
			return nil, nil, err
		}
		if err != nil {
			return nil, nil, misuse(c.explain(err))
		}
	}
	least, most := c.numberOfArgs()
	switch {
	case len(args) < least:
		return nil, nil, misuse("missing argument")
	case len(args) > most:
		return nil, nil, misuse(fmt.Sprintf("unexpected argument %q", args[most]))
	}
	return o, args, nil
}

// explain returns the message for an error from package flag. If a flag is unknown, the message
// suggests c's flag with the most similar name.
func (c command) explain(err error) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err.Error()
	}
	var names []string
	for _, opt := range c.flags {
		names = append(names, opt.name)
	}
	return err.Error() + didYouMean(name, names, "-%s")
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

// flag returns the flag of c that arg sets, as -n and --n=3 do. It returns the zero option if arg
// sets no flag of c.
func (c command) flag(arg string) option {
	name, _, _ := strings.Cut(arg, "=")
	for _, opt := range c.flags {
		if name == "-"+opt.name || name == "--"+opt.name {
			return opt
		}
	}
	return option{}
}

// split separates flags, which can be anywhere among the arguments, from positional arguments. Each
// element of flags is a flag, followed by its value if that is the next argument. All arguments
// after "--" are positional. A dash and a digit start a flag only if c has a flag with that name,
// such as -6. Otherwise the argument is positional, such as the duration -24h.
func (c command) split(args []string) (flags [][]string, positional []string) {
	for len(args) > 0 {
		arg, n := args[0], 1
		opt := c.flag(arg)
		switch {
		case arg == "--":
			return flags, append(positional, args[1:]...)
		case len(arg) < 2 || arg[0] != '-' || opt.name == "" && '0' <= arg[1] && arg[1] <= '9':
			positional = append(positional, arg)
		default:
			if opt.value != "" && !strings.Contains(arg, "=") {
				n = min(2, len(args)) // the next argument is the value
			}
			flags = append(flags, args[:n])
		}
		args = args[n:]
	}
	return flags, positional
}
