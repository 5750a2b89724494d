package frameworks

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-8298af95/uuid"
	"github.com/stretchr/testify/assert"
)

// different is an ID that no other test uses.
var different = uuid.MustParse("00000000-0000-4000-8000-00000000000d")

// A comparison describes the difference between got and want, or returns "" if they are equal.
type comparison func(want, got carrier) string

// equality returns a round trip that fails unless the comparison is correct. A comparison writes no
// data, so the read function copies the ID.
func (differ comparison) equality() roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) { return c, differ.check(c) },
		read:  func(written any, c carrier) error { c.set(written.(carrier).get()); return nil },
	}
}

// message returns a round trip that checks that a failure message shows the ID.
func (differ comparison) message() roundTrip {
	w := shown(func(c carrier) (string, error) {
		if c.get() == nil {
			return "", errNoPlace
		}
		message := differ(c, c.like(&different))
		return strings.ReplaceAll(message, different.String(), ""), differ.check(c)
	})
	w.show = nil // the message for a missing ID is not checked
	return w
}

// check checks that a document is equal to its copy and differs from a document with another ID.
func (differ comparison) check(c carrier) error {
	if message := differ(c, c.like(c.get())); message != "" {
		return errors.New("equal documents differ: " + message)
	}
	if differ(c, c.like(&different)) == "" {
		return errors.New("different documents are equal")
	}
	return nil
}

// A recorder replaces testing.T for assert and records the failure message.
type recorder struct{ message string }

func (r *recorder) Errorf(format string, args ...any) { r.message += fmt.Sprintf(format, args...) }

func testifyEqual(want, got carrier) string {
	var r recorder
	assert.Equal(&r, want.field(), got.field())
	return r.message
}

func testifyLine(want, got carrier) string {
	var r recorder
	assertText := func(t assert.TestingT, want, got fmt.Stringer) {
		//snippet:stretchr/testify
		assert.Equal(t, want.String(), got.String())
		//end
	}
	switch id := want.get(); {
	case id == nil && got.get() == nil:
	case id == nil:
		assertText(&r, uuid.Null{}, got.get())
	default:
		assertText(&r, id, got.get())
	}
	return r.message
}

func cmpDiff(options ...cmp.Option) comparison {
	return func(want, got carrier) string { return cmp.Diff(want.field(), got.field(), options...) }
}

func cmpLine() cmp.Option {
	//snippet:google/go-cmp
	option := cmp.Comparer(func(a, b uuid.UUID) bool { return a == b })
	//end
	return option
}

var comparisons = []framework{
	{name: "stretchr/testify", through: "`Equal`", asIs: every(comparison(testifyEqual).equality())},
	{name: "stretchr/testify", through: "`Equal` message", asIs: every(comparison(testifyEqual).message()), line: every(comparison(testifyLine).message())},
	{name: "google/go-cmp", through: "`Equal`", asIs: every(cmpDiff().equality())},
	{name: "google/go-cmp", through: "`Diff`", asIs: every(cmpDiff().message()), line: every(cmpDiff(cmpLine()).message())},
}
