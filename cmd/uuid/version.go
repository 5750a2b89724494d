package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
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
