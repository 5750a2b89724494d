//go:build !unix && !windows

package main

// ignoreBrokenPipe does nothing, because these systems raise no signal for a write to a pipe
// without a reader.
func ignoreBrokenPipe() {}

// brokenPipe returns false, because these systems have no separate error for a broken pipe.
func brokenPipe(error) bool { return false }
