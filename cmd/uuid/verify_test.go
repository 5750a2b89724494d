package main

import (
	"strings"
	"testing"
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
