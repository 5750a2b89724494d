package main

import (
	"errors"
	"flag"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// This file contains the flags that several commands share.

// fileValue is the name of a value that is a file name, for completion.
const fileValue = "FILE"

// A choiceFlag is a flag that accepts only the given names.
type choiceFlag struct {
	name  *string
	names []string
}

func (c choiceFlag) String() string { return "" } // the default: no name

func (c choiceFlag) Set(name string) error {
	*c.name = strings.ToLower(name)
	if !slices.Contains(c.names, *c.name) {
		return errors.New("not one of " + strings.Join(c.names, ", "))
	}
	return nil
}

// oneOf defines a flag that accepts only the given names, and stores the name in p.
func oneOf(fs *flag.FlagSet, p *string, name, usage string, names []string) {
	fs.Var(choiceFlag{p, names}, name, usage+"; one of "+strings.Join(names, ", "))
}

// A countFlag is -n, the number of IDs or periods to print. Its default is 1.
type countFlag uint64

func (n *countFlag) define(fs *flag.FlagSet, usage string) {
	*n = 1
	fs.Func("n", usage, func(value string) error {
		count, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return errors.New("want a count, such as 3")
		}
		*n = countFlag(count)
		return nil
	})
}

// A timeFlag is -at or another flag whose value is a time. The zero value means no flag.
type timeFlag struct{ time.Time }

func (t *timeFlag) define(fs *flag.FlagSet, name, usage string) {
	fs.Func(name, usage, func(value string) error {
		first, _, err := parseTime(value)
		if err == nil && first.IsZero() { // no version can represent the zero time
			err = errors.New("time out of range")
		}
		t.Time = first
		return err
	})
}

// inputFlags say how to read IDs.
type inputFlags struct {
	from string // the encoding of the IDs; "" means that recognize finds it

	warn func(string) // prints a warning; nil to print none, and after the first one
}

func (f *inputFlags) define(fs *flag.FlagSet) {
	oneOf(fs, &f.from, "from", "expect IDs in `ENCODING` instead of recognizing their encoding", names(encodings))
}

// decode parses an input ID.
func (f *inputFlags) decode(text string) (uuid.UUID, error) {
	if f.from == "" {
		u, assumed, err := recognize(strings.TrimSpace(text))
		if assumed && f.warn != nil {
			f.warn("bytes are read in network order; for Microsoft's order, as in C# and .NET, use -from guid-bytes")
			f.warn = nil
		}
		return u, err
	}
	form, _ := choose(encodings, f.from)
	return form.decode(strings.TrimSpace(text))
}

// setWarn sets the function that prints a warning.
func (f *inputFlags) setWarn(warn func(string)) { f.warn = warn }

// outputFlags say how to print IDs. Not every command defines both flags.
type outputFlags struct {
	form   string  // the encoding of printed IDs; "" means canonical
	prefix *string // the prefix of printed TypeIDs; nil means no TypeIDs
}

const formUsage = "print IDs in `ENCODING` instead of canonical"

func (f *outputFlags) defineForm(fs *flag.FlagSet) {
	oneOf(fs, &f.form, "f", formUsage, names(encodings))
}

func (f *outputFlags) definePrefix(fs *flag.FlagSet) {
	fs.Func("prefix", "print TypeIDs with `PREFIX`, which can be empty", func(prefix string) error {
		f.prefix = &prefix
		if _, err := uuid.AppendTypeID(nil, prefix, uuid.Nil()); err != nil {
			return errors.New("want at most 63 letters a to z, with underscores only between letters")
		}
		return nil
	})
}

func (f *outputFlags) check() error {
	if f.form != "" && f.prefix != nil {
		return misuse("-f and -prefix cannot be combined")
	}
	return nil
}

// encoder returns the encoder for printed IDs.
func (f *outputFlags) encoder() encoder {
	if f.prefix != nil {
		return func(b []byte, u uuid.UUID) []byte {
			b, _ = uuid.AppendTypeID(b, *f.prefix, u) // cannot fail, because the prefix was checked
			return b
		}
	}
	if f.form == "" {
		return uuid.Canonical.Append
	}
	form, _ := choose(encodings, f.form)
	return form.encode
}

// prefixNotes is the note on -prefix for commands that also read TypeIDs.
const prefixNotes = "The output is a TypeID only with -prefix, even if the input is a TypeID."
