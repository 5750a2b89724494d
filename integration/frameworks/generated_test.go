package frameworks

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The generated code is what the generators made of its source: neither has
// changed since.
func TestGenerated(t *testing.T) {
	sums, err := os.ReadFile("generated.sum")
	if err != nil {
		t.Fatal(err)
	}
	noted := make(map[string]bool)
	for line := range strings.Lines(string(sums)) {
		noted[line] = true
	}
	for _, dir := range []string{"easyjson", "ent", "gqlgen", "ogen", "openapi", "protobuf", "sqlc"} {
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(file)
			line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), filepath.ToSlash(file))
			if !noted[line] {
				t.Errorf("%s has changed: run ./generate", file)
			}
			delete(noted, line)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for line := range noted {
		t.Errorf("what ./generate noted is gone: %s", line)
	}
}
