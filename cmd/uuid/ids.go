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
// for the ID. It reports a text that decode refuses, and continues with the next text. It ignores
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
		if err == nil {
			err = use(u)
		} else {
			err = locate(fmt.Sprint(place, " ", n), err)
			if !fromInput && isFile(text) { // the user probably wants the IDs in the file
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

// arguments returns args as a sequence of the same type as lines.
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

// byteOrderMark is the mark that some editors write before the first line of a file.
const byteOrderMark = "\ufeff"

// lines returns the lines of standard input, each with the error of reading it. The sequence ends
// after an error other than errLongLine.
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

// readLine returns the next line without its LF or CRLF. The last line of the input may end
// without them. The buffer of r must have room for maxLine bytes and a CRLF.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n') // the next call of readLine returns an error that is not ErrBufferFull
		}
		return "", errLongLine
	}
	// A part of a line before a read error is not a line, because its end is missing.
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
