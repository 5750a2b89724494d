package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// printVersion prints which version of the command this is, as the build recorded it.
func printVersion(s *session, _ *options, _ []string) error {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, err := fmt.Fprintf(s.stdout, "uuid %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
