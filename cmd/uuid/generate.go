package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

// A filler sets each element of a slice to an ID.
type filler func([]uuid.UUID) error

// A generator defines the flags of a version, and returns what to do once they
// are parsed.
type generator func(*flag.FlagSet) setup

// A setup makes a filler of the positional arguments.
type setup func(args []string) (filler, error)

const batchLen = 1024

// generate returns the flags function of a command that prints IDs: those of
// the version and those of all.
func generate(g generator) func(*flag.FlagSet) action {
	return generateAs(g, func(fs *flag.FlagSet) printing {
		encode := printFlag(fs, "f")
		return func() (encoder, error) { return *encode, nil }
	})
}

// generateTypeIDs is generate for a version of which there may be TypeIDs.
func generateTypeIDs(g generator) func(*flag.FlagSet) action {
	return generateAs(g, func(fs *flag.FlagSet) printing {
		return printFlags(fs, "f", "print in `ENCODING` instead of canonical", uuid.Canonical.Append)
	})
}

func generateAs(g generator, flags func(*flag.FlagSet) printing) func(*flag.FlagSet) action {
	return func(fs *flag.FlagSet) action {
		count := fs.Uint64("n", 1, "print `COUNT` IDs instead of one")
		printing := flags(fs)
		makeFiller := g(fs)
		return func(s *session, args []string) error {
			encode, err := printing()
			if err != nil {
				return err
			}
			fill, err := makeFiller(args)
			if err != nil {
				return err
			}
			return s.printNew(*count, fill, encode)
		}
	}
}

// printNew prints as many IDs as count says, in batches.
func (s *session) printNew(count uint64, fill filler, encode encoder) error {
	buf := make([]uuid.UUID, min(count, batchLen))
	for count > 0 {
		batch := buf[:min(count, batchLen)]
		if err := fill(batch); err != nil {
			return err
		}
		for _, u := range batch {
			if err := s.print(u, encode); err != nil {
				return err
			}
		}
		count -= uint64(len(batch))
	}
	return nil
}

// fill returns the filler of a function that fills a slice without fail.
func fill(f func([]uuid.UUID)) filler {
	return func(dst []uuid.UUID) error {
		f(dst)
		return nil
	}
}

// each returns the filler of a function that makes one ID.
func each(f func() uuid.UUID) filler {
	return try(func() (uuid.UUID, error) { return f(), nil })
}

// try is each for a function that may fail.
func try(f func() (uuid.UUID, error)) filler {
	return func(dst []uuid.UUID) (err error) {
		for i := range dst {
			if dst[i], err = f(); err != nil {
				return err
			}
		}
		return nil
	}
}
