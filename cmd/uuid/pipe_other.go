//go:build !unix && !windows

package main

// ignoreBrokenPipe does nothing, because a write to a pipe without a reader raises no signal
// here.
func ignoreBrokenPipe() {}

// brokenPipe reports false: these systems have no separate error for a broken pipe.
func brokenPipe(error) bool { return false }
