package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

var versionCommand = command{
	name:    "version",
	summary: "Print the version of this command",
	called: []wording{
		{words: "-V ver"},
	},
	flags: func() flags { return new(noFlags) },
	run:   with(printVersion),
}

func printVersion(s *session, _ *noFlags, _ []string) error {
	_, err := fmt.Fprintf(s.stdout, "uuid %s %s %s/%s\n",
		buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion returns the module version from the build information.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
