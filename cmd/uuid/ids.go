package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// forEach calls use for the ID in each argument or, without arguments, in each line of
// standard input. It reports an ID that decode refuses, and goes on with the next. It skips
// white space around an ID, and empty lines.
func (s *session) forEach(args []string, decode decoder, use func(uuid.UUID) error) error {
	place, texts := "argument", arguments(args)
	fromInput := len(args) == 0
	if fromInput {
		place, texts = "line", s.lines()
	}
	n := 0
	for text, err := range texts {
		n++
		text = strings.TrimSpace(text)
		if fromInput && text == "" && err == nil {
			continue
		}
		var u uuid.UUID
		if err == nil {
			u, err = decode(text)
		}
		switch err {
		case nil:
			err = use(u)
		case errOutput: // the end of run reports it
		default:
			err = locate(fmt.Sprint(place, " ", n), err)
			if !fromInput && isFile(text) { // a likely mistake
				err = fmt.Errorf("%w; the IDs of a file are read from standard input: <%s", err, text)
			}
			err = s.report(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isFile reports whether there is a regular file with a name.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// arguments returns a sequence of the arguments, like that of lines.
func arguments(args []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, arg := range args {
			if !yield(arg, nil) {
				return
			}
		}
	}
}

// maxLine is the number of bytes of the longest line that is read, without its end.
const maxLine = 64 << 10

var errLongLine = fmt.Errorf("longer than %d bytes", maxLine)

// byteOrderMark stands before the first line of files that some editors write.
const byteOrderMark = "\ufeff"

// lines returns the lines of standard input, each with the error of reading it. No line
// follows an error other than errLongLine.
func (s *session) lines() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		s.announce("IDs, one a line")
		r := bufio.NewReaderSize(flusher{s.stdin, s.stdout}, maxLine+len("\r\n"))
		for mark := byteOrderMark; ; mark = "" {
			line, err := readLine(r)
			line = strings.TrimPrefix(line, mark)
			if err == io.EOF || !yield(line, err) {
				return
			}
			if err != nil && !errors.Is(err, errLongLine) {
				return
			}
		}
	}
}

// readLine returns the next line without its LF or CRLF, which the last line may lack. The
// buffer of r has room for maxLine and CRLF.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n') // another error comes again with the next line
		}
		return "", errLongLine
	}
	if err != nil && (err != io.EOF || len(b) == 0) {
		return "", err
	}
	line, ended := strings.CutSuffix(string(b), "\n")
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	if len(line) > maxLine {
		return "", errLongLine
	}
	return line, nil
}
