package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestMain runs main in the child processes that TestSoak starts.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "-process") {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestCheck plants a fault in two files of IDs.
func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		plant func(a, b []uuid.UUID)
		want  string
	}{
		"nothing":         {func(a, b []uuid.UUID) {}, ""},
		"duplicate":       {func(a, b []uuid.UUID) { a[0] = a[9] }, " is a duplicate"},
		"other file's":    {func(a, b []uuid.UUID) { a[0] = b[20] }, " is a duplicate"},
		"version 6 order": {func(a, b []uuid.UUID) { a[10], a[11] = a[11], a[10] }, " follows "},
		"version 7 order": {func(a, b []uuid.UUID) { a[30], a[31] = a[31], a[30] }, " follows "},
		"another version": {func(a, b []uuid.UUID) { a[0] = uuid.NewV8([16]byte{}) }, "8:1"},
	} {
		a, err1 := batch(nil, 32, functions{})
		b, err2 := batch(nil, 32, functions{})
		test.plant(a, b)
		var out bytes.Buffer
		err := check([][]uuid.UUID{a, b}, 64, time.Now(), &out)
		if err1 != nil || err2 != nil || (err == nil) != (test.want == "") ||
			!strings.Contains(out.String(), test.want) {
			t.Errorf("%s: %v: %s", name, err, &out)
		}
	}
	if err := check(nil, 1, time.Now(), new(bytes.Buffer)); err == nil {
		t.Error("no error without IDs")
	}
}

// TestSoak runs the whole program.
func TestSoak(t *testing.T) {
	c := config{processes: 3, goroutines: 2, count: 100_003, dir: t.TempDir(), process: -1}
	var out bytes.Buffer
	if err := c.soak(&out); err != nil || !strings.HasPrefix(out.String(), "100003 IDs") {
		t.Errorf("%v: %s", err, &out)
	}
}
