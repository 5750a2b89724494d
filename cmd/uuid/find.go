package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/seed-8298af95/uuid"
)

var findCommand = command{
	name:    "find",
	args:    fileArgs,
	summary: "Print the IDs in files, such as logs, or replace them",
	notes: "The input comes from the files or, without files, from standard input. " +
		"The file name - also means standard input. The input can contain any bytes, and lines of any length. " +
		"find recognizes the canonical form in upper or lower case, even within braces or after urn:uuid:, " +
		"which do not count as part of the ID. It also recognizes TypeIDs with a prefix. " +
		"An ID that is part of a longer run of digits is skipped, unless it has dashes and -replace is set. " +
		"An escape sequence before an ID, such as %7B or \\u003c, does not count as part of the run. " +
		"Nor do the letters of a word that contains one of g to z, such as pod, if the ID has dashes. " +
		"IDs in UTF-16, and IDs whose dashes are underscores or escaped, as in %2D, are not found; " +
		"-replace counts them on standard error, and exits with status 3. " +
		"-replace reads all files as one text, so it finds an ID that begins in one file and ends in the next, " +
		"but not one that is broken over two lines. " +
		"-replace does not see IDs in base64, base64url, base58, decimal and other encodings, " +
		"in compressed or encrypted data, or without their prefix or dashes. It leaves them in the output " +
		"without a message, except for 32 digits. " +
		"If no ID is found, the exit status is 1. With -replace, it is 0 even then, " +
		"but a message says that no ID was found. " +
		"Another message counts the IDs without dashes that -replace leaves because they need -compact. " +
		"Without -f and -prefix, -replace prints a placeholder for each ID. " +
		"Without -key-file, anyone who knows or guesses an ID, such as one made from a name or a time, " +
		"can compute its placeholder and thus confirm the guess. With -key-file, this requires the key.",
	example: "-time access.log",
	called: []wording{
		{words: "grep search extract scan"},
		{words: "replace redact anonymize anonymise scrub sanitize sanitise pseudonymize", flags: "-replace"},
	},
	flags: func() flags { return new(findFlags) },
	run:   with(find),
}

type findFlags struct {
	output  outputFlags
	time    bool   // print the time of each ID
	line    bool   // print the file name and line number of each ID
	replace bool   // print the input with each ID replaced
	compact bool   // also find IDs written as 32 hexadecimal digits
	keyFile string // file with a key for placeholders
}

func (f *findFlags) define(fs *flag.FlagSet) {
	fs.BoolVar(&f.time, "time", false, "print the time after each ID, or - if the ID has no time")
	fs.BoolVar(&f.line, "line", false, "print FILE:LINE: before each ID")
	fs.BoolVar(&f.replace, "replace", false, "print the whole input, "+
		"with each ID converted as -f or -prefix requests. "+
		"Without these flags, each ID becomes a placeholder: "+
		"id-, the first 16 hexadecimal digits of the SHA-256 of its 16 bytes, and x. "+
		"Equal IDs always get the same placeholder")
	fs.StringVar(&f.keyFile, "key-file", "", "make placeholders with HMAC-SHA-256 instead of SHA-256, "+
		"with the key from `"+fileValue+"`, which "+keyForms)
	fs.BoolVar(&f.compact, "compact", false, "also find IDs written as 32 hexadecimal digits")
	f.output.defineForm(fs)
	f.output.definePrefix(fs)
}

func (f *findFlags) check([]string) error {
	if err := f.output.check(); err != nil {
		return err
	}
	switch {
	case f.replace && (f.time || f.line):
		return misuse("-replace cannot be combined with -time or -line")
	case f.keyFile != "" && !f.hides():
		return misuse("-key-file needs -replace, without -f and -prefix")
	}
	return nil
}

// hides reports whether find prints placeholders.
func (f *findFlags) hides() bool { return f.replace && f.output == outputFlags{} }

// find prints the IDs in files or standard input. With -replace it prints the whole input, with
// each ID replaced.
func find(s *session, f *findFlags, args []string) error {
	encode := f.output.encoder()
	if f.hides() {
		var err error
		encode, err = placeholders(f.keyFile)
		if err != nil {
			return locate("flag -key-file", err)
		}
	}
	found := &finding{session: s, findFlags: f, encode: encode}
	scanner := scanner{
		compact:    f.compact,
		everywhere: f.replace,
		left:       make(map[string]int),
		text:       found.text,
		id:         found.id,
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, file := range args {
		found.file, found.lineNumber = file, 1
		if err := s.scanFile(&scanner, file); err != nil {
			return err
		}
	}
	// The output of -replace is one text, so an ID can begin in one file and end in the next.
	if err := scanner.scan(new(bytes.Reader), true); err != io.EOF {
		return err
	}
	if !found.any && f.replace { // not an error, but a user may want to publish this output
		fmt.Fprintln(s.stderr, program+": found no ID to replace")
	} else if !found.any {
		s.status = exitFailure // as for grep
	}
	s.reportLeft(scanner.left)
	return nil
}

// reportLeft counts the IDs that -replace left in each form.
func (s *session) reportLeft(left map[string]int) {
	for _, form := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(s.stderr, "%s: left %d IDs %s\n", program, left[form], form)
		if form != withoutDashes {
			s.status = exitLeft
		}
	}
}

// A finding receives the input from the scanner, and prints what find prints.
type finding struct {
	*session
	*findFlags
	encode encoder

	file       string // the file that the scanner reads
	lineNumber int    // where the scanner is in the file
	any        bool   // an ID was found
}

// text receives the text between IDs.
func (f *finding) text(text []byte) error {
	// An ID contains no LF, so all LFs are in the text between IDs.
	f.lineNumber += bytes.Count(text, []byte("\n"))
	if f.replace {
		return f.write(text)
	}
	return nil
}

// id receives an ID.
func (f *finding) id(_ []byte, u uuid.UUID) error {
	f.any = true
	b := f.stdout.AvailableBuffer()
	if f.line {
		b = fmt.Appendf(b, "%s:%d:", f.file, f.lineNumber)
	}
	b = f.encode(b, u)
	if f.time {
		b = appendTime(append(b, ' '), u)
	}
	if !f.replace {
		b = append(b, '\n')
	}
	return f.write(b)
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
