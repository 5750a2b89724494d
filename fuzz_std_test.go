//go:build go1.27

package uuid_test

import (
	"testing"
	std "uuid"
)

// FuzzParseStd checks that the standard package reads a text as this one does,
// but for a urn:uuid: prefix in upper case, and writes the same of it.
func FuzzParseStd(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkStandardParse(t, s)
		u, err := ours.Parse(s)
		if err != nil {
			return
		}
		if got, want := ours.String(u), theirs.String(std.UUID(u)); got != want {
			t.Errorf("String() of %q = %s, want %s", s, got, want)
		}
	})
}
