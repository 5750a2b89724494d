package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// program is the name by which the command was called.
var program = "uuid"

func main() {
	ignoreBrokenPipe()
	program = programName(os.Args[0])
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses; exitStatus says when there is which.
const (
	exitOK = iota
	exitFailure
	exitUsage
)

// exitStatus is the rule for exit statuses, as help, the manual page and the package
// comment have it.
const exitStatus = "The exit status is 0 if all went well, 1 if an ID was refused, none was found or something " +
	"could not be read or written, and 2 if the command line is wrong in anything but an ID. " +
	"A reader of the output that goes away, as head does, ends the command quietly."

const outputSize = 64 << 10

// run runs the command with the arguments behind its name and returns its exit
// status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{
		stdin:    stdin,
		stdout:   bufio.NewWriterSize(stdout, outputSize),
		stderr:   stderr,
		attended: isTerminal(stdin) && isTerminal(stdout),
	}
	err := s.dispatch(args)
	if flushErr := s.stdout.Flush(); flushErr != nil {
		err = flushErr
	}
	if err != nil && !brokenPipe(err) {
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

// dispatch runs the command that the arguments name.
func (s *session) dispatch(args []string) error {
	if len(args) == 0 {
		if s.attended {
			return s.overview()
		}
		return misuse("missing command")
	}
	c, err := lookup(args[0])
	if err != nil {
		return err
	}
	o, args, err := c.parse(args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return s.describe(c)
	}
	if err != nil {
		return err
	}
	return c.run(s, o, args)
}

// programName returns the name of a program at a path, if a shell needs no quotes for it.
func programName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`).MatchString(name) {
		return name
	}
	return "uuid"
}
