package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestRelativeTimes verifies the bounds for times that are relative to the clock. It runs in a
// synctest bubble, whose clock starts at 2000-01-01.
func TestRelativeTimes(t *testing.T) {
	const day = 24 * time.Hour
	type test struct {
		args        string
		first, last time.Duration // relative to now
	}
	atMidnight := []test{
		{"today", 0, day - 1},
		{"yesterday", -day, -1},
		{"-24h", -day, 0},
		{"-1h30m", -90 * time.Minute, 0},
		{"-24h -1h", -day, -time.Hour},
		{"yesterday today", -day, day - 1},
		{"-24h today", -day, day - 1},
		{"yesterday -0s", -day, 0},
		{"now", 0, 0},
		{"-7d", -7 * day, 0},
		{"tomorrow", day, 2*day - 1},
		{"+7d", 7 * day, 7 * day},
		{"now +90m", 0, 90 * time.Minute},
		{"-2w now", -14 * day, 0},
		{"-1w1.5d1h -1d", -8*day - 13*time.Hour, -day},
		{"-0.0001d", -8640 * time.Millisecond, 0},
		{"-1w.5d +1.d", -7*day - day/2, day},
	}
	atNine := []test{
		{"today", -9 * time.Hour, 15*time.Hour - 1},
		{"yesterday", -33 * time.Hour, -9*time.Hour - 1},
		{"tomorrow", 15 * time.Hour, 39*time.Hour - 1},
		{"-1h", -time.Hour, 0},
		{"-9h", -9 * time.Hour, 0},
		{"yesterday now", -33 * time.Hour, 0},
	}
	compare := func(t *testing.T, tests []test) {
		for _, tt := range tests {
			first, last := time.Now().Add(tt.first), time.Now().Add(tt.last)
			want := fmt.Sprintf("%v\n%v\n", uuid.MinV7(first), uuid.MaxV7(last))
			if got := output(t, append([]string{"bounds"}, strings.Fields(tt.args)...)...); got != want {
				t.Errorf("uuid bounds %s prints\n%swant\n%s", tt.args, got, want)
			}
		}
	}
	check := func(t *testing.T) {
		compare(t, atMidnight)
		time.Sleep(9 * time.Hour)
		compare(t, atNine)
		got, then := uuid.MustParse(strings.TrimSpace(output(t, "v7", "-at", "-24h"))), time.Now().Add(-day)
		if got.Compare(uuid.MinV7(then)) < 0 || got.Compare(uuid.MaxV7(then)) > 0 {
			t.Errorf("uuid v7 -at -24h prints %s", got)
		}
	}
	defer func(local *time.Location) { time.Local = local }(time.Local)
	for _, hours := range []int{-11, 0, 13} { // a date means a UTC day in every time zone
		time.Local = time.FixedZone("", hours*3600)
		synctest.Test(t, check)
		local := time.Unix(1645557742, 0)
		for _, text := range []string{
			"2022-02-22 19:22:22Z", "2022-02-22T20:22:22.000000000+01:00", "2022-02-22 19:22:22,0+00:00",
			"2022-02-22T19:22:22+0000", "2022-02-22 19:22:22 +0000", "Tue, 22 Feb 2022 19:22:22 +0000",
			"2022-02-22 19:22:22+00", "2022-02-23 00:52:22+05:30", local.String(), local.UTC().String(),
			local.Format(time.DateTime), local.Format("2006-01-02T15:04:05"), local.Format(time.RFC1123Z),
		} {
			if got, want := output(t, "bounds", text), output(t, "bounds", "1645557742s"); got != want {
				t.Errorf("uuid bounds %q in zone %d prints\n%swant\n%s", text, hours, got, want)
			}
		}
	}
	for text, unix := range map[string]string{
		"2022-02-22T19:22Z":                            "1645557720s",
		"Tue, 1 Feb 2022 00:00:00 +0000":               "1643673600s",
		"2022-02-22 19:22:22 +0000 UTC m=+0.000012345": "1645557742s",
		"2022-02-22 14:22:22 -0500 EST m=-1.5":         "1645557742s",
	} {
		if got, want := output(t, "bounds", text), output(t, "bounds", unix); got != want {
			t.Errorf("uuid bounds %q prints\n%swant\n%s", text, got, want)
		}
	}
	for _, text := range []string{
		"2022-02-22  19:22:22Z", "2022-02-2219:22:22Z", "2022-02-22 19:22:22 +0000 UTC m=1", "1645557742m", "s", "24h",
	} {
		if r := invoke(nil, "bounds", text); r.status != exitUsage || r.stdout != "" {
			t.Errorf("uuid bounds %q: status %d, stdout %q", text, r.status, r.stdout)
		}
	}
}
