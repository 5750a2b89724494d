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
		{"version 4", "verify", lines(1000, version4), exitOK, ""},
		{"version 7", "verify -ordered -unique", lines(1000, version7), exitOK, ""},
		{"Microsoft's order", "verify", lines(20, swapped), exitFailure, swappedVerdict},
		{"seven IDs", "verify", lines(7, swapped), exitOK, ""},
		{"arguments", "verify " + lines(20, swapped), "", exitFailure, swappedVerdict},
		{"Microsoft's order in inspect", "inspect", lines(20, swapped), exitOK, swappedVerdict},
		{"Microsoft's order as JSON", "inspect -json", lines(20, swapped), exitOK, swappedVerdict},
		{"Microsoft's order that is read as such", "verify -from guid-bytes", lines(20, func() string {
			return uuid.Compact.Encode(uuid.UUID(uuid.NewV4().BytesLE()))
		}), exitOK, ""},
		{"network order that is read as Microsoft's", "verify -from guid-bytes", lines(20, func() string {
			return uuid.Compact.Encode(uuid.NewV4())
		}), exitFailure, swappedVerdict + "(C#'s ToByteArray, objectGUID), so they are read as other IDs; " +
			"leave out -from guid-bytes; "},
		{"refused lines", "verify", lines(20, func() string { return fmt.Sprintf(`\x%x`, uuid.NewV4().BytesLE()) }),
			exitFailure, swappedVerdict},
		{"a large list", "verify", lines(5000, swapped), exitFailure,
			"in a sample of 1000 lines: 1000 of 1000 values are in Microsoft's byte order "},
		{"cut texts", "verify", lines(20, func() string { return fmt.Sprintf("%x", version7()[:16]) }), exitFailure,
			"20 of 20 values are the first 16 characters of a text; "},
		{"ULIDs", "verify", lines(20, func() string {
			u, random := uuid.NewV7(), uuid.NewV4()
			copy(u[6:], random[:6])
			copy(u[12:], random[12:])
			return uuid.Base32.Encode(u)
		}), exitFailure, "20 of 20 values are ULIDs, "},
		{"versions 4 and 7", "verify", lines(10, version4) + lines(10, version7), exitOK,
			"10 of 20 values have version 4, and 10 have version 7"},
		{"two forms", "verify",
			lines(10, version4) + lines(10, func() string { return uuid.Braced.Encode(uuid.NewV4()) }), exitOK,
			"20 values have several forms: 36 characters (10), in braces (10); "},
		{"capitals", "verify",
			lines(20, func() string { return strings.ToUpper(version4()) }), exitOK, "20 of 20 values are in capitals"},
		{"Microsoft's order with -v9", "verify -v9", lines(20, swapped), exitFailure, "line "},
		{"version 9", "verify -v9", strings.ReplaceAll(output(t, "v9", "-checksum", "-n", "100"), "-", ""), exitOK, ""},
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
	decode := list.decoder(new(inputFlags).decode)
	const lines = 20 * sampleSize
	for i := range lines {
		decode(uuid.FromUint64s(uint64(i), 0).String())
	}
	if len(list.sample) != sampleSize {
		t.Fatalf("the sample contains %d values, want %d", len(list.sample), sampleSize)
	}
	var ofTenth [10]int
	for _, v := range list.sample {
		line, _ := v.ID.Uint64s()
		ofTenth[line*10/lines]++
	}
	for i, n := range ofTenth {
		if n < 40 || n > 160 { // six standard deviations around 100
			t.Errorf("%d values of tenth %d of the lines are in the sample, want about 100", n, i)
		}
	}
}
