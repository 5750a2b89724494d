package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestVerifyCommandNamesEachFault(t *testing.T) {
	var alike []string
	for line := 2; line <= 12; line++ {
		alike = append(alike, fmt.Sprintf("line %d: %s is a duplicate and is not greater than the previous ID", line, v1ID))
	}
	testCommands(t, []commandTest{
		{name: "verify", args: "verify " + v1ID + " " + v7ID},
		{name: "verify lines", args: "verify", stdin: v1ID + "\n00000000-0000-9000-8000-000000000000\n" + v7ID,
			stderr: "line 2: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562", status: 1},
		{name: "verify an invalid ID", args: "verify x", stderr: `argument 1: "x"` + unrecognized, status: 1},
		{name: "verify v9", args: "verify -v9 00000000-0000-0000-0000-000000000107 00000000-0000-0000-0000-000000000100",
			stderr: "argument 2: 00000000-0000-0000-0000-000000000100 does not end with its CRC-8", status: 1},
		{name: "verify v9 and lead", args: "verify -v9 -lead 1s", stderr: "-v9 and -lead cannot be combined", status: 2},
		{name: "verify v9 in order", args: "verify -v9 -ordered 70000000-0000-7000-8000-000000000003 70000000-0000-7000-8000-000000000104",
			stdout: "ids         2\nunordered   0\n",
			stderr: "argument 1: 70000000-0000-7000-8000-000000000003 does not end with its CRC-8\n" +
				"uuid: argument 2: 70000000-0000-7000-8000-000000000104 does not end with its CRC-8", status: 1},
		{name: "verify nothing", args: "verify", stdin: "\n", stderr: "there are no IDs to verify", status: 1},
		{name: "verify unique", args: "verify -unique", stdin: v1ID + "\n" + v7ID + "\nx\n{" + v1ID + "}\n" + v7ID + "\n",
			stdout: "ids         4\nduplicates  2\nlead        0s\n",
			stderr: "line 3: \"x\"" + unrecognized + "\n" +
				"uuid: line 4: " + v1ID + " is a duplicate\n" +
				"uuid: line 5: " + v7ID + " is a duplicate", status: 1},
		{name: "verify ordered", args: "verify -ordered " + v7ID + " " + v1ID + " " + v4ID + " " + v4ID,
			stdout: "ids         4\nunordered   1\nlead        0s\n",
			stderr: "argument 4: " + v4ID + " is not greater than the previous ID", status: 1},
		{name: "verify ordered after a drop", args: "verify -ordered " + v4ID + " " + v7ID + " " + v1ID,
			stdout: "ids         3\nunordered   1\nlead        0s\n",
			stderr: "argument 2: " + v7ID + " is not greater than the previous ID", status: 1},
		{name: "verify descending", args: "verify -ordered", stdin: v1ID + "\n" + v7ID + "\n",
			stdout: "ids         2\nunordered   1\nlead        0s\n",
			stderr: "line 2: " + v7ID + " is not greater than the previous ID", status: 1},
		{name: "verify Nil first", args: "verify -ordered -unique 00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000",
			stdout: "ids         2\nduplicates  1\nunordered   1\nlead        0s\n",
			stderr: "argument 2: 00000000-0000-0000-0000-000000000000 is a duplicate and is not greater than the previous ID", status: 1},
		{name: "verify an ID that fails several checks", args: "verify -ordered -unique 00000000-0000-9000-8000-000000000000 00000000-0000-9000-8000-000000000000",
			stdout: "ids         2\nduplicates  1\nunordered   1\nlead        0s\n",
			stderr: "argument 1: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562\n" +
				"uuid: argument 2: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562 and is a duplicate and is not greater than the previous ID", status: 1},
		{name: "verify twelve equal IDs", args: "verify -unique -ordered", stdin: strings.Repeat(v1ID+"\n", 12),
			stdout: "ids         12\nduplicates  11\nunordered   11\nlead        0s\n",
			stderr: strings.Join(alike, "\nuuid: "), status: 1},
		{name: "verify no IDs", args: "verify -unique -ordered", stdout: "ids         0\nduplicates  0\nunordered   0\nlead        0s\n", stderr: "there are no IDs to verify", status: 1},
		{name: "verify the future", args: "verify -ordered", stdin: v7ID + "\nffffffff-ffff-7000-8000-000000000000\n" + v4ID,
			stdout: "ids         3\nunordered   1\nlead        more than 292 years\n", // the longest time.Duration
			stderr: "line 3: " + v4ID + " is not greater than the previous ID", status: 1},
		{name: "verify a smaller lead after a larger one", args: "verify -unique", stdin: "ffffffff-ffff-7000-8000-000000000000\n" + uuid.MinV7(time.Now().Add(100*time.Hour)).String(),
			stdout: "ids         2\nduplicates  0\nlead        more than 292 years\n"},
		{name: "verify lead", args: "verify -lead 10ms", stdin: v7ID + "\nffffffff-ffff-7000-8000-000000000000\n" + v4ID,
			stderr: "line 2: ffffffff-ffff-7000-8000-000000000000 is more than 292 years ahead of the clock", status: 1},
		{name: "verify an allowed lead", args: "verify -lead 30d", stdin: uuid.MinV7(time.Now().Add(100 * time.Hour)).String()},
		{name: "verify without any lead", args: "verify -lead 0s " + v7ID + " " + v4ID + " " + v7ID},
		{name: "verify negative lead", args: "verify -lead -1ns", stderr: `invalid value "-1ns" for flag -lead: want a duration, such as 10ms or 1h`, status: 2},
		{name: "verify a lead without a unit", args: "verify -lead 10", stderr: `invalid value "10" for flag -lead: want a duration, such as 10ms or 1h`, status: 2},
	})
}

// TestV9Checksum verifies that verify accepts IDs generated with a checksum.
func TestV9Checksum(t *testing.T) {
	output(t, append([]string{"verify", "-v9"}, strings.Fields(output(t, "v9", "-checksum", "-n", "100"))...)...)
	// An ID without a checksum has a valid CRC-8 with a probability of 1 in 256, but 100 such IDs
	// do not all have one.
	ids := strings.NewReader(output(t, "v9", "-n", "100"))
	if r := invoke(ids, "verify", "-v9"); r.status != exitFailure {
		t.Errorf("verify -v9 of IDs without a checksum: status %d, want %d", r.status, exitFailure)
	}
}
