package main

import (
	"regexp"
	"testing"
)

func TestBoundsCommand(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "bounds of a millisecond", args: "bounds 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of a span", args: "bounds 1645557742s 1645557742001ms -f braced",
			stdout: regexp.QuoteMeta("{017f22e2-79b0-7000-8000-000000000000}\n{017f22e2-79b1-7fff-bfff-ffffffffffff}\n")},
		{name: "bounds v6", args: "bounds -6 2022-02-22T19:22:22Z",
			stdout: "1ec9414c-232a-6b00-8000-000000000000\n1ec9414c-232a-6b00-bfff-ffffffffffff\n"},
		{name: "bounds of a day", args: "bounds 2022-02-22",
			stdout: "017f1eba-4c00-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of days", args: "bounds -6 2022-02-21 2022-02-22",
			stdout: "1ec92a93-6504-6000-8000-000000000000\n1ec943b8-b23b-6fff-bfff-ffffffffffff\n"},
		{name: "bounds of one moment in two forms", args: "bounds 1645557742s 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of the last moment of a day", args: "bounds 2022-02-22T23:59:59.999999999Z 2022-02-22",
			stdout: "017f23e0-a7ff-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of no day", args: "bounds 2022-02-30", stderr: `argument 1: "2022-02-30" is not ` + timeForms, status: 2},
		{name: "bounds of nothing", args: "bounds 1s 0s", stderr: "argument 2: the last time is before the first", status: 2},
		{name: "bounds of no first", args: "bounds x 0s", stderr: `argument 1: "x" is not ` + timeForms, status: 2},
		{name: "bounds of no last", args: "bounds 0s x", stderr: `argument 2: "x" is not ` + timeForms, status: 2},
	})
}
