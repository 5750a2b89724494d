package main

import "fmt"

// didYouMean returns a question to append to the error message for an unknown name. The question
// suggests the most similar name in names, in the given format. It is empty if no name is similar
// enough.
func didYouMean(name string, names []string, format string) string {
	// Allow fewer than len(name) edits, because len(name) edits could replace every letter. Allow at
	// most 3: the longest name in this tool has 10 letters, and 1+10/4 is 3.
	limit := min(1+len(name)/4, len(name)-1, 3)
	for edits := range limit + 1 {
		for _, candidate := range names { // if two names are equally close, the first one wins
			if near(name, candidate, edits) {
				return fmt.Sprintf("; did you mean "+format+"?", candidate)
			}
		}
	}
	return ""
}

// near reports whether at most the given number of edits can turn a into b. An edit inserts, deletes
// or replaces a letter, or swaps two adjacent letters.
func near(a, b string, edits int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" || edits == 0 {
		return len(a)+len(b) <= edits
	}
	swapped := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0]
	return near(a[1:], b, edits-1) || near(a, b[1:], edits-1) || near(a[1:], b[1:], edits-1) ||
		swapped && near(a[2:], b[2:], edits-1)
}
