package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A session is one run of the command.
type session struct {
	stdin    io.Reader
	stdout   *bufio.Writer
	stderr   io.Writer
	attended bool // a person types the input and reads the output
	status   int  // the exit status, unless the command line is wrong
}

// report prints err on standard error. The command must stop if report returns an error: either
// standard error cannot be written, or err is errOutput. report does not print errOutput, because
// run reports its cause.
func (s *session) report(err error) error {
	if err == errOutput {
		return err
	}
	s.status = max(s.status, exitFailure)
	return s.remark(err)
}

// remark prints err on standard error as report does, but does not count it as a failure.
func (s *session) remark(err error) error {
	_, err = fmt.Fprintln(s.stderr, program+": "+reason(err))
	return err
}

// locate adds a place in the input before the message of err. It returns errOutput unchanged.
func locate(place string, err error) error {
	if err == errOutput {
		return err
	}
	return errors.New(place + ": " + reason(err))
}

// reason returns the message of err without the library's prefix, with the name of a file quoted.
func reason(err error) string {
	if file, ok := err.(*fs.PathError); ok {
		return fmt.Sprintf("%s %q: %v", file.Op, file.Path, file.Err)
	}
	return strings.TrimPrefix(err.Error(), "uuid: ")
}

// A misuse is a command-line error other than an invalid ID.
type misuse string

func (m misuse) Error() string { return string(m) }

// badArgument returns err as a misuse of argument n, counting from 1.
func badArgument(n int, err error) error {
	return misuse(fmt.Sprintf("argument %d: %s", n, reason(err)))
}

// errOutput means that the output cannot be written. It is not reported: the call to Flush in run
// returns the cause.
var errOutput = errors.New("the output cannot be written")

// A flusher reads from r, and flushes w before each read, so a person who types the input sees all
// output so far. If the flush fails, the flusher does not read. It does not read UTF-16 either.
type flusher struct {
	r    io.Reader
	w    *bufio.Writer
	read bool
}

func (f *flusher) Read(p []byte) (int, error) {
	if f.w.Flush() != nil {
		return 0, errOutput
	}
	n, err := f.r.Read(p)
	if !f.read && n > 0 {
		f.read = true
		if isUTF16(p[:n]) {
			return 0, errors.New("the input is UTF-16; first convert it: iconv -f UTF-16 -t UTF-8")
		}
	}
	return n, err
}

// isUTF16 reports whether b starts with a byte order mark or two letters in UTF-16.
func isUTF16(b []byte) bool {
	mark := string(b[:min(2, len(b))])
	if mark == "\xff\xfe" || mark == "\xfe\xff" {
		return true
	}
	if len(b) < 4 {
		return false
	}
	bigEndian := b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0
	littleEndian := b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0
	return bigEndian || littleEndian
}

// print writes an ID and a newline.
func (s *session) print(u uuid.UUID, encode encoder) error {
	return s.write(append(encode(s.stdout.AvailableBuffer(), u), '\n'))
}

// write writes b to standard output. Its only error is errOutput.
func (s *session) write(b []byte) error {
	if _, err := s.stdout.Write(b); err != nil {
		return errOutput
	}
	return nil
}
