package main

import (
	"time"

	"github.com/seed-8298af95/uuid"
)

// bounds prints the lowest ID at the start and the highest ID at the end of a time range. With -by
// it prints the bounds of periods instead.
func bounds(s *session, o *options, args []string) error {
	if err := o.checkPeriods(args); err != nil {
		return err
	}
	least, greatest, at := uuid.MinV7, uuid.MaxV7, uuid.NewV7At
	if o.v6 {
		least, greatest, at = uuid.MinV6, uuid.MaxV6, uuid.NewV6At
	}
	if o.by != "" {
		return printPeriods(s, o, least, at)
	}
	first, _, err := parseTime(args[0])
	if err != nil {
		return badArgument(1, err)
	}
	_, last, err := parseTime(args[len(args)-1])
	if err != nil {
		return badArgument(len(args), err)
	}
	if len(args) == 1 && args[0][0] == '-' {
		last = time.Now() // a single TIME such as -24h means the range from then until now
	}
	// MinV7 and MaxV7 clamp a time that is out of range. NewV7At returns an error instead.
	if _, err := at(first); err != nil {
		return badArgument(1, err)
	}
	if _, err := at(last); err != nil {
		return badArgument(len(args), err)
	}
	if last.Before(first) {
		return misuse("argument 2: the last time is before the first")
	}
	if err := s.print(least(first), o.encoder()); err != nil {
		return err
	}
	return s.print(greatest(last), o.encoder())
}
