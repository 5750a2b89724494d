//go:build !unix && !windows

package main

// ignoreBrokenPipe does nothing: a write to a pipe without a reader is an
// error, not a signal.
func ignoreBrokenPipe() {}

// brokenPipe reports false: these systems have no separate error for a broken pipe.
func brokenPipe(error) bool { return false }
