package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timeForms lists the forms that parseTime accepts, with an example of each.
const timeForms = "a date (2022-02-22, in UTC), today, yesterday, a duration before now (-24h), " +
	"RFC 3339 (2022-02-22T19:22:22Z) or Unix time with its unit (1645557742s, 1645557742000ms)"

var unixUnits = []choice[func(int64) time.Time]{
	{"ms", time.UnixMilli},
	{"s", func(sec int64) time.Time { return time.Unix(sec, 0) }},
}

// parseTime parses a time in one of the forms in timeForms. If s is a date, today or yesterday, first
// and last are the first and last nanoseconds of the day. Otherwise they are equal. parseTime rejects a number
// without a unit, because the number could mean seconds, milliseconds or a year.
func parseTime(s string) (first, last time.Time, err error) {
	now := time.Now().UTC()
	date := s
	switch s {
	case "today":
		date = now.Format(time.DateOnly)
	case "yesterday":
		date = now.AddDate(0, 0, -1).Format(time.DateOnly)
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t, t.AddDate(0, 0, 1).Add(-1), nil
	}
	// Require the minus sign, because 24h alone would be a time in the future.
	if d, err := time.ParseDuration(s); err == nil && isRelative(s) {
		t := now.Add(d)
		return t, t, nil
	}
	for _, unit := range unixUnits {
		number, ok := strings.CutSuffix(s, unit.name)
		if n, err := strconv.ParseInt(number, 10, 64); ok && err == nil {
			t := unit.value(n)
			return t, t, nil
		}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		err = fmt.Errorf("%.64q is not %s", s, timeForms)
	}
	return t, t, err
}

// isRelative reports whether s starts with a minus sign, as durations before now do.
func isRelative(s string) bool { return strings.HasPrefix(s, "-") }
