package main

import (
	"flag"
	"fmt"

	"github.com/seed-8298af95/uuid"
)

// verify reports the IDs that are not what they should be, and prints nothing.
func verify(fs *flag.FlagSet) action {
	v9 := fs.Bool("v9", false, "check the CRC-8 at the end of version 9 instead")
	decode := decoderFlag(fs)
	return func(s *session, args []string) error {
		valid, fault := uuid.UUID.IsRFC9562, "is not defined by RFC 9562"
		if *v9 {
			valid, fault = uuid.VerifyV9, "does not end with its CRC-8"
		}
		check := func(text string) (uuid.UUID, error) {
			u, err := (*decode)(text)
			if err == nil && !valid(u) {
				err = fmt.Errorf("%s %s", u, fault)
			}
			return u, err
		}
		return s.forEach(args, check, func(uuid.UUID) error { return nil })
	}
}
