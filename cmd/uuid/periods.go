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

// A period is a calendar day, week or month in UTC.
type period struct{ months, days int }

var periods = []choice[period]{{"day", period{days: 1}}, {"week", period{days: 7}}, {"month", period{months: 1}}}

// first returns the start of the period that contains t.
func (p period) first(t time.Time) time.Time {
	t = t.UTC()
	y, m, d := t.Date()
	switch {
	case p.days == 7:
		d -= int(t.Weekday()+6) % 7 // a week starts on Monday
	case p.months == 1:
		d = 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// next returns the start of the period that follows the period starting at t.
func (p period) next(t time.Time) time.Time { return t.AddDate(0, p.months, p.days) }

// boundsFlags select the version, and control the output of periods.
func boundsFlags(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.v6, "6", false, "print version 6 IDs instead of version 7")
	oneOf(fs, &o.by, "by", "print a line for each `PERIOD`: the lowest ID in the period, and the lowest ID in the next period", names(periods))
	fs.Func("n", "with -by, print `COUNT` periods instead of one", o.setCount)
	fs.Func("from", "with -by, start with the period that contains `TIME` instead of the current period", o.setTime)
	oneOf(fs, &o.form, "f", formUsage+"; sql needs -by and prints PostgreSQL statements that create partitions", append(names(encodings), "sql"))
	fs.Func("table", "the table for -f sql, as `NAME` or SCHEMA.NAME (case-sensitive)", func(value string) error {
		names := strings.Split(value, ".")
		if len(names) > 2 || slices.Contains(names, "") {
			return errors.New("want NAME or SCHEMA.NAME")
		}
		// PostgreSQL truncates longer names, so two partitions could get the same name.
		if last := names[len(names)-1] + partitionSuffix; max(len(names[0]), len(last)) > maxIdentifier {
			return fmt.Errorf("the name of a schema or partition would be longer than %d bytes", maxIdentifier)
		}
		o.table = value
		return nil
	})
}

// checkPeriods returns a misuse if the flags and arguments of bounds conflict.
func (o *options) checkPeriods(args []string) error {
	isSQL := o.form == "sql"
	switch {
	case o.by == "" && (o.count != 1 || !o.at.IsZero() || isSQL || o.table != ""):
		return misuse("-n, -from, -table and -f sql need -by")
	case o.by == "" && len(args) == 0:
		return misuse("missing TIME or -by flag")
	case o.by == "":
		return nil
	case len(args) > 0:
		return misuse(fmt.Sprintf("unexpected argument %.64q: with -by, set the start with -from", args[0]))
	case isSQL != (o.table != ""):
		return misuse("-f sql and -table must be used together")
	}
	return nil
}

// printPeriods prints the bounds of periods. The second bound of a period is the lowest ID in the
// next period, so the periods have no gaps and do not overlap.
func printPeriods(s *session, o *options, least func(time.Time) uuid.UUID, at func(time.Time) (uuid.UUID, error)) error {
	if o.at.IsZero() {
		o.at = time.Now()
	}
	period, _ := choose(periods, o.by)
	start := period.first(o.at)
	for range o.count {
		end := period.next(start)
		for _, t := range []time.Time{start, end} {
			if _, err := at(t); err != nil { // least would clamp a time that is out of range
				return misuse(t.Format(time.DateOnly) + ": " + reason(err))
			}
		}
		b := s.stdout.AvailableBuffer()
		if o.form == "sql" {
			b = fmt.Appendf(b, "CREATE TABLE %s PARTITION OF %s FOR VALUES FROM ('%v') TO ('%v');\n",
				identifier(o.table+start.Format(partitionSuffix)), identifier(o.table), least(start), least(end))
		} else {
			b = append(o.encoder()(b, least(start)), ' ')
			b = append(o.encoder()(b, least(end)), '\n')
		}
		if err := s.write(b); err != nil {
			return err
		}
		start = end
	}
	return nil
}

const (
	partitionSuffix = "_p20060102" // end of a partition's name, as a layout for time.Format
	maxIdentifier   = 63           // maximum length of a name in PostgreSQL, in bytes
)

// identifier quotes NAME or SCHEMA.NAME for SQL.
func identifier(name string) string {
	return `"` + strings.NewReplacer(`"`, `""`, ".", `"."`).Replace(name) + `"`
}
