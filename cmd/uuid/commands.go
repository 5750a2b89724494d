package main

import (
	"flag"
	"fmt"
)

// commands lists all commands, in the order of the help text.
var commands []command

func init() { // not where commands is declared, because the help command refers to the list
	commands = []command{
		newCommand,
		v1Command,
		v2Command,
		v3Command,
		v4Command,
		v5Command,
		v6Command,
		v7Command,
		v8Command,
		v9Command,
		nilCommand,
		maxCommand,
		inspectCommand,
		convertCommand,
		verifyCommand,
		findCommand,
		hideCommand,
		revealCommand,
		boundsCommand,
		completionCommand,
		versionCommand,
		helpCommand,
	}
}

// A command is a subcommand, such as inspect. Everything that help and completion say about it
// comes from these fields and from its flags.
type command struct {
	name    string
	args    string // syntax of the positional arguments, such as "SHELL [WORD ...]"
	summary string // one line, without a period
	notes   string // the rest of the help text; PROGRAM stands for the name of the program
	example string // flags and arguments of an example; a test runs it

	called []wording // other words that people try first; a suggestion names the command
	values []string  // what completion offers for the first argument

	flags func() flags // returns the flags for one run of the command
	run   action
}

// flags are the values of a command's flags, for one run of the command.
type flags interface {
	// define defines the flags in fs, and sets their default values. Parsing the flags sets their
	// other values. The usage of a flag names its value between backquotes; see [flag.UnquoteUsage].
	define(fs *flag.FlagSet)

	// check is called after the flags have been parsed. It returns an error if the flags or the
	// positional arguments are wrong regardless of the input. It may also store what it has
	// parsed from the arguments.
	check(args []string) error
}

// An action runs a command with its flags and positional arguments.
type action func(s *session, f flags, args []string) error

// with returns the action that calls run. F is the type of the flags that the command's flags
// function returns.
func with[F flags](run func(s *session, f F, args []string) error) action {
	return func(s *session, f flags, args []string) error { return run(s, f.(F), args) }
}

// noFlags are the flags of a command without flags.
type noFlags struct{}

func (*noFlags) define(*flag.FlagSet) {}

func (*noFlags) check([]string) error { return nil }

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
	for _, c := range commands {
		if c.name == name {
			return c, nil
		}
	}
	return command{}, misuse(fmt.Sprintf("unknown command %.64q", name))
}
