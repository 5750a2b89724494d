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
	c, ok := lookup(args[0])
	if !ok {
		return misuse(fmt.Sprintf("unknown command %q", args[0]))
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
