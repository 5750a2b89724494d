package main

import (
	"time"
)

// A period is a calendar day, week or month in UTC.
type period struct{ months, days int }

var periods = []choice[period]{
	{"day", period{days: 1}},
	{"week", period{days: 7}},
	{"month", period{months: 1}},
}

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

// printPeriods prints the bounds of periods. The second bound of a period is the lowest ID in the
// next period, so the periods have no gaps and do not overlap.
func (s *session) printPeriods(f *boundsFlags) error {
	at := f.from.Time
	if at.IsZero() {
		at = time.Now()
	}
	encode, limits := f.output.encoder(), f.limits()
	period, _ := choose(periods, f.by)
	start := period.first(at)
	for range f.count {
		end := period.next(start)
		for _, t := range []time.Time{start, end} {
			if _, err := limits.at(t); err != nil { // least would clamp a time that is out of range
				return misuse(t.Format(time.DateOnly) + ": " + reason(err))
			}
		}
		b := s.stdout.AvailableBuffer()
		if f.output.form == sqlForm {
			b = f.appendPartition(b, start, end)
		} else {
			b = append(encode(b, limits.least(start)), ' ')
			b = append(encode(b, limits.least(end)), '\n')
		}
		if err := s.write(b); err != nil {
			return err
		}
		start = end
	}
	return nil
}
