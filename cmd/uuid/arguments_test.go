package main

import (
	"strings"
	"testing"
)

func TestCommandsRejectMisusedFlags(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "count for a name", args: "v5 -n 3 dns a", stderr: "flag provided but not defined: -n", status: 2},
		{name: "a flag without a value twice", args: "find -line=false -line access.log", stdout: "(?s)access.log:1:.*"},
		{name: "a flag with a value twice", args: "v4 -n 2 --n=2", stderr: "flag provided twice: -n", status: 2},
		{name: "false flag", args: "v9 -version=false -at 1645557742001ms", stdout: "17f22e27-9b1.-.*\n"},
		{name: "value for a flag that takes none", args: "v9 -version=9", stderr: `invalid boolean value "9" for -version: parse error`, status: 2},
		{name: "false flag with a conflicting flag", args: "find -replace=false -time -line=false access.log", stdout: "(?s).* 2022-.*"},
		{name: "version 9 prefix with an encoding", args: "v9 -prefix a1b2 -f compact", stdout: "a1b2[0-9a-f]{28}\n"},
		{name: "ordered at a time", args: "v9 -unordered=false -at 1645557742001ms", stdout: "17f22e27-9b1.-.*\n"},
		{name: "two dashes as a value", args: "hide -tweak -- " + v7ID + " -f compact -key-file key.txt", stdout: "[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}\n"},
		{name: "negative number", args: "v2 org -1", stderr: `argument 2: "-1" is not a 32-bit number`, status: 2},
		{name: "digit as a flag", args: "bounds -6 0s 0s", stdout: "1b21dd21-3814-6000-8.*\n1b21dd21-3814-6000-b.*\n"},
		{name: "flag with three dashes", args: "v4 ---n 3", stderr: "bad flag syntax: ---n", status: 2},
		{name: "key as a flag", args: "hide -key 00", stderr: "flag provided but not defined: -key", status: 2},
		{name: "no command", args: "", stderr: "missing command", status: 2},
		{name: "unknown command", args: "v10", stderr: `unknown command "v10"`, status: 2},
		{name: "completion for an unknown shell", args: "completion csh", stderr: `argument 1: "csh" is not one of bash, zsh, fish`, status: 2},
		{name: "help on unknown command", args: "help v10", stderr: `unknown command "v10"`, status: 2},
		{name: "long value", args: "v7 -n " + strings.Repeat("x", 999), stderr: `invalid value "` + strings.Repeat("x", 585), status: 2},
		{name: "long argument", args: "v7 " + strings.Repeat("x", 99), stderr: `unexpected argument "` + strings.Repeat("x", 64) + `"`, status: 2},
		{name: "long command", args: strings.Repeat("x", 99), stderr: `unknown command "` + strings.Repeat("x", 64) + `"`, status: 2},
		{name: "unknown flag", args: "v7 -x", stderr: "flag provided but not defined: -x", status: 2},
		{name: "flag without a value", args: "v7 -n", stderr: "flag needs an argument: -n", status: 2},
		{name: "negative count", args: "v7 -n -1", stderr: `invalid value "-1" for flag -n: want a count, such as 3`, status: 2},
		{name: "unexpected argument", args: "v7 a b", stderr: `unexpected argument "a"`, status: 2},
		{name: "third argument", args: "v5 dns a b", stderr: `unexpected argument "b"`, status: 2},
		{name: "v5 without a name space", args: "v5", stderr: "missing argument", status: 2},
	})
}

// TestHintFollowsMisuse verifies the hint after a command-line error.
func TestHintFollowsMisuse(t *testing.T) {
	const v5 = "usage: uuid v5 [flags] NAMESPACE [NAME]\nexample: uuid v5 url https://www.example.com/\nRun \"uuid help v5\" for more.\n"
	tests := []struct{ args, want string }{
		{"v55 a b c d e f g h", "Run \"uuid help\" for the list of commands.\n"},
		{"v5", v5},
		{"v5 dns a b", v5},
		{"v7 -at 1e3", "usage: uuid v7 [flags]\nexample: uuid v7 -n 3\nRun \"uuid help v7\" for more.\n"},
		{"inspcet " + v1ID, "Did you mean: uuid inspect " + v1ID + "\n"},
		{"--version x", "usage: uuid version\nexample: uuid version\nRun \"uuid help version\" for more.\n"},
	}
	for _, tt := range tests {
		_, hint, _ := strings.Cut(invoke(nil, strings.Fields(tt.args)...).stderr, "\n")
		if hint != tt.want {
			t.Errorf("uuid %s: the hint is %q, want %q", tt.args, hint, tt.want)
		}
	}
}

// TestNumberOfArguments verifies that each command rejects one argument too few and one argument
// too many.
func TestNumberOfArguments(t *testing.T) {
	limits := map[string][2]int{
		"v2": {2, 2}, "v3": {1, 2}, "v5": {1, 2}, "v8": {1, 2}, "bounds": {0, 2}, "help": {0, 1}, "completion": {1, -1},
		"inspect": {0, -1}, "convert": {0, -1}, "verify": {0, -1}, "find": {0, -1}, "hide": {0, -1}, "reveal": {0, -1}, // -1 means any number
	}
	for _, c := range commands {
		least, most := limits[c.name][0], limits[c.name][1]
		reject := func(n int, fault string) {
			args := append([]string{c.name}, make([]string, n)...)
			if r := invoke(nil, args...); !strings.HasPrefix(r.stderr, "uuid: "+fault+"\n") {
				t.Errorf("uuid %q: %q, want %s", args, r.stderr, fault)
			}
		}
		if least > 0 {
			reject(least-1, "missing argument")
		}
		if most >= 0 {
			reject(most+1, `unexpected argument ""`)
		} else if r := invoke(strings.NewReader(""), c.name, "a", "b", "c"); strings.Contains(r.stderr, "unexpected argument") {
			t.Errorf("uuid %s a b c: %s", c.name, r.stderr)
		}
	}
}
