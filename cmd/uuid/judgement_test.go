package main

import (
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
		last              string // how the last line on standard error begins; "" if there is none
	}{
		{name: "version 4", args: "verify", stdin: lines(1000, version4), status: exitOK},
		{name: "version 7", args: "verify -ordered -unique", stdin: lines(1000, version7), status: exitOK},
		{
			name:   "Microsoft's order",
			args:   "verify",
			stdin:  lines(20, swapped),
			status: exitFailure,
			last:   swappedVerdict,
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
			last: swappedVerdict + "(C#'s ToByteArray, objectGUID), so they are read as different IDs; " +
				"omit -from guid-bytes; ",
		},
		{
			name:   "refused lines",
			args:   "verify",
			stdin:  lines(20, func() string { return fmt.Sprintf(`\x%x`, uuid.NewV4().BytesLE()) }),
			status: exitFailure,
			last:   swappedVerdict,
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
			last:   "20 of 20 values are the first 16 characters of a text; ",
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
			last:   "20 values have several forms: 36 characters (10), in braces (10); ",
		},
		{
			name:   "capitals",
			args:   "verify",
			stdin:  lines(20, func() string { return strings.ToUpper(version4()) }),
			status: exitOK,
			last:   "20 of 20 values are in capitals",
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
			if r.status != test.status || !strings.HasPrefix(last, test.last) || test.last == "" && r.stderr != "" {
				t.Errorf("status %d, last line %s\nwant %d, %s", r.status, last, test.status, test.last)
			}
		})
	}
}

// TestJudgementIsDrawnEvenly checks that every line can be in the sample.
func TestJudgementIsDrawnEvenly(t *testing.T) {
	list := new(judgement)
	const lines = 20 * sampleSize
	for i := range lines {
		u := uuid.FromUint64s(uint64(i), 0)
		list.add(u.String(), u, nil)
	}
	if len(list.sample) != sampleSize {
		t.Fatalf("the sample contains %d values, want %d", len(list.sample), sampleSize)
	}
	var ofTenth [10]int
	for _, r := range list.sample {
		line, _ := r.id.Uint64s()
		ofTenth[line*10/lines]++
	}
	for i, n := range ofTenth {
		if n < 40 || n > 160 { // six standard deviations around 100
			t.Errorf("%d values of tenth %d of the lines are in the sample, want about 100", n, i)
		}
	}
}
