package main

import (
	"regexp"
	"strings"
	"testing"
)

// maxWidth is the width of a terminal.
const maxWidth = 80

func TestHelpOfEveryCommand(t *testing.T) {
	overview := output(t, "help")
	for _, alias := range []string{"-h", "-help", "--help"} {
		if got := output(t, alias); got != overview {
			t.Errorf("uuid %s differs from uuid help:\n%s", alias, got)
		}
	}
	for _, c := range commands {
		text := output(t, "help", c.name)
		if got := output(t, c.name, "-h"); got != text {
			t.Errorf("uuid %s -h differs from uuid help %s:\n%s", c.name, c.name, got)
		}
		for _, part := range []string{"usage: uuid " + c.name, "\n" + c.summary + ".", "\nexample: uuid " + c.name} {
			if !strings.Contains(text, part) {
				t.Errorf("uuid help %s lacks %q:\n%s", c.name, part, text)
			}
		}
		if !strings.Contains(overview, c.name+" ") || !strings.Contains(overview, " "+c.summary+"\n") {
			t.Errorf("uuid help lacks %s", c.name)
		}
		if got := output(t, strings.Fields(c.name+" "+c.example)...); got == "" && c.name != "verify" {
			t.Errorf("%s prints nothing", c.exampleLine())
		}
		for line := range strings.Lines(overview + text) {
			if len(line) > maxWidth+len("\n") || strings.HasSuffix(line, " \n") {
				t.Errorf("uuid help %s has the line %q", c.name, line)
			}
		}
	}
}

// TestMisuseIsPrintedOnce verifies all that a process prints about a wrong flag.
func TestMisuseIsPrintedOnce(t *testing.T) {
	cmd, stderr := prepare(t, "v7", "-count", "3")
	out, _ := cmd.Output()
	const want = "uuid: flag provided but not defined: -count\nDid you mean: uuid v7 -n 3\n"
	if status := cmd.ProcessState.ExitCode(); status != exitUsage || len(out) > 0 || stderr.String() != want {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, out, stderr, want)
	}
}

// TestProgramName verifies that help and scripts contain the name of the program file.
func TestProgramName(t *testing.T) {
	otherName := regexp.MustCompile("[^-]uuid (help|completion|v7|COMMAND)")
	for called, want := range map[string]string{
		"/opt/my-uuid": "my-uuid",
		"guid.exe":     "guid",
		"u":            "u",
		"_uuid-2.1":    "_uuid-2.1",
		"7uuid_B":      "7uuid_B",
		"/opt/-uuid":   "uuid", // looks like a flag
		"/opt/.uuid":   "uuid",
		"":             "uuid",
		"uuid;ls":      "uuid",
		"(uuid":        "uuid",
		"an ID":        "uuid", // a space would need quotes
	} {
		if got := programName(called); got != want {
			t.Errorf("the name of %s is %s, want %s", called, got, want)
		}
	}
	for args, want := range map[string]string{
		"completion bash":  "\ncomplete -F _my-uuid my-uuid\n",
		"help":             "usage: my-uuid COMMAND [flags] [arguments]\n",
		"help v1":          "\nexample: my-uuid v1 -n 2\n",
		"v7 x":             "\nRun \"my-uuid help v7\" for more.\n",
		"seven":            "\nRun \"my-uuid help\" for the list of commands.\n",
		"v7 -count 3":      "\nDid you mean: my-uuid v7 -n 3\n",
		"verify x":         "my-uuid: argument 1: ",
		"inspect x" + v1ID: "; to read an ID within other text: my-uuid find\n",
		"find -replace":    "my-uuid: found no ID to replace\n",
		"convert \\x00000000000000000000000000000000": "my-uuid: bytes are read in network order; ",
	} {
		cmd, stderr := prepare(t, strings.Fields(args)...)
		cmd.Args[0] = "/opt/my-uuid"
		out, _ := cmd.Output()
		if got := string(out) + stderr.String(); !strings.Contains(got, want) || otherName.MatchString(got) {
			t.Errorf("my-uuid %s prints %q, want %q", args, got, want)
		}
	}
}
