package main

import "github.com/seed-8298af95/uuid"

// convert prints IDs in another encoding.
func convert(s *session, o *options, args []string) error {
	if o.encode == nil {
		return misuse("missing flag -f or -prefix")
	}
	return s.forEach(args, o.decode, func(u uuid.UUID) error { return s.print(u, o.encode) })
}
