package frameworks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-8298af95/uuid"
	"github.com/stretchr/testify/assert"
)

// An assertion records the message of a failed assertion.
type assertion struct{ strings.Builder }

func (a *assertion) Errorf(format string, args ...any) { fmt.Fprintf(a, format, args...) }

// TestDiffsShowMaskedIDs checks the claims in docs/masks.md about diffs. testify and go-cmp print
// an ID's bytes without calling its methods.
func TestDiffsShowMaskedIDs(t *testing.T) {
	type row struct{ ID uuid.ID[masked] }
	got, want := row{uuid.ID[masked](exampleV7)}, row{uuid.NewID[masked]()}

	// Three consecutive bytes do not appear in the output by chance.
	var failed assertion
	assert.Equal(&failed, want, got)
	if bytes := fmt.Sprintf("%#x, %#x, %#x", exampleV7[1], exampleV7[2],
		exampleV7[3]); !strings.Contains(failed.String(), bytes) {
		t.Errorf("testify no longer prints the bytes of a masked ID: correct docs/masks.md\n%s", &failed)
	}
	failed.Reset()
	assert.Equal(&failed, want.ID.String(), got.ID.String())
	if !strings.Contains(failed.String(), got.ID.String()) || strings.Contains(failed.String(), exampleV7.String()) {
		t.Errorf("testify's message for two strings is wrong:\n%s", &failed)
	}

	diff := cmp.Diff(want, got)
	if bytes := fmt.Sprintf("0x%02x", exampleV7[1]); !strings.Contains(diff, bytes) {
		t.Errorf("go-cmp no longer prints the bytes of a masked ID: correct docs/masks.md\n%s", diff)
	}
	if diff := cmp.Diff(want.ID.String(), got.ID.String()); strings.Contains(diff, exampleV7.String()) {
		t.Errorf("go-cmp shows the plain ID for two strings:\n%s", diff)
	}
}
