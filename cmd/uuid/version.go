package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// printVersion prints which version of the command this is.
func printVersion(s *session, _ *options, _ []string) error {
	_, err := fmt.Fprintf(s.stdout, "uuid %s %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion returns the version of the module that the build recorded.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
