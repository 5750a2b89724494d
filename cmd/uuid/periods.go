package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A period is a calendar day, week or month in UTC.
type period struct{ months, days int }

var (
	day   = period{days: 1}
	week  = period{days: 7}
	month = period{months: 1}
)

var periods = []choice[period]{{"day", day}, {"week", week}, {"month", month}}

// first returns the start of the period that contains t.
func (p period) first(t time.Time) time.Time {
	t = t.UTC()
	y, m, d := t.Date()
	switch p {
	case week:
		d -= int(t.Weekday()+6) % 7 // a week starts on Monday
	case month:
		d = 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// next returns the start of the period that follows the period starting at t.
func (p period) next(t time.Time) time.Time { return t.AddDate(0, p.months, p.days) }

// periodOptions are the values of -by and of the flags that need -by.
type periodOptions struct {
	period *period   // nil without -by
	count  uint64    // number of periods
	from   time.Time // a time in the first period; zero means now
	sql    bool      // print SQL statements
	table  string    // the table to partition
	extra  string    // a flag on the command line that is allowed only with -by
}

// These flags belong to bounds.
var (
	byOption = oneOf("by", "PERIOD", "print a line for each period: the least ID in the period, and the least ID in the next period",
		periods, func(o *options, p period) error {
			o.periods.period = &p
			return nil
		})
	periodCountOption = withBy(option{"n", "COUNT", "with -by, print COUNT periods instead of one", nil,
		func(o *options, value string) (err error) {
			o.periods.count, err = parseCount(value)
			return err
		}})

	startOption = withBy(option{"from", "TIME", "with -by, start with the period that contains TIME instead of the current period", nil,
		func(o *options, value string) (err error) {
			o.periods.from, _, err = parseTime(value)
			if err == nil && o.periods.from.IsZero() { // the zero time means now, and no version can represent it
				err = errors.New("time out of range")
			}
			return err
		}})
	tableOption = withBy(option{"table", "NAME", "the table for -f sql, as NAME or SCHEMA.NAME, which are case-sensitive", nil,
		func(o *options, value string) error {
			o.periods.table = value
			return nil
		}})
	boundsFormOption = option{"f", "ENCODING", formOption.usage + "; sql needs -by and prints PostgreSQL statements that create partitions",
		append(slices.Clone(formOption.choices), "sql"),
		func(o *options, value string) error {
			if value == "sql" {
				o.periods.sql, o.periods.extra = true, "f sql" // the error says: flag -f sql needs -by
				return o.setEncoder(uuid.Canonical.Append)
			}
			if _, ok := choose(encodings, value); !ok {
				return errors.New("not one of " + list(encodings) + ", sql")
			}
			return formOption.set(o, value)
		}}
)

// withBy returns opt as a flag that needs -by.
func withBy(opt option) option {
	set := opt.set
	opt.set = func(o *options, value string) error {
		o.periods.extra = opt.name
		return set(o, value)
	}
	return opt
}

// check returns a misuse if the flags and arguments contradict each other.
func (po periodOptions) check(args []string) error {
	switch {
	case po.period == nil && po.extra != "":
		return misuse("flag -" + po.extra + " needs -by")
	case po.period == nil && len(args) == 0:
		return misuse("missing TIME, or flag -by")
	case po.period == nil:
		return nil
	case len(args) > 0:
		return misuse(fmt.Sprintf("unexpected argument %q: with -by, set the start with -from", args[0]))
	case po.sql && po.table == "":
		return misuse("flag -f sql needs -table")
	case po.table != "" && !po.sql:
		return misuse("flag -table needs -f sql")
	}
	return nil
}

// printPeriods prints the bounds of periods. The second bound of a period is the lowest ID of the
// next period, so the periods have no gaps and do not overlap.
func printPeriods(s *session, o *options, least func(time.Time) uuid.UUID, at func(time.Time) (uuid.UUID, error)) error {
	po := o.periods
	if po.from.IsZero() {
		po.from = time.Now()
	}
	var partition partition
	if po.sql {
		var err error
		partition, err = newPartition(po.table)
		if err != nil {
			return err
		}
	}
	start := po.period.first(po.from)
	for range po.count {
		end := po.period.next(start)
		for _, t := range []time.Time{start, end} {
			if _, err := at(t); err != nil { // least would clamp a time that is out of range
				return misuse(t.Format(time.DateOnly) + ": " + reason(err))
			}
		}
		b := s.stdout.AvailableBuffer()
		if po.sql {
			b = partition.append(b, start, least(start), least(end))
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

// A partition is the name of a PostgreSQL table, from which it makes the names of the table's
// partitions. The schema is empty if the name has none.
type partition struct{ schema, table string }

// maxIdentifier is the maximum length of a name in PostgreSQL, in bytes. PostgreSQL truncates
// longer names, so two partitions could get the same name.
const maxIdentifier = 63

func newPartition(name string) (partition, error) {
	schema, table, qualified := strings.Cut(name, ".")
	if !qualified {
		schema, table = "", schema
	}
	switch {
	case table == "", qualified && schema == "", strings.Contains(table, "."), strings.ContainsRune(name, 0):
		return partition{}, misuse(fmt.Sprintf("flag -table: %q is not NAME or SCHEMA.NAME", name))
	case len(schema) > maxIdentifier, len(table)+len("_pYYYYMMDD") > maxIdentifier:
		return partition{}, misuse(fmt.Sprintf("flag -table: the name of a partition of %q is longer than %d bytes", name, maxIdentifier))
	}
	return partition{schema, table}, nil
}

func (p partition) append(b []byte, start time.Time, from, to uuid.UUID) []byte {
	return fmt.Appendf(b, "CREATE TABLE %s PARTITION OF %s FOR VALUES FROM ('%v') TO ('%v');\n",
		p.quoted(start.Format("_p20060102")), p.quoted(""), from, to)
}

// quoted returns the name of the table with a suffix, quoted for SQL.
func (p partition) quoted(suffix string) string {
	quote := func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	if p.schema == "" {
		return quote(p.table + suffix)
	}
	return quote(p.schema) + "." + quote(p.table+suffix)
}
