package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestBoundsCommandPrintsFirstAndLastID(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "bounds for a millisecond", args: "bounds 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds for a range", args: "bounds 1645557742s 1645557742001ms -f braced",
			stdout: regexp.QuoteMeta("{017f22e2-79b0-7000-8000-000000000000}\n{017f22e2-79b1-7fff-bfff-ffffffffffff}\n")},
		{name: "bounds v6", args: "bounds -6 2022-02-22T19:22:22Z",
			stdout: "1ec9414c-232a-6b00-8000-000000000000\n1ec9414c-232a-6b00-bfff-ffffffffffff\n"},
		{name: "bounds for a day", args: "bounds 2022-02-22",
			stdout: "017f1eba-4c00-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds for several days", args: "bounds -6 2022-02-21 2022-02-22",
			stdout: "1ec92a93-6504-6000-8000-000000000000\n1ec943b8-b23b-6fff-bfff-ffffffffffff\n"},
		{name: "bounds for one time in two forms", args: "bounds 1645557742s 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds for the last nanosecond of a day", args: "bounds 2022-02-22T23:59:59.999999999Z 2022-02-22",
			stdout: "017f23e0-a7ff-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds before version 7", args: "bounds 1600-01-01", stderr: "argument 1: time out of range", status: 2},
		{name: "bounds after version 7", args: "bounds 0s 9223372036854775807s", stderr: "argument 2: time out of range", status: 2},
		{name: "bounds for the last day of version 6", args: "bounds -6 5236-03-31", stderr: "argument 1: time out of range", status: 2},
		{name: "bounds before version 6", args: "bounds -6 1582-10-14", stderr: "argument 1: time out of range", status: 2},
		{name: "bounds for the first time of version 6", args: "bounds -6 1582-10-15T00:00:00Z",
			stdout: "00000000-0000-6000-8000-000000000000\n00000000-0000-6000-bfff-ffffffffffff\n"},
		{name: "bounds for the last time of version 7", args: "bounds 281474976710655ms",
			stdout: "ffffffff-ffff-7000-8000-000000000000\nffffffff-ffff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds for an invalid duration", args: "bounds -24x", stderr: `argument 1: "-24x" is not ` + timeForms, status: 2},
		{name: "bounds for an invalid number of days", args: "bounds -- -1.2.3d", stderr: `argument 1: "-1.2.3d" is not ` + timeForms, status: 2},
		{name: "bounds for an invalid date", args: "bounds 2022-02-30", stderr: `argument 1: "2022-02-30" is not ` + timeForms, status: 2},
		{name: "bounds for times in reverse order", args: "bounds 1s 0s", stderr: "argument 2: the last time is before the first", status: 2},
		{name: "bounds with an invalid start", args: "bounds x 0s", stderr: `argument 1: "x" is not ` + timeForms, status: 2},
		{name: "bounds with an invalid end", args: "bounds 0s x", stderr: `argument 2: "x" is not ` + timeForms, status: 2},
	})
}

// TestRelativeTimes verifies the bounds for times that are relative to the clock. It runs in a
// synctest bubble, whose clock starts at 2000-01-01.
func TestRelativeTimes(t *testing.T) {
	const day = 24 * time.Hour
	tests := []struct {
		args        string
		first, last time.Duration // relative to now
	}{
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
		{"-2w now", -14 * day, 0},
		{"-1w1.5d1h -1d", -8*day - 13*time.Hour, -day},
	}
	check := func(t *testing.T) {
		for _, tt := range tests {
			want := fmt.Sprintln(uuid.MinV7(time.Now().Add(tt.first))) + fmt.Sprintln(uuid.MaxV7(time.Now().Add(tt.last)))
			if got := output(t, append([]string{"bounds"}, strings.Fields(tt.args)...)...); got != want {
				t.Errorf("uuid bounds %s prints\n%swant\n%s", tt.args, got, want)
			}
		}
		if got := uuid.MustParse(strings.TrimSpace(output(t, "v7", "-at", "-24h"))); got.Compare(uuid.MinV7(time.Now().Add(-day))) < 0 || got.Compare(uuid.MaxV7(time.Now().Add(-day))) > 0 {
			t.Errorf("uuid v7 -at -24h prints %s", got)
		}
	}
	defer func(local *time.Location) { time.Local = local }(time.Local)
	for _, hours := range []int{-11, 0, 13} { // a date means a UTC day in every time zone
		time.Local = time.FixedZone("", hours*3600)
		synctest.Test(t, check)
		local := time.Unix(1645557742, 0)
		for _, text := range []string{
			"2022-02-22 19:22:22Z", "2022-02-22T20:22:22.000000000+01:00", "2022-02-22 19:22:22,0+00:00", "2022-02-22T19:22:22+0000", "2022-02-22 19:22:22 +0000",
			"Tue, 22 Feb 2022 19:22:22 +0000", local.Format(time.DateTime), local.Format("2006-01-02T15:04:05"), local.Format(time.RFC1123Z),
		} {
			if got, want := output(t, "bounds", text), output(t, "bounds", "1645557742s"); got != want {
				t.Errorf("uuid bounds %q in zone %d prints\n%swant\n%s", text, hours, got, want)
			}
		}
	}
	for text, unix := range map[string]string{"2022-02-22T19:22Z": "1645557720s", "Tue, 1 Feb 2022 00:00:00 +0000": "1643673600s"} {
		if got, want := output(t, "bounds", text), output(t, "bounds", unix); got != want {
			t.Errorf("uuid bounds %q prints\n%swant\n%s", text, got, want)
		}
	}
}
