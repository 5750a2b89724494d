package main

import "fmt"

// A release is the beginning of a server's version.
type release struct{ major, minor int }

// checkRelease returns an error if a server is older than the oldest release that can be read.
func checkRelease(name, version string, oldest release) error {
	var r release
	fmt.Sscanf(version, "%d.%d", &r.major, &r.minor) // PostgreSQL's version may be a number
	if r.major < oldest.major || r.major == oldest.major && r.minor < oldest.minor {
		return problem(fmt.Sprintf("cannot read %s: the oldest version is %d.%d", name, oldest.major, oldest.minor))
	}
	return nil
}
