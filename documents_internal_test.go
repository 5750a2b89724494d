// Proves that the numbers in documents and comments are those of the constants.
package uuid

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestNumbersInDocuments compares numbers in README.md, in docs and in comments with the constants
// from which they follow. If a constant changes, the test reports each place with the old number.
func TestNumbersInDocuments(t *testing.T) {
	documents := make(map[string]string) // text by file name, each on one line
	comment := regexp.MustCompile(`(?m)^(?:[^"\n]*[^"\n:])?//(.*)$`)
	for _, pattern := range []string{"README.md", "docs/*.md", "*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".go") {
				var lines []byte
				for _, match := range comment.FindAllSubmatch(text, -1) {
					lines = append(append(lines, match[1]...), ' ')
				}
				text = lines
			}
			if !strings.HasSuffix(name, "_test.go") {
				documents[name] = strings.Join(strings.Fields(string(text)), " ")
			}
		}
	}
	source, err := os.ReadFile("v7.go")
	longestRun := regexp.MustCompile(`longestRun = 1 << (\d+)`).FindStringSubmatch(string(source))
	if err != nil || longestRun == nil {
		t.Fatalf("longestRun is %q, %v", longestRun, err)
	}
	run, _ := strconv.Atoi(longestRun[1])
	perLead := defaultMaxLead.Milliseconds() << (fractionBits + preciseBits)
	for _, number := range []struct {
		want    string
		pattern string // # is the number
	}{
		{seconds(defaultMaxRollback), `(?:step|move|set)s? back (?:\| )?by (?:up to|more than) #`},
		{seconds(defaultMaxRollback), `that a Generator ignores; zero means #`},
		{seconds(defaultMaxLead), `it is # ahead`},
		{seconds(defaultMaxLead), `ahead of the clock; zero means #`},
		{strconv.Itoa(1 + int(defaultMaxLead/(100*time.Nanosecond))), `per step, # by default`},
		{inWords(perLead/1e6) + " million", `ahead, after # UUIDs`},
		{seconds(maxStill), `MaxRollback \+ #`},
		{seconds(maxStill), `the clock stops for #`},
		{seconds(maxReserve), `plus # with a Store`},
		{seconds(maxReserve), `MaxLead \+ #`},
		{seconds(maxReserve), `# on any disk`},
		{seconds(minReserve), `# on a fast disk`},
		{seconds(minReserve), `the next # plus three times`},
		{seconds(maxReserve), `duration of the last Save, but at most #`},
		{seconds(defaultMaxRollback + maxReserve), `longer by that step, so up to #`},
		{seconds(defaultMaxRollback + maxReserve + maxStill), "within `MaxWait` \\(# with these values"},
		{strconv.Itoa(keyLife), `(?:every|key after|these|bits for up to) # UUIDs`},
		{strconv.Itoa(1 << run), `the clock once for up to # UUIDs`},
	} {
		const anyNumber = `([\d.]+(?: m?s\b)?|\w+ million)`
		pattern, found := regexp.MustCompile(strings.Replace(number.pattern, "#", anyNumber, 1)), false
		for _, name := range slices.Sorted(maps.Keys(documents)) {
			for _, match := range pattern.FindAllStringSubmatch(documents[name], -1) {
				found = true
				if match[1] != number.want {
					t.Errorf("%s: %q, want %s", name, match[0], number.want)
				}
			}
		}
		if !found {
			t.Errorf("no document contains %q", number.pattern)
		}
	}
}

// seconds returns d as in "1.5 s" or "10 ms".
func seconds(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprint(d.Milliseconds(), " ms")
	}
	return fmt.Sprint(d.Seconds(), " s")
}

// inWords returns a word for a number that documents do not write in digits.
func inWords(n int64) string {
	words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve")
	if n < int64(len(words)) {
		return words[n]
	}
	return fmt.Sprint(n)
}
