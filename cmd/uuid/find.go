package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/seed-8298af95/uuid"
)

// find prints the IDs in files or standard input. With -replace it prints the whole input, with
// each ID replaced.
func find(s *session, o *options, args []string) error {
	if o.replace && (o.time || o.line) {
		return misuse("-replace cannot be combined with -time or -line")
	}
	hidden := o.replace && o.form == "" && o.prefix == nil
	if o.keyFile != "" && !hidden {
		return misuse("-key-file needs -replace, without -f and -prefix")
	}
	encode := o.encoder()
	if hidden {
		var err error
		encode, err = o.placeholders()
		if err != nil {
			return err
		}
	}
	file, line, found := "", 0, false // the scanner's position, and whether it found an ID
	scanner := scanner{
		compact:    o.compact,
		everywhere: o.replace,
		left:       make(map[string]int),
		text: func(text []byte) error {
			// An ID contains no LF, so all LFs are in the text between IDs.
			line += bytes.Count(text, []byte("\n"))
			if o.replace {
				return s.write(text)
			}
			return nil
		},
		id: func(_ []byte, u uuid.UUID) error {
			found = true
			b := s.stdout.AvailableBuffer()
			if o.line {
				b = fmt.Appendf(b, "%s:%d:", file, line)
			}
			b = encode(b, u)
			if o.time {
				b = appendTime(append(b, ' '), u)
			}
			if !o.replace {
				b = append(b, '\n')
			}
			return s.write(b)
		},
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, file = range args {
		line = 1
		if err := s.scanFile(&scanner, file); err != nil {
			return err
		}
	}
	// The output of -replace is one text, so an ID can begin in one file and end in the next.
	if err := scanner.scan(new(bytes.Reader), true); err != io.EOF {
		return err
	}
	if !found && !o.replace {
		s.status = exitFailure // as for grep
	} else if !found { // a log without IDs is not an error, but someone may want to publish this output
		fmt.Fprintln(s.stderr, program+": found no ID to replace")
	}
	for _, form := range slices.Sorted(maps.Keys(scanner.left)) {
		fmt.Fprintf(s.stderr, "%s: left %d IDs %s\n", program, scanner.left[form], form)
		if form != withoutDashes {
			s.status = exitLeft
		}
	}
	return nil
}

// scanFile scans the file with the given name. The name "-" means standard input. If the file
// cannot be read, scanFile reports that and returns nil, so find continues with the next file. It
// returns an error only if the output or the report fails.
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
	if err := scanner.scan(&flusher{r: in, w: s.stdout}, !scanner.everywhere); err != io.EOF {
		return s.report(err)
	}
	return nil
}

// appendTime appends the time in u, or a dash if u has no time.
func appendTime(b []byte, u uuid.UUID) []byte {
	t, ok := u.Time()
	if !ok {
		return append(b, '-')
	}
	return t.AppendFormat(b, layoutOf(u).timeFormat)
}

// placeholders returns the encoder of placeholders. Equal IDs always get the same placeholder, so a
// reader can follow an ID from one log to the next. Two different IDs get the same placeholder with
// a probability of 1 in 2^64. The x keeps the digits apart from digits that follow.
func (o *options) placeholders() (encoder, error) {
	sum := sha256.New()
	if o.keyFile != "" {
		key, err := readKey(o.keyFile)
		if err != nil {
			return nil, locate("flag -key-file", err)
		}
		sum = hmac.New(sha256.New, key)
	}
	digest := make([]byte, 0, sha256.Size)
	return func(b []byte, u uuid.UUID) []byte {
		sum.Reset()
		sum.Write(u[:])
		return append(hex.AppendEncode(append(b, "id-"...), sum.Sum(digest)[:8]), 'x')
	}, nil
}
