// Proves that pgxuuid knows each type of this package.
package uuid_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestColumnTypesInPGXUUID checks that pgxuuid handles each type that has a Value method. pgx would
// otherwise choose an encoding for the type, and its 16 bytes might become a different UUID.
func TestColumnTypesInPGXUUID(t *testing.T) {
	held, err := os.ReadFile("pgxuuid/held.go")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("pgxuuid is a separate module")
	}
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	method := regexp.MustCompile(`(?m)^func \(\w+ \*?(\w+)(\[T\])?\) Value\(\)`)
	found := 0
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		code, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range method.FindAllSubmatch(code, -1) {
			found++
			want := "reflect.TypeFor[uuid." + string(m[1]) + "]()"
			if len(m[2]) > 0 { // for each T, a generic type is another type
				want = `"` + string(m[1]) + `["`
			}
			if !strings.Contains(string(held), want) {
				t.Errorf("%s has a Value method, but isOurs in pgxuuid/held.go lacks %s", m[1], want)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d types with a Value method, want at least 5", found)
	}
}
