package main

import (
	"bufio"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestNewCommandsPrintTheirVersion(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "new", args: "new", stdout: version(4)},
		{name: "v1", args: "v1", stdout: version(1)},
		{name: "v4", args: "v4", stdout: version(4)},
		{name: "v6", args: "v6", stdout: version(6)},
		{name: "v7", args: "v7", stdout: version(7)},
		{name: "v9", args: "v9", stdout: anyHex + "\n"},
		{name: "count", args: "v7 -n 3", stdout: "(" + version(7) + "){3}"},
		{name: "count 0", args: "v7 -n 0"},
		{name: "count with a leading zero", args: "v7 -n 010", stdout: "(" + version(7) + "){10}"},
		{name: "hexadecimal count", args: "v7 -n 0x10", stderr: `invalid value "0x10" for flag -n: want a count, such as 3`, status: 2},
		{name: "count too large", args: "v7 -n 18446744073709551616", stderr: `invalid value "18446744073709551616" for flag -n: want a count, such as 3`, status: 2},
		{name: "nil", args: "nil", stdout: "00000000-0000-0000-0000-000000000000\n"},
		{name: "max", args: "max -f base32", stdout: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n"},
		{name: "count for Nil", args: "nil -n 3", stderr: "flag provided but not defined: -n", status: 2},
		{name: "encoding", args: "v4 -f urn", stdout: "urn:uuid:" + version(4)},
		{name: "v2 person", args: "v2 person 1000", stdout: `000003e8-[0-9a-f]{4}-2[0-9a-f]{3}-[89ab][0-9a-f]00-[0-9a-f]{12}` + "\n"},
		{name: "v2 group", args: "v2 group 0", stdout: `00000000-.*-.*-..01-.*` + "\n"},
		{name: "v2 org", args: "v2 org 4294967295", stdout: `ffffffff-.*-.*-..02-.*` + "\n"},
		{name: "v2 number", args: "v2 255 1", stdout: `00000001-.*-.*-..ff-.*` + "\n"},
		{name: "v2 with leading zeros", args: "v2 010 010", stdout: `0000000a-.*-.*-..0a-.*` + "\n"},
		{name: "v2 hexadecimal ID", args: "v2 org 0x10", stderr: `argument 2: "0x10" is not a 32-bit number`, status: 2},
		{name: "v2 domain too large", args: "v2 256 1", stderr: `argument 1: "256" is not one of person, group, org, or a number up to 255`, status: 2},
		{name: "v2 ID too large", args: "v2 org 4294967296", stderr: `argument 2: "4294967296" is not a 32-bit number`, status: 2},
		{name: "v1 at", args: "v1 -at 2022-02-22T19:22:22Z", stdout: "c232ab00-9414-11ec-[89ab].*\n"},
		{name: "v6 at", args: "v6 -at 2022-02-22T19:22:22.0000001Z", stdout: "1ec9414c-232a-6b01-[89ab].*\n"},
		{name: "v6 at offset", args: "v6 -at 2022-02-22T14:22:22-05:00 -n 2", stdout: "(1ec9414c-232a-6b00-[89ab].*\n){2}"},
		{name: "v7 at", args: "v7 -at 2022-02-22T19:22:22.0005Z", stdout: "017f22e2-79b0-7800-[89ab].*\n"},
		{name: "v7 at a date", args: "v7 -at 2022-02-22", stdout: "017f1eba-4c00-7000-[89ab].*\n"},
		{name: "v7 at seconds", args: "v7 -at 1645557742s", stdout: "017f22e2-79b0-7000-[89ab].*\n"},
		{name: "v7 at seconds with a leading zero", args: "v7 -at 01645557742s", stdout: "017f22e2-79b0-7000-[89ab].*\n"},
		{name: "v7 at hexadecimal seconds", args: "v7 -at 0x10s", stderr: `invalid value "0x10s" for flag -at: "0x10s" is not ` + timeForms, status: 2},
		{name: "v7 at the largest number of seconds", args: "v7 -at 9223372036854775807s", stderr: "flag -at: time out of range", status: 2},
		{name: "v7 at milliseconds", args: "v7 -at 1645557742001ms", stdout: "017f22e2-79b1-7000-[89ab].*\n"},
		{name: "v9 at", args: "v9 -at 1645557742001ms", stdout: "17f22e27-9b1.-.*\n"},
		{name: "at without a unit", args: "v7 -at 2022", stderr: `invalid value "2022" for flag -at: "2022" needs a unit, such as 2022s or 2022ms`, status: 2},
		{name: "at nothing", args: "v7 -at s", stderr: `invalid value "s" for flag -at: "s" is not ` + timeForms, status: 2},
		{name: "v1 at out of range", args: "v1 -at 1582-10-14T23:59:59Z", stderr: "flag -at: time out of range", status: 2},
		{name: "v7 at out of range", args: "v7 -at 1969-12-31T23:59:59Z", stderr: "flag -at: time out of range", status: 2},
		{name: "v9 at out of range", args: "v9 -at 2527-06-23T06:20:44.416Z", stderr: "flag -at: time out of range", status: 2},
		{name: "v9 at zero Time", args: "v9 -at 0001-01-01T00:00:00Z", stderr: `invalid value "0001-01-01T00:00:00Z" for flag -at: time out of range`, status: 2},
		{name: "v9 prefix", args: "v9 -prefix A1B2C3D4 -at 1645557742001ms", stdout: "a1b2c3d4-17f2-2e27-9b1.-.*\n"},
		{name: "v9 version", args: "v9 -version", stdout: "........-....-9.*\n"},
		{name: "v9 legacy", args: "v9 -legacy", stdout: version(1)},
		{name: "v9 legacy unordered", args: "v9 -legacy -unordered", stdout: version(4)},
		{name: "v9 at unordered", args: "v9 -unordered -at 1s", stderr: "-at and -unordered cannot be combined", status: 2},
		{name: "v9 bad prefix", args: "v9 -prefix a1g", stderr: `invalid value "a1g" for flag -prefix: cannot parse "a1g" (3 bytes): invalid hexadecimal digit at offset 2`, status: 2},
		{name: "v7 prefix", args: "v7 -prefix user", stdout: "user_[0-7][0-9a-z]{25}\n"},
		{name: "v7 prefixes", args: "v7 -prefix pre_fix -n 3 -at 2022-02-22T19:22:22Z", stdout: "(pre_fix_01fwhe4yd[0-9a-z]{17}\n){3}"},
		{name: "v7 empty prefix", args: "v7 -prefix ''", stdout: "[0-7][0-9a-hjkmnp-tv-z]{25}\n"},
		{name: "v7 bad prefix", args: "v7 -prefix User",
			stderr: `invalid value "User" for flag -prefix: want at most 63 letters a to z, with underscores only between letters`, status: 2},
		{name: "v7 prefix and encoding", args: "v7 -prefix user -f urn", stderr: "-f and -prefix cannot be combined", status: 2},
		{name: "v4 prefix", args: "v4 -prefix user", stderr: "flag provided but not defined: -prefix", status: 2},
	})
}

