package uuid_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVectorTable finds a row for each file of vectors in testdata/README.md, and a file for
// each row.
func TestVectorTable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if n := strings.Count(string(text), "\n| `"+filepath.Base(f)+"` | "); n != 1 {
			t.Errorf("%s has %d rows", f, n)
		}
	}
	if rows := strings.Count(string(text), "\n| `"); rows != len(files) {
		t.Errorf("%d rows for %d files", rows, len(files))
	}
}
