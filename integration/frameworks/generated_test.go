package frameworks

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/seed-8298af95/uuid/integration/frameworks/generated"
)

// TestGenerated compares the generated code and its sources with generated.sum. The test fails if
// someone changes a source or the generated code.
func TestGenerated(t *testing.T) {
	sums, err := os.ReadFile("generated.sum")
	if err != nil {
		t.Fatal(err)
	}
	noted := make(map[string]bool) // lines of generated.sum
	for line := range strings.Lines(string(sums)) {
		noted[line] = true
	}
	for _, dir := range []string{"ent", "gqlgen", "ogen", "openapi", "sqlc"} {
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(file)
			line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), filepath.ToSlash(file))
			if !noted[line] {
				t.Errorf("%s has changed: run ./generate, or ./generate -update to accept a change of a source", file)
			}
			delete(noted, line)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for line := range noted {
		t.Errorf("a file in generated.sum is missing or has changed: %s", line)
	}
}
