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

// The exit statuses. exitStatus explains them.
const (
	exitOK = iota
	exitFailure
	exitUsage
)

// exitStatus is the paragraph about exit statuses in the help text, the manual page and the
// package comment.
const exitStatus = "The exit status is 0 if all went well. It is 1 if an ID was refused, if find has found none, or if something " +
	"could not be read or written. It is 2 if a flag, or an argument other than an ID, is wrong. " +
	"If the reader of the output goes away, as head does, the command ends quietly."

const outputSize = 64 << 10

// run runs the program with the arguments that follow its name, and returns the exit status.
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

// programName returns the name of the program at a path. A name that a shell would have to
// quote is not used in examples and scripts: it becomes "uuid".
func programName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`).MatchString(name) {
		return name
	}
	return "uuid"
}
