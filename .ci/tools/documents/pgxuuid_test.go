package documents

import (
	"regexp"
	"slices"
	"testing"
)

// TestPgxuuidKnowsEachType checks that pgxuuid lists each type that has a Value method.
func TestPgxuuidKnowsEachType(t *testing.T) {
	want := groups(readFile(t, "testdata/api.txt"), `(?m)^method \((\w+)\) Value\(`)
	got := groups(readFile(t, "pgxuuid/held.go"), `TypeFor\[uuid\.(\w+)`)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("pgxuuid/held.go lists %q, want %q", got, want)
	}
}

// groups returns the first group of each match in text, sorted.
func groups(text, pattern string) (all []string) {
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	slices.Sort(all)
	return all
}
