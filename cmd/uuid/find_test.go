package main

import (
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestFindCommand(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "find", args: "find access.log", stdout: v7ID + "\n" + v1ID + "\n"},
		{name: "find in standard input", args: "find -f braced", stdin: "\x00urn:uuid:" + v1ID + "\xff,%7B" + v7ID, stdout: `{` + v1ID + "}\n{" + v7ID + "}\n"},
		{name: "find nothing", args: "find", stdin: v7ID + "0\n0" + v7ID + "\n" + strings.ReplaceAll(v7ID, "-", "") + "\n" + v7ID[1:] +
			"\n\\u0g00" + v7ID + "\n\\xg0" + v7ID + "\n%g0" + v7ID + "\n-"},
		{name: "find in nothing", args: "find"},
		{name: "find compact", args: "find -compact", stdin: strings.ReplaceAll(v7ID, "-", "") + " " + v1ID, stdout: v7ID + "\n" + v1ID + "\n"},
		// The spaces let both be found in one go.
		{name: "find compact after dashed", args: "find -compact", stdin: v1ID + " " + strings.ReplaceAll(v7ID, "-", "") + strings.Repeat(" ", 100), stdout: v1ID + "\n" + v7ID + "\n"},
		{name: "find times", args: "find -time access.log -", stdin: "5c146b14-3c52-8afd-938a-375d0df1fbf6",
			stdout: v7ID + " 2022-02-22T19:22:22.000Z\n" + v1ID + " 1997-02-03T17:43:12.2168750Z\n5c146b14-3c52-8afd-938a-375d0df1fbf6 -\n"},
		{name: "replace", args: "find -replace access.log", stdout: regexp.QuoteMeta("10.0.0.1 GET /orders/id-4e2e22477383ff21 200\n" +
			"10.0.0.2 GET /users/{id-4cec65a2e4281720} 404\n")},
		{name: "replace in bytes", args: "find -replace -compact", stdin: "\x00\xff" + v7ID + v7ID + "\r\n" + strings.ReplaceAll(v7ID, "-", "") + " " + v7ID[:20],
			stdout: "\x00\uFFFD" + v7ID + v7ID + "\r\nid-4e2e22477383ff21 " + v7ID[:20]},
		{name: "replace nothing", args: "find -replace", stdin: "\n", stdout: "\n"},
		{name: "find and go on", args: "find none.log access.log none.log access.log", stdout: "(" + v7ID + "\n" + v1ID + "\n){2}",
			stderr: "open none.log: " + syscall.ENOENT.Error() + "\nuuid: open none.log: " + syscall.ENOENT.Error(), status: 1},
		{name: "replace and times", args: "find -replace -time", stderr: "-replace and -time exclude each other", status: 2},
		{name: "replace and encoding", args: "find -f urn -replace", stderr: "-replace and -f exclude each other", status: 2},
	})
}
