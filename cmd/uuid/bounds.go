package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

var boundsCommand = command{
	name:    "bounds",
	args:    "[TIME] [TIME]",
	summary: "Print inclusive v7 bounds of a time range (-by: end exclusive)",
	notes: "The range includes the first and last TIME, as in a query with WHERE id BETWEEN. " +
		"TIME is " + timeForms + ". A date, today, yesterday and tomorrow mean the whole day. " +
		"A single duration, such as -24h, means the range from then until now. " +
		"Any other single TIME means that instant. " +
		"With -by, there is no TIME argument. Periods are in UTC, and weeks start on Monday. " +
		"The second bound of a period is the first bound of the next period, " +
		"and is not part of the period itself. " +
		"In all encodings except decimal, oid, base64url and guid-bytes, the text sorts in the same order " +
		"as the IDs if it is compared byte by byte, as with COLLATE \"C\".",
	example: "2022-02-22 2022-02-28",
	values:  []string{"now", "today", "yesterday", "tomorrow"},
	called: []wording{
		{words: "range between time-range timerange"},
		{words: "since last", flags: "-since"},
	},
	flags: func() flags { return new(boundsFlags) },
	run:   with(bounds),
}

type boundsFlags struct {
	output outputFlags // the encoding can also be sql
	v6     bool        // print version 6 IDs
	by     string      // kind of period; "" without -by
	count  countFlag   // number of periods
	from   timeFlag    // start with the period that contains this time
	table  string      // the table to partition

	first, last time.Time // the range in the arguments, without -by
}

// sqlForm is the value of -f for SQL statements.
const sqlForm = "sql"

func (f *boundsFlags) define(fs *flag.FlagSet) {
	fs.BoolVar(&f.v6, "6", false, "print version 6 IDs instead of version 7")
	oneOf(fs, &f.by, "by", "print a line for each `PERIOD`: the lowest ID in the period, "+
		"and the lowest ID in the next period", names(periods))
	f.count.define(fs, "with -by, print `COUNT` periods instead of one")
	f.from.define(fs, "from", "with -by, start with the period that contains `TIME` instead of the current period")
	oneOf(fs, &f.output.form, "f", formUsage+"; sql needs -by, and prints PostgreSQL statements that create "+
		"missing partitions, and fail if a table with such a name is a different partition or no partition",
		append(names(encodings), sqlForm))
	fs.Func("table", "the table for -f sql, as `NAME` or SCHEMA.NAME (case-sensitive)", f.setTable)
}

func (f *boundsFlags) setTable(value string) error {
	names := strings.Split(value, ".")
	if len(names) > 2 || slices.Contains(names, "") {
		return errors.New("want NAME or SCHEMA.NAME")
	}
	if strings.Contains(value, blockQuote) {
		return errors.New("the name must not contain " + blockQuote)
	}
	f.table = value
	return nil
}

func (f *boundsFlags) check(args []string) error {
	isSQL := f.output.form == sqlForm
	if f.by == "" {
		switch {
		case f.count != 1, !f.from.IsZero(), isSQL, f.table != "":
			return misuse("-n, -from, -table and -f sql need -by")
		case len(args) == 0:
			return misuse("missing TIME or -by flag")
		}
		return f.setRange(args)
	}
	switch {
	case len(args) > 0:
		return misuse(fmt.Sprintf("unexpected argument %.64q: with -by, set the start with -from", args[0]))
	case isSQL != (f.table != ""):
		return misuse("-f sql and -table must be used together")
	case f.longestName() > maxIdentifier:
		// PostgreSQL truncates longer names, so two partitions could get the same name.
		const format = "flag -table: the name of a schema or partition would be longer than %d bytes"
		return misuse(fmt.Sprintf(format, maxIdentifier))
	}
	return nil
}

// setRange sets the range to the times in args.
func (f *boundsFlags) setRange(args []string) (err error) {
	f.first, _, err = parseTime(args[0])
	if err != nil {
		return badArgument(1, err)
	}
	_, f.last, err = parseTime(args[len(args)-1])
	if err != nil {
		return badArgument(len(args), err)
	}
	if len(args) == 1 && args[0][0] == '-' {
		f.last = time.Now() // a single TIME such as -24h means the range from then until now
	}
	at := f.limits().at
	if _, err := at(f.first); err != nil {
		return badArgument(1, err)
	}
	if _, err := at(f.last); err != nil {
		return badArgument(len(args), err)
	}
	if f.last.Before(f.first) {
		return misuse("argument 2: the last time is before the first")
	}
	return nil
}

// limits are functions that return IDs of a time.
type limits struct {
	least, greatest func(time.Time) uuid.UUID          // these clamp a time that is out of range
	at              func(time.Time) (uuid.UUID, error) // returns an error instead
}

// limits returns the functions for the version that bounds prints.
func (f *boundsFlags) limits() limits {
	if f.v6 {
		return limits{uuid.MinV6, uuid.MaxV6, uuid.NewV6At}
	}
	return limits{uuid.MinV7, uuid.MaxV7, uuid.NewV7At}
}

// bounds prints the lowest ID at the start and the highest ID at the end of a time range. With -by
// it prints the bounds of periods instead.
func bounds(s *session, f *boundsFlags, _ []string) error {
	if f.by != "" {
		return s.printPeriods(f)
	}
	encode, limits := f.output.encoder(), f.limits()
	if err := s.print(limits.least(f.first), encode); err != nil {
		return err
	}
	return s.print(limits.greatest(f.last), encode)
}
