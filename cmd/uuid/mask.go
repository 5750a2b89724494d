package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

// This file contains what hide and reveal share.

// A maskMethod is Hide or Reveal.
type maskMethod func(*uuid.Mask, uuid.UUID) (uuid.UUID, error)

type maskFlags struct {
	keyFile string
	tweak   string
	inputFlags
	output outputFlags
}

func (f *maskFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.keyFile, "key-file", "", "read the key from `"+fileValue+"` (required), which "+keyForms)
	fs.StringVar(&f.tweak, "tweak", "", "combine the key with `TEXT`, such as user or order, "+
		"so the same ID is hidden differently for each kind of object; the default is empty; "+
		"hide and reveal need the same TEXT")
	f.inputFlags.define(fs)
	f.output.defineForm(fs)
	f.output.definePrefix(fs)
}

func (f *maskFlags) check([]string) error {
	if err := f.output.check(); err != nil {
		return err
	}
	if f.keyFile == "" {
		return misuse("missing -key-file flag")
	}
	return nil
}

// printMasked prints the result of method, which hides or reveals an ID, for each ID.
func (s *session) printMasked(method maskMethod, f *maskFlags, args []string) error {
	key, err := readKey(f.keyFile)
	if err != nil {
		return locate("flag -key-file", err) // not a misuse, because the command line may be correct
	}
	mask, err := uuid.NewMask(key, []byte(f.tweak))
	if err != nil {
		return misuse("flag -tweak: " + reason(err))
	}
	convert := func(text string) (uuid.UUID, error) {
		u, err := f.decode(text)
		if err != nil {
			return u, err
		}
		return method(mask, u)
	}
	encode := f.output.encoder()
	return s.forEach("IDs", args, convert, func(u uuid.UUID) error { return s.print(u, encode) })
}
