package main

import (
	"regexp"
	"runtime"
	"testing"
	"time"
)

func TestVersion(t *testing.T) {
	want := regexp.MustCompile(`^uuid (\(devel\)|v[0-9]+\.[0-9]+\.[0-9]+\S*) ` + regexp.QuoteMeta(runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH) + "\n$")
	for _, args := range []string{"version", "-version", "--version"} {
		if got := output(t, args); !want.MatchString(got) {
			t.Errorf("uuid %s prints %q", args, got)
		}
	}
}

// TestBuildDate verifies that a program has a date even if its build recorded no commit.
func TestBuildDate(t *testing.T) {
	if date, err := time.Parse(time.DateOnly, buildDate()); err != nil || date.Year() < 2026 || date.After(time.Now()) {
		t.Errorf("built on %s: %v", buildDate(), err)
	}
}
