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

// program is the name under which the command was started.
var program = "uuid"

func main() {
	ignoreBrokenPipe()
	program = programName(os.Args[0])
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// These are the exit statuses, which exitStatus explains.
const (
	exitOK = iota
	exitFailure
	exitUsage
	exitLeft
)

const outputSize = 64 << 10 // large, to save calls to Write

// run runs the command with the arguments after the program's name, and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{
		stdin:    stdin,
		stdout:   bufio.NewWriterSize(stdout, outputSize),
		stderr:   stderr,
		attended: isTerminal(stdin) && isTerminal(stdout),
	}
	err := s.dispatch(args)
	// After a failed write, Flush returns the error of that write. Print it instead of errOutput,
	// which only says that a write failed.
	if flushErr := s.stdout.Flush(); flushErr != nil {
		err = flushErr
	}
	if err != nil && !brokenPipe(err) { // the reader of a broken pipe does not want more output
		s.report(err)
	}
	if errors.As(err, new(misuse)) {
		fmt.Fprintln(s.stderr, hint(args))
		return exitUsage
	}
	return s.status
}

// dispatch runs the command that the first argument names.
func (s *session) dispatch(args []string) error {
	if len(args) == 0 {
		// A person gets help. In a script a missing command is probably a mistake.
		if s.attended {
			return s.overview()
		}
		return misuse("missing command")
	}
	c, err := lookup(args[0])
	if err != nil {
		return err
	}
	f, args, err := c.parse(args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return s.describe(c)
	}
	if err != nil {
		return err
	}
	if r, ok := f.(idReader); ok {
		r.setWarn(func(text string) { fmt.Fprintln(s.stderr, program+": "+text) })
	}
	return c.run(s, f, args)
}

// programName returns the name of the program at path. If a shell would have to quote the name,
// it returns "uuid", because examples and scripts contain the name without quotes.
func programName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`).MatchString(name) {
		return name
	}
	return "uuid"
}
