// Uuid makes, inspects, converts and checks UUIDs of all versions.
//
// Usage:
//
//	uuid COMMAND [flags] [arguments]
//
// "uuid help" lists the commands and "uuid help COMMAND" describes one.
//
// The exit status is 0 if all went well, 1 if an input is bad or cannot be
// read or the output cannot be written, and 2 if the command line is wrong. A
// reader of the output that goes away, as head does, ends the command quietly
// with status 0.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	ignoreBrokenPipe()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const (
	exitOK = iota
	exitFailure
	exitUsage
)

// A session is one run of the command.
type session struct {
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer
	failed bool // something was reported
}

const outputSize = 64 << 10

// run runs the command with the arguments behind its name and returns its exit
// status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{stdin: stdin, stdout: bufio.NewWriterSize(stdout, outputSize), stderr: stderr}
	err := s.dispatch(args)
	if flushErr := s.stdout.Flush(); flushErr != nil {
		err = flushErr
	}
	if brokenPipe(err) {
		return exitOK
	}
	if err != nil {
		s.report(err)
	}
	if errors.As(err, new(misuse)) {
		fmt.Fprintln(s.stderr, hint(args))
		return exitUsage
	}
	if s.failed {
		return exitFailure
	}
	return exitOK
}

// A misuse is an error that the command line shows without a look at any ID.
type misuse string

func (m misuse) Error() string { return string(m) }

// dispatch runs the command that the arguments name.
func (s *session) dispatch(args []string) error {
	if len(args) == 0 {
		return misuse("missing command")
	}
	c, ok := findCommand(args[0])
	if !ok {
		return misuse(fmt.Sprintf("unknown command %q", args[0]))
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	act := c.flags(fs)
	args, err := parseFlags(fs, args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return s.describe(c)
	case err != nil:
		return misuse(err.Error())
	case len(args) < c.minArgs:
		return misuse("missing argument")
	case len(args) > c.maxArgs:
		return misuse(fmt.Sprintf("unexpected argument %q", args[c.maxArgs]))
	}
	return act(s, args)
}

// findCommand returns the command of a name, which for help may be a flag.
func findCommand(name string) (command, bool) {
	if slices.Contains([]string{"-h", "-help", "--help"}, name) {
		name = "help"
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

// parseFlags parses the flags before, between and behind the positional
// arguments, and returns the latter. Everything behind "--" is positional.
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

// report writes an error to standard error. The library's errors begin with
// the name of the command already.
func (s *session) report(err error) {
	s.failed = true
	fmt.Fprintln(s.stderr, "uuid: "+reason(err))
}

// locate returns err with the place of the input that it is about.
func locate(place string, err error) error {
	return errors.New(place + ": " + reason(err))
}

func reason(err error) string { return strings.TrimPrefix(err.Error(), "uuid: ") }
