// Proves what the compiler must inline, and must not move to the heap.
package uuid_test

import (
	"math/bits"
	"os/exec"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// optimizations returns the compiler's report on inlining and escape analysis.
func optimizations(t *testing.T, sources ...string) string {
	t.Helper()
	needGo(t)
	if runtime.Compiler != "gc" {
		t.Skip("the test reads the gc compiler's report")
	}
	out, err := exec.Command(
		"go",
		append([]string{"build", "-gcflags=-m"}, sources...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestEscape checks that inlined functions do not move their caller's variables to the heap. The
// allocation tests would miss this, because their package instantiates the generic functions.
func TestEscape(t *testing.T) {
	out := optimizations(t, "testdata/caller.go")
	if !strings.Contains(out, "inlining call to uuid.") {
		t.Errorf("nothing is inlined: %s", out)
	}
	for _, line := range regexp.MustCompile(`.*moved to heap.*`).FindAllString(out, -1) {
		t.Error(line)
	}
}

// TestInlining checks that helpers on hot paths fit in the compiler's inlining budget. Several
// helpers look unusual because of this budget.
func TestInlining(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("64-bit arithmetic uses more of the inlining budget on 32-bit platforms")
	}
	// Generic functions are compiled where they are used, so the test also builds testdata/typed,
	// which uses TypeIDs.
	out := optimizations(t, ".", "./testdata/typed")
	inlined := make(map[string]bool)
	pattern := regexp.MustCompile(`can inline (?:uuid\.)?([^\s[]+)`)
	for _, match := range pattern.FindAllStringSubmatch(out, -1) {
		inlined[match[1]] = true
	}
	for _, name := range []string{
		"UUID.Compare", "UUID.String", "stringOf", "(*UUID).put", "(*UUID).words", "withVersion",
		"addVersionGap", "v1", "v4", "v6", "v7",
		"parseCanonical", "asArray", "putPrefix", "hasTypePrefix", "typeIDLen",
		"timescale.tick", "timestamp.plus",
	} {
		if !inlined[name] {
			t.Errorf("%s is not inlined", name)
		}
	}
}

// TestKindStaysInRegisters checks that the compiler can pass a Kind in registers: it keeps structs
// of at most four fields and four words there (Go 1.27). With one more, ParseID takes half as long
// again.
func TestKindStaysInRegisters(t *testing.T) {
	kind := reflect.TypeFor[uuid.Kind]()
	if words := kind.Size() / reflect.TypeFor[uintptr]().Size(); words > 4 || kind.NumField() > 4 {
		t.Errorf("a Kind has %d words and %d fields", words, kind.NumField())
	}
}
