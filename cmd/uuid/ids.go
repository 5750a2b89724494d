package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// forEach decodes each argument or, without arguments, each line of standard input, and calls use
// with the ID. It reports an error from decode, and continues with the next argument or line. It
// ignores lines of white space. If a person types the input, it first says what to type.
func (s *session) forEach(what string, args []string, decode decoder, use func(uuid.UUID) error) error {
	for i, arg := range args {
		u, err := decode(arg)
		if err != nil && isFile(arg) { // the user probably means the IDs in the file
			err = fmt.Errorf("%w; to read the IDs in this file, use: <%q", err, arg)
		}
		if err := s.useOrReport(u, err, use, "argument", i+1); err != nil {
			return err
		}
	}
	if len(args) > 0 {
		return nil
	}
	s.announce(what + ", one per line")
	lines := lineReader{r: bufio.NewReaderSize(&flusher{r: s.stdin, w: s.stdout}, maxLine+len("\r\n"))}
	for n := 1; ; n++ {
		line, readErr := lines.next()
		if n == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		if readErr == io.EOF {
			return nil
		}
		if readErr == nil && strings.TrimSpace(line) == "" {
			continue
		}
		u, err := uuid.UUID{}, readErr
		if err == nil {
			u, err = decode(line)
		}
		if err := s.useOrReport(u, err, use, "line", n); err != nil {
			return err
		}
		if readErr != nil && readErr != errLongLine {
			return nil
		}
	}
}

// useOrReport calls use if err is nil. Otherwise it reports err with its place in the input.
func (s *session) useOrReport(u uuid.UUID, err error, use func(uuid.UUID) error, place string, n int) error {
	if err == nil {
		return use(u)
	}
	return s.report(locate(fmt.Sprint(place, " ", n), err))
}

// isFile reports whether name names a regular file.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// maxLine is the maximum length of a line in bytes, without LF or CRLF.
const maxLine = 64 << 10

var errLongLine = fmt.Errorf("longer than %d bytes", maxLine)

// byteOrderMark is the UTF-8 byte order mark, which some editors write at the start of a file.
const byteOrderMark = "\ufeff"

// A lineReader reads lines. Lines that are in the buffer of r become one string, because a string for each
// line would take a fifth of the time of verify. The place in this string is an offset, because storing a
// pointer for each line would take another twentieth.
type lineReader struct {
	r     *bufio.Reader // its buffer must have room for maxLine bytes and a CRLF
	ahead string        // whole lines that were read from r
	at    int           // offset in ahead of the next line
}

// next returns the next line without its LF or CRLF. The last line of the input does not need a line
// ending.
func (l *lineReader) next() (string, error) {
	if l.at == len(l.ahead) {
		buffered, _ := l.r.Peek(l.r.Buffered())
		n := bytes.LastIndexByte(buffered, '\n') + 1
		if n == 0 {
			return l.readSlow()
		}
		l.ahead, l.at = string(buffered[:n]), 0
		l.r.Discard(n)
	}
	line, _, _ := strings.Cut(l.ahead[l.at:], "\n")
	l.at += len(line) + len("\n")
	return shortLine(strings.TrimSuffix(line, "\r"))
}

// readSlow returns the next line if its end has not been read from the input yet.
func (l *lineReader) readSlow() (string, error) {
	b, err := l.r.ReadSlice('\n')
	isLong := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		b, err = l.r.ReadSlice('\n') // skip the rest of the line
	}
	// After a read error, discard the partial line, because the rest of it is missing. At the end of
	// the input, there are no more lines if b is empty, unless b was the end of a long line.
	switch {
	case err != nil && (err != io.EOF || len(b) == 0 && !isLong):
		return "", err
	case isLong:
		return "", errLongLine
	}
	line, ended := strings.CutSuffix(string(b), "\n")
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	return shortLine(line)
}

// shortLine returns the line unless it is too long.
func shortLine(line string) (string, error) {
	if len(line) > maxLine {
		return "", errLongLine
	}
	return line, nil
}
