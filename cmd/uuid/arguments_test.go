package main

import (
	"strings"
	"testing"
)

// TestNumberOfArguments verifies that each command rejects one argument too few and one argument
// too many.
func TestNumberOfArguments(t *testing.T) {
	limits := map[string][2]int{ // -1 means any number
		"v2": {2, 2}, "v3": {1, 2}, "v5": {1, 2}, "v8": {1, 2}, "bounds": {0, 2}, "help": {0, 1}, "completion": {1, -1},
		"inspect": {0, -1}, "convert": {0, -1}, "verify": {0, -1}, "find": {0, -1}, "hide": {0, -1}, "reveal": {0, -1},
	}
	for _, c := range commands {
		least, most := limits[c.name][0], limits[c.name][1]
		reject := func(n int, fault string) {
			args := append([]string{c.name}, make([]string, n)...)
			if r := invoke(nil, args...); !strings.HasPrefix(r.stderr, "uuid: "+fault+"\n") {
				t.Errorf("uuid %q: %q, want %s", args, r.stderr, fault)
			}
		}
		if least > 0 {
			reject(least-1, "missing argument")
		}
		if most >= 0 {
			reject(most+1, `unexpected argument ""`)
			continue
		}
		r := invoke(strings.NewReader(""), c.name, "a", "b", "c")
		if strings.Contains(r.stderr, "unexpected argument") {
			t.Errorf("uuid %s a b c: %s", c.name, r.stderr)
		}
	}
}

// TestLongWordIsCut verifies that a message contains only the first 64 bytes of a word.
func TestLongWordIsCut(t *testing.T) {
	zeros := strings.Repeat("0", 65)
	for _, line := range []string{
		"~", "v4 ~", "v2 ~ 1", "v2 person ~", "completion ~", "bounds ~", "bounds -by day ~", "convert -column 1 ~",
		"inspect ~", "bounds " + zeros,
	} {
		r := invoke(nil, strings.Fields(strings.ReplaceAll(line, "~", zeros[1:]+"x"))...)
		message, _, _ := strings.Cut(r.stderr, "\n")
		if !strings.Contains(message, `"`+zeros[1:]+`"`) || strings.Contains(message, zeros) {
			t.Errorf("uuid %s: %s", line, message)
		}
	}
}
