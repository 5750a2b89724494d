package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestLeadIsTheGreatest verifies the lead of an ID that is ahead of the clock by hours.
func TestLeadIsTheGreatest(t *testing.T) {
	ahead := uuid.MinV7(time.Now().Add(100*time.Hour)).String() + "\n"
	r := invoke(strings.NewReader(ahead), "verify", "-lead", "30d")
	if want := (result{}); r != want {
		t.Errorf("verify -lead 30d: %+v, want nothing", r)
	}
	r = invoke(strings.NewReader("ffffffff-ffff-7000-8000-000000000000\n"+ahead), "verify", "-unique")
	if want := (result{stdout: "ids         2\nduplicates  0\nlead        more than 292 years\n"}); r != want {
		t.Errorf("verify -unique: %+v, want %+v", r, want)
	}
}

// TestLeadOfEachID verifies that the message for an ID contains its own lead, and the summary the greatest. The clock
// of a synctest bubble stands still.
func TestLeadOfEachID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		far, near := uuid.MinV7(time.Now().Add(100*time.Hour)), uuid.MinV7(time.Now().Add(2*time.Hour))
		past := uuid.MinV7(time.Now().Add(-time.Hour))
		got := invoke(nil, "verify", "-unique", "-lead", "2h", far.String(), near.String(), past.String())
		want := result{
			stdout: "ids         3\nduplicates  0\nlead        100h0m0s\n",
			stderr: "uuid: argument 1: " + far.String() + " is 100h0m0s ahead of the clock\n",
			status: exitFailure,
		}
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		got = invoke(nil, "verify", "-lead", "1h59m59.999s", far.String(), near.String(), past.String())
		want.stdout = ""
		want.stderr += "uuid: argument 2: " + near.String() + " is 2h0m0s ahead of the clock\n"
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
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
