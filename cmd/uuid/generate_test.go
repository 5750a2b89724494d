package main

import (
	"bufio"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/seed-8298af95/uuid"
)

// TestNewIDsHaveTheirForm verifies with regular expressions what commands print that is random. The scripts in
// testdata verify everything else.
func TestNewIDsHaveTheirForm(t *testing.T) {
	tests := []struct{ line, want string }{
		{"new", version(4)},
		{"v1", version(1)},
		{"v4", version(4)},
		{"v6", version(6)},
		{"v7", version(7)},
		{"v9", anyHex + "\n"},
		{"v7 -n 3", "(" + version(7) + "){3}"},
		{"v7 -n 010", "(" + version(7) + "){10}"},
		{"v4 -f urn", "urn:uuid:" + version(4)},
		{"v2 person 1000", `000003e8-[0-9a-f]{4}-2[0-9a-f]{3}-[89ab][0-9a-f]00-[0-9a-f]{12}` + "\n"},
		{"v2 group 0", `00000000-.*-.*-..01-.*` + "\n"},
		{"v2 org 4294967295", `ffffffff-.*-.*-..02-.*` + "\n"},
		{"v2 255 1", `00000001-.*-.*-..ff-.*` + "\n"},
		{"v2 010 010", `0000000a-.*-.*-..0a-.*` + "\n"},
		{"v1 -at 2022-02-22T19:22:22Z", "c232ab00-9414-11ec-[89ab].*\n"},
		{"v6 -at 2022-02-22T19:22:22.0000001Z", "1ec9414c-232a-6b01-[89ab].*\n"},
		{"v6 -at 2022-02-22T14:22:22-05:00 -n 2", "(1ec9414c-232a-6b00-[89ab].*\n){2}"},
		{"v7 -at 2022-02-22T19:22:22.0005Z", "017f22e2-79b0-7800-[89ab].*\n"},
		{"v7 -at 2022-02-22", "017f1eba-4c00-7000-[89ab].*\n"},
		{"v7 -at 1645557742s", "017f22e2-79b0-7000-[89ab].*\n"},
		{"v7 -at 01645557742s", "017f22e2-79b0-7000-[89ab].*\n"},
		{"v7 -at 1645557742001ms", "017f22e2-79b1-7000-[89ab].*\n"},
		{"v9 -at 1645557742001ms", "17f22e27-9b1.-.*\n"},
		{"v9 -prefix A1B2C3D4 -at 1645557742001ms", "a1b2c3d4-17f2-2e27-9b1.-.*\n"},
		{"v9 -version", "........-....-9.*\n"},
		{"v9 -legacy", version(1)},
		{"v9 -legacy -unordered", version(4)},
		{"v7 -prefix user", "user_[0-7][0-9a-z]{25}\n"},
		{"v7 -prefix pre_fix -n 3 -at 2022-02-22T19:22:22Z", "(pre_fix_01fwhe4yd[0-9a-z]{17}\n){3}"},
		{"v7 -prefix ''", "[0-7][0-9a-hjkmnp-tv-z]{25}\n"},
		{"v9 -version=false -at 1645557742001ms", "17f22e27-9b1.-.*\n"},
		{"v9 -prefix a1b2 -f compact", "a1b2[0-9a-f]{28}\n"},
		{"v9 -unordered=false -at 1645557742001ms", "17f22e27-9b1.-.*\n"},
	}
	for _, tt := range tests {
		got := output(t, splitWords(tt.line)...)
		if !regexp.MustCompile("^(?:" + tt.want + ")$").MatchString(got) {
			t.Errorf("uuid %s prints %s, want %s", tt.line, got, tt.want)
		}
	}
}

// TestV9HasTheTime verifies that v9 reads the clock, which starts at 2000-01-01 in a synctest bubble.
func TestV9HasTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, args := range []string{"v9", "v9 -checksum", "v9 -version -n 1"} {
			if got := output(t, strings.Fields(args)...); !strings.HasPrefix(got, "0dc6acfa-c00") {
				t.Errorf("uuid %s prints %s", args, got)
			}
		}
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
		{name: "source", made: failure, want: failure},
		{name: "output", output: failure, want: errOutput},
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
