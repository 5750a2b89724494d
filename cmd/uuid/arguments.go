package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// aliases are flags that stand for commands.
var aliases = map[string]string{
	"-h": "help", "-help": "help", "--help": "help",
	"-version": "version", "--version": "version",
}

// lookup returns the command of a name.
func lookup(name string) (command, error) {
	if alias, ok := aliases[name]; ok {
		name = alias
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, misuse(fmt.Sprintf("unknown command %q", name) + didYouMean(name, commandNames(all), "%q"))
	}
	return all[i], nil
}

// commandNames returns the names of the commands.
func commandNames(all []command) []string {
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}

// parse returns what the arguments behind the name of the command say. The error is
// flag.ErrHelp if they ask for help, or else a misuse.
func (c command) parse(args []string) (*options, []string, error) {
	o := newOptions()
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for _, opt := range c.flags {
		opt.define(fs, o)
	}
	args, err := parseFlags(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil, nil, err
	case err != nil:
		return nil, nil, misuse(c.explain(err))
	case len(args) < c.minArgs:
		return nil, nil, misuse("missing argument")
	case len(args) > c.maxArgs:
		return nil, nil, misuse(fmt.Sprintf("unexpected argument %q", args[c.maxArgs]))
	}
	return o, args, conflict(fs)
}

// explain returns the text of an error of package flag. If that is an unknown flag, the
// text names the one that was meant.
func (c command) explain(err error) string {
	text := err.Error()
	name, unknown := strings.CutPrefix(text, "flag provided but not defined: -")
	if !unknown {
		return text
	}
	var names []string
	for _, opt := range c.flags {
		names = append(names, opt.name)
	}
	return text + didYouMean(name, names, "-%s")
}

// parseFlags parses the flags before, between and behind the positional arguments, and
// returns the latter. Everything behind "--" is positional.
func parseFlags(fs *flag.FlagSet, args []string) ([]string, error) {
	var positional []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		parsed := args[:len(args)-len(rest)]
		if len(rest) == 0 || len(parsed) > 0 && parsed[len(parsed)-1] == "--" {
			return append(positional, rest...), nil
		}
		positional, args = append(positional, rest[0]), rest[1:]
	}
}

// conflict returns a misuse if two flags are given of which one excludes the other.
func conflict(fs *flag.FlagSet) error {
	given := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, pair := range exclusive {
		if given[pair[0]] && given[pair[1]] {
			return misuse("-" + pair[0] + " and -" + pair[1] + " exclude each other")
		}
	}
	return nil
}
