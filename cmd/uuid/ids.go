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

// forEach decodes each argument or, without arguments, each line of standard input, and calls use
// with the ID. It reports an error from decode, and continues with the next argument or line. It
// ignores empty lines, and white space around an ID.
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
		if err == nil {
			err = use(u)
		} else {
			err = locate(fmt.Sprint(place, " ", n), err)
			if !fromInput && isFile(text) { // the user probably means the IDs in the file
				err = fmt.Errorf("%w; to read the IDs in this file, use: <%s", err, text)
			}
			err = s.report(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isFile reports whether name is the name of a regular file.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// arguments returns args as a sequence without errors, so forEach can read arguments and lines in
// the same way.
func arguments(args []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, arg := range args {
			if !yield(arg, nil) {
				return
			}
		}
	}
}

// maxLine is the maximum length of a line in bytes, without LF or CRLF.
const maxLine = 64 << 10

var errLongLine = fmt.Errorf("longer than %d bytes", maxLine)

// byteOrderMark is the UTF-8 byte order mark, which some editors write at the start of a file.
const byteOrderMark = "\ufeff"

// lines returns the lines of standard input, each with its read error. The sequence ends after an
// error other than errLongLine.
func (s *session) lines() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		s.announce("IDs, one per line")
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

// readLine returns the next line without its LF or CRLF. The last line of the input does not need a
// line end. The buffer of r must have room for maxLine bytes and a CRLF.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n') // skip the rest of the line; the next call to readLine returns any other error
		}
		return "", errLongLine
	}
	// After a read error, discard the partial line, because the rest of it is missing.
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
