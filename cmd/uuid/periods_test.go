package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestPeriodsFollowEachOther verifies that each of 1000 periods starts at the end of the previous period. It runs
// in a synctest bubble, whose clock starts at 2000-01-01, a Saturday.
func TestPeriodsFollowEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for by, first := range map[string]string{"day": "2000-01-01", "week": "1999-12-27", "month": "2000-01-01"} {
			got, want := output(t, "bounds", "-by", by), output(t, "bounds", "-by", by, "-from", first)
			if got != want {
				t.Errorf("the current %s is %s, want %s", by, got, want)
			}
			last := uuid.MinV7(mustDate(t, first))
			for line := range strings.Lines(output(t, "bounds", "-by", by, "-n", "1000")) {
				from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
				start, _ := uuid.MustParse(from).Time()
				isStart := start.Hour() == 0 && (by != "week" || start.Weekday() == time.Monday) &&
					(by != "month" || start.Day() == 1)
				if from != last.String() || !isStart {
					t.Fatalf("by %s: %s starts at %v, want after %v", by, line, start, last)
				}
				last = uuid.MustParse(to)
			}
			// Years and months have different lengths, so a missing period would change the end.
			end, _ := last.Time()
			want = map[string]string{"day": "2002-09-27", "week": "2019-02-25", "month": "2083-05-01"}[by]
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
