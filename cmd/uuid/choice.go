package main

import (
	"slices"
	"strings"
)

// A choice is a value under the name that it has on the command line.
type choice[T any] struct {
	name  string
	value T
}

// choose returns the value of a name and whether there is one.
func choose[T any](choices []choice[T], name string) (T, bool) {
	i := slices.IndexFunc(choices, func(c choice[T]) bool { return c.name == name })
	if i < 0 {
		var none T
		return none, false
	}
	return choices[i].value, true
}

// names returns the names to choose from.
func names[T any](choices []choice[T]) string {
	var list []string
	for _, c := range choices {
		list = append(list, c.name)
	}
	return strings.Join(list, ", ")
}
