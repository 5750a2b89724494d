package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

// convert prints IDs in another encoding.
func convert(fs *flag.FlagSet) action {
	decode := decoderFlag(fs)
	printing := printFlags(fs, "t", "print in `ENCODING`", nil)
	return func(s *session, args []string) error {
		encode, err := printing()
		switch {
		case err != nil:
			return err
		case encode == nil:
			return misuse("missing flag -t")
		}
		return s.forEach(args, *decode, func(u uuid.UUID) error { return s.print(u, encode) })
	}
}
