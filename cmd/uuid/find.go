package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"

	"github.com/seed-8298af95/uuid"
)

// find prints the IDs in files or standard input, or the text without them.
func find(s *session, o *options, args []string) error {
	scanner := scanner{
		compact: o.compact,
		text:    func([]byte) error { return nil },
		id:      s.printFound(o),
	}
	if o.replace {
		scanner.text = s.write
		scanner.id = func(_ []byte, u uuid.UUID) error {
			return s.write(appendPlaceholder(s.stdout.AvailableBuffer(), u))
		}
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, name := range args {
		if err := s.scanFile(&scanner, name); err != nil {
			return err
		}
	}
	return nil
}

// scanFile scans the file of a name, of which "-" is standard input. It reports that the
// file cannot be read.
func (s *session) scanFile(scanner *scanner, name string) error {
	in := s.stdin
	if name == "-" {
		s.announce("text")
	} else {
		f, err := os.Open(name)
		if err != nil {
			return s.report(err)
		}
		defer f.Close()
		in = f
	}
	readErr, err := scanner.scan(flusher{in, s.stdout})
	switch {
	case err != nil || readErr == nil:
		return err
	case readErr == errOutput:
		return readErr
	}
	return s.report(readErr)
}

// printFound returns what prints an ID that is found.
func (s *session) printFound(o *options) func([]byte, uuid.UUID) error {
	encode := o.encoder()
	return func(_ []byte, u uuid.UUID) error {
		line := encode(s.stdout.AvailableBuffer(), u)
		if o.time {
			line = appendTime(append(line, ' '), u)
		}
		return s.write(append(line, '\n'))
	}
}

// appendTime appends the time that is in u, or a dash if there is none.
func appendTime(b []byte, u uuid.UUID) []byte {
	t, ok := u.Time()
	if !ok {
		return append(b, '-')
	}
	return t.AppendFormat(b, layoutOf(u).timeFormat)
}

// appendPlaceholder appends what stands for u: the same in all texts, so that one can
// follow an ID from one log to the next, and no longer an ID. Two IDs in 2^64 have the same.
func appendPlaceholder(b []byte, u uuid.UUID) []byte {
	sum := sha256.Sum256(u[:])
	return hex.AppendEncode(append(b, "id-"...), sum[:8])
}
