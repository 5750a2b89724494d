package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// printVersion prints the version of the command.
func printVersion(s *session, _ *options, _ []string) error {
	_, err := fmt.Fprintf(s.stdout, "uuid %s %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion returns the module version from the build information.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// buildDate returns the date of the commit, or the date of the program file if the build
// information contains no commit.
func buildDate() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if date, _, ok := strings.Cut(setting.Value, "T"); ok && setting.Key == "vcs.time" {
				return date
			}
		}
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return info.ModTime().UTC().Format(time.DateOnly)
}
