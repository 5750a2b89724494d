package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// lines returns n texts, one per line.
func lines(n int, text func() string) string {
	var b strings.Builder
	for range n {
		b.WriteString(text() + "\n")
	}
	return b.String()
}

// swapped returns a version 4 ID whose bytes in Microsoft's order are also an ID by RFC 9562.
func swapped() string {
	for {
		if u := uuid.UUID(uuid.NewV4().BytesLE()); isRFC9562(u) {
			return u.String()
		}
	}
}

// swappedVerdict begins the verdict on a list of 20 IDs in Microsoft's order.
const swappedVerdict = "20 of 20 values are in Microsoft's byte order "

// TestVerifyJudgesTheList checks what verify and inspect say of a list as a whole.
func TestVerifyJudgesTheList(t *testing.T) {
	version4 := func() string { return uuid.NewV4().String() }
	version7 := func() string { return uuid.NewV7().String() }
	for _, test := range []struct {
		name, args, stdin string
		status            int
		last              string // how the last line on standard error begins
		ends              string // how it ends, before the page; "" for last and ends if there is no line
	}{
		{name: "version 4", args: "verify", stdin: lines(1000, version4), status: exitOK},
		{name: "version 7", args: "verify -ordered -unique", stdin: lines(1000, version7), status: exitOK},
		{
			name:   "Microsoft's order",
			args:   "verify",
			stdin:  lines(20, swapped),
			status: exitFailure,
			last:   swappedVerdict,
			ends:   "; correct the rows with uuid.FromBytesLE(id[:])",
		},
		{name: "seven IDs", args: "verify", stdin: lines(7, swapped), status: exitOK},
		{name: "arguments", args: "verify " + lines(20, swapped), status: exitFailure, last: swappedVerdict},
		{
			name:   "Microsoft's order in inspect",
			args:   "inspect",
			stdin:  lines(20, swapped),
			status: exitOK,
			last:   swappedVerdict,
		},
		{
			name:   "Microsoft's order as JSON",
			args:   "inspect -json",
			stdin:  lines(20, swapped),
			status: exitOK,
			last:   swappedVerdict,
		},
		{
			name: "Microsoft's order that is read as such",
			args: "verify -from guid-bytes",
			stdin: lines(20, func() string {
				return uuid.Compact.Encode(uuid.UUID(uuid.NewV4().BytesLE()))
			}),
			status: exitOK,
		},
		{
			name: "network order that is read as Microsoft's",
			args: "verify -from guid-bytes",
			stdin: lines(20, func() string {
				return uuid.Compact.Encode(uuid.NewV4())
			}),
			status: exitFailure,
			last:   swappedVerdict,
			ends:   "; omit -from guid-bytes",
		},
		{
			name: "another order that is read as Microsoft's",
			args: "verify -from guid-bytes",
			stdin: lines(20, func() string {
				hi, lo := uuid.NewV4().Uint64s()
				return uuid.Compact.Encode(uuid.UUID(uuid.FromUint64s(lo, hi).BytesLE()))
			}),
			status: exitFailure,
			last:   "20 of 20 values are in a byte order that begins with the last eight bytes, ",
			ends:   "; correct the rows: swap the first eight bytes and the last eight",
		},
		{
			name: "two orders that are read as Microsoft's",
			args: "verify -from guid-bytes",
			stdin: lines(30, func() string { return uuid.Compact.Encode(uuid.UUID(uuid.NewV4().BytesLE())) }) +
				lines(12, func() string { return uuid.Compact.Encode(uuid.NewV4()) }),
			status: exitFailure,
			ends:   "; find the program that writes the wrong order, and correct its rows",
		},
		{
			name: "two versions in Microsoft's order",
			args: "verify -from guid-bytes",
			stdin: lines(10, func() string { return uuid.Compact.Encode(uuid.UUID(uuid.NewV4().BytesLE())) }) +
				lines(10, func() string { return uuid.Compact.Encode(uuid.UUID(uuid.NewV7().BytesLE())) }),
			status: exitOK,
			last:   "10 of 20 values have version 4, and 10 have version 7: ",
			ends:   ": lists and ranges by time give wrong results",
		},
		{
			name: "Microsoft's order in base64",
			args: "verify",
			stdin: lines(20, func() string {
				b := uuid.NewV4().BytesLE()
				return base64.StdEncoding.EncodeToString(b[:])
			}),
			status: exitFailure,
			last:   swappedVerdict,
		},
		{
			name:   "refused lines",
			args:   "verify",
			stdin:  lines(20, func() string { return fmt.Sprintf(`\x%x`, uuid.NewV4().BytesLE()) }),
			status: exitFailure,
			last:   swappedVerdict,
		},
		{
			name:   "as many IDs as a sample",
			args:   "verify",
			stdin:  lines(1000, swapped),
			status: exitFailure,
			last:   "1000 of 1000 values are in Microsoft's byte order ",
		},
		{
			name:   "a large list",
			args:   "verify",
			stdin:  lines(5000, swapped),
			status: exitFailure,
			last:   "in a sample of 1000 lines: 1000 of 1000 values are in Microsoft's byte order ",
		},
		{
			name:   "cut texts",
			args:   "verify",
			stdin:  lines(20, func() string { return fmt.Sprintf("%x", version7()[:16]) }),
			status: exitFailure,
			last:   "20 of 20 values are text truncated to 16 characters; ",
		},
		{
			name:   "cut texts that are refused",
			args:   "verify -from canonical",
			stdin:  lines(20, func() string { return fmt.Sprintf("%x", version7()[:16]) }),
			status: exitFailure,
			last:   "20 of 20 values are text truncated to 16 characters; ",
		},
		{
			name:   "cut texts that inspect refuses",
			args:   "inspect -from canonical",
			stdin:  lines(20, func() string { return fmt.Sprintf("%x", version7()[:16]) }),
			status: exitFailure,
			last:   "20 of 20 values are text truncated to 16 characters; ",
		},
		{
			name: "ULIDs",
			args: "verify",
			stdin: lines(20, func() string {
				u, random := uuid.NewV7(), uuid.NewV4()
				copy(u[6:], random[:6])
				copy(u[12:], random[12:])
				return uuid.Base32.Encode(u)
			}),
			status: exitFailure,
			last:   "20 of 20 values are ULIDs, ",
		},
		{
			name:   "versions 4 and 7",
			args:   "verify",
			stdin:  lines(10, version4) + lines(10, version7),
			status: exitOK,
			last:   "10 of 20 values have version 4, and 10 have version 7",
		},
		{
			name:   "two forms",
			args:   "verify",
			stdin:  lines(10, version4) + lines(10, func() string { return uuid.Braced.Encode(uuid.NewV4()) }),
			status: exitOK,
			last:   "20 values have several forms: 36 characters (10), 36 characters in braces (10); ",
		},
		{
			name:   "capitals",
			args:   "verify",
			stdin:  lines(20, func() string { return strings.ToUpper(version4()) }),
			status: exitOK,
			last:   "20 of 20 values are in upper case",
		},
		{
			name:   "capitals in an encoding that is set",
			args:   "verify -from canonical",
			stdin:  lines(20, func() string { return strings.ToUpper(version4()) }),
			status: exitOK,
		},
		{
			name:   "Microsoft's order with -v9",
			args:   "verify -v9",
			stdin:  lines(20, swapped),
			status: exitFailure,
			last:   "line ",
		},
		{
			name:   "version 9",
			args:   "verify -v9",
			stdin:  strings.ReplaceAll(output(t, "v9", "-checksum", "-n", "100"), "-", ""),
			status: exitOK,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := invoke(strings.NewReader(test.stdin), strings.Fields(test.args)...)
			errs := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
			last := strings.TrimPrefix(errs[len(errs)-1], program+": ")
			text, _, _ := strings.Cut(last, "; see https://")
			isRight := strings.HasPrefix(text, test.last) && strings.HasSuffix(text, test.ends)
			if r.status != test.status || !isRight || test.last+test.ends == "" && r.stderr != "" {
				t.Errorf("status %d, last line %s\nwant %d, %s … %s", r.status, last, test.status, test.last, test.ends)
			}
		})
	}
}

