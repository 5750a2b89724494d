package main

import "strings"

// A choice is a value and its name on the command line.
type choice[T any] struct {
	name  string
	value T
}

// choose returns the value with the given name, in upper or lower case, and reports whether a choice
// has that name.
func choose[T any](choices []choice[T], name string) (value T, ok bool) {
	for _, c := range choices {
		if strings.EqualFold(c.name, name) {
			return c.value, true
		}
	}
	return value, false
}

// names returns the names of choices.
func names[T any](choices []choice[T]) []string {
	var all []string
	for _, c := range choices {
		all = append(all, c.name)
	}
	return all
}

// list returns the names of choices, separated by commas.
func list[T any](choices []choice[T]) string { return strings.Join(names(choices), ", ") }
