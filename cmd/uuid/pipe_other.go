//go:build !unix && !windows

package main

// ignoreBrokenPipe does nothing: a write to a pipe without a reader is an
// error, not a signal.
func ignoreBrokenPipe() {}

// brokenPipe reports false: the error is not told from others.
func brokenPipe(error) bool { return false }
