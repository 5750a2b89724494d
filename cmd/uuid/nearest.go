package main

import "fmt"

// didYouMean returns a question to append to the error message for an unknown name. The question
// suggests the most similar name in names, in the given format. It is empty if no name is similar
// enough.
func didYouMean(name string, names []string, format string) string {
	nearest, least := "", 1+len(name)/4 // one edit, plus one for every four letters
	for _, candidate := range names {
		if d := distance(name, candidate); d <= least && d < len(name) { // len(name) edits could replace every letter
			nearest, least = candidate, d-1 // if two names are equally near, the first one wins
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean "+format+"?", nearest)
}

// distance returns the number of edits that turn a into b. An edit inserts, deletes or replaces a
// letter, or swaps two adjacent letters (optimal string alignment).
func distance(a, b string) int {
	// row[j] is the distance between the first i+1 letters of a and the first j letters of b. The
	// slices last and before are the two previous rows.
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			replace := last[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = min(replace, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
