package uuid

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// TestNumbersInDocuments checks the numbers in README.md, in docs and in comments. If a constant
// changes, the test reports where the old value remains.
func TestNumbersInDocuments(t *testing.T) {
	durations := []time.Duration{
		defaultMaxRollback, defaultMaxLead, maxStill, maxReserve, minReserve,
		defaultMaxRollback + maxReserve, defaultMaxRollback + maxReserve + maxStill, // bounds of waits
	}
	counts := []string{strconv.Itoa(keyLife), "131072"} // the second is longestRun in fillV7
	var files []string
	for _, pattern := range []string{"README.md", "docs/*.md", "*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		files = append(files, names...)
	}
	inGo := regexp.MustCompile(`(?m)^(?:[^"\n]*[^"\n:])?//.*$`)
	duration := regexp.MustCompile(`(?:^|[^/.\d])(\d[\d.]*) (s|ms)\b`)
	count := regexp.MustCompile(`\b(\d{4,}) (?:IDs|UUIDs)\b`)
	matches := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if test, _ := filepath.Match("*_test.go", name); test {
			continue
		}
		lines := [][]byte{text}
		if filepath.Ext(name) == ".go" {
			lines = inGo.FindAll(text, -1)
		}
		for _, line := range lines {
			for _, m := range duration.FindAllSubmatch(line, -1) {
				matches++
				if d, err := time.ParseDuration(string(m[1]) + string(m[2])); err != nil || !slices.Contains(durations, d) {
					t.Errorf("%s: %q is not one of %v", name, m[0], durations)
				}
			}
			for _, m := range count.FindAllSubmatch(line, -1) {
				matches++
				if !slices.Contains(counts, string(m[1])) {
					t.Errorf("%s: %q is not one of %q", name, m[0], counts)
				}
			}
		}
	}
	if matches < 10 {
		t.Errorf("only %d numbers found", matches)
	}
}
