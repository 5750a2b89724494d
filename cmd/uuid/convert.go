package main

import (
	"flag"

	"github.com/seed-8298af95/uuid"
)

// convert prints IDs in another encoding.
func convert(fs *flag.FlagSet) action {
	decode := decoderFlag(fs)
	encode := encoderFlag(fs, "t", "print in `ENCODING`")
	return func(s *session, args []string) error {
		if *encode == nil {
			return misuse("missing flag -t")
		}
		return s.forEach(args, *decode, func(u uuid.UUID) error { return s.print(u, *encode) })
	}
}
