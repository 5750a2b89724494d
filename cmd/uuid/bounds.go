package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/seed-8298af95/uuid"
)

// bounds prints the least ID of the first time and the greatest of the last.
func bounds(fs *flag.FlagSet) action {
	v6 := fs.Bool("6", false, "print IDs of version 6")
	encode := printFlag(fs, "f")
	return func(s *session, args []string) error {
		first, err := parseTime(args[0])
		if err != nil {
			return locate("argument 1", err)
		}
		last, err := parseTime(args[len(args)-1])
		if err != nil {
			return locate(fmt.Sprint("argument ", len(args)), err)
		}
		if last.Before(first) {
			return errors.New("argument 2: the last time is before the first")
		}
		least, greatest := uuid.MinV7, uuid.MaxV7
		if *v6 {
			least, greatest = uuid.MinV6, uuid.MaxV6
		}
		if err := s.print(least(first), *encode); err != nil {
			return err
		}
		return s.print(greatest(last), *encode)
	}
}
