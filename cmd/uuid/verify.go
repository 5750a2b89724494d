package main

import (
	"fmt"

	"github.com/seed-8298af95/uuid"
)

// verify reports the IDs that are not what they should be, and prints nothing.
func verify(s *session, o *options, args []string) error {
	valid, fault := uuid.UUID.IsRFC9562, "is not defined by RFC 9562"
	if o.checkV9 {
		valid, fault = uuid.VerifyV9, "does not end with its CRC-8"
	}
	check := func(text string) (uuid.UUID, error) {
		u, err := o.decode(text)
		if err == nil && !valid(u) {
			err = fmt.Errorf("%s %s", u, fault)
		}
		return u, err
	}
	return s.forEach(args, check, func(uuid.UUID) error { return nil })
}