func TestV7Increasing(t *testing.T) {
	for _, n := range []int{3, batchLen + 1, 100_000} {
		ids := strings.Fields(output(t, "v7", "-n", strconv.Itoa(n)))
		if len(ids) != n {
			t.Errorf("-n %d prints %d IDs", n, len(ids))
		}
		for i := range len(ids) - 1 {
			if ids[i] >= ids[i+1] {
				t.Fatalf("%s comes before %s", ids[i], ids[i+1])
			}
		}
	}
}

// TestTryFails verifies that a source made by try stops at the first error.
func TestTryFails(t *testing.T) {
	failure := errors.New("time out of range")
	calls := 0
	err := try(func() (uuid.UUID, error) {
		calls++
		if calls == 2 {
			return uuid.UUID{}, failure
		}
		return uuid.NewV4(), nil
	})(make([]uuid.UUID, 3))
	if err != failure || calls != 2 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// TestNewIDsDiffer verifies that a command with a count prints different IDs, also at one time.
func TestNewIDsDiffer(t *testing.T) {
	for _, args := range []string{"v1", "v4", "v6", "v7", "v9", "v1 -at 1s", "v6 -at 1s", "v7 -at 1s", "v9 -at 1s"} {
		ids := strings.Fields(output(t, strings.Fields(args+" -n 1000")...))
		slices.Sort(ids)
		if n := len(slices.Compact(ids)); n != 1000 {
			t.Errorf("uuid %s -n 1000 prints %d different IDs", args, n)
		}
	}
}

// TestPrintNewFails verifies that printNew stops at an error from the source or the output.
func TestPrintNewFails(t *testing.T) {
	failure := errors.New("no space left")
	for _, tt := range []struct {
		name               string
		made, output, want error
	}{
		{"source", failure, nil, failure},
		{"output", nil, failure, errOutput},
	} {
		out := writerFunc(func(p []byte) (int, error) { return len(p), tt.output })
		s := &session{stdout: bufio.NewWriterSize(out, 1<<10)}
		made := 0
		err := s.printNew(&countedFlags{count: 10 * batchLen}, func(ids []uuid.UUID) error {
			made += len(ids)
			return tt.made
		})
		// The buffer is smaller than a batch, so a write fails in the first batch.
		if err != tt.want || made != batchLen {
			t.Errorf("%s fails: %v after %d IDs", tt.name, err, made)
		}
	}
}