// TestEveryVerdictIsTold checks that verify and inspect print more than one verdict, and stop if they cannot.
func TestEveryVerdictIsTold(t *testing.T) {
	ids := lines(10, func() string { return strings.ToUpper(uuid.NewV4().String()) }) +
		lines(10, func() string { return strings.ToUpper(uuid.NewV7().String()) })
	for _, command := range []string{"verify", "verify -ordered", "inspect"} {
		args := strings.Fields(command)
		r := invoke(strings.NewReader(ids), args...)
		var verdicts []string
		for line := range strings.Lines(r.stderr) {
			if strings.Contains(line, " of 20 values ") {
				verdicts = append(verdicts, line)
			}
		}
		areTold := len(verdicts) == 2 && strings.Contains(verdicts[0], " are in upper case, ") &&
			strings.Contains(verdicts[1], " have version 4, ")
		if !areTold {
			t.Errorf("%s: %q", command, r.stderr)
		}

		// Standard error fails at the first verdict.
		var stdout bytes.Buffer
		reports := 0
		fails := writerFunc(func(p []byte) (int, error) {
			reports++
			if strings.Contains(string(p), " values ") {
				return 0, errors.New("no space left")
			}
			return len(p), nil
		})
		run(args, strings.NewReader(ids), &stdout, fails)
		before := strings.Count(r.stderr, "\n") - 2
		// The last reports are a verdict, and that it could not be written.
		if reports != before+2 || strings.Contains(stdout.String(), "lead") {
			t.Errorf("%s: %d reports, want %d, and stdout %q", command, reports, before+2, &stdout)
		}
	}
}

// TestJudgementIsDrawnEvenly checks that every line is in the sample with the same probability.
func TestJudgementIsDrawnEvenly(t *testing.T) {
	const lists, lines = 20, 20 * sampleSize
	var ofTenth [10]int
	for range lists {
		list := new(judgement)
		for i := range lines {
			list.add("", uuid.FromUint64s(uint64(i), 0), nil)
		}
		if len(list.sample) != sampleSize {
			t.Fatalf("the sample contains %d values, want %d", len(list.sample), sampleSize)
		}
		for _, r := range list.sample {
			line, _ := r.id.Uint64s()
			ofTenth[line*10/lines]++
		}
	}
	for i, n := range ofTenth {
		const mean = lists * sampleSize / 10
		if n < mean-270 || n > mean+270 { // six standard deviations
			t.Errorf("%d values of tenth %d of the lines are in the samples, want about %d", n, i, mean)
		}
	}
}
