package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timeForms says what parseTime reads, with an example of each.
const timeForms = "RFC 3339 (2022-02-22T19:22:22Z) " +
	"or Unix time with its unit (1645557742s, 1645557742000ms)"

var unixUnits = []choice[func(int64) time.Time]{
	{"ms", time.UnixMilli},
	{"s", func(sec int64) time.Time { return time.Unix(sec, 0) }},
}

// parseTime returns the time that s is in one of the timeForms. A number alone
// is none, as it might be seconds, milliseconds or a year.
func parseTime(s string) (time.Time, error) {
	for _, unit := range unixUnits {
		number, ok := strings.CutSuffix(s, unit.name)
		if n, err := strconv.ParseInt(number, 10, 64); ok && err == nil {
			return unit.value(n), nil
		}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a time in %s", s, timeForms)
	}
	return t, nil
}
