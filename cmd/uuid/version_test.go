package main

import (
	"regexp"
	"runtime"
	"testing"
)

func TestVersionIsOfTheBuild(t *testing.T) {
	built := regexp.QuoteMeta(runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH)
	want := regexp.MustCompile(`^uuid (\(devel\)|v[0-9]+\.[0-9]+\.[0-9]+\S*) ` + built + "\n$")
	for _, args := range []string{"version", "-version", "--version"} {
		if got := output(t, args); !want.MatchString(got) {
			t.Errorf("uuid %s prints %q", args, got)
		}
	}
}
