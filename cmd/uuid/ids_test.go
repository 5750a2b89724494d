package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const inUTF16 = "the input is UTF-16; first convert it: iconv -f UTF-16 -t UTF-8"

func TestCommandsReadArgumentsOrLines(t *testing.T) {
	testCommands(t, []commandTest{
		{
			name:  "convert lines",
			line:  "convert -f compact",
			stdin: v1ID + "\r\n{" + v7ID + "}\n" + v1ID,
			stdout: "f81d4fae7dec11d0a76500a0c91e6bf6\n" +
				"017f22e279b07cc398c4dc0c0c07398f\n" +
				"f81d4fae7dec11d0a76500a0c91e6bf6\n",
		}, {
			name:   "white space",
			line:   "convert -f canonical",
			stdin:  "\n \t\r\n  " + v1ID + "\r\n" + v7ID + "\t \n\u00a0" + v1ID + "\u00a0\n\n ",
			stdout: v1ID + "\n" + v7ID + "\n" + v1ID + "\n",
		}, {
			name:   "byte order mark",
			line:   "convert -f canonical",
			stdin:  "\ufeff" + v1ID + "\r\n" + v7ID + "\n",
			stdout: v1ID + "\n" + v7ID + "\n",
		}, {
			name:   "two byte order marks",
			line:   "convert -from base58",
			stdin:  "\ufeff\ufeffx\n",
			stderr: "line 1: cannot parse \"\\ufeffx\" (4 bytes): invalid length at offset 4, want 22 bytes",
			status: 1,
		}, {
			name:  "only a byte order mark",
			line:  "inspect",
			stdin: "\ufeff",
		}, {
			name:   "UTF-16",
			line:   "verify",
			stdin:  "\xff\xfef\x008\x00",
			stderr: "line 1: " + inUTF16,
			status: 1,
		}, {
			name:   "UTF-16 without a mark",
			line:   "inspect",
			stdin:  "f\x008\x00",
			stderr: "line 1: " + inUTF16,
			status: 1,
		}, {
			name:   "big-endian UTF-16",
			line:   "find -replace",
			stdin:  "\xfe\xff\x00f\x008",
			stderr: inUTF16 + "\nuuid: found no ID to replace",
			status: 1,
		}, {
			name:   "UTF-16 in a table",
			line:   "convert -column 1",
			stdin:  "\x00f\x008",
			stderr: inUTF16,
			status: 1,
		}, {
			name:  "byte order mark in line 2",
			line:  "verify",
			stdin: v1ID + "\n\ufeff" + v7ID + "\n",
			stderr: `line 2: cannot parse "\ufeff` + v7ID + `" (39 bytes): ` +
				"invalid length at offset 39, want 32, 36, 38 or 45 bytes",
			status: 1,
		}, {
			name: "white space in an argument",
			line: "verify " + v1ID + "\u00a0",
		}, {
			name:   "white space in an argument with -from",
			line:   "convert -from Canonical -f COMPACT ' " + v7ID + "\t'",
			stdout: strings.ReplaceAll(v7ID, "-", "") + "\n",
		}, {
			name:   "long line",
			line:   "convert -f canonical",
			stdin:  strings.Repeat("a", 1<<20) + "\n" + v1ID,
			stdout: v1ID + "\n",
			stderr: "line 1: longer than 65536 bytes",
			status: 1,
		}, {
			name:   "long last line",
			line:   "verify",
			stdin:  v1ID + "\n" + strings.Repeat("a", 1<<16+1),
			stderr: "line 2: longer than 65536 bytes",
			status: 1,
		}, {
			name:   "long last line that ends with the buffer",
			line:   "verify",
			stdin:  strings.Repeat("a", 1<<16+len("\r\n")),
			stderr: "line 1: longer than 65536 bytes",
			status: 1,
		}, {
			name: "base 64 with bits after the last byte",
			line: "convert -f canonical AAAAAAAAAAAAAAAAAAAAAB==",
			stderr: `argument 1: "AAAAAAAAAAAAAAAAAAAAAB==" is not an ID in a recognized form; ` +
				"base58, base64url and decimal need -from",
			status: 1,
		}, {
			name:   "long line with CRLF",
			line:   "verify",
			stdin:  strings.Repeat(" ", 1<<16+1-len(v1ID)) + v1ID + "\r\n" + v1ID + "\r\n",
			stderr: "line 1: longer than 65536 bytes",
			status: 1,
		}, {
			name:   "longest line",
			line:   "convert -f canonical",
			stdin:  strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID + "\n" + v7ID + "\n",
			stdout: v1ID + "\n" + v7ID + "\n",
		}, {
			name:   "longest line with CRLF",
			line:   "convert -f canonical",
			stdin:  strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID + "\r\n" + v7ID + "\r\n",
			stdout: v1ID + "\n" + v7ID + "\n",
		}, {
			name:   "longest last line",
			line:   "convert -f canonical",
			stdin:  strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID,
			stdout: v1ID + "\n",
		},
	})
}

// TestInputFails verifies that a read error is reported instead of the partial line before it.
func TestInputFails(t *testing.T) {
	for _, start := range []string{"", v7ID[:9], strings.Repeat(" ", 1<<16+2)} {
		in := io.MultiReader(strings.NewReader(v7ID+"\n"+start), iotest.ErrReader(errors.New("input/output error")))
		got := invoke(in, "verify")
		want := "uuid: line 2: input/output error\n"
		if got.status != exitFailure || got.stderr != want {
			t.Errorf("%d bytes: status %d, stderr %q, want %q", len(start), got.status, got.stderr, want)
		}
	}
}
