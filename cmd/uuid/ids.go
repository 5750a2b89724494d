package main

import (
	"bufio"
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
	r := bufio.NewReaderSize(&flusher{r: s.stdin, w: s.stdout}, maxLine+len("\r\n"))
	for n := 1; ; n++ {
		line, readErr := readLine(r)
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

// readLine returns the next line without its LF or CRLF. The last line of the input does not need a
// line ending. The buffer of r must have room for maxLine bytes and a CRLF.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	isLong := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		b, err = r.ReadSlice('\n') // skip the rest of the line
	}
	// After a read error, discard the partial line, because the rest of it is missing. At the end of
	// the input, there are no more lines if b is empty, unless b was the end of a long line.
	if err != nil && (err != io.EOF || len(b) == 0 && !isLong) {
		return "", err
	}
	line, ended := strings.CutSuffix(string(b), "\n")
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	if isLong || len(line) > maxLine {
		return "", errLongLine
	}
	return line, nil
}
