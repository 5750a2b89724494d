package main

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestBoundsCommandSplitsPeriods(t *testing.T) {
	q := regexp.QuoteMeta
	long := strings.Repeat("t", 53)
	testCommands(t, []commandTest{
		{name: "one day", args: "bounds -by day -from 2022-02-22",
			stdout: "017f1eba-4c00-7000-8000-000000000000 017f23e0-a800-7000-8000-000000000000\n"},
		{name: "days from noon", args: "bounds -by day -n 2 -from 2022-02-22T12:00:00Z",
			stdout: "017f1eba-4c00-7000-8000-000000000000 017f23e0-a800-7000-8000-000000000000\n" +
				"017f23e0-a800-7000-8000-000000000000 017f2907-0400-7000-8000-000000000000\n"},
		{name: "periods in UTC", args: "bounds -by day -from 2022-02-23T01:00:00+02:00",
			stdout: "017f1eba-4c00-7000-8000-000000000000 017f23e0-a800-7000-8000-000000000000\n"},
		{name: "periods in version 6", args: "bounds -by day -6 -from 2022-02-22",
			stdout: "1ec93726-0ba0-6000-8000-000000000000 1ec943b8-b23c-6000-8000-000000000000\n"},
		{name: "periods in another form", args: "bounds -by day -f compact -from 2022-02-22",
			stdout: "017f1eba4c0070008000000000000000 017f23e0a80070008000000000000000\n"},
		{name: "no periods", args: "bounds -by day -n 0"},
		{name: "periods in SQL", args: "bounds -by week -from 2022-02-27 -f sql -table tasks",
			stdout: q("CREATE TABLE \"tasks_p20220221\" PARTITION OF \"tasks\" FOR VALUES FROM ('017f1993-f000-7000-8000-000000000000') TO ('017f3da0-7400-7000-8000-000000000000');\n")},
		{name: "periods in SQL with quotes", args: `bounds -by month -from 2022-02-27 -f sql -table App.ta"sks`,
			stdout: q(`CREATE TABLE "App"."ta""sks_p20220201" PARTITION OF "App"."ta""sks" FOR VALUES FROM`) + ".*\n"},
		{name: "periods with the longest name", args: "bounds -by month -from 2022-02-27 -f sql -table " + long,
			stdout: q(`CREATE TABLE "`+long+`_p20220201" PARTITION`) + ".*\n"},
		{name: "periods with a longer name", args: "bounds -by month -f sql -table t" + long, status: 2,
			stderr: `invalid value "t` + long + `" for flag -table: the name of a schema or partition would be longer than 63 bytes`},
		{name: "periods with a longer schema", args: "bounds -by month -f sql -table 1234567890" + long + "1.t", status: 2,
			stderr: `invalid value "1234567890` + long + `1.t" for flag -table: the name of a schema or partition would be longer than 63 bytes`},
		{name: "periods without a name", args: "bounds -by month -f sql -table app.", status: 2,
			stderr: `invalid value "app." for flag -table: want NAME or SCHEMA.NAME`},
		{name: "periods without a schema", args: "bounds -by month -f sql -table .t", status: 2,
			stderr: `invalid value ".t" for flag -table: want NAME or SCHEMA.NAME`},
		{name: "periods with three names", args: "bounds -by month -f sql -table a.b.c", status: 2,
			stderr: `invalid value "a.b.c" for flag -table: want NAME or SCHEMA.NAME`},
		{name: "periods in two forms", args: "bounds -by month -f sql -f compact", status: 2,
			stderr: "flag provided twice: -f"},
		{name: "periods in an unknown form", args: "bounds -by month -f SQLite", status: 2,
			stderr: `invalid value "SQLite" for flag -f: not one of ` + list(encodings) + ", sql"},
		{name: "periods without a table", args: "bounds -by month -f sql", status: 2, stderr: "-f sql and -table must be used together"},
		{name: "table without SQL", args: "bounds -by month -table t", status: 2, stderr: "-f sql and -table must be used together"},
		{name: "SQL without periods", args: "bounds -f sql today", status: 2, stderr: "-n, -from, -table and -f sql need -by"},
		{name: "count without periods", args: "bounds -n 2 today", status: 2, stderr: "-n, -from, -table and -f sql need -by"},
		{name: "table without periods", args: "bounds -table t today", status: 2, stderr: "-n, -from, -table and -f sql need -by"},
		{name: "start without periods", args: "bounds -from today", status: 2, stderr: "-n, -from, -table and -f sql need -by"},
		{name: "bounds without a time", args: "bounds", status: 2, stderr: "missing TIME or -by flag"},
		{name: "periods with a time", args: "bounds -by day today", status: 2,
			stderr: `unexpected argument "today": with -by, set the start with -from`},
		{name: "periods with an invalid count", args: "bounds -by day -n 0x1", status: 2,
			stderr: `invalid value "0x1" for flag -n: want a count, such as 3`},
		{name: "periods with an invalid start", args: "bounds -by day -from x", status: 2, stderr: `invalid value "x" for flag -from: "x" is not ` + timeForms},
		{name: "periods before version 7", args: "bounds -by month -from 1969-12-31", status: 2, stderr: "1969-12-01: time out of range"},
		{name: "periods after version 7", args: "bounds -by day -from 281474976710655ms", status: 2, stderr: "10889-08-03: time out of range"},
	})
}

// TestPeriodsFollowEachOther verifies that each of 1000 periods starts at the end of the previous period. It runs
// in a synctest bubble, whose clock starts at 2000-01-01, a Saturday.
func TestPeriodsFollowEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for by, first := range map[string]string{"day": "2000-01-01", "week": "1999-12-27", "month": "2000-01-01"} {
			if got, want := output(t, "bounds", "-by", by), output(t, "bounds", "-by", by, "-from", first); got != want {
				t.Errorf("the current %s is %s, want %s", by, got, want)
			}
			last := uuid.MinV7(mustDate(t, first))
			for line := range strings.Lines(output(t, "bounds", "-by", by, "-n", "1000")) {
				from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
				start, _ := uuid.MustParse(from).Time()
				if from != last.String() || start.Hour() != 0 || by == "week" && start.Weekday() != time.Monday || by == "month" && start.Day() != 1 {
					t.Fatalf("by %s: %s starts at %v, want after %v", by, line, start, last)
				}
				last = uuid.MustParse(to)
			}
			// Years and months have different lengths, so a missing period would change the end.
			end, _ := last.Time()
			want := map[string]string{"day": "2002-09-27", "week": "2019-02-25", "month": "2083-05-01"}[by]
			if got := end.Format(time.DateOnly); got != want {
				t.Errorf("1000 periods by %s end at %s, want %s", by, got, want)
			}
		}
	})
}

func mustDate(t *testing.T, s string) time.Time {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return day
}
