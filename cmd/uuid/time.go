package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// timeForms lists the forms that parseTime accepts, with an example of each.
const timeForms = "now, today, yesterday, tomorrow, a duration before or after now (-24h, -7d, +2w), " +
	"a date (2022-02-22, in UTC), a date and time (2022-02-22T19:22:22Z, " +
	"with a space instead of T, or without a zone in local time), " +
	"the output of date --rfc-3339=ns, date -R, psql or a Go program, " +
	"or Unix time with its unit (1645557742s, 1645557742000ms)"

// timeLayouts lists the layouts of a date and time. The space before the time is a T.
var timeLayouts = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05 Z0700",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05", "2006-01-02T15:04", "Mon, 2 Jan 2006 15:04:05 -0700",
}

// parseTime parses a time in one of the forms in timeForms. If s is a date, today, yesterday or tomorrow, first
// and last are the first and last nanoseconds of the day. Otherwise they are equal. parseTime rejects a number
// without a unit, because the number could mean seconds, milliseconds or a year.
func parseTime(s string) (first, last time.Time, err error) {
	now := time.Now().UTC()
	date := s
	switch s {
	case "now":
		return now, now, nil
	case "today":
		date = now.Format(time.DateOnly)
	case "yesterday":
		date = now.AddDate(0, 0, -1).Format(time.DateOnly)
	case "tomorrow":
		date = now.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t, t.AddDate(0, 0, 1).Add(-1), nil
	}
	// Require a sign, because 24h alone could be meant either way.
	if d, err := parseDuration(s); err == nil && strings.ContainsAny(s[:1], "+-") {
		t := now.Add(d)
		return t, t, nil
	}
	number := strings.TrimRight(s, "ms")
	if n, err := strconv.ParseInt(number, 10, 64); err == nil {
		t := time.Unix(n, 0)
		switch unit := s[len(number):]; unit {
		case "s":
			return t, t, nil
		case "ms":
			t = time.UnixMilli(n)
			return t, t, nil
		case "":
			return first, last, fmt.Errorf("%.64q needs a unit, such as %.64[1]ss or %.64[1]sms", s)
		}
	}
	clock := spaceAfterDate.ReplaceAllString(s, "${1}T")
	clock = afterOffset.ReplaceAllString(clock, "$1")
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, clock, time.Local); err == nil {
			return t, t, nil
		}
	}
	return first, last, fmt.Errorf("%.64q is not %s", s, timeForms)
}

// parseDuration is time.ParseDuration with two more units: a day d is 24 hours, and a week w 7 days.
func parseDuration(s string) (time.Duration, error) {
	return time.ParseDuration(daysOrWeeks.ReplaceAllStringFunc(s, func(days string) string {
		n, _ := strconv.ParseFloat(days[:len(days)-1], 64)
		hours := map[byte]float64{'d': 24, 'w': 7 * 24}[days[len(days)-1]]
		return strconv.FormatFloat(n*hours, 'f', -1, 64) + "h"
	}))
}

var (
	daysOrWeeks    = regexp.MustCompile(`(\d+\.?\d*|\.\d+)[dw]`)
	afterOffset    = regexp.MustCompile(`( [+-]\d{4}) \S+(?: m=[+-][0-9.]+)?$`) // the zone, and Go's monotonic clock
	spaceAfterDate = regexp.MustCompile(`^(\d{4}-\d\d-\d\d) `)
)
