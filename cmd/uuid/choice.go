package main

import (
	"slices"
	"strings"
)

// A choice is a value and its name on the command line.
type choice[T any] struct {
	name  string
	value T
}

// choose returns the value with the given name, and reports whether a choice has that name.
func choose[T any](choices []choice[T], name string) (T, bool) {
	i := slices.IndexFunc(choices, func(c choice[T]) bool { return c.name == name })
	if i < 0 {
		var none T
		return none, false
	}
	return choices[i].value, true
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
